// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a user asked of `heddle hash`. Knows no Kokkos.
#pragma once

#include <heddle/cli/hash/reports.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace heddle::cli {

struct HashArguments {
  enum class Action { rates, count, edges, join, seed_timing, seed_load };

  Action action = Action::rates;
  std::optional<std::string> backend;
  bool json = false;
  std::optional<std::string> chart;   ///< an SVG file to write
  std::optional<std::string> output;  ///< a text or matrix file to write

  std::string input, other_input;
  int top = 10;           ///< count: lines shown
  bool directed = false;  ///< edges: (i, j) and (j, i) are two
  int left_column = 1, right_column = 1;
  std::string separator;  ///< join: one character; empty: white space

  RateOptions rates;
  SeedTimingOptions timing;
  SeedLoadOptions load;
};

/// Adds the options and the sub-commands below `app`, which is that of `heddle hash`; the parsed
/// ones end in `arguments`, which must outlive the parse.
void add_hash(CLI::App& app, HashArguments& arguments);

/// Throws Failure (usage) for combinations that make no sense, and fills in what follows from
/// others. Call after the parse.
void complete_hash(HashArguments& arguments);

}  // namespace heddle::cli
