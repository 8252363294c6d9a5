// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outcomes as a table, as JSON, and states as CSV. Knows no Kokkos.
#pragma once

#include "settings.hpp"

#include <string>
#include <vector>

namespace brusselator {

/// One column an outcome.
std::string to_text(Settings const& settings, std::vector<Outcome> const& outcomes);
/// Everything that was measured.
std::string to_json(Settings const& settings, std::vector<Outcome> const& outcomes);
/// u and v of each point, by lines of the grid; all digits.
std::string to_csv(std::vector<double> const& state);

/// Throws heddle::error (file_not_found).
void write(std::string const& file, std::string const& text);

}  // namespace brusselator
