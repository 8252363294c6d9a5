// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The accelerators of the machine, for reports and for choosing where to run. Knows no Kokkos.
#pragma once

#include <heddle/cuda_native/device_properties.h>
#include <heddle/backends/native.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::backends {

/// One GPU, as its vendor's runtime describes it.
struct DeviceInfo {
  int id = 0;                     ///< as the vendor's runtime counts them
  std::string name;               ///< "NVIDIA H200"
  std::uint64_t total_bytes = 0;  ///< of device memory
  std::optional<std::uint64_t>
      free_bytes;  ///< of the current device; asking others costs a context
  int multiprocessors = 0;
  double clock_ghz = 0;           ///< peak
  double bandwidth_gb_per_s = 0;  ///< peak of device memory
  std::string architecture;       ///< compute capability, "9.0"
};

/// The GPUs, the driver and the runtime as the machine has them now.
struct DeviceReport {
  std::vector<DeviceInfo> devices;
  std::string driver_version;   ///< newest CUDA the driver knows, "13.0"; empty without a driver
  std::string runtime_version;  ///< of the CUDA library in use; empty without CUDA-native parts
  std::string problem;          ///< one line if the runtime refused to answer, else empty
};

namespace detail {

inline std::string dotted_cuda_version(int version) {
  if (version == 0) return {};
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

inline DeviceInfo to_device_info(int id, cuda_native::DeviceProperties const& properties) {
  DeviceInfo info;
  info.id = id;
  info.name = properties.name;
  info.total_bytes = properties.total_bytes;
  info.multiprocessors = properties.multiprocessors;
  info.clock_ghz = properties.clock_khz * 1e-6;
  // Two transfers a clock (double data rate), eight bits a byte.
  info.bandwidth_gb_per_s = 2e-6 * properties.memory_clock_khz * properties.memory_bus_bits / 8;
  info.architecture =
      std::to_string(properties.compute_major) + "." + std::to_string(properties.compute_minor);
  return info;
}

/// Fills the report up to the first call that fails; returns the status of that call.
inline int ask_cuda(DeviceReport& report) {
  cuda_native::RuntimeVersions versions{};
  if (int const status = cuda_native::runtime_versions(&versions)) return status;
  report.driver_version = dotted_cuda_version(versions.driver);
  report.runtime_version = dotted_cuda_version(versions.runtime);

  int count = 0;
  if (int const status = cuda_native::device_count(&count)) return status;
  for (int id = 0; id < count; ++id) {
    cuda_native::DeviceProperties properties{};
    if (int const status = cuda_native::device_properties(id, &properties)) return status;
    report.devices.push_back(to_device_info(id, properties));
  }
  if (count == 0) return 0;

  int current = 0;
  std::uint64_t free_bytes = 0;
  if (int const status = cuda_native::current_device(&current, &free_bytes)) return status;
  report.devices[static_cast<std::size_t>(current)].free_bytes = free_bytes;
  return 0;
}

}  // namespace detail

/// Asks the machine. Without CUDA-native parts in the build the report is empty. Makes a context on
/// the current device if there is none; launches nothing, chooses nothing, throws nothing of its
/// own.
inline DeviceReport device_report() {
  DeviceReport report;
  if constexpr (has_cuda_native) {
    if (int const status = detail::ask_cuda(report)) {
      report.problem = cuda_native::status_text(status);
    }
  }
  return report;
}

/// The devices alone.
inline std::vector<DeviceInfo> devices() { return device_report().devices; }

}  // namespace heddle::backends
