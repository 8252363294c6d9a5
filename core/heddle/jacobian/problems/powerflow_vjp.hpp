// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The transposed derivative of the power-flow equations, for reverse directions.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/problems/powerflow.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::jacobian::problems {

/// Vector-Jacobian product of PowerFlow, by columns. An unknown of bus k moves the injections of k
/// and of its neighbours, so the admittances must have a symmetric pattern; their values need not
/// be symmetric (phase shifters). Cost of an entry: the sum of the neighbours' degrees.
template <class Memory = Kokkos::HostSpace>
struct PowerFlowVjp {
  PowerFlow<Memory> model;

  /// Entry `column` of J^T w.
  template <class X, class W>
  KOKKOS_INLINE_FUNCTION typename X::value_type operator()(DefaultIndex column, X const& x,
                                                           W const& w) const {
    using Scalar = typename X::value_type;
    bool const by_angle = column < model.num_angles;
    DefaultIndex const k = model.bus_of(column);
    Scalar const v = model.magnitude(k, x), here = model.angle(k, x);
    Scalar active = 0, reactive = 0, sum = 0;  // of the flows from k, over v
    double g_k = 0, b_k = 0;
    for (std::int64_t p = model.offsets(k); p < model.offsets(k + 1); ++p) {
      DefaultIndex const i = model.neighbour(p);
      double const g = model.conductance(p), b = model.susceptance(p);
      if (i == k) {
        g_k = g;
        b_k = b;
        continue;
      }
      Scalar const turn = here - model.angle(i, x), v_i = model.magnitude(i, x);
      Scalar const c = Kokkos::cos(turn), s = Kokkos::sin(turn);
      active += v_i * (g * c + b * s);
      reactive += v_i * (g * s - b * c);
      sum += v_i * (by_angle ? v : Scalar(1)) * from_neighbour(by_angle, i, k, c, s, w);
    }
    Scalar const w_active = weight(model.angle_of(k), w);
    Scalar const w_reactive = weight(model.magnitude_of(k), w);
    if (by_angle) return sum + v * (active * w_reactive - reactive * w_active);
    return sum + (active + 2 * v * g_k) * w_active + (reactive - 2 * v * b_k) * w_reactive;
  }

 private:
  /// What the rows of bus i, k's neighbour, contribute, over its voltages; c and s are the cosine
  /// and the sine of the angle of k less that of i.
  template <class Scalar, class W>
  KOKKOS_INLINE_FUNCTION Scalar from_neighbour(bool by_angle, DefaultIndex i, DefaultIndex k,
                                               Scalar c, Scalar s, W const& w) const {
    double const g = model.admittance(model.conductance, i, k);
    double const b = model.admittance(model.susceptance, i, k);
    Scalar const w_active = weight(model.angle_of(i), w);
    Scalar const w_reactive = weight(model.magnitude_of(i), w);
    Scalar const along = g * c - b * s, across = g * s + b * c;
    return by_angle ? -across * w_active - along * w_reactive
                    : along * w_active - across * w_reactive;
  }

  /// Rows are numbered like the unknowns; a bus that is no row has weight 0.
  template <class W>
  static KOKKOS_INLINE_FUNCTION typename W::value_type weight(DefaultIndex row, W const& w) {
    if (row < 0) return 0;
    return w[row];
  }
};

}  // namespace heddle::jacobian::problems
