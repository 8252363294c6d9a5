// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Block upper triangular form: the strongly connected components of a matrix with matched pivots.
/// Plain arrays, sequential, knows no Kokkos.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::ordering {

/// Rows and columns in an order that makes the matrix block upper triangular. The diagonal blocks
/// cannot be split further.
struct BlockTriangular {
  std::vector<std::int32_t> order;          ///< n; the row and column at each place
  std::vector<std::int32_t> block_offsets;  ///< number of blocks + 1; places where blocks begin

  /// Diagonal blocks.
  std::int32_t num_blocks() const { return static_cast<std::int32_t>(block_offsets.size()) - 1; }
  /// Rows of the largest diagonal block.
  std::int32_t largest_block() const;
};

/// The block upper triangular form of a pattern by columns whose diagonal is (or counts as) zero
/// free: apply a matching first. Entries in any order, repeated or not; places of a block ascend.
/// O(n log n + nnz) (Tarjan, SIAM J. Comput. 1, 1972; Duff and Reid, ACM TOMS 4, 1978). Own code:
/// the packaged BTF is LGPL. Deterministic. Throws invalid_argument (extents, offsets),
/// invalid_matrix (a row out of range).
BlockTriangular block_triangular(std::int32_t n, std::span<std::int64_t const> offsets,
                                 std::span<std::int32_t const> rows);

}  // namespace heddle::ordering
