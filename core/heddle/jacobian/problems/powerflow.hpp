// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The power-flow equations of an electrical network in polar coordinates: the residual whose zero
/// Newton's method finds in every network study. Source: Tinney and Hart, Power Flow Solution by
/// Newton's Method, IEEE Trans. PAS-86, 1967.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::jacobian::problems {

/// Mismatch of active power at all buses but the reference, then of reactive power at buses whose
/// voltage is free; unknowns: the angles of the former, then the voltage magnitudes of the latter,
/// in the same order. A row function; one nonzero per unknown of a bus and of its neighbours.
///     P_i = V_i sum_k V_k (G_ik cos(a_i - a_k) + B_ik sin(a_i - a_k)) - wanted
///     Q_i = V_i sum_k V_k (G_ik sin(a_i - a_k) - B_ik cos(a_i - a_k)) - wanted
/// All values are per unit, angles in radians. The views must be readable where it runs.
template <class Memory = Kokkos::HostSpace>
struct PowerFlow {
  template <class T>
  using View = Kokkos::View<T const*, Memory>;

  DefaultIndex num_angles = 0, num_magnitudes = 0;  ///< unknowns of each kind
  View<DefaultIndex> bus_of;                        ///< of each unknown, and of each row
  View<DefaultIndex> angle_of, magnitude_of;        ///< unknown of each bus; -1 where it is fixed
  View<double> fixed_angle, fixed_magnitude;        ///< of each bus; read where it is fixed
  View<std::int64_t> offsets;                       ///< admittances by rows: buses + 1
  View<DefaultIndex> neighbour;                     ///< with the bus itself
  View<double> conductance, susceptance;            ///< G, B
  View<double> wanted;                              ///< injection of each row

  /// Unknowns, and equations.
  KOKKOS_INLINE_FUNCTION DefaultIndex size() const { return num_angles + num_magnitudes; }

  /// Entry `row` of the mismatch.
  template <class X>
  KOKKOS_INLINE_FUNCTION typename X::value_type operator()(DefaultIndex row, X const& x) const {
    return power(row < num_angles, bus_of(row), x) - wanted(row);
  }

  /// The derivative of entry `row` by x[column], written by hand.
  template <class X>
  KOKKOS_INLINE_FUNCTION double derivative(DefaultIndex row, DefaultIndex column,
                                           X const& x) const {
    bool const active = row < num_angles, by_angle = column < num_angles;
    DefaultIndex const i = bus_of(row), k = bus_of(column);
    double const g = admittance(conductance, i, k), b = admittance(susceptance, i, k);
    double const v_i = magnitude(i, x), v_k = magnitude(k, x);
    if (i == k) {
      double const here = power(active, i, x), other = power(!active, i, x);
      if (by_angle) return active ? -other - b * v_i * v_i : other - g * v_i * v_i;
      return here / v_i + (active ? g : -b) * v_i;
    }
    double const turn = angle(i, x) - angle(k, x);
    double const s = Kokkos::sin(turn), c = Kokkos::cos(turn);
    if (by_angle) return v_i * v_k * (active ? g * s - b * c : -g * c - b * s);
    return v_i * (active ? g * c + b * s : g * s - b * c);
  }

  /// Voltage magnitude of a bus, and its angle.
  /// @{
  template <class X>
  KOKKOS_INLINE_FUNCTION typename X::value_type magnitude(DefaultIndex bus, X const& x) const {
    DefaultIndex const at = magnitude_of(bus);
    if (at >= 0) return x[at];
    return fixed_magnitude(bus);
  }
  template <class X>
  KOKKOS_INLINE_FUNCTION typename X::value_type angle(DefaultIndex bus, X const& x) const {
    DefaultIndex const at = angle_of(bus);
    if (at >= 0) return x[at];
    return fixed_angle(bus);
  }
  /// @}

  /// The entry of row i and column k of `conductance` or `susceptance`. Cost: the degree of i.
  KOKKOS_INLINE_FUNCTION double admittance(View<double> const& part, DefaultIndex i,
                                           DefaultIndex k) const {
    for (std::int64_t p = offsets(i); p < offsets(i + 1); ++p) {
      if (neighbour(p) == k) return part(p);
    }
    return 0;
  }

 private:
  template <class X>
  KOKKOS_INLINE_FUNCTION typename X::value_type power(bool active, DefaultIndex bus,
                                                      X const& x) const {
    using Scalar = typename X::value_type;
    using Kokkos::cos, Kokkos::sin;
    Scalar const here = angle(bus, x);
    Scalar const v = magnitude(bus, x);
    Scalar sum = 0;
    for (std::int64_t p = offsets(bus); p < offsets(bus + 1); ++p) {
      DefaultIndex const k = neighbour(p);
      double const g = conductance(p), b = susceptance(p);
      if (k == bus) {
        sum += v * (active ? g : -b);
        continue;
      }
      Scalar const turn = here - angle(k, x);
      Scalar const c = cos(turn), s = sin(turn);
      sum += magnitude(k, x) * (active ? g * c + b * s : g * s - b * c);
    }
    return v * sum;
  }
};

}  // namespace heddle::jacobian::problems
