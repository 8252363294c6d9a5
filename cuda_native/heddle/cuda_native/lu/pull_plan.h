// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Writes the pull lists of a factorization. Knows no Kokkos.
#pragma once

#include <heddle/cuda_native/lu/format.h>

#include <cstdint>

struct CUstream_st;  // *cudaStream_t

namespace heddle::cuda_native::lu {

/// The pattern of F by columns, and the work in its order. All in device memory.
struct PullPlanArguments {
  std::int64_t const* column_offsets;
  std::int32_t const* rows;
  std::int64_t const* diagonal;
  std::int32_t const* upper_order;  ///< in the slots of U: places in the column, in the order of
                                    ///< subtraction
  std::int32_t const* rank;         ///< of columns; ascends along upper_order
  Item const* items;
  std::int64_t num_items;
  Column* columns;             ///< `depth` is written
  std::uint32_t* level_begin;  ///< first pull of each level, counted from the column's; and the end
  Pull* pulls;
  std::int64_t longest;  ///< entries of the longest column
};

/// Fills columns[].depth, level_begin and pulls. A group of threads a column, which takes its
/// entries of U one after the other, twice. Enqueued on `stream`. The order of pulls inside a level
/// is left open, since nothing depends on it. Returns a cudaError_t.
int build_pull_plan(PullPlanArguments const& arguments, CUstream_st* stream);

}  // namespace heddle::cuda_native::lu
