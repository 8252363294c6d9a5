// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.hpp"

#include <heddle/base/error.hpp>
#include <heddle/io/read.hpp>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <utility>

namespace heddle::perf {
namespace {

struct Box {
  char const* name;
  std::int32_t nx, ny, nz;
  bool corners;
};
constexpr Box boxes[] = {{"5pt_1000x1000", 1000, 1000, 1, false},
                         {"9pt_1000x1000", 1000, 1000, 1, true},
                         {"7pt_100x100x100", 100, 100, 100, false},
                         {"27pt_100x100x100", 100, 100, 100, true}};
constexpr char const* random_name = "random8_200000";

void end_row(OwnedLines& rows) {
  rows.offsets.push_back(static_cast<std::int64_t>(rows.indices.size()));
}

OwnedLines stencil(Box const& box) {
  std::int32_t const n = box.nx * box.ny * box.nz;
  OwnedLines rows{n, n, {0}, {}};
  auto const visit = [&](std::int32_t x, std::int32_t y, std::int32_t z) {
    for (int c = -1; c <= 1; ++c)
      for (int b = -1; b <= 1; ++b)
        for (int a = -1; a <= 1; ++a) {
          if (!box.corners && std::abs(a) + std::abs(b) + std::abs(c) > 1) continue;
          bool const inside = x + a >= 0 && x + a < box.nx && y + b >= 0 && y + b < box.ny &&
                              z + c >= 0 && z + c < box.nz;
          if (inside) rows.indices.push_back(((z + c) * box.ny + y + b) * box.nx + x + a);
        }
    end_row(rows);
  };
  for (std::int32_t z = 0; z < box.nz; ++z)
    for (std::int32_t y = 0; y < box.ny; ++y)
      for (std::int32_t x = 0; x < box.nx; ++x) visit(x, y, z);
  return rows;
}

OwnedLines random_rows(std::int32_t n, std::size_t per_row) {
  std::mt19937_64 random(8);
  OwnedLines rows{n, n, {0}, {}};
  std::vector<std::int32_t> row;
  for (std::int32_t i = 0; i < n; ++i) {
    row.clear();
    while (row.size() < per_row) {
      auto const j = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(n));
      if (std::find(row.begin(), row.end(), j) == row.end()) row.push_back(j);
    }
    std::sort(row.begin(), row.end());
    rows.indices.insert(rows.indices.end(), row.begin(), row.end());
    end_row(rows);
  }
  return rows;
}

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

std::vector<std::string> own_patterns() {
  std::vector<std::string> names;
  for (auto const& box : boxes) names.emplace_back(box.name);
  names.emplace_back(random_name);
  return names;
}

ColoringProblem make_problem(std::string const& name) {
  for (auto const& box : boxes) {
    if (name == box.name) return with_both_directions(name, stencil(box));
  }
  HEDDLE_EXPECTS(name == random_name, invalid_argument, "no pattern of the name " + name);
  return with_both_directions(name, random_rows(200'000, 8));
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
    end_row(rows);
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
