// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The chained Rosenbrock function as a least-squares problem. Source: More, Garbow, Hillstrom,
/// Testing Unconstrained Optimization Software, ACM TOMS 7, 1981, problem 21.
#pragma once

#include <Kokkos_Core.hpp>

namespace heddle::jacobian::problems {

/// Residuals r_2i = 10 (x_{i+1} - x_i^2), r_{2i+1} = 1 - x_i for i < n - 1: 2 (n - 1) rows, n
/// columns. A row function.
struct RosenbrockChain {
  int n = 10;

  /// Residuals.
  KOKKOS_INLINE_FUNCTION int num_rows() const { return n > 1 ? 2 * (n - 1) : 0; }

  /// One residual.
  template <class X>
  KOKKOS_INLINE_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    using Scalar = typename X::value_type;
    Scalar const here = x[row / 2];
    if (row % 2 == 1) return 1 - here;
    return 10 * (x[row / 2 + 1] - here * here);
  }

  /// The derivative of entry `row` by x[column], written by hand.
  template <class X>
  KOKKOS_INLINE_FUNCTION double derivative(int row, int column, X const& x) const {
    int const i = row / 2;
    if (row % 2 == 1) return column == i ? -1 : 0;
    return column == i ? -20 * x[i] : column == i + 1 ? 10 : 0;
  }
};

/// Its vector-Jacobian product, by columns.
struct RosenbrockChainVjp {
  int n = 10;

  /// Entry `column` of J^T w.
  template <class X, class W>
  KOKKOS_INLINE_FUNCTION typename X::value_type operator()(int column, X const& x,
                                                           W const& w) const {
    using Scalar = typename X::value_type;
    Scalar sum = 0;
    if (column < n - 1) sum += -20 * x[column] * w[2 * column] - w[2 * column + 1];
    if (column > 0) sum += 10 * w[2 * (column - 1)];
    return sum;
  }
};

}  // namespace heddle::jacobian::problems
