// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the calls of sparse LU return. A status never doubles as a position. Knows no Kokkos.
#pragma once

#include <heddle/place/report.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::lu {

/// The outcome of a call. `success` is the only one without a reservation; the factors are usable
/// for the first three.
enum class Status {
  success,
  ill_conditioned,        ///< the condition estimate is above 0.2 / eps
  pivot_degraded,         ///< a pivot check failed and was not repaired
  structurally_singular,  ///< no permutation gives a zero-free diagonal
  numerically_singular,   ///< no usable pivot in some column
  zero_pivot,             ///< a bad pivot under PivotPolicy::fail
  non_finite,             ///< NaN or Inf in A, b or x
  too_large,              ///< more entries than the offsets can count
  out_of_memory,          ///< more bytes than the limit or the memory allows
  not_converged           ///< refinement did not reach the accepted backward error
};

/// The name of a status as it is spelled in C++.
std::string_view to_string(Status status);

/// Where something happened. `step` counts in elimination order, the rest as the user numbered it;
/// -1 where it does not apply.
struct Position {
  std::int64_t step = -1;
  std::int64_t row = -1;
  std::int64_t column = -1;
};

/// How long a phase took, where it ran and why, and what was copied between memories for it. Phases
/// here: "match", "order", "symbolic", "levels", "numeric", "condition", "recover", "solve",
/// "refine", "bound". Contexts of heddle/place report those that can be placed by the names
/// "symbolic::factor", "levels::levelize", "lu::numeric", "lu::refactor", "lu::solve".
using place::PhaseReport;

/// det A = phase x exp(log_magnitude); of a singular matrix sign and phase are 0 and the rest -inf.
struct LogDeterminant {
  double log_magnitude = 0;
  int sign = 1;                      ///< of real matrices; 1 for complex ones that are not singular
  std::complex<double> phase = 1.0;  ///< of magnitude 1; the sign if the matrix is real
};

/// How the right-looking form ran: levels of each type, and vectors of dense columns (0: search).
struct RightLookingReport {
  std::int64_t levels_a = 0, levels_b = 0, levels_c = 0;
  std::int64_t dense_columns = 0;
};

/// The outcome of factor and refactor: how good the pivots are, and what was done about bad ones.
struct FactorResult {
  Status status = Status::success;
  std::optional<Position> first_bad;  ///< the first pivot that failed a check, if any
  std::int64_t perturbed = 0;         ///< pivots that were replaced
  int recovered = 0;                  ///< 1 if new pivots or a new analysis repaired a failed check
  double reciprocal_growth = 1;       ///< min over columns of max|A(:,j)| / max|U(:,j)|, scaled
  double reciprocal_condition =
      std::numeric_limits<double>::quiet_NaN();  ///< 1-norm, equilibrated matrix
  LogDeterminant determinant;
  std::optional<RightLookingReport> right_looking;  ///< under Numeric::right_looking
  /// Held by the factorization afterwards, analysis not counted; out_of_memory: that it would take.
  std::uint64_t bytes = 0;
  std::vector<PhaseReport> phases;
};

/// The outcome of solve: how good the solution is.
struct SolveResult {
  Status status = Status::success;
  /// Componentwise: max_i |b - A x|_i / (|A| |x| + |b|)_i, the largest over right-hand sides. Where
  /// the denominator is rounding noise, max_j |A_ij| max_j |x_j| is added to it.
  double backward_error = std::numeric_limits<double>::quiet_NaN();
  /// If asked for: an estimate of a bound of max_i |x - x_true|_i / max_i |x_i|, the largest over
  /// right-hand sides; seldom below the error, since it takes rounding in the residual in.
  std::optional<double> forward_bound;
  std::optional<Position> first_bad;  ///< non_finite: row and right-hand side (as column)
  int refinements = 0;
  int krylov_steps = 0;  ///< of FGMRES, over all right-hand sides
  std::vector<PhaseReport> phases;
};

}  // namespace heddle::lu
