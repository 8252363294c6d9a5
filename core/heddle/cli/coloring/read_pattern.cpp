// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/coloring/read_pattern.hpp>

#include <heddle/cli/exit_code.hpp>
#include <heddle/io/read.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace heddle::cli {
namespace {

/// A file of a few bytes may claim two thousand million rows; no memory is taken for them.
void expect_borne_out(std::string const& file, io::Matrix const& matrix) {
  constexpr std::int64_t small = 10'000'000, lines_per_entry = 64;
  auto const entries =
      static_cast<std::int64_t>(std::max(matrix.values.size(), matrix.rows.size()));
  std::int64_t const lines = std::int64_t{matrix.num_rows} + matrix.num_columns;
  if (lines <= small || lines / lines_per_entry <= entries) return;
  throw Failure(ExitCode::bad_input,
                fmt::format("{}: {} x {} with {} entries: nearly all empty", file, matrix.num_rows,
                            matrix.num_columns, entries));
}

bool is_zero(io::Matrix const& matrix, std::size_t k) {
  if (matrix.values.empty()) return false;  // a pattern file
  return matrix.values[k] == 0 && (matrix.imaginary.empty() || matrix.imaginary[k] == 0);
}

/// Calls `visit(row, column)` for each stored entry that counts.
template <class Visit>
void for_each_stored(io::Matrix const& matrix, bool drop_zeros, Visit const& visit) {
  if (matrix.layout == io::Layout::coordinate) {
    for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
      if (!drop_zeros || !is_zero(matrix, k)) visit(matrix.rows[k], matrix.columns[k]);
    }
    return;
  }
  std::size_t k = 0;
  for (std::int32_t j = 0; j < matrix.num_columns; ++j) {
    std::int32_t const first = matrix.symmetry == io::Symmetry::general          ? 0
                               : matrix.symmetry == io::Symmetry::skew_symmetric ? j + 1
                                                                                 : j;
    for (std::int32_t i = first; i < matrix.num_rows; ++i, ++k) {
      if (!is_zero(matrix, k)) visit(i, j);
    }
  }
}

/// With the mirrored entries of symmetric kinds.
template <class Visit>
void for_each_entry(io::Matrix const& matrix, bool drop_zeros, Visit const& visit) {
  bool const mirrored = matrix.symmetry != io::Symmetry::general;
  for_each_stored(matrix, drop_zeros, [&](std::int32_t i, std::int32_t j) {
    visit(i, j);
    if (mirrored && i != j) visit(j, i);
  });
}

/// Sorts each row that does not ascend and drops what repeats.
void make_distinct(PlainPattern& pattern) {
  std::int64_t kept = 0, begin = 0;
  for (std::int32_t i = 0; i < pattern.num_rows; ++i) {
    auto const first = pattern.columns.begin() + begin;
    auto const last = pattern.columns.begin() + pattern.offsets[i + 1];
    begin = pattern.offsets[i + 1];
    if (!std::is_sorted(first, last)) std::sort(first, last);
    auto const end = std::unique(first, last);
    std::move(first, end, pattern.columns.begin() + kept);
    kept += end - first;
    pattern.offsets[i + 1] = kept;
  }
  pattern.columns.resize(static_cast<std::size_t>(kept));
}

}  // namespace

PlainPattern read_pattern(std::string const& file, bool drop_zeros, Observer const& observer) {
  io::ReadOptions options;
  options.observer = observer;
  auto const matrix = io::read_matrix(file, options);
  expect_borne_out(file, matrix);
  return pattern_of(matrix, drop_zeros);
}

PlainPattern pattern_of(io::Matrix const& matrix, bool drop_zeros) {
  PlainPattern pattern{matrix.num_rows, matrix.num_columns, {}, {}};
  pattern.offsets.assign(static_cast<std::size_t>(matrix.num_rows) + 1, 0);
  for_each_entry(matrix, drop_zeros,
                 [&](std::int32_t i, std::int32_t) { ++pattern.offsets[i + 1]; });
  for (std::int32_t i = 0; i < matrix.num_rows; ++i) {
    pattern.offsets[i + 1] += pattern.offsets[i];
  }
  pattern.columns.resize(static_cast<std::size_t>(pattern.offsets.back()));
  auto next = pattern.offsets;
  for_each_entry(matrix, drop_zeros,
                 [&](std::int32_t i, std::int32_t j) { pattern.columns[next[i]++] = j; });
  make_distinct(pattern);
  return pattern;
}

}  // namespace heddle::cli
