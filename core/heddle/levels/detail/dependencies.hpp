// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which columns must be finished before a column begins.
///
/// Left-looking: column j reads column k for each U(k,j) in F. Right-looking: step k writes A(j',j)
/// through L(j',k) U(k,j), so it must come before step j if it writes at or below row j of column
/// j, or right of column j in row j. Both are one comparison an entry, with the last row of L(:,k)
/// and the last column of U(k,:).
#pragma once

#include <heddle/levels/levelize.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::levels::detail {

template <class Memory>
struct Dependencies {
  symbolic::FactorPattern<Memory> factors;
  Rule rule = Rule::left_looking;

  /// Whether column j waits for column k because of U(k,j) in F.
  KOKKOS_FUNCTION bool through_upper(DefaultIndex const k, DefaultIndex const j) const {
    if (rule == Rule::left_looking) return true;
    DefaultIndex const last_row = factors.rows(factors.column_offsets(k + 1) - 1);
    return rule == Rule::right_looking ? last_row >= j : last_row > k;
  }
  /// Whether column j waits for column k because of L(j,k) in F.
  KOKKOS_FUNCTION bool through_lower(DefaultIndex const k, DefaultIndex const j) const {
    if (rule == Rule::left_looking) return false;
    return rule == Rule::right_looking_relaxed ||
           factors.columns(factors.row_offsets(k + 1) - 1) > j;
  }
};

}  // namespace heddle::levels::detail
