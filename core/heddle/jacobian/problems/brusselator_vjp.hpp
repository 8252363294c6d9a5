// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The transposed derivative of the Brusselator, for reverse directions.
#pragma once

#include <heddle/jacobian/problems/brusselator.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::jacobian::problems {

/// Vector-Jacobian product of Brusselator, by columns. Diffusion is symmetric; the reaction couples
/// the two species of a point.
struct BrusselatorVjp {
  Brusselator model;

  /// Entry `column` of J^T w.
  template <class X, class W>
  KOKKOS_FORCEINLINE_FUNCTION typename X::value_type operator()(int column, X const& x,
                                                                W const& w) const {
    using Scalar = typename X::value_type;
    int const points = model.side * model.side;
    bool const of_u = column < points;
    int const point = of_u ? column : column - points;
    int const first = of_u ? 0 : points;
    Scalar const u = x[point], v = x[points + point];
    Scalar const w_u = w[point], w_v = w[points + point];
    Scalar sum = of_u ? (2 * u * v - 4.4) * w_u + (3.4 - 2 * u * v) * w_v : u * u * (w_u - w_v);
    Scalar around = -4 * w[column];
    for (int direction = 0; direction < 4; ++direction) {
      around += w[first + model.neighbour(point, direction)];
    }
    return sum + model.diffusion * around;
  }
};

}  // namespace heddle::jacobian::problems
