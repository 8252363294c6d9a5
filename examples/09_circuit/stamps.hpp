// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an element adds to matrix and right-hand side at one iterate, and what it carries from step
// to step. Newton's method in the form of companion circuits: J(x) x_next = J(x) x - f(x), so that
// junctions may be linearized at voltages that were kept from overshooting.
#pragma once

#include "models.hpp"
#include "system.hpp"

#include <Kokkos_Core.hpp>

namespace circuit {

/// The moment that is solved for. The current of a charge q is a (q - q_before) - b i_before:
/// a = 1 / h, b = 0 by backward Euler; a = 2 / h, b = 1 by the trapezoidal rule; a = b = 0 at rest.
struct Moment {
  double time = 0, step = 0;
  double a = 0, b = 0;
  double sources = 1;     ///< share of all sources, below 1 on the way to an operating point
  double shunt = 0;       ///< conductance from each node to ground, for the same purpose
  double junction = 0;    ///< conductance across each junction
  bool is_start = false;  ///< .ic holds
};

/// Columns of `past`: voltage and current of an element at the last step, its charge (flux of
/// inductors), and the current that goes into the charge.
enum Past : int { past_volts, past_amperes, past_charge, past_charging, num_past };
/// Columns of `limits`: the voltages at which an element was linearized, and whether they are not
/// those of the iterate.
enum Limit : int { limit_first, limit_flag = 3, num_limits };

inline constexpr double hold_conductance = 1e3;
/// How far the voltage of a transistor may move in an iteration: a volt, or half of what it is.
KOKKOS_INLINE_FUNCTION double largest_move(double before) { return 1 + Kokkos::abs(before) / 2; }

template <class X>
KOKKOS_FUNCTION double unknown(X const& x, std::int32_t index) {
  return index < 0 ? 0 : x(index);
}
template <class X>
KOKKOS_FUNCTION double volts_between(X const& x, Element const& element, int plus, int minus) {
  return unknown(x, element.terminals[plus]) - unknown(x, element.terminals[minus]);
}

/// i = conductance v + rest, from the first terminal to the second.
KOKKOS_INLINE_FUNCTION void stamp_conductance(double* out, double conductance, double rest) {
  out[0] = out[3] = conductance;
  out[1] = out[2] = -conductance;
  out[4] = -rest;
  out[5] = rest;
}

/// Of a diode at a voltage: the whole current with its slope, its charge, and what charges it.
struct DiodeState {
  double current, slope, charge, charging;
};
template <class PastRow>
KOKKOS_FUNCTION DiodeState diode_state(Model const& model, double area, double volts,
                                       Moment const& moment, PastRow const& past) {
  auto const current = diode_current(model, area, volts);
  auto const charge = diode_charge(model, area, volts, current);
  double const charging =
      moment.a * (charge.value - past(past_charge)) - moment.b * past(past_charging);
  return {current.value + moment.junction * volts + charging,
          current.derivative + moment.junction + moment.a * charge.derivative, charge.value,
          charging};
}

template <class PastRow, class LimitRow>
KOKKOS_FUNCTION void stamp_diode(Element const& element, Model const& model, double volts,
                                 Moment const& moment, PastRow const& past, LimitRow const& limits,
                                 double* out) {
  double const taken = limited_junction(model, element.value, volts, limits(limit_first));
  limits(limit_flag) = taken == volts ? 0 : 1;
  limits(limit_first) = taken;
  auto const state = diode_state(model, element.value, taken, moment, past);
  stamp_conductance(out, state.slope, state.current - state.slope * taken);
}

template <class LimitRow>
KOKKOS_FUNCTION double limited_move(LimitRow const& limits, int which, double volts) {
  double const before = limits(limit_first + which), most = largest_move(before);
  if (Kokkos::abs(volts - before) > most) {
    limits(limit_flag) = 1;
    volts = before + (volts > before ? most : -most);
  }
  limits(limit_first + which) = volts;
  return volts;
}

template <class X, class LimitRow>
KOKKOS_FUNCTION void stamp_transistor(Element const& element, Model const& model, X const& x,
                                      Moment const& moment, LimitRow const& limits, double* out) {
  limits(limit_flag) = 0;
  double const vgs = limited_move(limits, 0, volts_between(x, element, 1, 2));
  double const vds = limited_move(limits, 1, volts_between(x, element, 0, 2));
  double const vbs = limited_move(limits, 2, volts_between(x, element, 3, 2));
  auto channel = channel_current(model, element.value, vgs, vds, vbs);
  channel.current += moment.junction * vds;
  channel.drain += moment.junction;
  double const rest =
      channel.current - channel.gate * vgs - channel.drain * vds - channel.bulk * vbs;
  double const row[4] = {channel.drain, channel.gate,
                         -(channel.drain + channel.gate + channel.bulk), channel.bulk};
  for (int i = 0; i < 4; ++i) {
    out[i] = row[i];
    out[4 + i] = -row[i];
  }
  out[8] = -rest;
  out[9] = rest;
}

/// Sources, inductors and capacitors: elements without an iterate.
template <class Waves, class PastRow>
KOKKOS_FUNCTION void stamp_linear(Element const& element, Waves const& waves, Moment const& moment,
                                  PastRow const& past, double* out) {
  double const value = element.value;
  switch (element.kind) {
    case Kind::resistor: return stamp_conductance(out, 1 / value, 0);
    case Kind::capacitor:
      return stamp_conductance(out, moment.a * value,
                               -moment.a * past(past_charge) - moment.b * past(past_charging));
    case Kind::hold: {
      double const held = moment.is_start ? hold_conductance : 0;
      return stamp_conductance(out, held, -held * waves(element.table).value * moment.sources);
    }
    case Kind::current_source:
      out[1] = moment.sources * wave_at(waves(element.table), moment.time);
      out[0] = -out[1];
      return;
    default: break;
  }
  out[0] = out[2] = 1;
  out[1] = out[3] = -1;
  if (element.kind == Kind::voltage_source) {
    out[4] = moment.sources * wave_at(waves(element.table), moment.time);
  } else {
    out[4] = -moment.a * value;
    out[5] = -moment.a * past(past_charge) - moment.b * past(past_volts);
  }
}

}  // namespace circuit
