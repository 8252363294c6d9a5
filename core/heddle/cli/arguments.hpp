// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a user asked for on the command line. Knows no Kokkos.
#pragma once

#include <heddle/cli/bench/arguments.hpp>
#include <heddle/cli/coloring/arguments.hpp>
#include <heddle/cli/graph/arguments.hpp>
#include <heddle/cli/hash/arguments.hpp>
#include <heddle/cli/jacobian/arguments.hpp>
#include <heddle/lu/options.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace heddle::cli {

/// Where a user wants the numeric work: the choice is the command's, or a kind of memory.
enum class Place { automatic, host, device };

/// Type of the factors. Residuals are always f64, so f32 factors still give f64 solutions.
enum class Precision { f64, f32 };

struct InfoArguments {
  bool json = false;
};

struct SolveArguments {
  std::string matrix;
  std::optional<std::string> right_hand_side;  ///< none: b = A 1
  std::optional<std::string> output;
  std::optional<std::string> backend;  ///< by name; wins over `place`
  Place place = Place::automatic;
  std::vector<std::string> refactor;
  bool transpose = false;
  Precision precision = Precision::f64;
  lu::Ordering ordering = lu::Ordering::automatic;
  lu::Matching matching = lu::Matching::weighted;
  bool json = false;
};

struct CompareArguments {
  std::string matrix;
  int runs = 5;
  std::vector<std::string> backends;  ///< empty: all of this build
  bool json = false;
  std::optional<std::string> html;  ///< a page to write
};

using Arguments = std::variant<InfoArguments, SolveArguments, CompareArguments, HashArguments,
                               ColorArguments, JacobianArguments, GraphArguments, BenchArguments>;

/// The parsed arguments, or nothing if help or the version was asked for and printed.
/// Throws Failure (usage) with one line.
std::optional<Arguments> parse_arguments(int argc, char const* const* argv);

}  // namespace heddle::cli
