// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Execution-space instances from the handle of a stream, for callers without types of Kokkos.
#pragma once

#include <heddle/backends/traits.hpp>

#include <Kokkos_Core.hpp>

#include <optional>

namespace heddle::backends {

/// The instance of a stream that stays the caller's; the default one without a stream. Nothing if
/// the backend has no streams.
template <class Exec>
std::optional<Exec> instance_on(void* stream) {
  if (stream != nullptr) return std::nullopt;
  return Exec();
}

#ifdef KOKKOS_ENABLE_CUDA
template <>
inline std::optional<Kokkos::Cuda> instance_on<Kokkos::Cuda>(void* stream) {
  if (stream == nullptr) return Kokkos::Cuda();
  return Kokkos::Cuda(static_cast<cudaStream_t>(stream));
}
#endif

}  // namespace heddle::backends
