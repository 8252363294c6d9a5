// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Promises of the analysis, checked in builds with HEDDLE_ENABLE_CHECKS. O(nnz(F)), on the host.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/lu/detail/analysis_data.hpp>

#include <string>

namespace heddle::lu::detail {

/// Throws internal unless both orders of F ascend, name their diagonals and lead to each other.
inline void check_factor_pattern(symbolic::FactorPattern<Kokkos::HostSpace> const& factors) {
  auto const fails = [](char const* what, DefaultIndex line) {
    return std::string("broken pattern of the factors: ") + what + " of line " +
           std::to_string(line);
  };
  for (DefaultIndex line = 0; line < factors.n; ++line) {
    HEDDLE_EXPECTS(factors.rows(factors.diagonal(line)) == line, internal,
                   fails("column diagonal", line));
    HEDDLE_EXPECTS(factors.columns(factors.row_diagonal(line)) == line, internal,
                   fails("row diagonal", line));
    for (auto slot = factors.column_offsets(line); slot < factors.column_offsets(line + 1);
         ++slot) {
      bool const ascends =
          slot == factors.column_offsets(line) || factors.rows(slot - 1) < factors.rows(slot);
      HEDDLE_EXPECTS(ascends, internal, fails("row order", line));
      auto const mirrored = factors.row_slot(slot);
      auto const row = factors.rows(slot);
      bool const leads = factors.columns(mirrored) == line &&
                         mirrored >= factors.row_offsets(row) &&
                         mirrored < factors.row_offsets(row + 1);
      HEDDLE_EXPECTS(leads, internal, fails("row slot", line));
    }
  }
}

/// Throws internal unless the order of the levels is a permutation that respects them.
inline void check_levels(levels::Levels<Kokkos::HostSpace> const& levels, DefaultIndex n) {
  for (DefaultIndex place = 1; place < n; ++place) {
    auto const before = levels.order(place - 1), here = levels.order(place);
    auto const step = levels.level_of_column(here) - levels.level_of_column(before);
    HEDDLE_EXPECTS(step > 0 || (step == 0 && before < here), internal,
                   "broken order of levels at place " + std::to_string(place));
  }
}

}  // namespace heddle::lu::detail
