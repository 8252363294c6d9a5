// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A user's pattern on the host: checked, sorted, transposed, made symmetric. Plain arrays; knows
/// no Kokkos. All costs are O(n + nnz), but for the sort of rows that do not ascend.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace heddle::coloring::detail {

/// Lists of indices, one for each line; in a clean pattern each ascends strictly.
struct Lines {
  std::int32_t count = 0;  ///< lines
  std::int32_t range = 0;  ///< indices are below
  std::int64_t const* offsets = nullptr;
  std::int32_t const* indices = nullptr;

  std::int64_t num_entries() const { return offsets[count]; }
  std::int64_t length(std::int32_t line) const { return offsets[line + 1] - offsets[line]; }
  std::span<std::int32_t const> operator[](std::int32_t line) const {
    return {indices + offsets[line], indices + offsets[line + 1]};
  }
};

/// Lines that own their arrays.
struct OwnedLines {
  std::int32_t count = 0;
  std::int32_t range = 0;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> indices;

  Lines view() const { return {count, range, offsets.data(), indices.data()}; }
};

/// What the user gave, unchecked.
struct GivenPattern {
  std::int32_t num_rows = 0;
  std::int32_t num_columns = 0;
  std::span<std::int64_t const> offsets;
  std::span<std::int32_t const> columns;
};

/// Rows of distinct, ascending columns: the user's own arrays where they are like that already.
class CleanPattern {
 public:
  /// Checks and cleans. Columns >= num_columns are dropped or refused. Throws bad_pattern. The
  /// given arrays must outlive this object.
  CleanPattern(GivenPattern const& given, bool ignore_ghosts);
  explicit CleanPattern(OwnedLines lines) : owned_(std::move(lines)), aliased_(false) {}

  Lines rows() const { return aliased_ ? given_ : owned_.view(); }

 private:
  Lines given_;
  OwnedLines owned_;
  bool aliased_ = true;
};

/// Throws bad_pattern for sizes and offsets that do not describe a pattern.
void check_offsets(GivenPattern const& given);

/// The other direction: line j of the result holds the lines that hold j, ascending.
OwnedLines transposed(Lines const& lines);

/// A symmetric pattern of the same square matrix, or throws bad_pattern: not square, or (unless
/// `symmetrize` adds the mirrored entries) an entry without mirror, with its row and column.
CleanPattern symmetric_pattern(CleanPattern pattern, bool symmetrize);

/// Square rows with all, or without any, of their diagonal entries; nothing if they are so already.
std::optional<OwnedLines> with_diagonal(Lines const& rows);
std::optional<OwnedLines> without_diagonal(Lines const& rows);

}  // namespace heddle::coloring::detail
