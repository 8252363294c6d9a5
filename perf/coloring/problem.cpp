// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.hpp"

#include "patterns.hpp"

#include <heddle/base/error.hpp>
#include <heddle/io/read.hpp>

#include <algorithm>
#include <utility>

namespace heddle::perf {
namespace {

ColoringProblem with_both_directions(std::string const& name, OwnedLines rows) {
  ColoringProblem problem;
  problem.name = name;
  problem.rows = std::move(rows);
  problem.columns = cli::transposed(problem.rows.view());
  problem.expected = vertex_based(problem.rows.view(), problem.columns.view());
  problem.num_colors = count_colors(problem.expected);
  return problem;
}

}  // namespace

ColoringProblem make_problem(std::string const& name) {
  return with_both_directions(name, pattern_rows(name, 1));
}

ColoringProblem load_coloring_problem(std::string const& name, std::string const& path) {
  auto const matrix = io::read_matrix(path);
  HEDDLE_EXPECTS(matrix.layout == io::Layout::coordinate, invalid_matrix, path + ": not sparse");
  std::vector<std::vector<std::int32_t>> lists(matrix.num_rows);
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    auto const i = matrix.rows[k], j = matrix.columns[k];
    lists[i].push_back(j);
    if (matrix.symmetry != io::Symmetry::general && i != j) lists[j].push_back(i);
  }
  OwnedLines rows{matrix.num_rows, matrix.num_columns, {0}, {}};
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    rows.indices.insert(rows.indices.end(), list.begin(), std::unique(list.begin(), list.end()));
    patterns::end_row(rows);
  }
  return with_both_directions(name, std::move(rows));
}

Colors vertex_based(Lines const& rows, Lines const& columns) {
  Colors colors(static_cast<std::size_t>(columns.count), -1);
  Colors marks(static_cast<std::size_t>(columns.count) + 1, -1);
  for (std::int32_t v = 0; v < columns.count; ++v) {
    for (auto const r : columns[v]) {
      for (auto const u : rows[r]) {
        if (colors[u] >= 0) marks[colors[u]] = v;
      }
    }
    std::int32_t color = 0;
    while (marks[color] == v) ++color;
    colors[v] = color;
  }
  return colors;
}

bool is_valid(Lines const& rows, Colors const& colors) {
  std::vector<std::int32_t> last(static_cast<std::size_t>(count_colors(colors)) + 1, -1);
  for (std::int32_t i = 0; i < rows.count; ++i) {
    for (auto const j : rows[i]) {
      if (colors[j] < 0 || last[colors[j]] == i) return false;
      last[colors[j]] = i;
    }
  }
  return static_cast<std::int32_t>(colors.size()) == rows.range;
}

}  // namespace heddle::perf
