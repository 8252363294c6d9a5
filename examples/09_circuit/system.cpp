// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace circuit {
namespace {

bool has_branch(Kind kind) { return kind == Kind::voltage_source || kind == Kind::inductor; }
bool has_wave(Kind kind) {
  return kind == Kind::voltage_source || kind == Kind::current_source || kind == Kind::hold;
}

/// Parts as elements, by kind, so that neighbours in a kernel do the same.
void add_elements(Netlist const& netlist, System& system) {
  std::vector<std::size_t> order(netlist.parts.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return netlist.parts[a].kind < netlist.parts[b].kind;
  });
  std::vector<std::int32_t> branches(netlist.parts.size(), -1);
  for (auto const number : order) {
    auto const& part = netlist.parts[number];
    Element element;
    element.kind = part.kind;
    for (std::size_t i = 0; i < part.nodes.size(); ++i) element.terminals[i] = part.nodes[i] - 1;
    if (has_branch(part.kind)) {
      branches[number] = element.branch = system.num_unknowns++;
      system.unknown_names.push_back("i(" + part.name + ")");
    }
    element.table = part.model;
    if (has_wave(part.kind)) {
      element.table = static_cast<std::int32_t>(system.waves.size());
      system.waves.push_back(part.wave);
    }
    element.value = part.value;
    element.initial = part.initial.value_or(0);
    element.first_stamp = system.num_stamps;
    system.num_stamps += static_cast<std::int32_t>(targets_of(element).size());
    system.is_linear &= part.kind != Kind::diode && part.kind != Kind::transistor;
    system.elements.push_back(element);
  }
  for (auto const& probe : netlist.probes) {
    system.probes.push_back(probe.part < 0 ? probe.node - 1
                                           : branches[static_cast<std::size_t>(probe.part)]);
  }
}

/// A stamp with the row and column that it goes to; those of the right-hand side come last.
struct Placed {
  std::int64_t slot;
  std::int32_t stamp;
};

std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>> matrix_stamps(
    System const& system, std::vector<Placed>& rest) {
  std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>> stamps;
  for (auto const& element : system.elements) {
    auto stamp = element.first_stamp;
    for (auto const& target : targets_of(element)) {
      if (target.row >= 0 && target.column >= 0) {
        stamps.emplace_back(target.row, target.column, stamp);
      } else if (target.row >= 0 && target.column == right_hand_side) {
        rest.push_back({target.row, stamp});
      }
      ++stamp;
    }
  }
  // Every node has a diagonal entry, for the conductance that helps Newton's method to start.
  for (std::int32_t node = 0; node < system.num_nodes; ++node) stamps.emplace_back(node, node, -1);
  std::sort(stamps.begin(), stamps.end());
  return stamps;
}

void add_pattern(System& system) {
  std::vector<Placed> rest;
  auto const stamps = matrix_stamps(system, rest);
  system.row_offsets.assign(static_cast<std::size_t>(system.num_unknowns) + 1, 0);
  std::int32_t last_row = -1, last_column = -1;
  for (auto const& [row, column, stamp] : stamps) {
    if (row != last_row || column != last_column) {
      system.columns.push_back(column);
      ++system.row_offsets[static_cast<std::size_t>(row) + 1];
      system.gather_offsets.push_back(static_cast<std::int64_t>(system.gather.size()));
      system.on_diagonal.push_back(row == column && row < system.num_nodes ? 1 : 0);
      last_row = row;
      last_column = column;
    }
    if (stamp >= 0) system.gather.push_back(stamp);
  }
  std::partial_sum(system.row_offsets.begin(), system.row_offsets.end(),
                   system.row_offsets.begin());
  std::stable_sort(rest.begin(), rest.end(),
                   [](Placed const& a, Placed const& b) { return a.slot < b.slot; });
  std::size_t next = 0;
  for (std::int32_t row = 0; row < system.num_unknowns; ++row) {
    system.gather_offsets.push_back(static_cast<std::int64_t>(system.gather.size()));
    for (; next < rest.size() && rest[next].slot == row; ++next) {
      system.gather.push_back(rest[next].stamp);
    }
  }
  system.gather_offsets.push_back(static_cast<std::int64_t>(system.gather.size()));
}

/// Adds the corners of one pulse, or the start of a sine.
void add_corners(Waveform const& wave, double stop, std::vector<double>& corners) {
  if (wave.shape == Waveform::Shape::sine && wave.delay > 0) corners.push_back(wave.delay);
  if (wave.shape != Waveform::Shape::pulse) return;
  for (double start = wave.delay; start < stop; start += wave.period) {
    double const top = start + wave.rise;
    corners.insert(corners.end(), {start, top});
    if (wave.width > 0)
      corners.insert(corners.end(), {top + wave.width, top + wave.width + wave.fall});
    if (!(wave.period > 0)) break;
  }
}

}  // namespace

std::vector<Target> targets_of(Element const& element) {
  auto const a = element.terminals[0], b = element.terminals[1], branch = element.branch;
  switch (element.kind) {
    case Kind::current_source: return {{a, right_hand_side}, {b, right_hand_side}};
    case Kind::voltage_source:
      return {{a, branch}, {b, branch}, {branch, a}, {branch, b}, {branch, right_hand_side}};
    case Kind::inductor:
      return {{a, branch}, {b, branch},      {branch, a},
              {branch, b}, {branch, branch}, {branch, right_hand_side}};
    case Kind::transistor: {
      auto const gate = b, source = element.terminals[2], bulk = element.terminals[3];
      return {{a, a},
              {a, gate},
              {a, source},
              {a, bulk},
              {source, a},
              {source, gate},
              {source, source},
              {source, bulk},
              {a, right_hand_side},
              {source, right_hand_side}};
    }
    default: return {{a, a}, {a, b}, {b, a}, {b, b}, {a, right_hand_side}, {b, right_hand_side}};
  }
}

System make_system(Netlist const& netlist) {
  System system;
  system.num_nodes = static_cast<std::int32_t>(netlist.nodes.size()) - 1;
  system.num_unknowns = system.num_nodes;
  for (std::size_t node = 1; node < netlist.nodes.size(); ++node) {
    system.unknown_names.push_back("v(" + netlist.nodes[node] + ")");
  }
  system.models = netlist.models;
  add_elements(netlist, system);
  add_pattern(system);
  return system;
}

std::vector<double> corners_of(std::vector<Waveform> const& waves, double stop) {
  std::vector<double> corners;
  for (auto const& wave : waves) add_corners(wave, stop, corners);
  std::sort(corners.begin(), corners.end());
  auto const apart = [&](double a, double b) { return b - a < 1e-9 * stop; };
  corners.erase(std::unique(corners.begin(), corners.end(), apart), corners.end());
  return corners;
}

}  // namespace circuit
