// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Factors that host and device share: factorizations and solves run at either place, chosen by the
/// rules of heddle/place, and factors move when they are needed where they are not.
///
/// Factors have the same bits wherever they were computed, so a place changes no result but the
/// rounding of refined solutions. A device's factors and vectors stay with it unless a rule, or the
/// estimate before the first factorization, says otherwise.
#pragma once

#include <heddle/backends/native_lu.hpp>
#include <heddle/backends/selection.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/detail/factor_image.hpp>
#include <heddle/lu/detail/placed_vectors.hpp>
#include <heddle/lu/factorization.hpp>
#include <heddle/lu/work_estimate.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/place/sparse_arrays.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace heddle::lu {

namespace detail {
/// The backend that computes on the host for `Exec`.
template <class Exec>
using HostOf =
    std::conditional_t<backends::traits<Exec>::is_host, Exec, backends::ReferenceBackend>;
}  // namespace detail

/// A Factorization at each place, made when it is first needed. On a host backend both places are
/// the instance, and there is one. The phases are "lu::numeric" (by default where the least time is
/// predicted, all refactorizations and solves counted), "lu::refactor" and "lu::solve" (by default
/// where the factors are); PivotOptions::place and SolveOptions::place, pins, HEDDLE_PLACE and
/// files decide otherwise. Not for several threads at once; each call waits.
template <class Value, class Exec, class HostExec = detail::HostOf<Exec>>
class PlacedFactorization {
  static constexpr bool is_one = std::is_same_v<Exec, HostExec>;
  static constexpr bool has_one_memory =
      std::is_same_v<typename Exec::memory_space, typename HostExec::memory_space>;

 public:
  /// `matrices`: how many will be factored and solved with, for the prediction. Allocates nothing.
  PlacedFactorization(Exec const&, AnalyzeResult const& analysed, std::int64_t matrices = 1)
      : analysis_(analysed.analysis),
        work_{analysed.multiply_adds,
              analysed.num_factor_entries,
              analysed.num_levels,
              matrices,
              backends::native_lu<Exec>::template takes<Value>,
              analysed.longest_column} {}

  /// Factors a Csr or Csc of the analysed pattern, in the memory of `Exec` or of the host, as
  /// Factorization::factor. Throws as that does, and unsupported_place.
  template <class Matrix>
  FactorResult factor(Exec const& exec, Matrix const& matrix, PivotOptions const& options = {}) {
    place::LibraryPhase run(numeric_question(options));
    return compute(exec, run, matrix, [&](auto const& instance, auto& factors, auto const& here) {
      return factors.factor(instance, here, options);
    });
  }
  /// The same for a matrix of Arrays, which are copied only where they are stale.
  template <class T, class Offset>
  FactorResult factor(Exec const& exec, place::CsrArrays<T, Offset, DefaultIndex> const& matrix,
                      PivotOptions const& options = {}) {
    place::LibraryPhase const run(numeric_question(options));
    return with_arrays(exec, run, matrix,
                       [&](auto const& plain) { return factor(exec, plain, options); });
  }

  /// Factors new values with the pivots in use, as Factorization::refactor; a matrix, or its values
  /// alone. Factors that are elsewhere come first: two copies of them. Throws invalid_state while
  /// empty.
  template <class Matrix>
  FactorResult refactor(Exec const& exec, Matrix const& matrix, PivotOptions const& options = {}) {
    require_factors("refactor");
    place::LibraryPhase run(question("lu::refactor", options.place));
    bring(exec, run);
    return compute(exec, run, matrix, [&](auto const& instance, auto& factors, auto const& here) {
      return factors.refactor(instance, here, options);
    });
  }
  /// The same for a matrix of Arrays.
  template <class T, class Offset>
  FactorResult refactor(Exec const& exec, place::CsrArrays<T, Offset, DefaultIndex> const& matrix,
                        PivotOptions const& options = {}) {
    require_factors("refactor");
    place::LibraryPhase const run(question("lu::refactor", options.place));
    return with_arrays(exec, run, matrix,
                       [&](auto const& plain) { return refactor(exec, plain, options); });
  }

  /// Solves as Factorization::solve. b and x lie in the memory of `Exec` wherever the solve runs;
  /// workspaces belong to this object. Throws invalid_state while empty.
  template <class Rhs, class Solution>
  SolveResult solve(Exec const& exec, Rhs const& b, Solution const& x,
                    SolveOptions const& options = {}) {
    using T = typename Solution::non_const_value_type;
    require_factors("solve");
    place::LibraryPhase run(question("lu::solve", options.place));
    bring(exec, run);
    if constexpr (!is_one) {
      if (run.where() == place::Where::host) {
        return solve_on_host<T>(exec, detail::as_vectors<T const, Exec>(b),
                                detail::as_vectors<T, Exec>(x), options, run);
      }
    }
    return device_->solve(exec, b, x, device_workspace_, options);
  }

  /// Whether there are factors to solve with, at any place.
  bool has_factors() const { return on_host_ || on_device_; }
  /// Whether those in use lie at a place. On a host backend: at both.
  bool has_factors(place::Where where) const {
    return is_one || where == place::Where::device ? on_device_ : on_host_;
  }
  /// What lies on the device; null before anything ran there.
  Factorization<Value, Exec> const* on_device() const { return device_ ? &*device_ : nullptr; }
  /// What lies on the host; on a host backend the same.
  Factorization<Value, HostExec> const* on_host() const {
    if constexpr (is_one) return on_device();
    return host_ ? &*host_ : nullptr;
  }

 private:
  void require_factors(char const* call) const {
    HEDDLE_EXPECTS(has_factors(), invalid_state, std::string(call) + " before a successful factor");
  }

  place::PhaseQuestion question(std::string_view name, place::Policy const& call) const {
    place::PhaseQuestion question{name};
    bool const usually_host = backends::traits<Exec>::is_host || (on_host_ && !on_device_);
    question.usual.where = usually_host ? place::Where::host : place::Where::device;
    question.call = call;
    question.nnz = static_cast<std::int64_t>(work_.factor_entries);
    question.bytes = 16 * question.nnz;
    question.host_backend = backends::traits<HostExec>::name;
    question.device_backend = backends::traits<Exec>::name;
    return question;
  }
  place::PhaseQuestion numeric_question(PivotOptions const& options) const {
    auto asked = question("lu::numeric", options.place);
    if constexpr (!backends::traits<Exec>::is_host) {
      asked.usual.where = place::Where::automatic;
      asked.predicted_host = host_seconds(work_);
      asked.predicted_device = device_seconds(work_);
    }
    return asked;
  }

  template <class Matrix, class F>
  FactorResult with_arrays(Exec const& exec, place::LibraryPhase const& run, Matrix const& matrix,
                           F const& f) {
    if (run.where() == place::Where::host) {
      return place::with_views<place::Where::host>(exec, matrix, run.name(), f);
    }
    return place::with_views<place::Where::device>(exec, matrix, run.name(), f);
  }

  /// Calls f(instance, factors, matrix) where the phase runs. Factors elsewhere are old then; if it
  /// throws, nothing has changed.
  template <class Matrix, class F>
  FactorResult compute(Exec const& exec, place::LibraryPhase& run, Matrix const& matrix,
                       F const& f) {
    FactorResult result;
    if constexpr (!is_one) {
      if (run.where() == place::Where::host) {
        auto const here = detail::fetched(exec, matrix, run);
        result = f(host_instance_, made(host_, host_instance_), here);
        on_host_ = host_->state() == Factorization<Value, HostExec>::State::factored;
        on_device_ = false;
        return result;
      }
    }
    result = f(exec, made(device_, exec), matrix);
    on_device_ = device_->state() == Factorization<Value, Exec>::State::factored;
    on_host_ = false;
    return result;
  }

  template <class Factors, class Instance>
  Factors& made(std::optional<Factors>& factors, Instance const& instance) {
    if (!factors) factors.emplace(instance, analysis_);
    return *factors;
  }

  /// The factors in use, to where the phase runs.
  void bring(Exec const& exec, place::LibraryPhase& run) {
    if constexpr (!is_one) {
      if (run.where() == place::Where::host && !on_host_) {
        auto const image = device_->image(exec);
        if (!has_one_memory) run.copies("factors", place::Direction::to_host, image->bytes());
        made(host_, host_instance_).restore(host_instance_, *image);
        on_host_ = true;
      } else if (run.where() == place::Where::device && !on_device_) {
        auto const image = host_->image(host_instance_);
        if (!has_one_memory) run.copies("factors", place::Direction::to_device, image->bytes());
        made(device_, exec).restore(exec, *image);
        on_device_ = true;
      }
    }
  }

  template <class T>
  SolveResult solve_on_host(Exec const& exec, Vectors<T const, Exec> const& b,
                            Vectors<T, Exec> const& x, SolveOptions const& options,
                            place::LibraryPhase& run) {
    HEDDLE_EXPECTS(b.extent(0) == x.extent(0) && b.extent(1) == x.extent(1), invalid_argument,
                   "b and x have different extents");
    if constexpr (has_one_memory) {
      exec.fence("heddle::lu::solve_on_host");
      return host_->solve(host_instance_, b, x, host_workspace_, options);
    } else {
      return solve_staged(exec, b, x, options, run);
    }
  }

  template <class T>
  SolveResult solve_staged(Exec const& exec, Vectors<T const, Exec> const& b,
                           Vectors<T, Exec> const& x, SolveOptions const& options,
                           place::LibraryPhase& run) {
    auto& staged = staging<T>();
    auto const& here = staged.fetch(exec, b, run);
    auto result = host_->solve(host_instance_, here, here, host_workspace_, options);
    staged.send(exec, x, run);
    for (auto& part : result.phases) {
      if (part.phase == "solve") part.bytes_moved += 2 * staged.bytes();
    }
    return result;
  }
  template <class T>
  auto& staging() {
    if constexpr (std::is_same_v<T, Value>) {
      return staged_;
    } else {
      return wide_staged_;
    }
  }

  Analysis analysis_;
  Work work_;
  HostExec host_instance_;
  std::optional<Factorization<Value, Exec>> device_;
  std::optional<Factorization<Value, HostExec>> host_;
  bool on_device_ = false, on_host_ = false;  ///< where the factors in use are
  SolveWorkspace<Exec> device_workspace_;
  SolveWorkspace<HostExec> host_workspace_;
  detail::StagedVectors<Value, Exec> staged_;
  detail::StagedVectors<detail::WideForm<Value>, Exec> wide_staged_;
};

}  // namespace heddle::lu
