// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Both triangular solves. Knows no Kokkos.
#pragma once

#include <heddle/cuda_native/lu/solve_format.h>

#include <cstdint>

struct CUstream_st;  // *cudaStream_t

namespace heddle::cuda_native::lu {

/// The factors by lines (rows, or columns for the transposed system), right-hand sides and
/// unknowns, row-major with `count` columns. All in device memory but the stretches.
template <class Value, class T>
struct SolveArguments {
  std::int32_t n;
  std::int32_t const* order;  ///< 2n items by level: line i of the first sweep is i, of the
                              ///< second n + i
  SolveStep const* steps;     ///< of the stretches that a block works on
  std::int32_t const* sources;
  std::int64_t const *offsets, *diagonal;
  std::int32_t const* indices;
  Value const* values;
  std::int64_t const* outer_offsets;  ///< entries between diagonal blocks, or null
  std::int32_t const* outer_indices;
  Value const* outer_values;

  T const* right;  ///< n rows
  T* unknowns;     ///< 2n rows: of the first sweep, then of the second
  std::int32_t count;
  bool divide_first;       ///< the first sweep has the diagonal (transposed), else the second
  std::uint32_t* tickets;  ///< two items, zero before and after
  int blocks;  ///< that work at once; any number is right. 0: as many as the device keeps resident
  SolveStretch const* stretches;  ///< in host memory, in order; read before the call returns
  std::int32_t num_stretches;
};

/// Solves. Sums run in the order that all backends share (core/heddle/lu/detail/triangular.hpp).
/// Everything is enqueued on `stream`, nothing waits and nothing is allocated, so the call may be
/// captured into a graph. Returns a cudaError_t.
int solve(SolveArguments<double, double> const& arguments, CUstream_st* stream);
int solve(SolveArguments<float, double> const& arguments, CUstream_st* stream);
int solve(SolveArguments<float, float> const& arguments, CUstream_st* stream);

/// The most lines that a stretch of one block may have on the current device. 0 if none is known.
std::int32_t most_steps_in_block();

}  // namespace heddle::cuda_native::lu
