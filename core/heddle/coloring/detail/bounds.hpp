// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Numbers of colours that no colouring of a kind stays below. Knows no Kokkos.
#pragma once

#include <cstdint>

namespace heddle::coloring::detail {

/// distance1: two colours need an edge, one needs a vertex with an entry.
inline std::int32_t distance1_bound(bool const has_entries, std::int64_t const num_edges) {
  return num_edges > 0 ? 2 : has_entries ? 1 : 0;
}

/// star and acyclic: the edges between any two of k classes form a forest, which has fewer edges
/// than vertices, so that the vertices with neighbours have at most (k - 1) n - k (k - 1) / 2
/// edges.
inline std::int32_t forest_bound(bool const has_entries, std::int64_t const num_vertices,
                                 std::int64_t const num_edges) {
  std::int64_t k = has_entries ? 1 : 0;
  while (num_edges > 0 && k < num_vertices &&
         num_edges > (k - 1) * num_vertices - k * (k - 1) / 2) {
    ++k;
  }
  return static_cast<std::int32_t>(k);
}

/// bidirectional: a column colour reads at most one entry of each row, a row colour one of each
/// column.
inline std::int32_t bidirectional_bound(std::int64_t const num_rows, std::int64_t const num_columns,
                                        std::int64_t const num_entries) {
  std::int64_t const most = num_rows > num_columns ? num_rows : num_columns;
  return most == 0 ? 0 : static_cast<std::int32_t>((num_entries + most - 1) / most);
}

}  // namespace heddle::coloring::detail
