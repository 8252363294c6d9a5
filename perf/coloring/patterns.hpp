// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The stencils and the random pattern of the guide's table, in their sizes or smaller. Knows no
/// Kokkos.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/cli/coloring/algorithms.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace heddle::perf {

namespace patterns {

using OwnedLines = cli::OwnedPatternLines;

struct Box {
  char const* name;
  std::int32_t nx, ny, nz;
  bool corners;
};
inline constexpr Box boxes[] = {{"5pt_1000x1000", 1000, 1000, 1, false},
                                {"9pt_1000x1000", 1000, 1000, 1, true},
                                {"7pt_100x100x100", 100, 100, 100, false},
                                {"27pt_100x100x100", 100, 100, 100, true}};
inline constexpr char const* random_name = "random8_200000";

inline void end_row(OwnedLines& rows) {
  rows.offsets.push_back(static_cast<std::int64_t>(rows.indices.size()));
}

inline OwnedLines stencil(Box const& box) {
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

inline OwnedLines random_rows(std::int32_t n, std::size_t per_row) {
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

/// The same with about that share of its cells.
inline Box smaller(Box box, double share) {
  double const factor = box.nz > 1 ? std::cbrt(share) : std::sqrt(share);
  auto const side = [&](std::int32_t length) {
    return length > 1 ? std::max(2, static_cast<std::int32_t>(std::lround(factor * length)))
                      : length;
  };
  return {box.name, side(box.nx), side(box.ny), side(box.nz), box.corners};
}

}  // namespace patterns

inline std::vector<std::string> pattern_names() {
  std::vector<std::string> names;
  for (auto const& box : patterns::boxes) names.emplace_back(box.name);
  names.emplace_back(patterns::random_name);
  return names;
}

/// A pattern by rows, with about `share` of the rows that its name says.
inline cli::OwnedPatternLines pattern_rows(std::string const& name, double share) {
  for (auto const& box : patterns::boxes) {
    if (name == box.name) return patterns::stencil(patterns::smaller(box, share));
  }
  HEDDLE_EXPECTS(name == patterns::random_name, invalid_argument, "no pattern of the name " + name);
  return patterns::random_rows(static_cast<std::int32_t>(std::lround(200'000 * share)), 8);
}

}  // namespace heddle::perf
