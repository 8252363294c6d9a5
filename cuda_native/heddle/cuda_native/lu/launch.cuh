// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the persistent kernels of sparse LU share. Compiled by nvcc.
#pragma once

#include <heddle/cuda_native/lu/format.h>

#include <algorithm>
#include <cstdint>

namespace heddle::cuda_native::lu {

/// The blocks that a persistent kernel runs with: those that stay resident unless `wanted` says
/// otherwise, and no more than there are tickets. Returns a cudaError_t.
template <class Kernel>
int persistent_blocks(Kernel const& kernel, int dynamic_bytes, int wanted, std::int64_t tickets,
                      int& blocks) {
  blocks = wanted;
  if (wanted <= 0) {
    int device = 0, processors = 0, resident = 0;
    auto status = cudaGetDevice(&device);
    if (status != cudaSuccess) return status;
    status = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (status != cudaSuccess) return status;
    status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block_threads,
                                                           static_cast<std::size_t>(dynamic_bytes));
    if (status != cudaSuccess) return status;
    blocks = processors * std::max(resident, 1);
  }
  blocks =
      static_cast<int>(std::clamp<std::int64_t>(blocks, 1, std::max<std::int64_t>(tickets, 1)));
  return cudaSuccess;
}

/// Called by one thread of each block that has drawn its last ticket. The last block leaves the
/// counters as it found them, for the next launch.
__device__ inline void leave(std::uint32_t* tickets) {
  if (atomicAdd(tickets + 1, 1u) != gridDim.x - 1) return;
  tickets[0] = 0;
  tickets[1] = 0;
}

}  // namespace heddle::cuda_native::lu
