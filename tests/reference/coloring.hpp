// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Colourings as the oracles see them: plain rows of sets, the textbook greedy, brute force.
/// Knows neither Kokkos nor core.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

namespace heddle::reference {

/// A pattern by rows, distinct columns in ascending order.
struct Grid {
  std::int32_t num_rows = 0;
  std::int32_t num_columns = 0;
  std::vector<std::vector<std::int32_t>> rows;
};

inline Grid grid_of(std::int32_t const num_columns,
                    std::vector<std::vector<std::int32_t>> const& rows) {
  Grid grid{static_cast<std::int32_t>(rows.size()), num_columns, {}};
  for (auto const& row : rows) {
    std::set<std::int32_t> const distinct(row.begin(), row.end());
    grid.rows.emplace_back(distinct.begin(), distinct.end());
  }
  return grid;
}

inline Grid transposed(Grid const& grid) {
  Grid result{grid.num_columns, grid.num_rows, {}};
  result.rows.resize(grid.num_columns);
  for (std::int32_t i = 0; i < grid.num_rows; ++i)
    for (auto const j : grid.rows[i]) result.rows[j].push_back(i);
  return result;
}

/// With every diagonal entry.
inline Grid closed(Grid const& grid) {
  auto rows = grid.rows;
  for (std::int32_t i = 0; i < grid.num_rows; ++i) rows[i].push_back(i);
  return grid_of(grid.num_columns, rows);
}

using Colors = std::vector<std::int32_t>;

inline Colors natural_order(std::int32_t const n) {
  Colors order(n);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/// Vertex-based greedy: columns that meet in a row differ. `columns` is the transposed pattern.
inline Colors greedy_columns(Grid const& grid, Grid const& columns, Colors const& order) {
  Colors color(grid.num_columns, -1);
  Colors mark(grid.num_columns + 1, -1);
  for (auto const v : order) {
    for (auto const r : columns.rows[v])
      for (auto const u : grid.rows[r])
        if (color[u] >= 0) mark[color[u]] = v;
    color[v] = 0;
    while (mark[color[v]] == v) ++color[v];
  }
  return color;
}

/// Greedy on direct neighbours.
inline Colors greedy_neighbors(Grid const& grid, Colors const& order) {
  Colors color(grid.num_rows, -1);
  for (auto const v : order) {
    std::set<std::int32_t> taken;
    for (auto const u : grid.rows[v])
      if (u != v) taken.insert(color[u]);
    std::int32_t least = 0;
    while (taken.count(least)) ++least;
    color[v] = least;
  }
  return color;
}

inline std::int32_t count_colors(Colors const& color) {
  return color.empty() ? 0 : 1 + *std::max_element(color.begin(), color.end());
}

/// Who must differ from whom: distinct columns that meet in a row, as a table.
using Conflicts = std::vector<std::vector<char>>;

inline Conflicts column_conflicts(Grid const& grid) {
  Conflicts table(grid.num_columns, std::vector<char>(grid.num_columns));
  for (auto const& row : grid.rows)
    for (auto const a : row)
      for (auto const b : row) table[a][b] = a != b;
  return table;
}

inline Conflicts neighbor_conflicts(Grid const& grid) {
  Conflicts table(grid.num_rows, std::vector<char>(grid.num_rows));
  for (std::int32_t i = 0; i < grid.num_rows; ++i)
    for (auto const j : grid.rows[i]) table[i][j] = i != j;
  return table;
}

inline bool respects(Conflicts const& table, Colors const& color) {
  for (std::size_t a = 0; a < table.size(); ++a)
    for (std::size_t b = 0; b < table.size(); ++b)
      if (table[a][b] && (color[a] == color[b] || color[a] < 0)) return false;
  return true;
}

/// Proper, and no path a - b - c - d with two colours, by enumerating all paths.
inline bool is_star(Conflicts const& edge, Colors const& color) {
  auto const n = static_cast<std::int32_t>(edge.size());
  if (!respects(edge, color)) return false;
  for (std::int32_t b = 0; b < n; ++b)
    for (std::int32_t c = 0; c < n; ++c) {
      if (!edge[b][c]) continue;
      for (std::int32_t a = 0; a < n; ++a) {
        if (!edge[a][b] || a == c || color[a] != color[c]) continue;
        for (std::int32_t d = 0; d < n; ++d)
          if (edge[c][d] && d != b && color[d] == color[b]) return false;
      }
    }
  return true;
}

/// Proper, and the edges of any two colours leave nothing when leaves are taken away repeatedly.
inline bool is_acyclic(Conflicts const& edge, Colors const& color) {
  auto const n = static_cast<std::int32_t>(edge.size());
  if (!respects(edge, color)) return false;
  for (std::int32_t c1 = 0; c1 < count_colors(color); ++c1)
    for (std::int32_t c2 = 0; c2 < c1; ++c2) {
      std::vector<char> there(n);
      for (std::int32_t v = 0; v < n; ++v) there[v] = color[v] == c1 || color[v] == c2;
      auto const degree = [&](std::int32_t const v) {
        int count = 0;
        for (std::int32_t u = 0; u < n; ++u) count += there[u] && edge[v][u];
        return count;
      };
      for (bool changed = true; changed;) {
        changed = false;
        for (std::int32_t v = 0; v < n; ++v)
          if (there[v] && degree(v) <= 1) there[v] = 0, changed = true;
      }
      if (std::find(there.begin(), there.end(), 1) != there.end()) return false;
    }
  return true;
}

/// Each entry is alone in its row or in its column among the colours that are not neutral.
inline bool is_bidirectional(Grid const& grid, Colors const& column_color,
                             Colors const& row_color) {
  auto const columns = transposed(grid);
  for (std::int32_t i = 0; i < grid.num_rows; ++i)
    for (auto const j : grid.rows[i]) {
      bool in_row = column_color[j] >= 0, in_column = row_color[i] >= 0;
      for (auto const other : grid.rows[i])
        in_row = in_row && (other == j || column_color[other] != column_color[j]);
      for (auto const other : columns.rows[j])
        in_column = in_column && (other == i || row_color[other] != row_color[i]);
      if (!in_row && !in_column) return false;
    }
  return true;
}

/// The least number of colours, by trying everything: for a dozen vertices.
inline std::int32_t fewest_colors(Conflicts const& table) {
  auto const n = static_cast<std::int32_t>(table.size());
  Colors color(n, -1);
  std::function<bool(std::int32_t, std::int32_t, std::int32_t)> const extend =
      [&](std::int32_t const v, std::int32_t const used, std::int32_t const allowed) {
        if (v == n) return true;
        for (std::int32_t c = 0; c < std::min(used + 1, allowed); ++c) {
          bool legal = true;
          for (std::int32_t u = 0; u < v; ++u) legal = legal && !(table[v][u] && color[u] == c);
          if (!legal) continue;
          color[v] = c;
          if (extend(v + 1, std::max(used, c + 1), allowed)) return true;
        }
        return false;
      };
  std::int32_t allowed = n == 0 ? 0 : 1;
  while (!extend(0, 0, allowed)) ++allowed;
  return allowed;
}

}  // namespace heddle::reference
