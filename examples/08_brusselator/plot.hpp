// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result as a picture. Knows no Kokkos.
#pragma once

#include "settings.hpp"

#include <string>

namespace brusselator {

/// SVG: u over the grid at the end (at most 128 x 128 fields), and u and v at one point over time.
std::string to_svg(Settings const& settings, Outcome const& outcome);

}  // namespace brusselator
