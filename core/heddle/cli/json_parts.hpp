// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The pieces that the JSON of several commands has in common. Knows no Kokkos.
///
/// NaN and infinite numbers become null. Rows, columns and steps count from 1.
#pragma once

#include <heddle/cli/input.hpp>
#include <heddle/cli/solver.hpp>
#include <heddle/lu/result.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

/// Fields keep the order in which they are added.
using Json = nlohmann::ordered_json;

/// The head of every object: schema, command, version.
Json json_head(std::string const& command);
Json json_of(System const& system);
Json json_of(AnalysisReport const& analysis);
Json json_of(std::optional<lu::Position> const& position);
Json json_of(std::vector<lu::PhaseReport> const& phases);
/// Indented; file names that are no UTF-8 get replacement characters.
std::string json_text(Json const& json);

}  // namespace heddle::cli
