// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The sequential host phases of the analysis: matching, scaling, fill order.
#pragma once

#include <heddle/lu/analysis.hpp>
#include <heddle/lu/detail/analysis_data.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/lu/result.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle::lu::detail {

/// Which step each row and column belongs to, or why there is none.
struct Preordering {
  Status status = Status::success;
  std::int64_t structural_rank = 0;
  std::vector<std::int32_t> unmatched_rows, unmatched_columns;
  Permutation permutation;
  std::vector<DefaultIndex> block_offsets;
  Ordering ordering = Ordering::amd;
  std::vector<OrderPrediction> predictions;
  std::vector<PhaseReport> phases;
};

/// Matches, scales and orders by the options; `magnitudes` are those of the canonical entries.
/// O(nnz) and the costs of heddle/ordering.
Preordering preorder(CanonicalPattern const& matrix, std::span<double const> magnitudes,
                     AnalyzeOptions const& options);

/// The diagonal blocks of the permuted pattern by rows, columns ascending, and how symmetric they
/// are.
struct PermutedPattern {
  std::vector<DefaultOffset> row_offsets;
  std::vector<DefaultIndex> columns;
  double symmetry = 1;  ///< share of off-diagonal entries whose mirror is there too
};
PermutedPattern permuted_pattern(CanonicalPattern const& matrix, Permutation const& permutation,
                                 Blocks const& blocks);

}  // namespace heddle::lu::detail
