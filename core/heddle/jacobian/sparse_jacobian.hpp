// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sparse Jacobians: coloured once, evaluated many times by automatic differentiation.
///
/// Columns that never meet in a row share a direction (Curtis, Powell, Reid, IMA J. Appl. Math. 13,
/// 1974); dual numbers carry up to 16 directions in one sweep; one gather brings the values to the
/// nonzeros. Rows, or both sides, are compressed with a user's vector-Jacobian product (Coleman and
/// Verma, SISC 19, 1998). Survey: Gebremedhin, Manne, Pothen, SIAM Review 47, 2005.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/coloring/result.hpp>
#include <heddle/jacobian/detail/jacobian_state.hpp>
#include <heddle/jacobian/function.hpp>
#include <heddle/jacobian/options.hpp>
#include <heddle/jacobian/recovery_index.hpp>
#include <heddle/place/report.hpp>

#include <Kokkos_Core.hpp>

#include <utility>

namespace heddle::jacobian {

/// A plan for the Jacobian of f: R^n -> R^m with a fixed sparsity pattern.
///
/// F: a row function or a whole function, Vjp: its vector-Jacobian product (function.hpp). T: float
/// or double. Values stand in the order of the pattern's entries. Not const while it evaluates: one
/// plan serves one thread and one instance at a time. Memory: 4 bytes an entry (8 if the compressed
/// Jacobian exceeds 2^32 values), and
///   - row functions by columns with up to about 128 colours: 2 bytes an entry. Groups of rows keep
///     the compressed Jacobian in fast memory (choice().in_groups);
///   - else ceil(k / W) m W + k_rows n values (one sweep with bounded_memory), and for whole
///     functions (W + 1)(m + n) values.
///
/// Deterministic: no atomics on numbers; equal bits for any number of threads of one backend.
template <class F, class Vjp = NoReverse, CompiledValue T = double,
          CompiledBackend Exec = Kokkos::DefaultExecutionSpace, class Offset = DefaultOffset>
class SparseJacobian {
  static_assert(Differentiable<F, T, Exec>,
                "f must be callable as f(i, x) for a row, or as f(exec, x, y) for all of them");

 public:
  using Memory = typename Exec::memory_space;
  using Input = Kokkos::View<T const*, Memory>;  ///< x: n entries
  using Vector = Kokkos::View<T*, Memory>;       ///< y: m entries; values: one per nonzero
  using Coloring = coloring::ColoringResult<DefaultIndex, Memory>;

  /// Chooses a direction and colours the pattern, in the memory of `exec` or of the host. If the
  /// choice needs costs that were not given (with a Vjp, automatic or dense), that waits for the
  /// first evaluation. Synchronises `exec`. Cost: that of the colourings, and O(nnz log m).
  /// Throws bad_pattern (index out of range, a column twice in a row, ...), no_reverse (rows or
  /// bidirectional without a Vjp), invalid_argument (lanes), what the colouring throws,
  /// not_initialized.
  template <class PatternMemory>
  SparseJacobian(Exec const& exec, F f, Pattern<Offset, DefaultIndex, PatternMemory> const& pattern,
                 JacobianOptions const& options = {}, Vjp vjp = {})
      : state_(exec, std::move(f), pattern, options, std::move(vjp)) {
    state_.plan(exec);
  }

  /// The same with a colouring that exists: of kind columns, rows or bidirectional, or a distance-2
  /// colouring that is one of the columns. Throws also pattern_mismatch (with both hashes) if it
  /// was made for another pattern, invalid_coloring, unsupported (other kinds).
  template <class PatternMemory>
  SparseJacobian(Exec const& exec, F f, Pattern<Offset, DefaultIndex, PatternMemory> const& pattern,
                 Coloring const& coloring, JacobianOptions const& options = {}, Vjp vjp = {})
      : state_(exec, std::move(f), pattern, options, std::move(vjp)) {
    state_.adopt(exec, coloring);
  }

  /// The Jacobian at x into `values`. Enqueues one kernel (in groups), or ceil(k / W) sweeps,
  /// k_rows products and a gather, and returns; allocates and waits only in the first call, if
  /// costs are measured, and where the options ask for a check. May be captured into a graph after
  /// `prepare` or a first call, unless the check is `always` or f (on CUDA) has more than 4 KiB:
  /// such functors are copied at a launch. Throws size_mismatch (expected, given);
  /// pattern_too_small (first row) if the check finds a derivative outside of the pattern: `values`
  /// are unchanged then; unsupported_place. A place other than the default one copies and waits.
  void evaluate(Exec const& exec, Input const& x, Vector const& values) {
    state_.evaluate(exec, x, Vector(), values);
  }

  /// f(x) into y as well, from the first sweep if there is one. y may be written though it throws.
  void evaluate(Exec const& exec, Input const& x, Vector const& y, Vector const& values) {
    detail::require_size("y", y.extent(0), state_.pattern().num_rows);
    state_.evaluate(exec, x, y, values);
  }

  /// The Jacobian at x as a matrix with values of its own, which it allocates.
  Csr<T, Offset, DefaultIndex, Memory> matrix(Exec const& exec, Input const& x) {
    auto const& pattern = state_.pattern();
    auto const values =
        heddle::detail::allocate<T>(exec, "heddle::jacobian::values", pattern.columns.extent(0));
    evaluate(exec, x, values);
    return {pattern.num_rows, pattern.num_columns, pattern.row_offsets, pattern.columns, values};
  }

  /// What the first call would do beside evaluating: measures, decides, colours, allocates, checks
  /// the pattern. Synchronises `exec`.
  void prepare(Exec const& exec, Input const& x) { state_.prepare(exec, x); }

  /// The pattern, in the memory of `exec`.
  Pattern<Offset, DefaultIndex, Memory> const& pattern() const { return state_.pattern(); }
  /// What was decided, with all candidates and their costs.
  Choice const& choice() const { return state_.choice(); }
  /// The colouring in use. A dense plan colours every column, or row, by itself.
  Coloring const& coloring() const { return state_.coloring(); }
  /// Where each nonzero lies in the compressed Jacobian.
  RecoveryIndex<Memory> const& recovery_index() const { return state_.compression().index; }
  /// The compressed Jacobian of the last evaluation (with bounded_memory: of its last step). Empty
  /// in groups; keep_compressed has it always.
  Input compressed() const { return state_.compression().block; }
  /// Where the recovery index was made, and the last evaluation ran.
  /// @{
  place::PhaseReport const& recovery() const { return state_.recovery(); }
  place::PhaseReport const& evaluation() const { return state_.evaluation(); }
  /// @}
  /// What checks with random directions found.
  CheckReport const& check_report() const { return state_.check_report(); }

 private:
  detail::JacobianState<F, Vjp, T, Exec, Offset> state_;
};

/// A plan whose values are of type T; SparseJacobian(...) alone takes double.
template <CompiledValue T, CompiledBackend Exec, class F, class Offset, class PatternMemory,
          class Vjp = NoReverse>
SparseJacobian<F, Vjp, T, Exec, Offset> sparse_jacobian(
    Exec const& exec, F f, Pattern<Offset, DefaultIndex, PatternMemory> const& pattern,
    JacobianOptions const& options = {}, Vjp vjp = {}) {
  return {exec, std::move(f), pattern, options, std::move(vjp)};
}

}  // namespace heddle::jacobian
