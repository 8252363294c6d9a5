// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Block triangular form and fill order of a matched pattern, and the choice between orders by what
/// they promise. Sequential, on the host.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/options.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::lu::detail {

/// A square pattern by columns with the pivots on its diagonal.
struct MatchedPattern {
  DefaultIndex n = 0;
  std::span<DefaultOffset const> offsets;
  std::span<DefaultIndex const> rows;
};

/// The order of elimination, and where its diagonal blocks begin.
struct FillOrdering {
  std::vector<DefaultIndex> order;
  std::vector<DefaultIndex> block_offsets;  ///< number of blocks + 1; {0} of nothing
  Ordering ordering = Ordering::amd;        ///< the one in use
  std::vector<OrderPrediction> predictions;
};

/// Orders by the options. Throws invalid_argument for a user order that is no permutation.
FillOrdering order_for_little_fill(MatchedPattern const& pattern, AnalyzeOptions const& options);

/// Seconds of one numeric factorization, by a model that is the same on all backends, so that they
/// all choose the same order: work and the wait along the critical path add up.
double predicted_seconds(double multiply_adds, double critical_path);

/// Seconds that nested dissection is likely to take on the host.
double predicted_dissection_seconds(double n, double num_entries);

}  // namespace heddle::lu::detail
