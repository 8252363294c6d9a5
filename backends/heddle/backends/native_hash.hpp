// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Kernels of a backend's own for hash tables: which there are, and their calls on an instance.
#pragma once

#include <heddle/backends/hash_format.hpp>
#include <heddle/backends/native.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#ifdef KOKKOS_ENABLE_CUDA
#include <heddle/cuda_native/hash/calls.h>
#include <heddle/cuda_native/hash/frozen.h>
#include <heddle/cuda_native/hash/apply.cuh>
#endif

namespace heddle::backends {

/// No kernels.
template <class Exec>
struct native_hash {
  static constexpr bool available = false;
};

#ifdef KOKKOS_ENABLE_CUDA
/// CUDA. Statuses are those of the CUDA runtime, 0 for success.
template <>
struct native_hash<Kokkos::Cuda> {
  static constexpr bool available = has_cuda_native;

  using Mode = cuda_native::hash::Mode;
  template <class Format>
  using Table = cuda_native::hash::TableView<Format>;
  using Counts = hash_format::Counts;
  using Status = hash_format::Status;

  /// One line for a status.
  static std::string text(int status) {
    return cudaGetErrorString(static_cast<cudaError_t>(status));
  }

  template <class Format, class Key, class Value>
  static int insert(Kokkos::Cuda const& exec, Table<Format> const& table, Key const* keys,
                    Value* values, std::uint64_t items, Status* statuses, Counts* counts,
                    Mode mode) {
    return cuda_native::hash::insert(table, keys, values, items, statuses, counts, mode,
                                     exec.cuda_stream());
  }
  template <class Format, class Key, class Value>
  static int find(Kokkos::Cuda const& exec, Table<Format> const& table, Key const* keys,
                  Value* values, std::uint64_t items, Status* statuses, Counts* counts,
                  Value miss) {
    return cuda_native::hash::find(table, keys, values, items, statuses, counts, miss,
                                   exec.cuda_stream());
  }
  template <class Format, class Key, class Value>
  static int find_frozen(Kokkos::Cuda const& exec,
                         cuda_native::hash::FrozenView<Format> const& table, Key const* keys,
                         Value* values, std::uint64_t items, Status* statuses, Counts* counts,
                         Value miss) {
    return cuda_native::hash::find_frozen(table, keys, values, items, statuses, counts, miss,
                                          exec.cuda_stream());
  }
  template <class Format, class Key>
  static int erase(Kokkos::Cuda const& exec, Table<Format> const& table, Key const* keys,
                   std::uint64_t items, Status* statuses, Counts* counts) {
    return cuda_native::hash::erase(table, keys, items, statuses, counts, exec.cuda_stream());
  }
  template <bool reducible, class Format, class Key, class T, class Op>
  static int apply(Kokkos::Cuda const& exec, Table<Format> const& table, Key const* keys,
                   T const* values, std::uint64_t items, Status* statuses, Counts* counts,
                   Op const& op) {
    return cuda_native::hash::apply<reducible>(table, keys, values, items, statuses, counts, op,
                                               exec.cuda_stream());
  }
  template <class Format>
  static int purge_if_needed(Kokkos::Cuda const& exec, Table<Format> const& table) {
    return cuda_native::hash::purge_if_needed(table, exec.cuda_stream());
  }
  template <class Format, class Key, class Value>
  static std::size_t partition_bytes(std::uint64_t items, bool with_statuses) {
    return cuda_native::hash::partition_bytes<Format, Key, Value>(items, with_statuses);
  }
  template <class Format, class Key, class Value>
  static int insert_partitioned(Kokkos::Cuda const& exec, Table<Format> const& table,
                                Key const* keys, Value const* values, std::uint64_t items,
                                Status* statuses, Counts* counts, Mode mode, bool is_empty,
                                void* temporary, std::size_t temporary_bytes) {
    return cuda_native::hash::insert_partitioned(table, keys, values, items, statuses, counts, mode,
                                                 is_empty, temporary, temporary_bytes,
                                                 exec.cuda_stream());
  }

  /// Copies a call's counts to the host. Enqueued; the target is read after a fence.
  static int fetch(Kokkos::Cuda const& exec, Counts const* from, Counts* to) {
    return cudaMemcpyAsync(to, from, sizeof(Counts), cudaMemcpyDeviceToHost, exec.cuda_stream());
  }
  /// Whether what is enqueued now becomes part of a graph instead of running.
  static bool is_capturing(Kokkos::Cuda const& exec) {
    auto status = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(exec.cuda_stream(), &status) == cudaSuccess &&
           status != cudaStreamCaptureStatusNone;
  }
  /// Bytes of the L2 cache.
  static std::size_t cache_bytes(Kokkos::Cuda const& exec) {
    return static_cast<std::size_t>(exec.cuda_device_prop().l2CacheSize);
  }
};
#endif

}  // namespace heddle::backends
