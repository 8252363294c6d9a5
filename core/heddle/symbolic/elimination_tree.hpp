// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The elimination tree of A + A^T, and what it predicts before anything large is allocated.
///
/// Sequential host algorithm on plain arrays, near O(nnz(A)); knows no Kokkos.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::symbolic {

/// The tree of a square pattern in its elimination order, and the predictions that follow from it.
/// For a pattern-symmetric matrix they are exact; otherwise they bound the factors from above.
struct EliminationTree {
  std::vector<std::int32_t> parent;         ///< n; -1 for roots (Liu, ACM TOMS 12, 1986)
  std::vector<std::int32_t> column_counts;  ///< n; entries of column j of L below the diagonal
                                            ///< (Gilbert, Ng, Peyton, SIMAX 15, 1994)
  std::vector<std::int32_t> row_counts;     ///< n; entries of row i of L left of the diagonal
  std::int64_t num_factor_entries = 0;      ///< entries of L + U, diagonal counted once
  std::uint64_t multiply_adds = 0;          ///< of the numeric factorization, saturating
  std::int32_t height = 0;                  ///< columns on the longest path: levels, at most
};

/// `offsets` and `indices` hold the pattern by rows or by columns, which is the same here; entries
/// in any order, repeated or not, the diagonal may be missing. Cost: O(nnz alpha(nnz, n)), memory
/// 8 bytes an entry and some 50 a row. Deterministic. Throws invalid_matrix for offsets that do not
/// fit and for indices out of range.
EliminationTree elimination_tree(std::int32_t n, std::span<std::int64_t const> offsets,
                                 std::span<std::int32_t const> indices);

}  // namespace heddle::symbolic
