// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Two CUDA runtime calls that Kokkos 4.7.00 makes with the signatures of CUDA 12, for CUDA 13.
///
/// CUDA 13 gave cudaGraphAddDependencies an edge-data argument and made cudaMemPrefetchAsync take a
/// location. The overloads below restore the older forms, so that Kokkos' headers compile as they
/// are. The header is forced in front of CUDA sources through the interface of the Kokkos target
/// that `quickstart` installs (see project_include.cmake); Kokkos 4.7.01 and later need nothing.
#pragma once

#include <cuda_runtime_api.h>

#if CUDART_VERSION >= 13000
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, cudaGraphNode_t const* from,
                                            cudaGraphNode_t const* to, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}

inline cudaError_t cudaMemPrefetchAsync(void const* pointer, size_t bytes, int device,
                                        cudaStream_t stream) {
  cudaMemLocation location{};
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return cudaMemPrefetchAsync(pointer, bytes, location, 0, stream);
}
#endif
