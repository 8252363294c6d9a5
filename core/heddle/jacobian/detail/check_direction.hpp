// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Is the pattern large enough? The recovered Jacobian times a random direction is compared, row by
/// row, with one derivative in that direction. An entry that is missing from the pattern makes a
/// difference with probability one.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/forward.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace heddle::jacobian::detail {

/// Rows whose check failed, rows that could not be checked, and the largest sum_j |J_ij v_j|.
struct CheckVerdict {
  DefaultIndex first_bad = std::numeric_limits<DefaultIndex>::max();
  DefaultIndex skipped = 0;
  double largest = 0;
};

/// How the values that are checked came about.
struct RecoveredBy {
  bool products = false;      ///< VJPs are among them
  bool substitution = false;  ///< entries follow from others, with all their rounding errors
};

/// One row: sum_j J_ij v_j against the derivative, relative to sum_j |J_ij v_j|. What is not above
/// `floor` is noise: derivatives that cancel leave some in rows that should be zero.
template <class Exec, class P, class T>
struct CheckRow {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using value_type = CheckVerdict;
  P pattern;
  T const* values;
  T const* directional;
  std::uint64_t seed;
  T tolerance, floor;

  KOKKOS_FUNCTION void init(CheckVerdict& verdict) const {
    verdict.first_bad = pattern.num_rows;
    verdict.skipped = 0;
    verdict.largest = 0;
  }
  KOKKOS_FUNCTION void join(CheckVerdict& to, CheckVerdict const& from) const {
    if (from.first_bad < to.first_bad) to.first_bad = from.first_bad;
    to.skipped += from.skipped;
    if (from.largest > to.largest) to.largest = from.largest;
  }
  KOKKOS_FUNCTION void operator()(Member const& team, CheckVerdict& verdict) const {
    DefaultIndex const row = team.league_rank();
    T sum = 0, size = 0;
    auto const row_range =
        Kokkos::ThreadVectorRange(team, pattern.row_offsets(row), pattern.row_offsets(row + 1));
    using Offset = typename P::offset_type;
    auto const term = [&](Offset const p) {
      return values[p] * direction_entry<T>(seed, pattern.columns(p));
    };
    Kokkos::parallel_reduce(
        row_range, [&](Offset const p, T& partial) { partial += term(p); }, sum);
    Kokkos::parallel_reduce(
        row_range, [&](Offset const p, T& partial) { partial += Kokkos::abs(term(p)); }, size);
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      T const difference = Kokkos::abs(sum - directional[row]);
      if (!Kokkos::isfinite(difference) || !Kokkos::isfinite(size)) {
        ++verdict.skipped;
        return;
      }
      if (static_cast<double>(size) > verdict.largest) verdict.largest = size;
      bool const bad = difference > tolerance * size && difference > floor;
      if (bad && row < verdict.first_bad) verdict.first_bad = row;
    });
  }
};

template <class T>
constexpr T check_tolerance = std::is_same_v<T, float> ? T(1e-3) : T(1e-8);

/// Rounding errors relative to the largest row. Entries below that are lost to the check.
template <class T>
T check_noise(RecoveredBy const by) {
  return (by.substitution ? 4096 : 16) * std::numeric_limits<T>::epsilon();
}

/// Compares, in two passes as the noise is relative to the largest row, and waits. `values` are
/// those of the pattern, `directional` the m derivatives in the direction of `seed`.
template <class Exec, class P, class T>
CheckVerdict check_direction(Exec const& exec, P const& pattern, T const* values,
                             T const* directional, std::uint64_t seed, RecoveredBy by) {
  CheckVerdict verdict{pattern.num_rows, 0, 0};
  if (pattern.num_rows == 0) return verdict;
  Kokkos::TeamPolicy<Exec> const rows(exec, pattern.num_rows, 1, backends::traits<Exec>::lanes);
  CheckRow<Exec, P, T> check{
      pattern, values, directional, seed, check_tolerance<T>, std::numeric_limits<T>::infinity()};
  Kokkos::parallel_reduce("heddle::jacobian::largest_row", rows, check, verdict);
  check.floor = check_noise<T>(by) * static_cast<T>(verdict.largest);
  Kokkos::parallel_reduce("heddle::jacobian::check_direction", rows, check, verdict);
  return verdict;
}

/// Throws pattern_too_small if a row failed. A user's VJP may be to blame as well.
inline void require_large_enough(CheckVerdict const& verdict, DefaultIndex const num_rows,
                                 RecoveredBy by) {
  HEDDLE_EXPECTS(
      verdict.first_bad >= num_rows, pattern_too_small,
      "the sparsity pattern lacks an entry of row " + std::to_string(verdict.first_bad) +
          ": the function has derivatives there that the pattern does not hold" +
          (by.products ? "; or the vector-Jacobian product is not that of the function" : ""));
}

}  // namespace heddle::jacobian::detail
