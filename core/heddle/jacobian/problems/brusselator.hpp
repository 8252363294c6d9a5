// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The Brusselator in two dimensions, a model of an oscillating reaction with diffusion: the usual
/// test of stiff integrators. Source: Hairer and Wanner, Solving Ordinary Differential Equations
/// II, Springer 1996, section IV.10.
#pragma once

#include <Kokkos_Core.hpp>

namespace heddle::jacobian::problems {

/// Right-hand side on a periodic grid of side x side points: u at 0 ... side^2 - 1, then v.
///     u' = 1 + u^2 v - 4.4 u + diffusion (sum of the 4 neighbours - 4 u)
///     v' = 3.4 u - u^2 v     + diffusion (sum of the 4 neighbours - 4 v)
/// A row function; each row has 6 nonzeros if side >= 3.
struct Brusselator {
  int side = 32;
  double diffusion = 0.1;

  /// Unknowns.
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return 2 * side * side; }

  /// Entry `row` of the right-hand side.
  template <class X>
  KOKKOS_FORCEINLINE_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    using Scalar = typename X::value_type;
    int const points = side * side;
    int const point = row < points ? row : row - points;
    Scalar const u = x[point];
    Scalar const v = x[points + point];
    Scalar const reaction = u * u * v;
    if (row < points) return 1 + reaction - 4.4 * u + spread(u, x, 0, point);
    return 3.4 * u - reaction + spread(v, x, points, point);
  }

  /// The derivative of entry `row` by x[column], written by hand.
  template <class X>
  KOKKOS_FORCEINLINE_FUNCTION double derivative(int row, int column, X const& x) const {
    int const points = side * side;
    bool const of_u = row < points;
    int const point = of_u ? row : row - points;
    int const first = of_u ? 0 : points;  // of the species that diffuses in this row
    double const u = x[point];
    double const v = x[points + point];
    double sum = 0;
    if (column == point) sum += of_u ? 2 * u * v - 4.4 : 3.4 - 2 * u * v;
    if (column == points + point) sum += of_u ? u * u : -u * u;
    if (column == first + point) sum -= 4 * diffusion;
    for (int direction = 0; direction < 4; ++direction) {
      if (column == first + neighbour(point, direction)) sum += diffusion;
    }
    return sum;
  }

  /// The grid point left, right, below or above.
  KOKKOS_FORCEINLINE_FUNCTION int neighbour(int point, int direction) const {
    int const column = point % side;
    int const line = point - column;
    switch (direction) {
      case 0: return line + (column == 0 ? side - 1 : column - 1);
      case 1: return line + (column == side - 1 ? 0 : column + 1);
      case 2: return (line == 0 ? side * (side - 1) : line - side) + column;
      default: return (line == side * (side - 1) ? 0 : line + side) + column;
    }
  }

 private:
  template <class X>
  KOKKOS_FORCEINLINE_FUNCTION typename X::value_type spread(typename X::value_type const& here,
                                                            X const& x, int first,
                                                            int point) const {
    return diffusion * (x[first + neighbour(point, 0)] + x[first + neighbour(point, 1)] +
                        x[first + neighbour(point, 2)] + x[first + neighbour(point, 3)] - 4 * here);
  }
};

}  // namespace heddle::jacobian::problems
