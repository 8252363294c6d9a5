// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the analysis hands to the kernels of the triangular solves: their lines in the order of
/// work, cut into stretches. Plain data, without Kokkos and CUDA types.
///
/// Levels of many lines run on the whole device, where each costs a hop through the L2 cache.
/// Levels of few lines, one after the other, run in one block, whose warps hand unknowns over in
/// shared memory: such a hop takes half of the time or less. A kernel a stretch.
#pragma once

#include <cstdint>

namespace heddle::cuda_native::lu {

/// A line of a stretch that one block works on, as that block needs it. `own` is the number of its
/// unknown, of 2n: i of the first sweep, n + i of the second. The diagonal stands behind the
/// entries in the first sweep, before them in the second.
struct SolveStep {
  std::int64_t values;        ///< first entry in the factors
  std::int64_t outer_values;  ///< first entry between diagonal blocks
  std::int64_t sources;       ///< first source: those of the entries, then those of the outer ones
  std::int32_t length, outer_length;
  std::int32_t own;
  std::int32_t given;  ///< second sweep: the source of the first sweep's unknown
};

/// Where an unknown stands: in the block, by its place in the stretch, or among the 2n.
struct SolveSource {
  static constexpr std::int32_t nowhere = INT32_MIN;  ///< of a lane without an entry
  static constexpr std::int32_t in_block(std::int32_t place) { return place; }
  static constexpr std::int32_t elsewhere(std::int32_t unknown) { return ~unknown; }
};

struct SolveStretch {
  std::int32_t first, count;  ///< items of the order of work
  std::int64_t first_step;    ///< of the block's; -1: the whole device works
};

}  // namespace heddle::cuda_native::lu
