// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Patterns to colour, and the plain algorithm that everything is measured against. Knows no
/// Kokkos.
#pragma once

#include <heddle/cli/coloring/algorithms.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::perf {

using Colors = std::vector<std::int32_t>;
using Lines = cli::PatternLines;
using OwnedLines = cli::OwnedPatternLines;

/// A pattern in both directions, and the colours of its columns by the plain algorithm.
struct ColoringProblem {
  std::string name;
  OwnedLines rows, columns;
  Colors expected;
  std::int32_t num_colors = 0;
};

/// One of pattern_names() (patterns.hpp), or a matrix file.
ColoringProblem make_problem(std::string const& name);
ColoringProblem load_coloring_problem(std::string const& name, std::string const& path);

/// The textbook algorithm, vertex after vertex: a mark for each colour that a column in reach has,
/// then the least colour without one. Cost: the sum of all squared row lengths.
Colors vertex_based(Lines const& rows, Lines const& columns);

/// Whether no two columns of a row have one colour, and every column that has entries has one.
bool is_valid(Lines const& rows, Colors const& colors);

inline std::int32_t count_colors(Colors const& colors) {
  std::int32_t count = 0;
  for (auto const color : colors) count = color >= count ? color + 1 : count;
  return count;
}

}  // namespace heddle::perf
