// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Replays a row order on a dense matrix in long double and judges every choice.
#pragma once

#include <tests/reference/dense_lu.hpp>
#include <tests/reference/entries.hpp>
#include <tests/reference/fill.hpp>

#include <heddle/ordering/partial_pivoting.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace heddle::test {

/// Eliminates without pivoting in the given orders. Each pivot must reach `threshold` times the
/// largest entry left in its column, be the preferred row where that one qualifies, and else be the
/// largest; near-ties are left to rounding. Returns the least pivot.
inline double expect_threshold_pivots(reference::Entries const& entries,
                                      std::vector<std::int32_t> const& column_order,
                                      std::vector<std::int32_t> const& preferred_row,
                                      std::vector<std::int32_t> const& row_of_step,
                                      double const threshold) {
  reference::Dense a(entries);
  std::vector<char> done(a.n, 0);
  long double least = std::numeric_limits<long double>::infinity();
  for (int step = 0; step < a.n; ++step) {
    int const column = column_order[step], pivot_row = row_of_step[step];
    if (pivot_row < 0 || done[pivot_row]) {
      ADD_FAILURE() << "no fresh row in step " << step;
      return 0;
    }
    long double largest = 0;
    for (int i = 0; i < a.n; ++i)
      if (!done[i]) largest = std::max(largest, std::fabs(a(i, column)));
    long double const pivot = a(pivot_row, column);
    int const preferred = preferred_row.empty() ? -1 : preferred_row[column];
    if (preferred != pivot_row) {
      EXPECT_GE(std::fabs(pivot), (1 - 1e-9L) * largest) << "step " << step;
      bool const qualifies = preferred >= 0 && !done[preferred] &&
                             std::fabs(a(preferred, column)) > (threshold + 1e-9L) * largest;
      EXPECT_FALSE(qualifies) << "step " << step;
    }
    EXPECT_GE(std::fabs(pivot), (threshold - 1e-9L) * largest) << "step " << step;
    least = std::min(least, std::fabs(pivot));
    done[pivot_row] = 1;
    for (int i = 0; i < a.n; ++i) {
      long double const factor = done[i] ? 0 : a(i, column) / pivot;
      for (int later = step + 1; factor != 0 && later < a.n; ++later)
        a(i, column_order[later]) -= factor * a(pivot_row, column_order[later]);
    }
  }
  return static_cast<double>(least);
}

/// Entries of L + U of the pattern in these orders, by boolean elimination.
inline std::int64_t count_fill(reference::Entries const& entries,
                               std::vector<std::int32_t> const& column_order,
                               std::vector<std::int32_t> const& row_of_step) {
  std::size_t const n = column_order.size();
  std::vector<std::int32_t> row_step(n), column_step(n);
  for (std::size_t k = 0; k < n; ++k) {
    row_step[row_of_step[k]] = static_cast<std::int32_t>(k);
    column_step[column_order[k]] = static_cast<std::int32_t>(k);
  }
  reference::Table table(n, std::vector<char>(n, 0));
  for (auto const& entry : entries.list) table[row_step[entry.row]][column_step[entry.column]] = 1;
  std::int64_t count = 0;
  for (auto const& row : reference::fill_by_elimination(table))
    count += std::count(row.begin(), row.end(), 1);
  return count;
}

}  // namespace heddle::test
