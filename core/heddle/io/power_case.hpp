// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Power-network cases from files. Knows no Kokkos.
///
/// Two forms are read, gzip-compressed or not: MATPOWER's (`mpc.bus = [ ... ];`, version 2), and
/// plain tables: `baseMVA 100`, then `bus N`, `gen N`, `branch N`, each followed by N lines of
/// numbers; # begins a comment.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heddle::io {

/// What a case states, in its units: MW, Mvar, degrees; impedances per unit.
struct PowerCase {
  /// A node of the network.
  struct Bus {
    std::int64_t id = 0;
    int type = 1;  ///< 1 PQ, 2 PV, 3 reference, 4 isolated
    double active_load = 0, reactive_load = 0, shunt_g = 0, shunt_b = 0, magnitude = 1, angle = 0;
  };
  /// A machine at a bus.
  struct Generator {
    std::int64_t bus = 0;
    double active = 0, reactive = 0, magnitude = 1;
    bool in_service = true;
  };
  /// A line or a transformer.
  struct Branch {
    std::int64_t from = 0, to = 0;
    double r = 0, x = 0, b = 0, ratio = 0, shift = 0;  ///< ratio 0 means 1
    bool in_service = true;
  };
  std::string name;  ///< of the file, for messages
  double base_mva = 100;
  std::vector<Bus> buses;
  std::vector<Generator> generators;
  std::vector<Branch> branches;
};

/// Reads a case. Cost: one pass over the text. Throws file_not_found (with the reason), bad_format
/// (file, line, what is wrong; also text beyond 1 GiB).
PowerCase read_power_case(std::string const& path);

/// The same for text that is in memory already and not compressed; `name` stands for the file.
PowerCase parse_power_case(std::span<char const> text, std::string const& name);

}  // namespace heddle::io
