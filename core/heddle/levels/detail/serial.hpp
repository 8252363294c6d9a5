// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Levels by one ascending pass on the calling thread: every column that j waits for is smaller
/// than j. O(nnz) reads, and a counting sort.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/levels/detail/dependencies.hpp>
#include <heddle/levels/levelize.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <vector>

namespace heddle::levels::detail {

/// Fills `level`. All memory is the host's.
template <class Memory>
void find_levels_in_order(Dependencies<Memory> const& needs,
                          Kokkos::View<DefaultIndex*, Memory> const& level) {
  auto const& factors = needs.factors;
  DefaultIndex const* const rows = factors.rows.data();
  DefaultIndex* const levels = level.data();
  for (DefaultIndex j = 0; j < factors.n; ++j) {
    DefaultIndex highest = 0;
    for (DefaultOffset p = factors.column_offsets(j); p < factors.diagonal(j); ++p) {
      if (needs.through_upper(rows[p], j)) highest = std::max(highest, levels[rows[p]] + 1);
    }
    if (needs.rule != Rule::left_looking) {
      for (DefaultOffset p = factors.row_offsets(j); p < factors.row_diagonal(j); ++p) {
        DefaultIndex const k = factors.columns(p);
        if (needs.through_lower(k, j)) highest = std::max(highest, levels[k] + 1);
      }
    }
    levels[j] = highest;
  }
}

/// Columns by level, then by index, by counting.
template <class Memory>
void order_by_counting(Levels<Memory>& levels) {
  auto const n = static_cast<DefaultIndex>(levels.level_of_column.extent(0));
  levels.num_levels = 0;
  for (DefaultIndex j = 0; j < n; ++j) {
    levels.num_levels = std::max(levels.num_levels, levels.level_of_column(j) + 1);
  }
  levels.level_offsets.assign(static_cast<std::size_t>(levels.num_levels) + 1, 0);
  for (DefaultIndex j = 0; j < n; ++j) ++levels.level_offsets[levels.level_of_column(j) + 1];
  for (DefaultIndex l = 0; l < levels.num_levels; ++l) {
    levels.level_offsets[l + 1] += levels.level_offsets[l];
  }
  std::vector<DefaultIndex> cursor(levels.level_offsets);
  for (DefaultIndex j = 0; j < n; ++j) levels.order(cursor[levels.level_of_column(j)]++) = j;
}

/// The whole pass.
inline Levels<Kokkos::HostSpace> levelize_serially(
    symbolic::FactorPattern<Kokkos::HostSpace> const& factors, Rule const rule) {
  Levels<Kokkos::HostSpace> result;
  auto const n = static_cast<std::size_t>(factors.n);
  result.level_of_column =
      heddle::detail::allocate_host<DefaultIndex>("heddle::levels::level_of_column", n);
  result.order = heddle::detail::allocate_host<DefaultIndex>("heddle::levels::order", n);
  find_levels_in_order(Dependencies<Kokkos::HostSpace>{factors, rule}, result.level_of_column);
  order_by_counting(result);
  return result;
}

}  // namespace heddle::levels::detail
