// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The state behind BatchFactorization. Cost, synchronisation, determinism: heddle/lu/batch.hpp.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/lu/batch.hpp>
#include <heddle/lu/detail/batch_buffers.hpp>
#include <heddle/lu/detail/batch_numeric.hpp>
#include <heddle/lu/detail/batch_solve.hpp>
#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace heddle::lu::detail {

template <class Value, class Exec>
class BatchState {
 public:
  using W = Wide<Value>;
  using Space = typename Exec::memory_space;
  using Buffers = WideBatchBuffers<W, Exec>;

  BatchState(Exec const& exec, Analysis const& analysis, std::int64_t systems);
  BatchFactorResult factor(Exec const& exec, BatchRows<W const, Exec> const& values,
                           BatchOptions const& options);
  BatchSolveResult solve(Exec const& exec, BatchRows<W const, Exec> const& b,
                         BatchRows<W, Exec> const& x, BatchBuffers<Exec>& buffers,
                         BatchSolveOptions const& options) const;
  BatchShape const& shape() const { return shape_; }
  Plan<Exec> const& plan() const { return plan_; }
  bool factored() const { return factored_; }

 private:
  std::uint64_t bytes() const;
  void load(Exec const& exec, BatchRows<W const, Exec> const& values);
  void run_numeric(Exec const& exec, BatchOptions const& options);
  BatchFactorResult report(Exec const& exec, BatchOptions const& options) const;
  void recover(Exec const& exec, BatchRows<W const, Exec> const& values,
               BatchOptions const& options, BatchFactorResult& result);
  FactorResult factor_alone(Exec const& exec, Kokkos::View<W const*, Space> const& values,
                            BatchOptions const& options, Factorization<Value, Exec>& factors) const;
  Lines<Value> lines(bool transposed) const;
  void apply_inverse(Exec const& exec, SystemForm form, Interleaved<W, Exec> const& from,
                     Interleaved<W, Exec> const& before, Interleaved<W, Exec> const& to, bool add,
                     Buffers& buffers) const;
  void measure(Exec const& exec, SystemForm form, Interleaved<W, Exec> const& x,
               Kokkos::View<double*, Space> const& error, Buffers& buffers) const;
  void solve_together(Exec const& exec, SystemForm form, int refinement_steps,
                      Buffers& buffers) const;
  void solve_alone(Exec const& exec, BatchRows<W, Exec> const& x, BatchBuffers<Exec>& buffers,
                   BatchSolveOptions const& options, BatchSolveResult& result) const;

  Analysis analysis_;
  Plan<Exec> plan_;
  BatchShape shape_;
  bool factored_ = false;
  heddle::detail::TeamShape teams_;
  Interleaved<W, Exec> matrix_;
  Interleaved<Value, Exec> values_;
  Kokkos::View<DefaultOffset*, Space> column_slot_;
  Kokkos::View<DefaultIndex*, Space> positions_;
  Kokkos::View<Magnitude<Value>*, Space> inputs_;
  Kokkos::View<double*, Space> finite_;
  Kokkos::View<std::uint32_t*, Space> done_;
  heddle::detail::TicketCounter<Space> ticket_;
  SystemReports<Exec> reports_;
  std::uint32_t epoch_ = 0;
  std::map<std::int64_t, Factorization<Value, Exec>> alone_;  ///< systems with pivots of their own
};

template <class Value, class Exec>
BatchState<Value, Exec>::BatchState(Exec const& exec, Analysis const& analysis,
                                    std::int64_t systems)
    : analysis_(analysis),
      plan_(make_plan(exec, analysis.data())),
      shape_(batch_shape<Exec>(systems)) {
  using heddle::detail::allocate;
  using traits = backends::traits<Exec>;
  auto const entries = static_cast<std::size_t>(plan_.num_factor_entries());
  auto const padded = static_cast<std::size_t>(shape_.padded);
  auto const n = static_cast<std::size_t>(plan_.n);
  teams_.lanes = traits::lanes;
  teams_.teams = static_cast<int>(
      std::clamp<std::int64_t>(plan_.workers > 0 ? plan_.workers : traits::workers(exec), 1,
                               std::max<std::int64_t>(1, plan_.n * shape_.groups)));
  auto const workers = static_cast<std::size_t>(teams_.teams);
  matrix_ = allocate_interleaved<W>(exec, "heddle::lu::batch::matrix",
                                    static_cast<std::size_t>(plan_.num_entries()), shape_.padded);
  values_ = allocate_interleaved<Value>(exec, "heddle::lu::batch::values", entries, shape_.padded);
  column_slot_ = allocate<DefaultOffset>(exec, "heddle::lu::batch::column_slot", entries);
  Kokkos::parallel_for("heddle::lu::invert_slots",
                       EntryRange<Exec>(exec, 0, plan_.num_factor_entries()),
                       InvertSlots<Exec>{plan_.row_slot, column_slot_});
  positions_ = allocate<DefaultIndex>(exec, "heddle::lu::batch::positions", workers * n);
  inputs_ =
      allocate<Magnitude<Value>>(exec, "heddle::lu::batch::inputs", workers * group_size<Exec>);
  finite_ = allocate<double>(exec, "heddle::lu::batch::finite", padded);
  done_ = allocate<std::uint32_t>(exec, "heddle::lu::batch::done",
                                  n * static_cast<std::size_t>(shape_.groups));
  heddle::detail::fill(exec, "heddle::lu::batch::clear_flags", done_, 0u);
  ticket_ = decltype(ticket_)(Kokkos::view_alloc(exec, "heddle::lu::batch::ticket"));
  reports_.num_bad = allocate<std::int32_t>(exec, "heddle::lu::batch::num_bad", padded);
  reports_.first_bad = allocate<std::int32_t>(exec, "heddle::lu::batch::first_bad", padded);
  reports_.growth = allocate<double>(exec, "heddle::lu::batch::growth", padded);
  exec.fence("heddle::lu::batch::make");
}

template <class Value, class Exec>
void BatchState<Value, Exec>::load(Exec const& exec, BatchRows<W const, Exec> const& values) {
  over_systems(exec, "heddle::lu::batch::load_canonical", plan_.num_entries(), shape_.padded,
               BatchCanonical<W, Exec>{values, plan_.source_offsets, plan_.sources, matrix_});
  Kokkos::parallel_for("heddle::lu::batch::find_non_finite",
                       EntryRange<Exec>(exec, 0, shape_.padded),
                       BatchFinite<W, Exec>{matrix_, finite_});
  Kokkos::View<Value*, Space, Kokkos::MemoryUnmanaged> const all(values_.data(), values_.size());
  heddle::detail::fill(exec, "heddle::lu::batch::clear_factors", all, Value(0));
  over_systems(exec, "heddle::lu::batch::scatter", plan_.num_entries(), shape_.padded,
               BatchScatter<Value, Exec>{matrix_, plan_.entry_scale, plan_.slot, values_});
}

template <class Value, class Exec>
void BatchState<Value, Exec>::run_numeric(Exec const& exec, BatchOptions const& options) {
  using Real = Magnitude<Value>;
  double const root = std::sqrt(static_cast<double>(std::numeric_limits<Real>::epsilon()));
  PivotLimits limits;
  limits.relative = options.pivot_tolerance > 0   ? options.pivot_tolerance
                    : std::is_same_v<Real, float> ? 1e-4
                                                  : 1e-8;
  limits.absolute = options.absolute_tolerance > 0 ? options.absolute_tolerance : root;
  double const found = analysis_.data().smallest_pivot;  // as in factorization_state.hpp
  if (found > 0) limits.absolute = std::min(limits.absolute, 1e-3 * found);
  limits.replacement = root;
  Kokkos::parallel_for("heddle::lu::batch::clear_reports", EntryRange<Exec>(exec, 0, shape_.padded),
                       ClearReports<Exec>{reports_});
  ++epoch_;
  heddle::detail::for_each_ticket(
      exec, "heddle::lu::batch::factor_columns", teams_, ticket_,
      static_cast<DefaultIndex>(plan_.n * shape_.groups),
      FactorGroupColumn<Value, Exec>{
          plan_.column_offsets.data(), plan_.diagonal.data(), plan_.rows.data(), plan_.order.data(),
          values_.data(), positions_.data(), inputs_.data(), done_.data(), reports_, plan_.n,
          static_cast<DefaultIndex>(shape_.groups), shape_.padded, epoch_, limits});
}

template <class Exec, class View>
auto host_copy(Exec const& exec, View const& view) {
  auto copy = Kokkos::create_mirror(Kokkos::WithoutInitializing, view);
  if (view.extent(0) > 0) Kokkos::deep_copy(exec, copy, view);
  return copy;
}

template <class Value, class Exec>
BatchFactorResult BatchState<Value, Exec>::report(Exec const& exec,
                                                  BatchOptions const& options) const {
  auto const bad = host_copy(exec, reports_.num_bad), first = host_copy(exec, reports_.first_bad);
  auto const growth = host_copy(exec, reports_.growth), finite = host_copy(exec, finite_);
  exec.fence("heddle::lu::batch::report");
  BatchFactorResult result;
  for (std::int64_t system = 0; system < shape_.systems; ++system) {
    bool const degraded = bad(system) > 0 || !(growth(system) >= options.growth_threshold);
    auto const status = finite(system) == 0       ? Status::non_finite
                        : degraded && plan_.n > 0 ? Status::pivot_degraded
                                                  : Status::success;
    result.status = std::max(result.status, status);
    result.statuses.push_back(status);
    result.first_bad.push_back(bad(system) > 0 ? first(system) : -1);
    result.perturbed.push_back(bad(system));
    result.reciprocal_growth.push_back(plan_.n > 0 ? growth(system) : 1);
    result.recovered.push_back(0);
  }
  return result;
}

template <class Value, class Exec>
std::uint64_t BatchState<Value, Exec>::bytes() const {
  std::uint64_t total = BatchFactorization<Value, Exec>::bytes_needed(analysis_, shape_.systems);
  for (auto const& [system, factors] : alone_) {
    auto const& data = factors.analysis().data();
    total += 2 * static_cast<std::uint64_t>(data.factors.num_entries()) * sizeof(Value) +
             static_cast<std::uint64_t>(data.matrix.num_entries()) * sizeof(W);
  }
  return total;
}

/// One system by itself, with the pivots of the batch or, where these fail, others.
template <class Value, class Exec>
FactorResult BatchState<Value, Exec>::factor_alone(Exec const& exec,
                                                   Kokkos::View<W const*, Space> const& values,
                                                   BatchOptions const& options,
                                                   Factorization<Value, Exec>& factors) const {
  PivotOptions pivots;
  pivots.pivot_tolerance = options.pivot_tolerance;
  pivots.absolute_tolerance = options.absolute_tolerance;
  pivots.growth_threshold = options.growth_threshold;
  pivots.estimate_condition = false;
  if (plan_.by_rows) {
    Csr<W, DefaultOffset, DefaultIndex, Space> const matrix{plan_.n, plan_.n, plan_.given_offsets,
                                                            plan_.given_indices, values};
    return factors.factor(exec, matrix, pivots);
  }
  Csc<W, DefaultOffset, DefaultIndex, Space> const matrix{plan_.n, plan_.n, plan_.given_offsets,
                                                          plan_.given_indices, values};
  return factors.factor(exec, matrix, pivots);
}

/// Systems whose pivots failed take the path of a single factorization.
template <class Value, class Exec>
void BatchState<Value, Exec>::recover(Exec const& exec, BatchRows<W const, Exec> const& values,
                                      BatchOptions const& options, BatchFactorResult& result) {
  Kokkos::View<W*, Space> row;
  result.status = Status::success;
  for (std::int64_t system = 0; system < shape_.systems; ++system) {
    auto& status = result.statuses[system];
    if (status == Status::pivot_degraded) {
      if (row.data() == nullptr) {
        row = heddle::detail::allocate<W>(exec, "heddle::lu::batch::system", values.extent(1));
      }
      Kokkos::parallel_for("heddle::lu::batch::take_system",
                           EntryRange<Exec>(exec, 0, static_cast<std::int64_t>(values.extent(1))),
                           BatchTakeSystem<W, Exec>{values, system, row});
      Factorization<Value, Exec> factors(exec, analysis_);
      auto const found = factor_alone(exec, row, options, factors);
      status = found.status;
      if (factors.state() == Factorization<Value, Exec>::State::factored) {
        result.recovered[system] = found.recovered;
        result.perturbed[system] = found.perturbed;
        result.reciprocal_growth[system] = found.reciprocal_growth;
        alone_.emplace(system, std::move(factors));
      }
    }
    result.status = std::max(result.status, status);
  }
}

template <class Value, class Exec>
BatchFactorResult BatchState<Value, Exec>::factor(Exec const& exec,
                                                  BatchRows<W const, Exec> const& values,
                                                  BatchOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::batch::factor");
  Timer timer;
  factored_ = false;
  alone_.clear();
  if (shape_.systems > 0) {
    load(exec, values);
    run_numeric(exec, options);
  }
  auto result = report(exec, options);
  char const* const backend = backends::traits<Exec>::name;
  result.phases.push_back({"numeric", backend, timer.seconds(), 0});
  auto const& statuses = result.statuses;
  bool const failed =
      std::find(statuses.begin(), statuses.end(), Status::pivot_degraded) != statuses.end();
  if (options.recover && failed) {
    timer.reset();
    recover(exec, values, options, result);
    result.phases.push_back({"recover", backend, timer.seconds(), 0});
  }
  result.bytes = bytes();
  factored_ = true;
  return result;
}

}  // namespace heddle::lu::detail
