// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// In which order, and where, the native kernels of a backend work on the lines of a solve
/// (cuda_native/lu/solve_format.h). On the host.
#pragma once

#include <heddle/backends/native_lu.hpp>
#include <heddle/lu/detail/analysis_data.hpp>

#include <cstdint>
#include <vector>

namespace heddle::lu::detail {

struct SolveSchedule {
  /// The 2n lines of both sweeps (first sweep i, second n + i) by level, a line waiting for the
  /// unknowns that its sum reads.
  std::vector<DefaultIndex> order;
  std::vector<backends::lu_format::SolveStretch> stretches;
  std::vector<backends::lu_format::SolveStep> steps;
  std::vector<std::int32_t> sources;
};

/// Cuts the levels into stretches so that the predicted time is least; none in a block has more
/// than `most_steps` lines. O(n + nnz(F)).
SolveSchedule solve_schedule(AnalysisData const& data, bool transposed, std::int32_t most_steps);

}  // namespace heddle::lu::detail
