// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memory that host and device share page by page, and what is free on the device. For benchmarks:
/// the library keeps its memory on one side and copies in bulk.
#pragma once

#include <Kokkos_Core.hpp>

#include <cuda_runtime.h>

#include <cstddef>

namespace heddle::backends {

/// Views whose pages move to whoever touches them.
using SharedPages = Kokkos::CudaUVMSpace;

/// Bytes that the device of the calling thread has left.
inline std::size_t free_device_bytes() {
  std::size_t free_bytes = 0, total = 0;
  return cudaMemGetInfo(&free_bytes, &total) == cudaSuccess ? free_bytes : 0;
}

/// Moves pages of SharedPages to the device of `exec` in bulk, in the order of its work.
inline bool prefetch_pages(Kokkos::Cuda const& exec, void* first, std::size_t bytes) {
  return cudaMemPrefetchAsync(first, bytes, exec.cuda_device(), exec.cuda_stream()) == cudaSuccess;
}

}  // namespace heddle::backends
