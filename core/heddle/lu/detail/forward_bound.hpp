// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How far a solution can be from the true one: max_i |x - x_true|_i / max_i |x_i| is at most
///   max_i (|A^-1| (|r| + (k + 1) eps (|A| |x| + |b|)))_i / max_i |x_i|
/// for the computed residual r = b - A x and lines of k entries (Arioli, Demmel, Duff, SIMAX 10,
/// 1989). |A^-1| w is estimated as the 1-norm of diag(w) A^-H. A few solves a right-hand side.
#pragma once

#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/norm_estimate.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/detail/solve_buffers.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <limits>

namespace heddle::lu::detail {

/// What the residual of a line may be off by, at most: itself and the rounding errors in it.
template <class W, class Exec>
struct ResidualBound {
  MatrixLines<W> matrix;
  WorkVectors<W, Exec> residual;
  WorkVectors<double, Exec> weight;
  int right;
  WorkVectors<double, Exec> bound;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    auto const entries = static_cast<double>(matrix.offsets[line + 1] - matrix.offsets[line]);
    double const rounding = (entries + 1) * Kokkos::Experimental::epsilon_v<double>;
    bound(line, 0) = magnitude(residual(line, right)) + rounding * weight(line, right);
  }
};

/// The bound for one right-hand side, whose largest unknown is `largest`.
template <class T, class Value, class Exec>
double forward_bound(Exec const& exec, Factors<Value, Exec> const& factors, SystemForm form,
                     WorkVectors<Wide<T>, Exec> const& residual,
                     WorkVectors<double, Exec> const& weight, int right, double largest,
                     SolveBuffers<Exec>& buffers) {
  using W = Wide<T>;
  auto const n = residual.extent(0);
  auto const bound = buffers.row_scale.get(exec, "heddle::lu::forward_bound::weight", n, 1);
  auto const probe =
      buffers.template wide<T>().probe.get(exec, "heddle::lu::forward_bound::probe", n, 1);
  auto const unknowns = buffers.template typed<W>().unknowns.get(
      exec, "heddle::lu::solve::unknowns", unknown_vectors<Exec> * n, 1);
  auto& flags = buffers.flags_for(exec, factors.plan->n);
  over_vectors(exec, "heddle::lu::forward_bound::weigh", n, 1,
               ResidualBound<W, Exec>{factors.matrix_lines(form), residual, weight, right, bound});
  SystemForm adjoint = form;
  adjoint.transposed = !form.transposed;
  adjoint.conjugated = is_complex<W> && !form.conjugated;
  auto const apply = [&](bool backwards) {
    MultiplyBy<W, Exec> const weigh{probe, bound, false};
    if (backwards) over_vectors(exec, "heddle::lu::forward_bound::scale", n, 1, weigh);
    apply_inverse<W>(exec, factors, backwards ? form : adjoint, probe, unknowns, probe, false,
                     flags);
    if (!backwards) over_vectors(exec, "heddle::lu::forward_bound::scale", n, 1, weigh);
  };
  double const error = estimated_one_norm<W>(exec, probe, apply);
  if (error == 0) return 0;
  double const relative = error / largest;
  return std::isfinite(relative) ? relative : std::numeric_limits<double>::infinity();
}

}  // namespace heddle::lu::detail
