// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What differs between backends, as traits that core asks instead of preprocessor switches.
///
/// A new backend adds one specialisation here and one entry in selection.hpp. The only switches in
/// Heddle are Kokkos' own KOKKOS_ENABLE_*, and they stand in this folder.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <unistd.h>

namespace heddle::backends {

/// Bytes of main memory in this machine. What is free of it changes with every file that is read,
/// so this is the number to hold a prediction against.
inline std::uint64_t host_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Traits of an execution space. Members:
///   name              "serial", "openmp", "cuda": in labels, options and reports
///   is_host           memory is the host's and workers are threads
///   lanes             threads that run one row or column together (a warp), 1 on hosts
///   workers(exec)     workers that can be resident at once, each of `lanes` threads
///   usable_bytes(exec)  bytes of its memory that one object can hope for
template <class Exec>
struct traits;

#ifdef KOKKOS_ENABLE_SERIAL
template <>
struct traits<Kokkos::Serial> {
  static constexpr char const* name = "serial";
  static constexpr bool is_host = true;
  static constexpr int lanes = 1;
  static int workers(Kokkos::Serial const&) { return 1; }
  static std::uint64_t usable_bytes(Kokkos::Serial const&) { return host_bytes(); }
};
#endif

#ifdef KOKKOS_ENABLE_OPENMP
template <>
struct traits<Kokkos::OpenMP> {
  static constexpr char const* name = "openmp";
  static constexpr bool is_host = true;
  static constexpr int lanes = 1;
  static int workers(Kokkos::OpenMP const& exec) { return exec.concurrency(); }
  static std::uint64_t usable_bytes(Kokkos::OpenMP const&) { return host_bytes(); }
};
#endif

#ifdef KOKKOS_ENABLE_CUDA
template <>
struct traits<Kokkos::Cuda> {
  static constexpr char const* name = "cuda";
  static constexpr bool is_host = false;
  static constexpr int lanes = 32;
  /// Enough warps to hide the latency of their waits; a small multiple of what is resident at
  /// once, so that the number is right whatever the registers of the kernel are.
  static int workers(Kokkos::Cuda const& exec) {
    return exec.cuda_device_prop().multiProcessorCount * 16;
  }
  static std::uint64_t usable_bytes(Kokkos::Cuda const&) {
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
  }
};
#endif

/// Whether views of `Memory` can be read and written by host code.
template <class Memory>
inline constexpr bool host_accessible =
    Kokkos::SpaceAccessibility<Kokkos::DefaultHostExecutionSpace, Memory>::accessible;

}  // namespace heddle::backends
