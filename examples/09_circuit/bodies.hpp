// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the phases of a time step. Each is written once: f(place, views...) runs by plain loops
// or by kernels. What changes from call to call (the moment, the answer) is in a Talk on the host.
#pragma once

#include "loops.hpp"
#include "stamps.hpp"

#include <memory>

namespace circuit {

/// What the time loop tells the bodies, and what they answer.
struct Talk {
  Moment moment;
  double weights[3] = {1, 0, 0};  ///< of the last three points in the prediction
  double fraction = 0;            ///< error of a step / (solution - prediction)
  int row = 0;                    ///< of the trace
  int num_nodes = 0;
  Tolerances tolerances;

  double change = 0;  ///< of the last iteration, in tolerances; at most 1: converged
  double error = 0;   ///< of the step, in tolerances
};
using TalkHandle = std::shared_ptr<Talk>;

template <class History, class X>
struct PredictValue {
  History history;
  X x, prediction;
  double w0, w1, w2;
  KOKKOS_FUNCTION void operator()(int i) const {
    x(i) = prediction(i) = w0 * history(0, i) + w1 * history(1, i) + w2 * history(2, i);
  }
};
struct Predict {
  TalkHandle talk;
  template <class Place, class History, class X>
  void operator()(Place const& place, History const& history, X const& x,
                  X const& prediction) const {
    auto const& w = talk->weights;
    for_each(place, "circuit::predict", int(x.extent(0)),
             PredictValue<History, X>{history, x, prediction, w[0], w[1], w[2]});
  }
};

template <class Elements, class Waves, class Models, class X, class Past, class Limits, class Out>
struct ComputeStamps {
  Elements elements;
  Waves waves;
  Models models;
  X x;
  Past past;
  Limits limits;
  Out stamps;
  Moment moment;
  KOKKOS_FUNCTION void operator()(int i) const {
    Element const& element = elements(i);
    double* const out = &stamps(element.first_stamp);
    auto const before = Kokkos::subview(past, i, Kokkos::ALL);
    auto const taken = Kokkos::subview(limits, i, Kokkos::ALL);
    if (element.kind == Kind::diode) {
      stamp_diode(element, models(element.table), volts_between(x, element, 0, 1), moment, before,
                  taken, out);
    } else if (element.kind == Kind::transistor) {
      stamp_transistor(element, models(element.table), x, moment, taken, out);
    } else {
      stamp_linear(element, waves, moment, before, out);
    }
  }
};
template <class Offsets, class Numbers, class Stamps, class Values>
struct GatherStamps {
  Offsets offsets;
  Numbers gather, on_diagonal;
  Stamps stamps;
  Values values, right_side;
  double shunt;
  KOKKOS_FUNCTION void operator()(int i) const {
    double sum = 0;
    for (auto k = offsets(i); k < offsets(i + 1); ++k) sum += stamps(gather(k));
    int const entries = int(values.extent(0));
    if (i < entries) {
      values(i) = sum + shunt * on_diagonal(i);
    } else {
      right_side(i - entries) = sum;
    }
  }
};
struct Evaluate {
  TalkHandle talk;
  template <class Place, class Elements, class Waves, class Models, class Offsets, class Numbers,
            class X, class Past, class Limits, class Out>
  void operator()(Place const& place, Elements const& elements, Waves const& waves,
                  Models const& models, Offsets const& offsets, Numbers const& gather,
                  Numbers const& on_diagonal, X const& x, Past const& past, Limits const& limits,
                  Out const& stamps, Out const& values, Out const& right_side) const {
    for_each(place, "circuit::stamps", int(elements.extent(0)),
             ComputeStamps<Elements, Waves, Models, X, Past, Limits, Out>{
                 elements, waves, models, x, past, limits, stamps, talk->moment});
    for_each(place, "circuit::gather", int(offsets.extent(0)) - 1,
             GatherStamps<Offsets, Numbers, Out, Out>{offsets, gather, on_diagonal, stamps, values,
                                                      right_side, talk->moment.shunt});
  }
};

template <class Next, class Limits, class X>
struct TakeNext {
  Next next;
  Limits limits;
  X x;
  int num_nodes;
  Tolerances tolerances;
  KOKKOS_FUNCTION void operator()(int i, double& worst) const {
    int const n = int(x.extent(0));
    if (i >= n) {
      if (limits(i - n, limit_flag) != 0) raise(worst, 2);
      return;
    }
    double const size = Kokkos::max(Kokkos::abs(next(i)), Kokkos::abs(x(i)));
    double const least = i < num_nodes ? tolerances.voltage : tolerances.current;
    raise(worst, Kokkos::abs(next(i) - x(i)) / (0.01 * tolerances.relative * size + least));
    x(i) = next(i);
  }
};
struct Update {
  TalkHandle talk;
  template <class Place, class Next, class Limits, class X>
  void operator()(Place const& place, Next const& next, Limits const& limits, X const& x) const {
    talk->change =
        largest(place, "circuit::update", int(x.extent(0) + limits.extent(0)),
                TakeNext<Next, Limits, X>{next, limits, x, talk->num_nodes, talk->tolerances});
  }
};

template <class X, class History>
struct StepError {
  X x, prediction;
  History history;
  double fraction;
  Tolerances tolerances;
  KOKKOS_FUNCTION void operator()(int i, double& worst) const {
    double const size = Kokkos::max(Kokkos::abs(x(i)), Kokkos::abs(history(0, i)));
    raise(worst, fraction * Kokkos::abs(x(i) - prediction(i)) /
                     (tolerances.relative * size + 100 * tolerances.voltage));
  }
};
struct Judge {
  TalkHandle talk;
  template <class Place, class X, class History>
  void operator()(Place const& place, X const& x, X const& prediction,
                  History const& history) const {
    talk->error =
        largest(place, "circuit::judge", talk->num_nodes,
                StepError<X, History>{x, prediction, history, talk->fraction, talk->tolerances});
  }
};

}  // namespace circuit
