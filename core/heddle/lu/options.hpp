// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a user of sparse LU can choose, with visible defaults. Knows no Kokkos.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/place/policy.hpp>

#include <cstdint>
#include <vector>

namespace heddle::lu {

/// What to do with entries of the same row and column.
enum class Duplicates {
  sum,    ///< add them; sums of three or more run in ascending magnitude, so order never matters
  reject  ///< throw invalid_matrix, naming row, column and entry
};
/// Which rows are moved to the diagonal before ordering.
enum class Matching {
  automatic,    ///< weighted
  none,         ///< keep the rows where they are
  cardinality,  ///< a zero-free diagonal
  weighted      ///< the diagonal with the largest product (MC64 job 5)
};
/// How rows and columns are scaled. Scales are powers of two: they cost no accuracy.
enum class Scaling {
  automatic,  ///< matched if the matching is weighted, else none
  none,
  row_column,  ///< rows, then columns, to a largest magnitude near 1, whatever the matching
  matched      ///< the scales of the weighted matching
};
/// The order that keeps the factors sparse. It applies after the matching.
enum class Ordering {
  automatic,          ///< amd; nested_dissection where the prediction says that it pays
  natural,            ///< as given; no block triangular form
  amd,                ///< approximate minimum degree on A + A^T of the matched matrix
  colamd,             ///< minimum degree on A^T A: for comparisons, seldom good with static pivots
  nested_dissection,  ///< METIS on A + A^T of the matched matrix
  user                ///< AnalyzeOptions::user_order; no block triangular form
};
/// How the pattern of the factors is found; see heddle/symbolic/factor_pattern.hpp.
enum class Symbolic { automatic, row_merge, etree_filter, fill2, fill2_chunked };

/// How the levels of the factorization are found; see heddle/levels/levelize.hpp.
enum class Levelize { automatic, ascending, tickets, kahn };
/// How the factors are computed.
enum class Numeric {
  automatic,     ///< left_looking
  left_looking,  ///< column by column in one kernel, bitwise the same everywhere
  right_looking  ///< level by level with atomic updates: the published GPU form, for comparisons
};
/// How the right-looking form finds an update's target.
enum class ColumnFormat {
  automatic,  ///< dense if all workers get a vector, else search
  dense,      ///< vectors of n zeros, fewer workers where memory is short
  search      ///< binary search in sorted columns
};

/// What a caller of analyze can choose.
struct AnalyzeOptions {
  Duplicates duplicates = Duplicates::sum;
  /// Leave out entries whose values are all zero, for good: a later matrix that has something else
  /// there is a pattern_mismatch.
  bool drop_explicit_zeros = false;
  Matching matching = Matching::automatic;
  Scaling scaling = Scaling::automatic;
  Ordering ordering = Ordering::automatic;
  std::vector<std::int32_t> user_order;  ///< user_order[k] is the column eliminated at step k
  /// Permute to block upper triangular form, so that diagonal blocks alone are factored; each block
  /// is ordered by itself. Left out if the largest block has over 95 % of the rows.
  bool block_triangular = true;
  /// Factorizations that one analysis is likely to serve: how much a better order may cost.
  int expected_factorizations = 1;
  Symbolic symbolic = Symbolic::automatic;
  std::uint64_t symbolic_memory_limit = 0;  ///< bytes for the searches of fill2_chunked; 0: a
                                            ///< quarter of what the memory has
  Levelize levelize = Levelize::automatic;
  Numeric numeric = Numeric::automatic;
  ColumnFormat column_format = ColumnFormat::automatic;
  std::uint64_t column_memory_limit = 0;  ///< bytes for dense columns; 0: an eighth of the memory
  int workers = 0;                        ///< teams that factor and solve; 0: as many as pay. Never
                                          ///< changes a bit of the result
  std::uint64_t memory_limit = 0;  ///< bytes the factorization may take; 0: what the memory has
  Observer observer = {};
  /// Of "symbolic::factor" and "levels::levelize": the place with the least estimate on devices.
  place::Policy place = {};
};

/// What happens when a pivot fails its checks.
enum class PivotPolicy {
  recover,  ///< analyse anew if the values changed, else choose pivots by partial pivoting; once
  perturb,  ///< make its magnitude sqrt(eps), count it, and say pivot_degraded; sign or phase stay
  fail      ///< say zero_pivot and keep the old factors
};

/// Entries of the scaled matrix are about 1. A tolerance of 0 means the default of the type.
struct PivotOptions {
  PivotPolicy policy = PivotPolicy::recover;
  double pivot_tolerance = 0;      ///< share of the column's largest entry; 1e-8 (f64), 1e-4 (f32)
  double absolute_tolerance = 0;   ///< smallest pivot; sqrt(eps)
  double growth_threshold = 1e-4;  ///< smallest reciprocal growth; 1e-2 (f32) is not stricter
  bool estimate_condition = true;  ///< factor only; refactor skips it unless `always_estimate`
  bool always_estimate = false;
  /// refactor only: write over the factors in use, which saves the memory of a second set of
  /// values. If it fails or throws there are no factors; NaN or Inf in the matrix is found before.
  bool in_place = false;
  Observer observer = {};
  place::Policy place = {};  ///< of "lu::numeric" and "lu::refactor"
};

/// Which system is solved. For real matrices the conjugate transpose is the transpose.
enum class Operation { none, transpose, conjugate_transpose };

/// How the solution is improved.
enum class Refinement {
  automatic,  ///< until the backward error is at most 4 eps, stops halving, or 10 steps; then
              ///< FGMRES if the error is not accepted
  fixed,      ///< `SolveOptions::refinement_steps` steps; nothing is read back in between
  off         ///< no residual at all; backward_error is NaN
};

/// What a caller of Factorization::solve can choose.
struct SolveOptions {
  Operation operation = Operation::none;
  Refinement refinement = Refinement::automatic;
  int refinement_steps = 1;
  /// Automatic refinement that stalls above the accepted error goes on with FGMRES, preconditioned
  /// with the factors, of at most so many steps a right-hand side; 0: never.
  int krylov_steps = 20;
  double accepted_backward_error = 1e-12;  ///< above it not_converged; at least 128 eps of b
  bool bound_forward_error = false;  ///< fill forward_bound, at a few solves a right-hand side
  place::Policy place = {};          ///< of "lu::solve"
};

}  // namespace heddle::lu
