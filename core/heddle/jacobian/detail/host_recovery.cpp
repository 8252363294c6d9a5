// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/jacobian/detail/host_recovery.hpp>

#include <algorithm>
#include <string>

namespace heddle::jacobian::detail {

std::vector<bool> alone_in_row(HostRows const& rows, std::span<std::int32_t const> colors) {
  std::int32_t num_colors = 0;
  for (auto const color : colors) num_colors = std::max(num_colors, color + 1);
  std::vector<std::int32_t> count(static_cast<std::size_t>(num_colors), 0);
  std::vector<bool> alone(rows.columns.size(), false);
  for (std::int32_t i = 0; i < rows.num_rows; ++i) {
    auto const row = rows.row(i);
    auto const begin = static_cast<std::size_t>(rows.offsets[i]);
    for (auto const j : row) {
      if (colors[j] >= 0) ++count[colors[j]];
    }
    for (std::size_t k = 0; k < row.size(); ++k) {
      auto const color = colors[row[k]];
      alone[begin + k] = color >= 0 && count[color] == 1;
    }
    for (auto const j : row) {
      if (colors[j] >= 0) count[colors[j]] = 0;
    }
  }
  return alone;
}

std::vector<std::int64_t> mirrored_entries(HostRows const& rows) {
  // Entries by column, rows ascending: column j of this list meets row j of the pattern.
  std::vector<std::int64_t> begin(static_cast<std::size_t>(rows.num_columns) + 1, 0);
  for (auto const j : rows.columns) ++begin[j + 1];
  for (std::size_t j = 1; j < begin.size(); ++j) begin[j] += begin[j - 1];
  std::vector<std::int64_t> cursor(begin), by_column(rows.columns.size());
  std::vector<std::int32_t> row_of(rows.columns.size());
  for (std::int32_t i = 0; i < rows.num_rows; ++i) {
    for (auto p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      row_of[p] = i;
      by_column[cursor[rows.columns[p]]++] = p;
    }
  }
  std::vector<std::int64_t> mirror(rows.columns.size(), -1), place(rows.num_columns, -1);
  for (std::int32_t j = 0; j < rows.num_rows; ++j) {
    for (auto p = rows.offsets[j]; p < rows.offsets[j + 1]; ++p) place[rows.columns[p]] = p;
    for (auto q = begin[j]; q < begin[j + 1]; ++q)
      mirror[by_column[q]] = place[row_of[by_column[q]]];
    for (auto p = rows.offsets[j]; p < rows.offsets[j + 1]; ++p) place[rows.columns[p]] = -1;
  }
  for (std::size_t p = 0; p < mirror.size(); ++p) {
    HEDDLE_EXPECTS(mirror[p] >= 0, bad_pattern,
                   "the pattern holds entry (" + std::to_string(row_of[p]) + ", " +
                       std::to_string(rows.columns[p]) + ") without its mirror");
  }
  return mirror;
}

}  // namespace heddle::jacobian::detail
