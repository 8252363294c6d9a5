// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the CUDA runtime tells about the GPUs of the machine. Plain C++: no CUDA types, no Kokkos.
///
/// Every function returns a status: 0 for success, else the value of the cudaError_t. Nothing is
/// thrown, launched or printed; the current device stays what it was.
#pragma once

#include <cstdint>

namespace heddle::cuda_native {

struct DeviceProperties {
  char name[256];
  std::uint64_t total_bytes;  ///< of device memory
  int multiprocessors;
  int clock_khz;         ///< peak clock of the multiprocessors
  int memory_clock_khz;  ///< peak
  int memory_bus_bits;
  int compute_major;  ///< compute capability
  int compute_minor;
};

/// Versions as the runtime encodes them: 1000 major + 10 minor.
struct RuntimeVersions {
  int driver;   ///< the newest CUDA that the installed driver knows; 0 without a driver
  int runtime;  ///< of the CUDA runtime library in use
};

/// How many GPUs there are. A machine without a GPU or driver has 0, with status 0.
int device_count(int* count);

/// Properties of one GPU. Makes no context on it.
int device_properties(int device, DeviceProperties* properties);

/// The current GPU, and the bytes that are free on it. Makes the context if there is none yet.
int current_device(int* device, std::uint64_t* free_bytes);

int runtime_versions(RuntimeVersions* versions);

/// One line for a status; lives as long as the program.
char const* status_text(int status);

}  // namespace heddle::cuda_native
