// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body that ends a step: what elements carry on, the energy that they took, the point itself.
#pragma once

#include "bodies.hpp"

namespace circuit {

/// Of an element at a solution: voltage and current from its first terminal to its second (of a
/// transistor from drain to source), and what `past` keeps.
struct Branch {
  double volts, amperes, charge, charging;
};
template <class X, class Waves, class Models, class PastRow>
KOKKOS_FUNCTION Branch branch_of(Element const& element, X const& x, Waves const& waves,
                                 Models const& models, Moment const& moment, PastRow const& past) {
  double const volts = volts_between(x, element, 0, element.kind == Kind::transistor ? 2 : 1);
  double const own = unknown(x, element.branch), value = element.value;
  switch (element.kind) {
    case Kind::resistor: return {volts, volts / value, 0, 0};
    case Kind::capacitor: {
      double const charge = value * volts;
      double const amperes =
          moment.a * (charge - past(past_charge)) - moment.b * past(past_charging);
      return {volts, amperes, charge, amperes};
    }
    case Kind::inductor: return {volts, own, value * own, 0};
    case Kind::voltage_source: return {volts, own, 0, 0};
    case Kind::current_source: return {volts, wave_at(waves(element.table), moment.time), 0, 0};
    case Kind::diode: {
      auto const state = diode_state(models(element.table), value, volts, moment, past);
      return {volts, state.current, state.charge, state.charging};
    }
    case Kind::transistor: {
      auto const channel =
          channel_current(models(element.table), value, volts_between(x, element, 1, 2), volts,
                          volts_between(x, element, 3, 2));
      return {volts, channel.current + moment.junction * volts, 0, 0};
    }
    default: return {volts, 0, 0, 0};
  }
}

template <class Elements, class Waves, class Models, class X, class Past, class Energies>
struct CarryOn {
  Elements elements;
  Waves waves;
  Models models;
  X x;
  Past past;
  Energies energies;
  Moment moment;
  KOKKOS_FUNCTION void operator()(int i) const {
    auto const before = Kokkos::subview(past, i, Kokkos::ALL);
    auto const now = branch_of(elements(i), x, waves, models, moment, before);
    // Averages under the trapezoidal rule: so the energy of linear parts is exact, step by step.
    bool const average = moment.b != 0;
    double const volts = average ? (now.volts + before(past_volts)) / 2 : now.volts;
    double const amperes = average ? (now.amperes + before(past_amperes)) / 2 : now.amperes;
    energies(i) += moment.step * volts * amperes;
    before(past_volts) = now.volts;
    before(past_amperes) = now.amperes;
    before(past_charge) = now.charge;
    before(past_charging) = now.charging;
  }
};
template <class X, class History>
struct ShiftHistory {
  X x;
  History history;
  KOKKOS_FUNCTION void operator()(int i) const {
    history(2, i) = history(1, i);
    history(1, i) = history(0, i);
    history(0, i) = x(i);
  }
};
template <class Probes, class X, class Trace>
struct NoteProbe {
  Probes probes;
  X x;
  Trace trace;
  int row;
  KOKKOS_FUNCTION void operator()(int i) const { trace(row, i) = unknown(x, probes(i)); }
};

struct Accept {
  TalkHandle talk;
  template <class Place, class Elements, class Waves, class Models, class Probes, class X,
            class Past, class Energies, class History>
  void operator()(Place const& place, Elements const& elements, Waves const& waves,
                  Models const& models, Probes const& probes, X const& x, Past const& past,
                  Energies const& energies, History const& history, Past const& trace) const {
    for_each(place, "circuit::carry_on", int(elements.extent(0)),
             CarryOn<Elements, Waves, Models, X, Past, Energies>{elements, waves, models, x, past,
                                                                 energies, talk->moment});
    for_each(place, "circuit::shift", int(x.extent(0)), ShiftHistory<X, History>{x, history});
    for_each(place, "circuit::probes", int(probes.extent(0)),
             NoteProbe<Probes, X, Past>{probes, x, trace, talk->row});
  }
};

}  // namespace circuit
