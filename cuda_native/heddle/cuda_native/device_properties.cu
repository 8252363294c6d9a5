// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/device_properties.h>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstring>

namespace heddle::cuda_native {

int device_count(int* count) {
  *count = 0;
  auto const status = cudaGetDeviceCount(count);
  if (status == cudaSuccess) return 0;
  *count = 0;
  cudaGetLastError();  // an absent GPU must not surface in somebody's next call
  bool const nothing_there = status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver;
  return nothing_there ? 0 : static_cast<int>(status);
}

int device_properties(int device, DeviceProperties* properties) {
  cudaDeviceProp all{};
  if (auto const status = cudaGetDeviceProperties(&all, device)) return static_cast<int>(status);
  *properties = DeviceProperties{};
  std::strncpy(properties->name, all.name, sizeof(properties->name) - 1);
  properties->total_bytes = all.totalGlobalMem;
  properties->multiprocessors = all.multiProcessorCount;
  properties->memory_bus_bits = all.memoryBusWidth;
  properties->compute_major = all.major;
  properties->compute_minor = all.minor;
  // CUDA 13 dropped the clocks from cudaDeviceProp; as attributes they exist in every version.
  if (auto const status =
          cudaDeviceGetAttribute(&properties->clock_khz, cudaDevAttrClockRate, device)) {
    return static_cast<int>(status);
  }
  return static_cast<int>(
      cudaDeviceGetAttribute(&properties->memory_clock_khz, cudaDevAttrMemoryClockRate, device));
}

int current_device(int* device, std::uint64_t* free_bytes) {
  if (auto const status = cudaGetDevice(device)) return static_cast<int>(status);
  std::size_t available = 0;
  std::size_t total = 0;
  auto const status = cudaMemGetInfo(&available, &total);
  *free_bytes = available;
  return static_cast<int>(status);
}

int runtime_versions(RuntimeVersions* versions) {
  *versions = RuntimeVersions{};
  if (auto const status = cudaDriverGetVersion(&versions->driver)) return static_cast<int>(status);
  return static_cast<int>(cudaRuntimeGetVersion(&versions->runtime));
}

char const* status_text(int status) { return cudaGetErrorString(static_cast<cudaError_t>(status)); }

}  // namespace heddle::cuda_native
