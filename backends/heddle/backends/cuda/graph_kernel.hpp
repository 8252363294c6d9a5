// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The kernel that runs the bodies of typed nodes, and parameters for launches of it.
#pragma once

#include <heddle/cuda_native/graph/node_params.h>
#include <heddle/backends/graph_types.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <limits>

namespace heddle::backends::cuda_graph {

template <class Body>
__global__ void run_body(Body const body) {
  // Typed kernels in a row are launched early: this one waits for the one in front here.
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  std::int64_t const index = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (index < body.size()) body.at(index);
}

/// A launch of run_body. Holds the address of its one argument: the body has to stay.
template <class Body>
struct KernelLaunch {
  static constexpr std::int64_t warp = 32, largest_block = 256;
  explicit KernelLaunch(Body const& body)
      : arguments{const_cast<void*>(static_cast<void const*>(&body))} {
    // No more warps than there is work for: small kernels begin and end sooner.
    std::int64_t const size = body.size();
    bool const is_small = size < largest_block;
    std::int64_t const block_size = is_small ? (size + warp - 1) / warp * warp : largest_block;
    std::int64_t const blocks = is_small ? size > 0 : (size + largest_block - 1) / largest_block;
    status = blocks > 0 && blocks <= std::numeric_limits<std::int32_t>::max() ? 0 : -2;
    params = cuda_native::graph::kernel_params(
        reinterpret_cast<void const*>(&run_body<Body>), dim3(static_cast<unsigned>(blocks)),
        dim3(static_cast<unsigned>(block_size)), 0, arguments);
  }
  KernelLaunch(KernelLaunch const&) = delete;
  void* arguments[1];
  cudaKernelNodeParams params;
  int status;
};

inline cudaKernelNodeParams function_params(void const* function, LaunchConfig const& config,
                                            void** arguments) {
  return cuda_native::graph::kernel_params(
      function, dim3(config.grid[0], config.grid[1], config.grid[2]),
      dim3(config.block[0], config.block[1], config.block[2]), config.shared_bytes, arguments);
}

/// Items of 1, 2 and 4 bytes are filled by a node of CUDA's own.
template <class Fill>
inline constexpr bool is_memset = sizeof(Fill::value) == 1 || sizeof(Fill::value) == 2 ||
                                  sizeof(Fill::value) == 4;
template <class Fill>
cudaMemsetParams fill_params(Fill const& fill) {
  unsigned bits = 0;
  std::memcpy(&bits, &fill.value, sizeof(Fill::value));
  return cuda_native::graph::memset_params(fill.to, bits, sizeof(Fill::value),
                                           static_cast<std::size_t>(fill.count));
}

}  // namespace heddle::backends::cuda_graph
