// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line. Knows no Kokkos.
#pragma once

#include "settings.hpp"

#include <optional>
#include <string>

namespace brusselator {

/// What the user asks for.
struct Arguments {
  Settings settings;
  bool compare = false;          ///< --place compare: host, device and auto
  std::string svg, json, state;  ///< files to write; empty: none
};

/// Empty if they cannot be understood; says so on stderr.
std::optional<Arguments> parse(int argc, char const* const* argv);

}  // namespace brusselator
