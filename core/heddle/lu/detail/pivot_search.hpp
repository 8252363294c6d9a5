// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Pivots by threshold partial pivoting on the host, for matrices whose matched diagonal fails.
#pragma once

#include <heddle/lu/detail/analysis_data.hpp>
#include <heddle/lu/result.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace heddle::lu::detail {

/// The outcome of a search for pivots.
struct PivotSearch {
  Status status = Status::success;    ///< success, numerically_singular or out_of_memory
  std::optional<Position> first_bad;  ///< of a singular matrix
  Permutation permutation;
  double smallest_pivot = 0;  ///< magnitude, in the scaled matrix
};

/// Replaces the row order of `before` by the pivots that partial pivoting chooses for these values.
/// The matched diagonal is preferred; columns are ordered by COLAMD if the matched pattern is far
/// from symmetric. T is double or its complex form. Sequential; the cost of one host factorization.
/// Deterministic.
template <class T>
PivotSearch search_pivots(CanonicalPattern const& matrix, std::span<T const> values,
                          AnalysisData const& before);

}  // namespace heddle::lu::detail
