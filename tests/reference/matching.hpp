// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Oracles of matchings: slow, obvious, by definition. Knows neither Kokkos nor core.
#pragma once

#include <tests/reference/entries.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace heddle::reference {

/// The size of a maximum matching, zeros included or not: one breadth-first search a column (Kuhn).
inline std::int64_t maximum_matching_size(Entries const& entries, bool const with_zeros = true) {
  std::vector<std::vector<std::int32_t>> rows_of(entries.num_columns);
  for (auto const& entry : entries.list)
    if (with_zeros || entry.value != 0) rows_of[entry.column].push_back(entry.row);
  std::vector<std::int32_t> column_of(entries.num_rows, -1), row_of(entries.num_columns, -1);
  std::int64_t size = 0;
  for (std::int32_t root = 0; root < entries.num_columns; ++root) {
    std::vector<std::int32_t> reached_from(entries.num_rows, -1), queue{root};
    std::int32_t end = -1;
    for (std::size_t head = 0; head < queue.size() && end < 0; ++head) {
      for (auto const row : rows_of[queue[head]]) {
        if (reached_from[row] >= 0) continue;
        reached_from[row] = queue[head];
        if (column_of[row] < 0) {
          end = row;
          break;
        }
        queue.push_back(column_of[row]);
      }
    }
    for (std::int32_t row = end; row >= 0;) {
      std::int32_t const column = reached_from[row], given_up = row_of[column];
      column_of[row] = column;
      row_of[column] = row;
      row = given_up;
    }
    size += end >= 0;
  }
  return size;
}

/// log2 of the product of the magnitudes at (row_of_column[j], j); -inf if one is not there or 0.
inline double log_product(Entries const& entries, std::vector<std::int32_t> const& row_of_column) {
  std::vector<double> magnitude(row_of_column.size(), 0);
  for (auto const& entry : entries.list)
    if (row_of_column[entry.column] == entry.row) magnitude[entry.column] = std::fabs(entry.value);
  double sum = 0;
  for (double const factor : magnitude) sum += std::log2(factor);
  return sum;
}

/// The largest log_product over all n! permutations.
inline double best_log_product(Entries const& entries) {
  std::vector<std::int32_t> permutation(entries.num_columns);
  std::iota(permutation.begin(), permutation.end(), 0);
  double best = -std::numeric_limits<double>::infinity();
  do {
    best = std::max(best, log_product(entries, permutation));
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  return best;
}

/// Whether no cyclic exchange of matched rows multiplies the product by more than 2^(tolerance per
/// exchanged row), for any n. Column j may take the row of k at the gain log2|a(row(k), j)| -
/// log2|a(row(j), j)|; a cycle with a positive gain exists if and only if longest paths never
/// settle (Bellman and Ford). Entries that are zero count as absent.
inline bool no_exchange_gains(Entries const& entries,
                              std::vector<std::int32_t> const& row_of_column,
                              double const tolerance = 1e-9) {
  std::int32_t const n = entries.num_columns;
  std::vector<double> own(n, 0), longest(n, 0);
  std::vector<std::int32_t> column_of_row(n, -1);
  for (std::int32_t column = 0; column < n; ++column) column_of_row[row_of_column[column]] = column;
  for (auto const& entry : entries.list)
    if (column_of_row[entry.row] == entry.column)
      own[entry.column] = std::log2(std::fabs(entry.value));
  for (std::int32_t sweep = 0; sweep <= n; ++sweep) {
    bool settled = true;
    for (auto const& entry : entries.list) {
      if (entry.value == 0) continue;
      double const gain = std::log2(std::fabs(entry.value)) - own[entry.column];
      double const length = longest[entry.column] + gain - tolerance;
      double& target = longest[column_of_row[entry.row]];
      if (length > target) target = length, settled = false;
    }
    if (settled) return true;
  }
  return false;
}

}  // namespace heddle::reference
