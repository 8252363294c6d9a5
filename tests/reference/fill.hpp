// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Fill, elimination tree and levels by their definitions, on dense tables of booleans: slow and
/// obvious. Knows neither Kokkos nor core.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::reference {

/// table[i][j]: entry (i,j) is there. Square.
using Table = std::vector<std::vector<char>>;

/// Elimination as Gauss does it, with booleans: every diagonal entry counts as a pivot.
inline Table fill_by_elimination(Table table) {
  std::size_t const n = table.size();
  for (std::size_t k = 0; k < n; ++k) {
    table[k][k] = 1;
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n && table[i][k]; ++j) table[i][j] |= table[k][j];
  }
  return table;
}

/// Whether a path leads from i to j with all inner vertices below min(i,j).
inline bool has_fill_path(Table const& table, std::size_t const i, std::size_t const j) {
  std::vector<char> seen(table.size());
  std::vector<std::size_t> stack{i};
  while (!stack.empty()) {
    std::size_t const vertex = stack.back();
    stack.pop_back();
    if (table[vertex][j]) return true;
    for (std::size_t next = 0; next < std::min(i, j); ++next) {
      if (table[vertex][next] && !seen[next]) seen[next] = 1, stack.push_back(next);
    }
  }
  return false;
}

/// The same by the path theorem (Rose and Tarjan, SIAM J. Appl. Math. 34, 1978).
inline Table fill_by_paths(Table const& table) {
  Table filled(table);
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table.size(); ++j)
      filled[i][j] = i == j || has_fill_path(table, i, j);
  return filled;
}

inline Table with_mirror_images(Table table) {
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) table[i][j] = table[j][i] = table[i][j] | table[j][i];
  return table;
}

/// The parent of j is the first row below the diagonal of column j of L; -1 if there is none.
inline std::vector<std::int32_t> parents_of_fill(Table const& filled) {
  std::vector<std::int32_t> parent(filled.size(), -1);
  for (std::size_t j = 0; j < filled.size(); ++j)
    for (std::size_t i = filled.size(); i-- > j + 1;)
      if (filled[i][j]) parent[j] = static_cast<std::int32_t>(i);
  return parent;
}

/// Longest paths along the entries of U, by relaxation until nothing changes.
inline std::vector<std::int32_t> levels_of_fill(Table const& filled) {
  std::vector<std::int32_t> level(filled.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < filled.size(); ++k)
      for (std::size_t j = k + 1; j < filled.size(); ++j)
        if (filled[k][j] && level[j] <= level[k]) level[j] = level[k] + 1, changed = true;
  }
  return level;
}

/// Whether right-looking step i writes what step j reads. Step i writes (r,c) for L(r,i) and
/// U(i,c); step j reads the pivot and what is below it, and what is right of it.
inline bool writes_what_is_read(Table const& filled, std::size_t const i, std::size_t const j) {
  for (std::size_t r = i + 1; r < filled.size(); ++r)
    for (std::size_t c = i + 1; c < filled.size(); ++c) {
      bool const written = filled[r][i] && filled[i][c];
      bool const read = (c == j && r >= j) || (r == j && c > j);
      if (written && read) return true;
    }
  return false;
}

/// Longest paths along those hazards.
inline std::vector<std::int32_t> levels_of_hazards(Table const& filled) {
  std::vector<std::int32_t> level(filled.size(), 0);
  for (std::size_t j = 0; j < filled.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (writes_what_is_read(filled, i, j)) level[j] = std::max(level[j], level[i] + 1);
  return level;
}

}  // namespace heddle::reference
