// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The equations of one stage of the integrator, and the kernels around them.
//
// The method: SDIRK of two stages, order 2, stiffly accurate and L-stable. Source: Alexander,
// Diagonally Implicit Runge-Kutta Methods for Stiff O.D.E.'s, SIAM J. Numer. Anal. 14, 1977.
#pragma once

#include <heddle/jacobian/problems/brusselator.hpp>

#include <Kokkos_Core.hpp>

namespace brusselator {

using Model = heddle::jacobian::problems::Brusselator;

inline constexpr double gamma_of_method = 0.29289321881345254;  // 1 - 1 / sqrt(2)

/// The grid's model: its diffusion is that between neighbours.
inline Model model_of(int side) { return {side, 0.1 * side * side}; }

// [snippet stage]
/// z - base - h gamma f(z): zero at a stage of the method. A row function.
template <class Memory>
struct Stage {
  Model model;
  double weight = 0;  ///< h gamma
  Kokkos::View<double const*, Memory> base;

  template <class X>
  KOKKOS_INLINE_FUNCTION typename X::value_type operator()(int row, X const& z) const {
    return z[row] - base(row) - weight * model(row, z);
  }
};
// [end]

/// The inflow at a point: 5 in a disc.
KOKKOS_INLINE_FUNCTION double inflow(int side, int row) {
  if (row >= side * side) return 0;
  double const x = double(row % side) / side - 0.3, y = double(row / side) / side - 0.6;
  return x * x + y * y <= 0.01 ? 5 : 0;
}

/// Where the first stage begins: base and the first guess of z.
template <class View>
struct BeginFirst {
  int side;
  double inflow_weight;  ///< h gamma, or 0 before the inflow begins
  View y, base, z;
  KOKKOS_FUNCTION void operator()(int i) const {
    base(i) = y(i) + inflow_weight * inflow(side, i);
    z(i) = y(i);
  }
};

/// The second: h f of the first stage is (z - y) / gamma.
template <class View>
struct BeginSecond {
  int side;
  double inflow_weight;
  View y, base, z;
  KOKKOS_FUNCTION void operator()(int i) const {
    double const slope = (z(i) - y(i)) / gamma_of_method;
    base(i) = y(i) + (1 - gamma_of_method) * slope + inflow_weight * inflow(side, i);
    z(i) = y(i) + slope;
  }
};

/// z -= change, and the largest change.
template <class View>
struct Improve {
  View change, z;
  KOKKOS_FUNCTION void operator()(int i, double& largest) const {
    z(i) -= change(i);
    double const size = Kokkos::abs(change(i)) / (1 + Kokkos::abs(z(i)));
    largest = size <= largest ? largest : size;  // takes NaN over, which stays
  }
};

/// The state at the start.
template <class View>
struct Start {
  int side;
  View y;
  KOKKOS_FUNCTION void operator()(int i) const {
    int const point = i % (side * side);
    double const a = double(point % side) / side, b = double(point / side) / side;
    y(i) = i < side * side ? 22 * b * Kokkos::pow(1 - b, 1.5) : 27 * a * Kokkos::pow(1 - a, 1.5);
  }
};

}  // namespace brusselator
