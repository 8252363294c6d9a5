// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The phases of a step: which arrays each reads and writes, and its bodies for both places.
#pragma once

#include "accept.hpp"
#include "linear.hpp"

#include <heddle/lu/analysis.hpp>
#include <heddle/place/phase.hpp>
#include <heddle/place/plan.hpp>
#include <heddle/place/sparse_arrays.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace circuit {

namespace hp = heddle::place;
using Exec = Kokkos::DefaultExecutionSpace;

inline constexpr int trace_rows = 512;  // points that are kept where the steps run

/// An array with these numbers, written on the host.
template <class T>
hp::Array<T*> array_of(Exec const& exec, char const* label, std::vector<T> const& numbers) {
  hp::Array<T*> array(exec, label, std::max<std::size_t>(1, numbers.size()));
  auto const open = array.template open<hp::Where::host, hp::Mode::overwrites>(exec, label);
  std::copy(numbers.begin(), numbers.end(), open.view().data());
  return array;
}
template <class Data, class... Extents>
hp::Array<Data> zeros(Exec const& exec, char const* label, Extents... extents) {
  hp::Array<Data> array(exec, label, hp::HostMemory::pageable, extents...);
  auto const open = array.template open<hp::Where::host, hp::Mode::overwrites>(exec, label);
  std::fill_n(open.view().data(), open.view().size(), 0);
  return array;
}

/// Everything that the phases share.
struct Arrays {
  hp::Array<Element*> elements;
  hp::Array<Waveform*> waves;
  hp::Array<Model*> models;
  hp::Array<std::int64_t*> gather_offsets;
  hp::Array<std::int32_t*> gather, on_diagonal, probes;
  hp::CsrArrays<double> matrix;
  hp::Array<double*> stamps, right_side, next, x, prediction, energies;
  hp::Array<double**> past, limits, history, trace;

  Arrays(Exec const& exec, System const& system)
      : elements(array_of(exec, "elements", system.elements)),
        waves(array_of(exec, "waves", system.waves)),
        models(array_of(exec, "models", system.models)),
        gather_offsets(array_of(exec, "gather_offsets", system.gather_offsets)),
        gather(array_of(exec, "gather", system.gather)),
        on_diagonal(array_of(exec, "on_diagonal", system.on_diagonal)),
        probes(array_of(exec, "probes", system.probes)) {
    auto const n = system.num_unknowns;
    auto const parts = system.elements.size();
    matrix = {n,
              n,
              array_of(exec, "row_offsets", system.row_offsets),
              array_of(exec, "columns", system.columns),
              {exec, "values", system.columns.size()}};
    stamps = {exec, "stamps", system.num_stamps};
    right_side = {exec, "right_side", n};
    next = {exec, "next", n};
    x = {exec, "x", n};
    prediction = {exec, "prediction", n};
    energies = zeros<double*>(exec, "energies", parts);
    past = zeros<double**>(exec, "past", parts, int(num_past));
    limits = zeros<double**>(exec, "limits", parts, int(num_limits));
    history = zeros<double**>(exec, "history", 3, n);
    trace = zeros<double**>(exec, "trace", trace_rows, system.probes.size());
  }
};

/// The host's body made of one that is written for both places.
template <class F>
auto at_host_loops(F const& f) {
  return hp::at_host(OnPlainLoops<F>{f});
}

struct Phases {
  hp::Phase predict, evaluate, solve, update, judge, accept;

  Phases(Arrays const& a, TalkHandle const& talk, SolveBody<hp::HostExec> const& host,
         SolveBody<Exec> const& device)
      : predict("circuit::predict", hp::reads(a.history), hp::overwrites(a.x, a.prediction),
                at_host_loops(Predict{talk}), hp::at_device(Predict{talk})),
        evaluate("circuit::evaluate",
                 hp::reads(a.elements, a.waves, a.models, a.gather_offsets, a.gather, a.on_diagonal,
                           a.x, a.past),
                 hp::updates(a.limits), hp::overwrites(a.stamps, a.matrix.values, a.right_side),
                 at_host_loops(Evaluate{talk}), hp::at_device(Evaluate{talk})),
        // [snippet phases]
        solve("circuit::solve", hp::reads(a.matrix.values, a.right_side), hp::overwrites(a.next),
              hp::at_host(host), hp::at_device(device)),
        update("circuit::update", hp::reads(a.next, a.limits), hp::updates(a.x),
               at_host_loops(Update{talk}), hp::at_device(Update{talk})),
        // [end]
        judge("circuit::judge", hp::reads(a.x, a.prediction, a.history), at_host_loops(Judge{talk}),
              hp::at_device(Judge{talk})),
        accept("circuit::accept", hp::reads(a.elements, a.waves, a.models, a.probes, a.x),
               hp::updates(a.past, a.energies, a.history, a.trace), at_host_loops(Accept{talk}),
               hp::at_device(Accept{talk})) {}
};

}  // namespace circuit
