// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modified nodal analysis: the unknowns of a circuit, the pattern of its matrix, and who adds what
// to which entry. Plain C++.
//
// Unknowns are the voltages of all nodes but ground, then the currents of voltage sources and
// inductors. Every element computes a fixed number of stamps into places of its own; each entry of
// the matrix and of the right-hand side is the sum of a fixed list of stamps. So no two threads
// write to one place, and sums have one order everywhere.
#pragma once

#include "netlist.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace circuit {

/// A part as kernels see it.
struct Element {
  Kind kind = Kind::resistor;
  std::int32_t terminals[4] = {-1, -1, -1, -1};  ///< unknowns; -1: ground
  std::int32_t branch = -1;                      ///< the unknown that is its current
  std::int32_t first_stamp = 0;
  std::int32_t table = 0;  ///< its model, or its waveform
  double value = 0;
  double initial = 0;
};

/// A stamp of an element goes to (row, column) of the matrix, or to the right-hand side.
struct Target {
  std::int32_t row = -1;     ///< -1: ground, dropped
  std::int32_t column = -1;  ///< right_hand_side, or -1 as above
};
inline constexpr std::int32_t right_hand_side = -2;

/// Where the stamps of an element go, in the order in which stamps.hpp computes them.
std::vector<Target> targets_of(Element const& element);

struct System {
  std::int32_t num_nodes = 0;  ///< without ground: the first unknowns
  std::int32_t num_unknowns = 0;
  std::vector<Element> elements;  ///< by kind
  std::vector<Waveform> waves;
  std::vector<Model> models;
  bool is_linear = true;
  std::int32_t num_stamps = 0;

  std::vector<std::int64_t> row_offsets;
  std::vector<std::int32_t> columns;
  /// Entry i of the matrix, or i - entries of the right-hand side, sums the stamps gather[k] for
  /// gather_offsets[i] <= k < gather_offsets[i + 1].
  std::vector<std::int64_t> gather_offsets;
  std::vector<std::int32_t> gather;
  std::vector<std::int32_t> on_diagonal;  ///< 1 for entries (i, i) of nodes

  std::vector<std::int32_t> probes;  ///< unknowns; -1: ground
  std::vector<std::string> unknown_names;

  std::int64_t num_entries() const { return static_cast<std::int64_t>(columns.size()); }
};
System make_system(Netlist const& netlist);

/// Times at which a waveform has a corner, in order, up to `stop`.
std::vector<double> corners_of(std::vector<Waveform> const& waves, double stop);

}  // namespace circuit
