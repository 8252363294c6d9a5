// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which rows partial pivoting picks: a full sparse LU on the host of which only the choice is
/// kept.
///
/// A solver with static pivots falls back to it when values have drifted too far, and takes the row
/// order over. Sequential, plain arrays, knows no Kokkos.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace heddle::ordering {

/// A square sparse matrix by columns with values. Rows of a column are distinct, in any order.
template <class T>
struct BasicValuedColumns {
  std::int32_t n = 0;
  std::span<std::int64_t const> offsets;  ///< n + 1
  std::span<std::int32_t const> rows;
  std::span<T const> values;
};
/// The same with real values.
using ValuedColumns = BasicValuedColumns<double>;
/// The same with complex values.
using ComplexValuedColumns = BasicValuedColumns<std::complex<double>>;

/// What a caller of pivot_by_partial_pivoting can choose.
struct PartialPivotingOptions {
  /// A column's preferred row is taken if its entry is at least this share of the largest one.
  double threshold = 1e-3;
  /// A pivot must exceed this share of the largest magnitude in its column of the given matrix.
  double singular_tolerance = 8 * std::numeric_limits<double>::epsilon();
  std::int64_t entry_limit = 0;  ///< of L + U; 0: none
};

/// The outcome of pivot_by_partial_pivoting.
enum class PartialPivotingStatus {
  success,
  singular,             ///< some step found no pivot above the tolerance
  non_finite,           ///< some step met NaN or Inf, given or grown
  entry_limit_exceeded  ///< the factors outgrew the limit; later steps were not taken
};

/// The pivots that were chosen, and where the choice came to an end.
struct PartialPivoting {
  PartialPivotingStatus status = PartialPivotingStatus::success;
  /// n; the pivot row of each step, -1 for a step without a usable pivot or not taken.
  std::vector<std::int32_t> row_of_step;
  std::int32_t first_bad_step = -1;  ///< without a usable pivot
  double best_candidate = 0;         ///< there: the largest magnitude; NaN if one is not finite
  double smallest_pivot = std::numeric_limits<double>::infinity();  ///< magnitude, over usable ones
  std::int64_t num_entries = 0;  ///< of L + U with one diagonal, in the steps taken
};

/// Factors the columns in the order `column_order` and picks a row for each:
/// `preferred_row[column]` if that is large enough, else the largest. An empty `preferred_row`
/// prefers none.
///
/// A step without a usable pivot is left out and the rest goes on, so that the number of pivots is
/// an estimate of the rank. Cost: that of the left-looking factorization, O(multiply-adds + nnz).
/// Deterministic. Throws invalid_argument, invalid_matrix (extents, ranges, orders that are none).
/// Gilbert and Peierls, SIAM J. Sci. Stat. Comput. 9, 1988; pruning: Eisenstat and Liu, SIAM J.
/// Matrix Anal. Appl. 13, 1992; runs of columns of one structure: Demmel et al., SIAM J. Matrix
/// Anal. Appl. 20, 1999.
PartialPivoting pivot_by_partial_pivoting(ValuedColumns const& matrix,
                                          std::span<std::int32_t const> column_order,
                                          std::span<std::int32_t const> preferred_row = {},
                                          PartialPivotingOptions const& options = {});

/// The same for a complex matrix.
PartialPivoting pivot_by_partial_pivoting(ComplexValuedColumns const& matrix,
                                          std::span<std::int32_t const> column_order,
                                          std::span<std::int32_t const> preferred_row = {},
                                          PartialPivotingOptions const& options = {});

}  // namespace heddle::ordering
