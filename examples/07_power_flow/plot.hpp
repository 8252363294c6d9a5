// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result as a picture. Knows no Kokkos.
#pragma once

#include "outcome.hpp"
#include "report.hpp"

#include <string>

namespace power_flow {

/// SVG: the mismatch by iterations, and the voltage of every bus, its angle against its magnitude.
std::string to_svg(std::string const& title, Run const& run, Voltages const& voltages);

}  // namespace power_flow
