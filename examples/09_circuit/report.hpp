// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run found, as text for people and as JSON. Plain C++.
#pragma once

#include "simulation.hpp"

#include <string>
#include <vector>

namespace circuit {

/// One transient analysis, and where it ran.
struct Outcome {
  Placement placement = Placement::automatic;
  Simulation result;
};

/// The largest difference of two trace's last points, as a share of the largest value there.
double largest_difference(Simulation const& a, Simulation const& b);

/// Counts of steps and iterations, energy by kind of part, the numbers at the end.
std::string text_of(Netlist const& netlist, Simulation const& result);
/// A line for each placement: time, time of each phase, copies; below it the plan of the automatic.
std::string table_of(std::vector<Outcome> const& outcomes);
/// Everything, waveforms included.
std::string json_of(Netlist const& netlist, std::string const& machine,
                    std::vector<Outcome> const& outcomes);
/// The waveforms of one run.
std::string drawing_of(Netlist const& netlist, Simulation const& result);

}  // namespace circuit
