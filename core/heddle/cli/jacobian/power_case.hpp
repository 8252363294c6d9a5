// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Power-network cases from files. Knows no Kokkos.
///
/// Two forms are read, gzip-compressed or not: MATPOWER's (`mpc.bus = [ ... ];`, version 2), and
/// plain tables: `baseMVA 100`, then `bus N`, `gen N`, `branch N`, each followed by N lines of
/// numbers; # begins a comment.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cli {

/// What a case states, in its units: MW, Mvar, degrees; impedances per unit.
struct PowerCase {
  struct Bus {
    std::int64_t id = 0;
    int type = 1;  ///< 1 PQ, 2 PV, 3 reference, 4 isolated
    double active_load = 0, reactive_load = 0, shunt_g = 0, shunt_b = 0, magnitude = 1, angle = 0;
  };
  struct Generator {
    std::int64_t bus = 0;
    double active = 0, reactive = 0, magnitude = 1;
    bool in_service = true;
  };
  struct Branch {
    std::int64_t from = 0, to = 0;
    double r = 0, x = 0, b = 0, ratio = 0, shift = 0;  ///< ratio 0 means 1
    bool in_service = true;
  };
  double base_mva = 100;
  std::vector<Bus> buses;
  std::vector<Generator> generators;
  std::vector<Branch> branches;
};

/// Throws Failure (bad_input) with file, line and what is wrong. Cost: O(text).
PowerCase read_power_case(std::string const& file);

/// The network as arrays: admittances by rows, unknowns in the order [angles of PV and PQ buses;
/// magnitudes of PQ buses], with buses in the order of the file. See problems::PowerFlow.
struct PowerNetwork {
  std::int32_t num_angles = 0, num_magnitudes = 0;
  std::vector<std::int32_t> bus_of, angle_of, magnitude_of, neighbour;
  std::vector<double> fixed_angle, fixed_magnitude, conductance, susceptance, wanted;
  std::vector<std::int64_t> offsets;
  std::vector<double> start;  ///< the stored state, or a flat one
};

/// Isolated buses and what is out of service are left out; a PV bus without a generator in service
/// is PQ. Throws Failure (bad_input): an unknown or repeated bus, a branch without impedance, no
/// reference bus. Cost: O((buses + branches) log degree).
PowerNetwork to_network(PowerCase const& power_case, std::string const& file, bool flat_start);

}  // namespace heddle::cli
