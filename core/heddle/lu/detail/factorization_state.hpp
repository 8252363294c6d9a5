// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The state behind Factorization: values in use and a spare set for the next refactorization. What
/// happens when a pivot check fails: recovery.hpp. Cost, synchronisation, determinism:
/// heddle/lu/factorization.hpp.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/lu/detail/analyze.hpp>
#include <heddle/lu/detail/condition.hpp>
#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/left_looking.hpp>
#include <heddle/lu/detail/load.hpp>
#include <heddle/lu/detail/numeric.hpp>
#include <heddle/lu/detail/pivot_summary.hpp>
#include <heddle/lu/detail/right_looking.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/detail/solve.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace heddle::lu::detail {

template <class Value, class Exec>
struct FactorTransfer;

template <class Value, class Exec>
class FactorizationImpl {
 public:
  using Space = typename Exec::memory_space;
  using W = Wide<Value>;
  using FactorsType = Factors<Value, Exec>;
  using State = typename Factorization<Value, Exec>::State;

  FactorizationImpl(Exec const& exec, Analysis const& analysis) { adopt(exec, analysis); }

  FactorResult factor(Exec const& exec, MatrixInput<W, Space> const& input,
                      PivotOptions const& options, bool again);

  void enqueue_refactor(Exec const& exec, Kokkos::View<Value const*, Space> const& values,
                        PivotOptions const& options);
  FactorResult finish_refactor(Exec const& exec);
  std::size_t num_values() const { return plan_->given_indices.extent(0); }
  bool takes_graphs() const { return analysis_.data().options.numeric != Numeric::right_looking; }

  template <class T>
  SolveResult solve(Exec const& exec, UserVectors<T const, Exec> const& b,
                    UserVectors<T, Exec> const& x, SolveBuffers<Exec>& buffers,
                    SolveOptions const& options) const {
    return detail::solve<T>(exec, *current_, b, x, buffers, options);
  }

  State state() const { return current_ ? State::factored : State::empty; }
  std::int64_t generation() const { return generation_; }
  Analysis const& analysis() const { return current_ ? current_->analysis : analysis_; }
  DefaultIndex n() const { return plan_->n; }
  DefaultOffset num_factor_entries() const { return plan_->num_factor_entries(); }
  InputStaging<W, Space>& staging() { return staging_; }
  Plan<Exec> const& plan() const { return *plan_; }
  /// A matrix, or values of the analysed pattern, as kernels read them.
  template <class Given>
  MatrixInput<W, Space> input_of(Exec const& exec, Given const& given) {
    if constexpr (Kokkos::is_view_v<Given>) {
      return values_to_input<Space>(exec, *plan_, given, staging_);
    } else {
      return to_input<Space>(exec, given, staging_);
    }
  }
  /// Bytes of `sets` sets of values and the vectors of the workers.
  std::uint64_t bytes_of(int sets) const {
    return static_cast<std::uint64_t>(sets) * bytes_of_factors<Value>(*plan_) +
           (work_.dense.size() + work_.zeroed.size()) * sizeof(Value);
  }
  std::uint64_t held_bytes() const {
    return bytes_of((current_.has_value() ? 1 : 0) + (spare_.has_value() ? 1 : 0));
  }
  auto const& factors() const { return *current_; }

 private:
  friend struct FactorTransfer<Value, Exec>;

  /// Values that were factored, with what is known about them.
  struct Attempt {
    FactorsType factors;
    PivotSummary summary;
    std::optional<RightLookingReport> right_looking;
  };

  void adopt(Exec const& exec, Analysis const& analysis);
  bool starts_scattered() const;
  void scatter(Exec const& exec, FactorsType const& factors) const;
  bool load(Exec const& exec, MatrixInput<W, Space> const& input, FactorsType const& target) const;
  Position find_non_finite_value(Exec const& exec, MatrixInput<W, Space> const& input,
                                 FactorsType const& loaded) const;
  std::optional<RightLookingReport> compute_factors(Exec const& exec, FactorsType const& factors,
                                                    PivotOptions const& options);
  Attempt attempt(Exec const& exec, FactorsType factors, PivotOptions const& options);
  FactorsType take_spare(Exec const& exec);
  FactorsType take_target(Exec const& exec, bool in_place);
  PivotLimits limits(PivotOptions const& options) const;
  bool acceptable(PivotSummary const& summary, PivotOptions const& options) const;
  double growth_limit(PivotOptions const& options) const;
  void settle(Exec const& exec, Attempt&& tried, PivotOptions const& options, bool with_condition,
              FactorResult& result);
  std::optional<Attempt> find_pivots(Exec const& exec, Attempt const& failed,
                                     std::span<W const> values, PivotOptions const& options,
                                     FactorResult& result);
  void recover(Exec const& exec, Attempt&& failed, PivotOptions const& options, bool with_condition,
               FactorResult& result);
  Attempt retry(Exec const& exec, Analysis const& analysis, Attempt const& failed,
                PivotOptions const& options);
  void keep(Attempt&& tried);
  Position position_of_step(DefaultOffset step) const;

  Analysis analysis_;  ///< of the plan
  std::shared_ptr<Plan<Exec> const> plan_;
  NumericWorkspace<Value, Exec> work_;
  std::optional<FactorsType> current_, spare_;
  SolveBuffers<Exec> condition_buffers_;
  InputStaging<W, Space> staging_;
  PivotOptions enqueued_options_;  ///< of the last enqueued refactorization
  std::int64_t generation_ = 0;
  double searched_growth_ = 0;  ///< reciprocal growth right after the last search for pivots
};

template <class Value, class Exec>
void FactorizationImpl<Value, Exec>::adopt(Exec const& exec, Analysis const& analysis) {
  HEDDLE_EXPECTS(!analysis.empty(), invalid_argument,
                 "the analysis is empty: its status was not success");
  auto plan = std::make_shared<Plan<Exec> const>(make_plan(exec, analysis.data()));
  auto work = make_numeric_workspace<Value>(exec, *plan);
  analysis_ = analysis;
  plan_ = std::move(plan);
  work_ = std::move(work);
  spare_.reset();
}

/// The old factors' values become the next refactorization's target, if they fit the plan.
template <class Value, class Exec>
auto FactorizationImpl<Value, Exec>::take_spare(Exec const& exec) -> FactorsType {
  if (spare_ && spare_->plan == plan_) {
    FactorsType factors = std::move(*spare_);
    spare_.reset();
    return factors;
  }
  return allocate_factors<Value>(exec, analysis_, plan_);
}

/// In place the values in use are the target: nobody solves with them until they are new ones.
template <class Value, class Exec>
auto FactorizationImpl<Value, Exec>::take_target(Exec const& exec, bool in_place) -> FactorsType {
  if (!in_place || !current_ || current_->plan != plan_) return take_spare(exec);
  spare_.reset();
  FactorsType factors = std::move(*current_);
  current_.reset();
  return factors;
}

template <class Value, class Exec>
PivotLimits FactorizationImpl<Value, Exec>::limits(PivotOptions const& options) const {
  using Real = Magnitude<Value>;
  double const root = std::sqrt(static_cast<double>(std::numeric_limits<Real>::epsilon()));
  PivotLimits limits;
  limits.relative = options.pivot_tolerance > 0   ? options.pivot_tolerance
                    : std::is_same_v<Real, float> ? 1e-4
                                                  : 1e-8;
  limits.absolute = options.absolute_tolerance > 0 ? options.absolute_tolerance : root;
  // Pivots found by partial pivoting may be small for good: they were the best there were.
  double const found = analysis_.data().smallest_pivot;
  if (found > 0) limits.absolute = std::min(limits.absolute, 1e-3 * found);
  limits.replacement = root;
  return limits;
}

/// Partial pivoting bounds growth as well as can be: what it leaves is inherent, so only a clear
/// fall below that is a reason to look for pivots again.
template <class Value, class Exec>
double FactorizationImpl<Value, Exec>::growth_limit(PivotOptions const& options) const {
  if (analysis_.data().smallest_pivot == 0) return options.growth_threshold;
  return std::min(options.growth_threshold, std::max(1e-8, 0.1 * searched_growth_));
}

template <class Value, class Exec>
bool FactorizationImpl<Value, Exec>::acceptable(PivotSummary const& summary,
                                                PivotOptions const& options) const {
  return summary.num_bad == 0 && summary.reciprocal_growth >= growth_limit(options);
}

/// Whether factors are computed from the matrix in the slots of F. Native ones read the canonical
/// values.
template <class Value, class Exec>
bool FactorizationImpl<Value, Exec>::starts_scattered() const {
  return !takes_graphs() || !factors_natively<Value>(*plan_);
}

/// Readies canonical values for compute_factors.
template <class Value, class Exec>
void FactorizationImpl<Value, Exec>::scatter(Exec const& exec, FactorsType const& factors) const {
  if (starts_scattered()) scatter_to_factors(exec, *plan_, factors.matrix, factors.values);
}

/// Readies a matrix for compute_factors; false if a value is not finite.
template <class Value, class Exec>
bool FactorizationImpl<Value, Exec>::load(Exec const& exec, MatrixInput<W, Space> const& input,
                                          FactorsType const& target) const {
  if (starts_scattered()) {
    return load_scattered<Value>(exec, *plan_, input, target.matrix, target.values);
  }
  load_canonical(exec, *plan_, input, target.matrix);
  return find_non_finite_sum(exec, *plan_, target.matrix) == no_entry;
}

/// Which value it was that `load` found; of finite duplicates that add up to none, their place.
template <class Value, class Exec>
Position FactorizationImpl<Value, Exec>::find_non_finite_value(Exec const& exec,
                                                               MatrixInput<W, Space> const& input,
                                                               FactorsType const& loaded) const {
  auto const& matrix = analysis_.data().matrix;
  auto const bad = find_non_finite(exec, input);
  if (bad != no_entry) return position_of_entry(matrix, bad);
  return position_of_canonical(matrix, find_non_finite_sum(exec, *plan_, loaded.matrix));
}

/// Factors what `factors` is ready with. Does not wait unless it is right-looking.
template <class Value, class Exec>
auto FactorizationImpl<Value, Exec>::compute_factors(Exec const& exec, FactorsType const& factors,
                                                     PivotOptions const& options)
    -> std::optional<RightLookingReport> {
  gather_outer<Value>(exec, *plan_, factors.matrix, plan_->outer_column_entries,
                      factors.outer_values);
  gather_outer<Value>(exec, *plan_, factors.matrix, plan_->outer_row_entries,
                      factors.outer_row_values);
  if (analysis_.data().options.numeric == Numeric::right_looking) {
    return factor_right_looking<Value>(exec, *plan_, work_, factors.values, factors.row_values,
                                       limits(options));
  }
  factor_left_looking(exec, *plan_, work_, factors, limits(options));
  return std::nullopt;
}

/// The same with a summary of the pivots. Waits.
template <class Value, class Exec>
auto FactorizationImpl<Value, Exec>::attempt(Exec const& exec, FactorsType factors,
                                             PivotOptions const& options) -> Attempt {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::numeric");
  Attempt tried;
  tried.factors = std::move(factors);
  tried.right_looking = compute_factors(exec, tried.factors, options);
  tried.summary = summarize_pivots<Value>(exec, *plan_, work_.report, tried.factors.values);
  return tried;
}

template <class Value, class Exec>
Position FactorizationImpl<Value, Exec>::position_of_step(DefaultOffset step) const {
  auto const& permutation = analysis_.data().permutation;
  return {step, permutation.row_of_step(step), permutation.column_of_step(step)};
}

/// Puts what was tried into use; what was in use becomes the spare.
template <class Value, class Exec>
void FactorizationImpl<Value, Exec>::keep(Attempt&& tried) {
  if (current_ && current_->plan == plan_) spare_ = std::move(current_);
  current_ = std::move(tried.factors);
}

/// Fills the result from values that will be used, estimates their condition, and keeps them.
template <class Value, class Exec>
void FactorizationImpl<Value, Exec>::settle(Exec const& exec, Attempt&& tried,
                                            PivotOptions const& options, bool with_condition,
                                            FactorResult& result) {
  auto const& summary = tried.summary;
  result.perturbed = summary.num_bad;
  result.right_looking = tried.right_looking;
  if (summary.num_bad > 0 && !result.first_bad) {
    result.first_bad = position_of_step(summary.first_bad);
  }
  result.reciprocal_growth = summary.reciprocal_growth;
  result.determinant.log_magnitude = summary.pivot_product.log() - plan_->log_scale;
  result.determinant.phase = determinant_phase<Value>(summary, plan_->permutation_sign);
  result.determinant.sign =
      is_complex<Value> ? 1 : static_cast<int>(result.determinant.phase.real());
  result.status = acceptable(summary, options) ? Status::success : Status::pivot_degraded;
  if (with_condition) {
    Timer timer;
    result.reciprocal_condition =
        reciprocal_condition<Value>(exec, tried.factors, condition_buffers_);
    double const limit = 5 * static_cast<double>(std::numeric_limits<Magnitude<Value>>::epsilon());
    if (result.status == Status::success && result.reciprocal_condition < limit) {
      result.status = Status::ill_conditioned;
    }
    result.phases.push_back({"condition", backends::traits<Exec>::name, timer.seconds(), 0});
  }
  keep(std::move(tried));
}

template <class Value, class Exec>
FactorResult FactorizationImpl<Value, Exec>::factor(Exec const& exec,
                                                    MatrixInput<W, Space> const& input,
                                                    PivotOptions const& options, bool again) {
  Timer timer;
  check_pattern(exec, *plan_, input);
  check_dropped(exec, *plan_, input);
  FactorResult result;
  if (!again) current_.reset();
  bool const in_place = options.in_place && again;
  if (in_place) {  // before values in use are lost
    auto const bad = find_non_finite(exec, input);
    if (bad != no_entry) {
      result.status = Status::non_finite;
      result.first_bad = position_of_entry(analysis_.data().matrix, bad);
      return result;
    }
  }
  report(options.observer, "heddle::lu::numeric", 0, plan_->n);
  bool const with_condition = again ? options.always_estimate : options.estimate_condition;
  FactorsType target = take_target(exec, in_place);
  if (!load(exec, input, target)) {
    result.status = Status::non_finite;
    result.first_bad = find_non_finite_value(exec, input, target);
    spare_ = std::move(target);
    return result;
  }
  Attempt tried = attempt(exec, std::move(target), options);
  report(options.observer, "heddle::lu::numeric", plan_->n, plan_->n);
  result.phases.push_back(
      {"numeric", backends::traits<Exec>::name, timer.seconds(), input.bytes_moved});

  if (acceptable(tried.summary, options) || options.policy == PivotPolicy::perturb) {
    settle(exec, std::move(tried), options, with_condition, result);
  } else if (options.policy == PivotPolicy::fail && tried.summary.num_bad > 0) {
    result.status = Status::zero_pivot;
    result.first_bad = position_of_step(tried.summary.first_bad);
    spare_ = std::move(tried.factors);
  } else if (options.policy == PivotPolicy::fail) {
    settle(exec, std::move(tried), options, with_condition, result);
  } else {
    recover(exec, std::move(tried), options, with_condition, result);
  }
  return result;
}

}  // namespace heddle::lu::detail
