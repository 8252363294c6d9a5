// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/host_pattern.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace heddle::coloring::detail {
namespace {

/// Steps that do not ascend, and indices outside, in [first, last); compilers do it in vectors.
std::int64_t count_falls(std::int32_t const* const columns, std::int64_t const first,
                         std::int64_t const last, std::uint32_t const limit, bool& outside) {
  std::int32_t num_falls = 0, num_outside = 0;
  if (first == 0 && last > 0) num_outside |= static_cast<std::uint32_t>(columns[0]) >= limit;
  for (std::int64_t p = std::max<std::int64_t>(first, 1); p < last; ++p) {
    num_falls += columns[p] <= columns[p - 1];
    num_outside |= static_cast<std::uint32_t>(columns[p]) >= limit;
  }
  outside |= num_outside != 0;
  return num_falls;
}

/// Whether every row ascends strictly within the range. Falls are allowed between rows only, where
/// they are counted again. Blocks of rows, so that the second count finds its entries in the cache.
bool is_clean(GivenPattern const& given) {
  constexpr std::int32_t block = 512;
  std::int32_t const* const columns = given.columns.data();
  auto const limit = static_cast<std::uint32_t>(given.num_columns);
  bool outside = false;
  for (std::int32_t begin = 0; begin < given.num_rows; begin += block) {
    std::int32_t const end = std::min(begin + block, given.num_rows);
    std::int64_t const first = given.offsets[begin], last = given.offsets[end];
    std::int64_t falls = 0;
    constexpr std::int64_t piece = std::int64_t{1} << 30;  // counts of a piece fit 32 bits
    for (std::int64_t p = first; p < last; p += piece) {
      falls += count_falls(columns, p, std::min(p + piece, last), limit, outside);
    }
    for (std::int32_t row = begin; row < end; ++row) {
      std::int64_t const start = given.offsets[row];
      if (start > 0 && start < given.offsets[row + 1]) {
        falls -= columns[start] <= columns[start - 1];
      }
    }
    if (outside || falls != 0) return false;
  }
  return true;
}

void check_index(GivenPattern const& given, std::int32_t const row, std::int64_t const position,
                 bool const ignore_ghosts) {
  auto const column = given.columns[position];
  HEDDLE_EXPECTS(column >= 0 && (ignore_ghosts || column < given.num_columns), bad_pattern,
                 "row " + std::to_string(row) + ", position " + std::to_string(position) +
                     ": column " + std::to_string(column) + " is outside 0 ... " +
                     std::to_string(std::int64_t{given.num_columns} - 1) +
                     (column >= 0 ? "; set ignore_ghosts to drop such columns" : ""));
}

OwnedLines cleaned(GivenPattern const& given, bool const ignore_ghosts) {
  OwnedLines result{given.num_rows, given.num_columns, {0}, {}};
  result.offsets.reserve(static_cast<std::size_t>(given.num_rows) + 1);
  result.indices.reserve(given.columns.size());
  for (std::int32_t row = 0; row < given.num_rows; ++row) {
    auto const first = static_cast<std::ptrdiff_t>(result.indices.size());
    for (auto p = given.offsets[row]; p < given.offsets[row + 1]; ++p) {
      check_index(given, row, p, ignore_ghosts);
      if (given.columns[p] < given.num_columns) result.indices.push_back(given.columns[p]);
    }
    auto const begin = result.indices.begin() + first;
    if (!std::is_sorted(begin, result.indices.end())) std::sort(begin, result.indices.end());
    result.indices.erase(std::unique(begin, result.indices.end()), result.indices.end());
    result.offsets.push_back(static_cast<std::int64_t>(result.indices.size()));
  }
  return result;
}

/// Row by row the union of two square patterns.
OwnedLines united(Lines const& a, Lines const& b) {
  OwnedLines result{a.count, a.range, {0}, {}};
  result.indices.reserve(static_cast<std::size_t>(a.num_entries()));
  for (std::int32_t row = 0; row < a.count; ++row) {
    std::set_union(a[row].begin(), a[row].end(), b[row].begin(), b[row].end(),
                   std::back_inserter(result.indices));
    result.offsets.push_back(static_cast<std::int64_t>(result.indices.size()));
  }
  return result;
}

bool equal(Lines const& a, Lines const& b) {
  return std::equal(a.offsets, a.offsets + a.count + 1, b.offsets) &&
         std::equal(a.indices, a.indices + a.num_entries(), b.indices);
}

[[noreturn]] void refuse_first_without_mirror(Lines const& rows, Lines const& mirrored) {
  for (std::int32_t row = 0; row < rows.count; ++row) {
    for (auto const column : rows[row]) {
      HEDDLE_EXPECTS(std::binary_search(mirrored[row].begin(), mirrored[row].end(), column),
                     bad_pattern,
                     "the pattern is not symmetric: row " + std::to_string(row) + ", column " +
                         std::to_string(column) + " has no mirror; set symmetrize to add it");
    }
  }
  throw error(ErrorCode::internal, "a pattern differs from its mirror in no entry", __FILE__,
              __LINE__);
}

std::int64_t count_diagonal(Lines const& rows) {
  std::int64_t count = 0;
  for (std::int32_t row = 0; row < rows.count; ++row) {
    count += std::binary_search(rows[row].begin(), rows[row].end(), row);
  }
  return count;
}

/// The rows with their diagonal entries set or left out.
OwnedLines with_diagonal_set(Lines const& rows, bool const present) {
  OwnedLines result{rows.count, rows.range, {0}, {}};
  result.indices.reserve(static_cast<std::size_t>(rows.num_entries() + (present ? rows.count : 0)));
  for (std::int32_t row = 0; row < rows.count; ++row) {
    auto const middle = std::lower_bound(rows[row].begin(), rows[row].end(), row);
    result.indices.insert(result.indices.end(), rows[row].begin(), middle);
    if (present) result.indices.push_back(row);
    auto const rest = middle != rows[row].end() && *middle == row ? middle + 1 : middle;
    result.indices.insert(result.indices.end(), rest, rows[row].end());
    result.offsets.push_back(static_cast<std::int64_t>(result.indices.size()));
  }
  return result;
}

}  // namespace

void check_offsets(GivenPattern const& given) {
  HEDDLE_EXPECTS(given.num_rows >= 0 && given.num_columns >= 0, bad_pattern,
                 "a pattern of " + std::to_string(given.num_rows) + " x " +
                     std::to_string(given.num_columns) + " has a negative size");
  HEDDLE_EXPECTS(given.offsets.size() == static_cast<std::size_t>(given.num_rows) + 1, bad_pattern,
                 "a pattern of " + std::to_string(given.num_rows) + " rows needs " +
                     std::to_string(std::int64_t{given.num_rows} + 1) + " offsets, not " +
                     std::to_string(given.offsets.size()));
  HEDDLE_EXPECTS(given.offsets.front() == 0, bad_pattern,
                 "the first offset is " + std::to_string(given.offsets.front()) + ", not 0");
  for (std::int32_t row = 0; row < given.num_rows; ++row) {
    HEDDLE_EXPECTS(given.offsets[row] <= given.offsets[row + 1], bad_pattern,
                   "the offsets fall at row " + std::to_string(row));
  }
  HEDDLE_EXPECTS(given.offsets.back() == static_cast<std::int64_t>(given.columns.size()),
                 bad_pattern,
                 "the last offset is " + std::to_string(given.offsets.back()) + ", but there are " +
                     std::to_string(given.columns.size()) + " entries");
}

CleanPattern::CleanPattern(GivenPattern const& given, bool const ignore_ghosts) {
  check_offsets(given);
  if (is_clean(given)) {
    given_ = {given.num_rows, given.num_columns, given.offsets.data(), given.columns.data()};
  } else {
    owned_ = cleaned(given, ignore_ghosts);
    aliased_ = false;
  }
}

OwnedLines transposed(Lines const& lines) {
  OwnedLines result{lines.range, lines.count, {}, {}};
  result.offsets.assign(static_cast<std::size_t>(lines.range) + 2, 0);
  result.indices.resize(static_cast<std::size_t>(lines.num_entries()));
  // Counted two places ahead, so that the cursors end up as the offsets themselves.
  auto* const cursors = result.offsets.data() + 1;
  for (std::int64_t p = 0; p < lines.num_entries(); ++p) ++cursors[lines.indices[p] + 1];
  for (std::int32_t j = 0; j < lines.range; ++j) cursors[j + 1] += cursors[j];
  auto* const members = result.indices.data();
  for (std::int32_t line = 0; line < lines.count; ++line) {
    for (auto p = lines.offsets[line]; p < lines.offsets[line + 1]; ++p) {
      members[cursors[lines.indices[p]]++] = line;
    }
  }
  result.offsets.pop_back();
  return result;
}

CleanPattern symmetric_pattern(CleanPattern pattern, bool const symmetrize) {
  Lines const rows = pattern.rows();
  HEDDLE_EXPECTS(rows.count == rows.range, bad_pattern,
                 "this kind of colouring needs a square pattern, not " +
                     std::to_string(rows.count) + " x " + std::to_string(rows.range));
  auto const mirrored = transposed(rows);
  if (equal(rows, mirrored.view())) return pattern;
  if (!symmetrize) refuse_first_without_mirror(rows, mirrored.view());
  return CleanPattern(united(rows, mirrored.view()));
}

std::optional<OwnedLines> with_diagonal(Lines const& rows) {
  if (count_diagonal(rows) == rows.count) return std::nullopt;
  return with_diagonal_set(rows, true);
}

std::optional<OwnedLines> without_diagonal(Lines const& rows) {
  if (count_diagonal(rows) == 0) return std::nullopt;
  return with_diagonal_set(rows, false);
}

}  // namespace heddle::coloring::detail
