// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Square patterns as sorted rows on plain vectors, made from entries. Knows no Kokkos.
#pragma once

#include <tests/reference/entries.hpp>
#include <tests/reference/fill.hpp>

#include <cstdint>
#include <set>
#include <vector>

namespace heddle::test {

/// Columns ascend in each row and are distinct.
struct SortedRows {
  std::int32_t n = 0;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
};

inline SortedRows sorted_rows(std::vector<std::set<std::int32_t>> const& rows) {
  SortedRows result;
  result.n = static_cast<std::int32_t>(rows.size());
  for (auto const& row : rows) {
    result.columns.insert(result.columns.end(), row.begin(), row.end());
    result.offsets.push_back(static_cast<std::int64_t>(result.columns.size()));
  }
  return result;
}

/// The pattern of entries, symmetrically permuted so that order[s] comes to position s.
inline SortedRows sorted_rows(reference::Entries const& entries,
                              std::vector<std::int32_t> const& order = {}) {
  std::vector<std::int32_t> position(entries.num_rows);
  for (std::int32_t s = 0; s < entries.num_rows; ++s) position[order.empty() ? s : order[s]] = s;
  std::vector<std::set<std::int32_t>> rows(entries.num_rows);
  for (auto const& entry : entries.list) rows[position[entry.row]].insert(position[entry.column]);
  return sorted_rows(rows);
}

inline reference::Table table_of(SortedRows const& rows) {
  reference::Table table(rows.n, std::vector<char>(rows.n));
  for (std::int32_t i = 0; i < rows.n; ++i)
    for (auto p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) table[i][rows.columns[p]] = 1;
  return table;
}

inline SortedRows rows_of(reference::Table const& table) {
  std::vector<std::set<std::int32_t>> rows(table.size());
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table.size(); ++j)
      if (table[i][j]) rows[i].insert(static_cast<std::int32_t>(j));
  return sorted_rows(rows);
}

}  // namespace heddle::test
