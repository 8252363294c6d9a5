// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Many systems of one pattern at once: Monte Carlo runs, parameter sweeps, cells of a mesh.
#pragma once

#include <heddle/lu/analysis.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/lu/result.hpp>
#include <heddle/lu/value.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace heddle::lu {

namespace detail {
template <class Value, class Exec>
class BatchState;
template <class Exec>
struct BatchBuffers;
}  // namespace detail

/// What makes a pivot acceptable in a batch; the defaults are those of PivotOptions.
struct BatchOptions {
  double pivot_tolerance = 0;  ///< share of the column's largest entry; 0: 1e-8 (f64), 1e-4 (f32)
  double absolute_tolerance = 0;   ///< smallest pivot; 0: sqrt(eps)
  double growth_threshold = 1e-4;  ///< smallest reciprocal growth
  /// Systems whose pivots fail are factored by themselves and recover as a Factorization does; each
  /// costs as much as one. Otherwise bad pivots are replaced and the system is pivot_degraded.
  bool recover = true;
};

/// The outcome of BatchFactorization::factor, by system.
struct BatchFactorResult {
  Status status = Status::success;  ///< the worst of all systems
  /// success, non_finite, pivot_degraded, or what FactorResult says of a system that was factored
  /// by itself.
  std::vector<Status> statuses;
  std::vector<std::int64_t> first_bad;    ///< step of the first bad pivot, -1 without one
  std::vector<std::int64_t> perturbed;    ///< pivots whose magnitude became sqrt(eps)
  std::vector<double> reciprocal_growth;  ///< as in FactorResult
  std::vector<int> recovered;             ///< 1: the system has pivots of its own now
  std::uint64_t bytes = 0;                ///< that all systems take, pivots of their own included
  std::vector<PhaseReport> phases;        ///< "numeric", "recover"
};

/// What a caller of BatchFactorization::solve can choose.
struct BatchSolveOptions {
  Operation operation = Operation::none;
  int refinement_steps = 1;                ///< of all systems; each keeps the better solution
  double accepted_backward_error = 1e-12;  ///< above it a system is not_converged
};

/// The outcome of BatchFactorization::solve, by system.
struct BatchSolveResult {
  Status status = Status::success;  ///< the worst of all systems
  std::vector<Status> statuses;     ///< success, not_converged or non_finite
  std::vector<double> backward_errors;
  std::vector<PhaseReport> phases;  ///< "solve"
};

/// Vectors and flags of batched solves; one per thread that solves, grows on demand.
template <class Exec>
class BatchWorkspace {
 public:
  BatchWorkspace();
  ~BatchWorkspace();
  BatchWorkspace(BatchWorkspace&&) noexcept;
  BatchWorkspace& operator=(BatchWorkspace&&) noexcept;
  /// The buffers themselves, for Heddle's own modules.
  detail::BatchBuffers<Exec>& buffers() { return *buffers_; }

 private:
  std::unique_ptr<detail::BatchBuffers<Exec>> buffers_;
};

/// A strided view of one row per system, in the memory of `Exec`.
template <class T, class Exec>
using BatchRows = Kokkos::View<T**, Kokkos::LayoutStride, typename Exec::memory_space>;

/// Factors of systems that share an Analysis: its order, pivots and scales serve all of them.
///
/// Values of one slot lie side by side for all systems, so that the lanes of a warp or of a vector
/// unit work on neighbouring systems. Pivots are checked in each system; a system whose pivots fail
/// gets a factorization of its own, or is perturbed and reported as pivot_degraded. Results of
/// a system do not depend on the other systems, the number of workers or the backend, bit for bit.
/// Every call synchronises `exec` before it returns. factor: one thread at a time; solve is const
/// and concurrent.
template <class Value, class Exec>
class BatchFactorization {
  static_assert(SolverValue<Value>,
                "heddle::lu::BatchFactorization is compiled for float, double and their "
                "Kokkos::complex");
  static_assert(CompiledBackend<Exec>,
                "heddle::lu::BatchFactorization: Exec is no backend of this build");

 public:
  /// What values, b and x consist of: double, or Kokkos::complex<double> if Value is complex.
  using Number = detail::WideForm<Value>;

  /// Room for `num_systems` systems: bytes_needed. Throws invalid_argument for a negative number or
  /// an empty analysis, out_of_memory.
  BatchFactorization(Exec const& exec, Analysis const& analysis, std::int64_t num_systems);
  ~BatchFactorization();
  BatchFactorization(BatchFactorization&&) noexcept;
  BatchFactorization& operator=(BatchFactorization&&) noexcept;

  /// Bytes that so many systems will take.
  static std::uint64_t bytes_needed(Analysis const& analysis, std::int64_t num_systems);

  /// Factors all systems. `values` is (system, entry) in the memory of `Exec`, entries in the order
  /// of the analysed matrix. Throws invalid_argument for wrong extents.
  template <class Values>
  BatchFactorResult factor(Exec const& exec, Values const& values,
                           BatchOptions const& options = {}) {
    check_view<Values>();
    return factor_rows(exec, as_rows<Number const>(values), options);
  }

  /// Solves A x = b, A^T x = b or A^H x = b for all systems. b and x are (system, row) in the
  /// memory of `Exec` and may be the same. Throws invalid_state before factor, invalid_argument for
  /// wrong extents.
  template <class Rhs, class Solution>
  BatchSolveResult solve(Exec const& exec, Rhs const& b, Solution const& x,
                         BatchWorkspace<Exec>& workspace,
                         BatchSolveOptions const& options = {}) const {
    check_view<Rhs>();
    check_view<Solution>();
    return solve_rows(exec, as_rows<Number const>(b), as_rows<Number>(x), workspace, options);
  }

  /// Systems that there is room for.
  std::int64_t num_systems() const;

 private:
  template <class View>
  static constexpr void check_view() {
    static_assert(View::rank == 2, "values, b and x are views of rank 2: one row per system");
    static_assert(std::is_same_v<typename View::non_const_value_type, Number>,
                  "values, b and x are double, or Kokkos::complex<double> for complex factors");
    static_assert(std::is_same_v<typename View::memory_space, typename Exec::memory_space>,
                  "values, b and x must lie in the memory of the execution space");
  }
  template <class T, class View>
  static BatchRows<T, Exec> as_rows(View const& view) {
    return BatchRows<T, Exec>(view.data(), Kokkos::LayoutStride(view.extent(0), view.stride(0),
                                                                view.extent(1), view.stride(1)));
  }
  BatchFactorResult factor_rows(Exec const& exec, BatchRows<Number const, Exec> const& values,
                                BatchOptions const& options);
  BatchSolveResult solve_rows(Exec const& exec, BatchRows<Number const, Exec> const& b,
                              BatchRows<Number, Exec> const& x, BatchWorkspace<Exec>& workspace,
                              BatchSolveOptions const& options) const;

  std::unique_ptr<detail::BatchState<Value, Exec>> state_;
};

}  // namespace heddle::lu
