// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outcomes as a table, as JSON, and voltages as CSV. Knows no Kokkos.
#pragma once

#include <heddle/io/power_network.hpp>

#include "outcome.hpp"

#include <string>
#include <vector>

namespace power_flow {

/// Magnitude (per unit) and angle (radians) of every bus.
struct Voltages {
  std::vector<double> magnitude, angle;
};
Voltages voltages_of(heddle::io::PowerNetwork const& network, std::vector<double> const& x);

/// Seconds from the file to the network.
struct Reading {
  std::string case_file;
  double seconds = 0;
};

/// One column an outcome.
std::string to_text(Reading const& reading, std::vector<Outcome> const& outcomes);
/// Everything that was measured, per iteration too.
std::string to_json(Reading const& reading, std::vector<Outcome> const& outcomes);
/// bus, magnitude per unit, angle in degrees; all digits.
std::string to_csv(heddle::io::PowerNetwork const& network, Voltages const& voltages);

/// Throws heddle::error (file_not_found).
void write(std::string const& file, std::string const& text);

}  // namespace power_flow
