// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Threads that share a column: a warp or a block. Compiled by nvcc.
#pragma once

#include <heddle/cuda_native/lu/format.h>

#include <cstdint>

namespace heddle::cuda_native::lu {

/// A sum over the threads before this one, and over all.
struct ScanResult {
  std::uint32_t before;
  std::uint32_t total;
};

/// A warp.
struct WarpGroup {
  static constexpr int threads = warp_threads;
  static constexpr unsigned all = 0xFFFFFFFFu;

  __device__ static int thread() { return static_cast<int>(threadIdx.x) % warp_threads; }
  __device__ static void wait() { __syncwarp(); }
  __device__ static bool any(bool mine) { return __any_sync(all, mine) != 0; }
  __device__ static ScanResult scan(std::uint32_t mine) {
    std::uint32_t sum = mine;
    for (int distance = 1; distance < warp_threads; distance *= 2) {
      std::uint32_t const other = __shfl_up_sync(all, sum, distance);
      if (thread() >= distance) sum += other;
    }
    return {sum - mine, __shfl_sync(all, sum, warp_threads - 1)};
  }
  /// The largest, of numbers that are not negative; in every thread.
  template <class Value>
  __device__ static Value largest(Value mine) {
    for (int half = warp_threads / 2; half > 0; half /= 2) {
      Value const other = __shfl_xor_sync(all, mine, half);
      mine = other > mine ? other : mine;
    }
    return mine;
  }
};

/// A block of block_threads.
struct BlockGroup {
  static constexpr int threads = block_threads;

  __device__ static int thread() { return static_cast<int>(threadIdx.x); }
  __device__ static void wait() { __syncthreads(); }
  __device__ static bool any(bool mine) { return __syncthreads_or(mine) != 0; }
  __device__ static ScanResult scan(std::uint32_t mine) {
    __shared__ std::uint32_t totals[block_warps];
    ScanResult result = WarpGroup::scan(mine);
    int const warp = thread() / warp_threads;
    __syncthreads();
    if (WarpGroup::thread() == 0) totals[warp] = result.total;
    __syncthreads();
    result.total = 0;
    for (int other = 0; other < block_warps; ++other) {
      if (other < warp) result.before += totals[other];
      result.total += totals[other];
    }
    return result;
  }
  template <class Value>
  __device__ static Value largest(Value mine) {
    __shared__ Value found[block_warps];
    mine = WarpGroup::largest(mine);
    __syncthreads();
    if (WarpGroup::thread() == 0) found[thread() / warp_threads] = mine;
    __syncthreads();
    for (Value const other : found) mine = other > mine ? other : mine;
    return mine;
  }
};

}  // namespace heddle::cuda_native::lu
