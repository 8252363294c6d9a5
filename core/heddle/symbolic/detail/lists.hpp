// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Lists of indices on plain arrays, and the edges of A + A^T as such lists. Knows no Kokkos.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::symbolic::detail {

/// Lists of indices, one after another.
struct Lists {
  std::vector<std::int64_t> offsets;  ///< number of lists + 1
  std::vector<std::int32_t> members;

  std::span<std::int32_t const> operator[](std::int32_t const list) const {
    return {members.data() + offsets[list], members.data() + offsets[list + 1]};
  }
};

/// For each j the larger ends i > j of the edges {i,j} of A + A^T, in no order. An edge stored as
/// (i,j) and as (j,i) stands there once if lines ascend; otherwise it may stand there twice. Cost:
/// two passes over the pattern. Throws invalid_matrix for an index out of range.
Lists larger_ends(std::int32_t n, std::span<std::int64_t const> offsets,
                  std::span<std::int32_t const> indices);

/// The members of each list become lists: `list` stands in result[member]. The results ascend.
Lists transposed(std::int32_t n, Lists const& lists);

}  // namespace heddle::symbolic::detail
