// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How the library in use was built, for reports, logs and bug reports. Knows no Kokkos.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace heddle {

/// Facts of the build, not of the machine it runs on; for that see heddle/backends/device_info.hpp.
struct Configuration {
  std::string version;                      ///< "0.1.0"
  std::string commit;                       ///< abbreviated; "unknown" outside a git checkout
  std::vector<std::string> compilers;       ///< "CXX GNU 12.2.0", "CUDA NVIDIA 13.0.48"
  std::string build_type;                   ///< "Release"
  std::string kokkos_version;               ///< "4.7.0"
  std::string kokkos_path;                  ///< its package folder, or its sources if embedded
  std::vector<std::string> backends;        ///< "serial", "openmp", "cuda"; hosts first
  std::vector<std::string> value_types;     ///< compiled types of entries: "float", "double"
  std::vector<std::string> offset_types;    ///< compiled types of offsets: "int32", "int64"
  std::vector<std::string> index_types;     ///< compiled types of indices: "int32"
  std::vector<std::string> optional_parts;  ///< such as "checks"; empty if all are off
  bool cuda_native = false;                 ///< CUDA-native fast paths were built
};

/// The configuration of this library. Launches nothing; works before Kokkos is initialised.
Configuration configuration();

/// Writes the configuration, one fact a line.
void print_configuration(std::ostream& out);

}  // namespace heddle
