// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Row permutations that put large entries on the diagonal, and the scales that come with them.
///
/// Sequential host algorithms on plain arrays: they launch nothing, so they take no execution-space
/// instance and know no Kokkos. No freely licensed packaged library offers the weighted form.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::ordering {

/// A square sparse matrix by columns. Rows of a column are distinct, in any order.
struct Columns {
  std::int32_t n = 0;
  std::span<std::int64_t const> offsets;  ///< n + 1
  std::span<std::int32_t const> rows;
  std::span<double const> magnitudes;  ///< |a_ij|, finite and >= 0; empty: pattern only
};

/// A matching of rows and columns.
struct Matching {
  std::vector<std::int32_t> row_of_column;      ///< n; the matched row, -1 if there is none
  std::vector<double> row_scale, column_scale;  ///< n each; powers of two; empty if not scaled
  std::int64_t structural_rank = 0;             ///< matched columns
  std::vector<std::int32_t> unmatched_rows, unmatched_columns;  ///< ascending
  bool used_zeros = false;  ///< nonzeros alone have no perfect matching; stored zeros complete it
};

/// A maximum transversal of the stored pattern, zeros included; the diagonal is kept where it is
/// stored. Cheap assignment, then depth-first augmentation with look-ahead (Duff, ACM TOMS 7,
/// 1981). Worst case O(n nnz), in practice near nnz. Deterministic. No scales. Throws
/// invalid_argument (extents, offsets), invalid_matrix (a row out of range).
Matching maximum_matching(Columns const& matrix);

/// The perfect matching that maximises the product of the matched magnitudes, with scales that make
/// matched entries 1 and all others at most 1 in magnitude, up to the rounding of each scale to a
/// power of two (Duff and Koster, SIAM J. Matrix Anal. Appl. 22, 2001; MC64 job 5). Shortest
/// augmenting paths with duals and a heap; worst case O(n (nnz + n log n)), in practice near nnz.
/// Deterministic. Among entries that may be matched at no cost the diagonal comes first.
///
/// Scaled matched entries lie in [1/2, 2] and none is above 2. Multiply by the row's scale first:
/// no step then overflows. If exact scales leave the range of a double, the bound of 2 stays and
/// matched entries may end below 1/2.
/// Stored zeros are no edges. If the nonzeros lack a perfect matching and the pattern has one,
/// stored zeros complete it (`used_zeros`; such a matrix is singular); the scales keep every entry
/// below 2, and rows and columns without nonzeros get the scale 1.
/// Without a perfect matching of the pattern, and without magnitudes: that of maximum_matching, no
/// scales. Throws what maximum_matching throws, and invalid_matrix for a magnitude that is
/// negative, NaN or infinite.
Matching weighted_matching(Columns const& matrix);

}  // namespace heddle::ordering
