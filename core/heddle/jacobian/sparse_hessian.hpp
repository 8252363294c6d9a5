// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sparse Hessians from a user's gradient: coloured once, evaluated many times.
///
/// Symmetry halves what has to be computed: a star colouring reads every entry directly from one
/// of its two mirror images, an acyclic one solves for entries along trees. Sources: Coleman and
/// More, Math. Programming 28, 1984 (direct); Coleman and Cai, SIAM J. Alg. Disc. Meth. 7, 1986
/// (substitution); Gebremedhin, Tarafdar, Pothen, Walther, INFORMS J. Computing 21, 2009.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/coloring/result.hpp>
#include <heddle/jacobian/detail/hessian_state.hpp>
#include <heddle/jacobian/function.hpp>
#include <heddle/jacobian/hessian_options.hpp>
#include <heddle/jacobian/options.hpp>
#include <heddle/jacobian/recovery_index.hpp>

#include <Kokkos_Core.hpp>

#include <utility>

namespace heddle::jacobian {

/// A plan for the Hessian of a function R^n -> R whose gradient is given, a row function or a whole
/// function (function.hpp). T: float or double. One plan serves one thread and one instance at a
/// time. Memory: as for SparseJacobian with the colours of the star or acyclic colouring.
///
/// The result is symmetric bit by bit and deterministic. Substitution runs one thread per tree, so
/// patterns whose trees are long (bands) gain little from a device, and rounding errors add up
/// along a tree; star needs more colours and has neither limit.
template <class Gradient, CompiledValue T = double,
          CompiledBackend Exec = Kokkos::DefaultExecutionSpace, class Offset = DefaultOffset>
class SparseHessian {
  static_assert(Differentiable<Gradient, T, Exec>,
                "the gradient must be callable as g(i, x) for an entry, or as g(exec, x, y)");

 public:
  using Memory = typename Exec::memory_space;
  using Input = Kokkos::View<T const*, Memory>;  ///< x: n entries
  using Vector = Kokkos::View<T*, Memory>;       ///< gradient: n entries; values: one per nonzero
  using Coloring = coloring::ColoringResult<DefaultIndex, Memory>;

  /// Colours the full symmetric pattern of the Hessian. Synchronises `exec`. Cost: that of the
  /// colouring, and O(nnz) on the host (substitution: O(nnz log nnz)). Throws bad_pattern (not
  /// square, an entry without its mirror, a column twice in a row, ...), invalid_argument (lanes),
  /// not_initialized.
  template <class PatternMemory>
  SparseHessian(Exec const& exec, Gradient gradient,
                Pattern<Offset, DefaultIndex, PatternMemory> const& pattern,
                HessianOptions const& options = {})
      : state_(exec, std::move(gradient), pattern, options) {
    state_.plan(exec);
  }

  /// The same with a star or acyclic colouring that exists; `options.recovery` follows from it.
  /// Throws also pattern_mismatch (both hashes), invalid_coloring, unsupported (other kinds).
  template <class PatternMemory>
  SparseHessian(Exec const& exec, Gradient gradient,
                Pattern<Offset, DefaultIndex, PatternMemory> const& pattern,
                Coloring const& coloring, HessianOptions const& options = {})
      : state_(exec, std::move(gradient), pattern, options) {
    state_.adopt(exec, coloring);
  }

  /// The Hessian at x into `values`, in the order of `pattern()`. Enqueues sweeps, substitution and
  /// a gather and returns; allocates and waits only where the options ask for a check, or if it is
  /// placed at the host of a device (gradients wrapped by place::host_device). May be
  /// captured into a graph after `prepare` or a first call, unless the check is `always`. Throws
  /// size_mismatch, pattern_too_small (first row, also if the gradient is not that of a function:
  /// its Jacobian is then not symmetric); `values` are unchanged then.
  void evaluate(Exec const& exec, Input const& x, Vector const& values) {
    state_.evaluate(exec, x, Vector(), values);
  }

  /// The gradient at x as well, from the first sweep.
  void evaluate(Exec const& exec, Input const& x, Vector const& gradient, Vector const& values) {
    detail::require_size("gradient", gradient.extent(0), state_.pattern().num_rows);
    state_.evaluate(exec, x, gradient, values);
  }

  /// The Hessian at x, or its triangle, as a matrix with values of its own.
  Csr<T, Offset, DefaultIndex, Memory> matrix(Exec const& exec, Input const& x) {
    auto const& pattern = state_.pattern();
    auto const values =
        heddle::detail::allocate<T>(exec, "heddle::jacobian::values", pattern.columns.extent(0));
    evaluate(exec, x, values);
    return {pattern.num_rows, pattern.num_columns, pattern.row_offsets, pattern.columns, values};
  }

  /// What the first call would do beside evaluating: checks the pattern. Synchronises `exec`.
  void prepare(Exec const& exec, Input const& x) { state_.prepare(exec, x); }

  /// The pattern of the result: that of the input, or its triangle with the order of entries kept.
  Pattern<Offset, DefaultIndex, Memory> const& pattern() const { return state_.pattern(); }
  /// The colouring in use.
  Coloring const& coloring() const { return state_.coloring(); }
  /// Where each entry of `pattern()` is read: in the compressed Hessian, or behind it, among the
  /// entries that substitution has computed.
  RecoveryIndex<Memory> const& recovery_index() const { return state_.recovery_index(); }
  /// Directions in one sweep.
  int lanes() const { return state_.lanes(); }
  /// Where the last evaluation ran, and why ("jacobian::evaluate_hessian").
  place::PhaseReport const& evaluation() const { return state_.evaluation(); }
  /// What checks with random directions found.
  CheckReport const& check_report() const { return state_.check_report(); }

 private:
  detail::HessianState<Gradient, T, Exec, Offset> state_;
};

/// A plan whose values are of type T; SparseHessian(...) alone takes double.
template <CompiledValue T, CompiledBackend Exec, class Gradient, class Offset, class PatternMemory>
SparseHessian<Gradient, T, Exec, Offset> sparse_hessian(
    Exec const& exec, Gradient gradient,
    Pattern<Offset, DefaultIndex, PatternMemory> const& pattern,
    HessianOptions const& options = {}) {
  return {exec, std::move(gradient), pattern, options};
}

}  // namespace heddle::jacobian
