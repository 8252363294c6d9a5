// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Refusal of patterns that would lead an algorithm out of its arrays. O(n + nnz), no allocation.
#pragma once

#include <heddle/base/error.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace heddle::ordering::detail {

/// Throws invalid_argument for wrong extents and offsets, invalid_matrix for a row out of range.
inline void check_pattern(std::int32_t n, std::span<std::int64_t const> offsets,
                          std::span<std::int32_t const> rows) {
  HEDDLE_EXPECTS(n >= 0, invalid_argument, "the size of a matrix is negative");
  HEDDLE_EXPECTS(offsets.size() == static_cast<std::size_t>(n) + 1, invalid_argument,
                 "offsets need n + 1 = " + std::to_string(std::int64_t{n} + 1) + " items, not " +
                     std::to_string(offsets.size()));
  bool ascending = offsets.front() == 0;
  for (std::int32_t column = 0; column < n; ++column) {
    ascending &= offsets[column] <= offsets[column + 1];
  }
  HEDDLE_EXPECTS(ascending, invalid_argument, "offsets must start at 0 and never descend");
  HEDDLE_EXPECTS(rows.size() == static_cast<std::size_t>(offsets.back()), invalid_argument,
                 "the last offset and the number of row indices differ");
  bool in_range = true;
  for (std::int32_t const row : rows) in_range &= row >= 0 && row < n;
  HEDDLE_EXPECTS(in_range, invalid_matrix, "a row index is outside 0 ... n - 1");
}

}  // namespace heddle::ordering::detail
