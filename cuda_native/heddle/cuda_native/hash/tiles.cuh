// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The frame of bulk kernels: warps take tiles of 32 keys; outcomes are counted by ballot and reach
/// memory by one atomic per block and kind.
#pragma once

#include <heddle/cuda_native/hash/group.cuh>

#include <cuda_runtime.h>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

inline constexpr int tile_threads = 256;

/// About as many blocks as are resident at once.
inline int resident_blocks() {
  int device = 0;
  int processors = 1;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  return processors * 8;
}

/// Blocks that fill the GPU several times over, so that the last ones leave no hole.
inline int tile_blocks(std::uint64_t items) {
  auto const wanted = (items + tile_threads - 1) / tile_threads;
  auto const most = static_cast<std::uint64_t>(resident_blocks()) * 16;
  return static_cast<int>(wanted < most ? wanted : most);
}

/// Outcomes of one block, in shared memory: by Status, and the change of dead slots. Of 32 bits,
/// which hold what one of many blocks can count: the hardware adds those, while 64-bit sums in
/// shared memory are loops of exchanges that took most of the time of whole kernels.
struct BlockCounts {
  std::uint32_t outcome[8];
  std::int32_t dead;

  /// All threads of the block, before the first count.
  __device__ void begin() {
    if (threadIdx.x < 8) outcome[threadIdx.x] = 0;
    if (threadIdx.x == 8) dead = 0;
    __syncthreads();
  }
  /// All lanes of a warp, one item each; only the outcomes that the call can have are counted.
  template <Status... kinds>
  __device__ void add(Status status) {
    (add_kind(kinds, __ballot_sync(~0u, status == kinds)), ...);
  }
  /// One thread.
  __device__ void add_dead(std::int32_t change) {
    if (change != 0) atomicAdd(&dead, change);
  }
  /// One thread.
  __device__ void add_sum(Status kind, std::uint32_t items) {
    if (items != 0) atomicAdd(&outcome[static_cast<int>(kind)], items);
  }
  /// All threads of the block, after the last count. Both pointers may be null. The members of
  /// Counts stand in the order of Status from `inserted` on.
  __device__ void end(Counts* counts, std::uint64_t* stripes) {
    __syncthreads();
    auto const kind = threadIdx.x;
    if (kind >= 1 && kind < 8 && counts != nullptr && outcome[kind] != 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(counts) + kind - 1,
                static_cast<unsigned long long>(outcome[kind]));
    }
    if (kind == 8 && stripes != nullptr && dead != 0) {
      auto const stripe = blockIdx.x % num_stripes * stripe_stride;
      auto const change = static_cast<std::int64_t>(dead);  // modulo 2^64, as the stripes are
      atomicAdd(reinterpret_cast<unsigned long long*>(stripes) + stripe,
                static_cast<unsigned long long>(change));
    }
  }

 private:
  __device__ void add_kind(Status kind, unsigned lanes) {
    if (lanes != 0 && threadIdx.x % 32 == 0) {
      add_sum(kind, static_cast<std::uint32_t>(__popc(lanes)));
    }
  }
};

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
