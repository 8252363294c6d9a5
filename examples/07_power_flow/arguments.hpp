// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line. Knows no Kokkos.
#pragma once

#include <heddle/io/power_network.hpp>

#include <optional>
#include <string>

namespace power_flow {

/// What the user asks for.
struct Arguments {
  std::string case_file;
  heddle::io::PowerStart start = heddle::io::PowerStart::flat;
  std::string place = "auto";  ///< host, device, auto or compare
  double tolerance = 1e-8;     ///< largest mismatch of a solution, per unit
  int max_iterations = 20;
  std::string svg, json, voltages, jacobian;  ///< files to write; empty: none
};

/// Empty if they cannot be understood; says so on stderr.
std::optional<Arguments> parse(int argc, char const* const* argv);

}  // namespace power_flow
