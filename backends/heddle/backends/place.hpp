// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Placement on the backends of Kokkos: their memories, and their instances as queues of work.
#pragma once

#include <heddle/backends/place_memory.hpp>
#include <heddle/backends/traits.hpp>

#include <Kokkos_Core.hpp>

#include <cstring>
#include <memory>
#include <string>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif
#ifdef KOKKOS_ENABLE_CUDA
#include <heddle/backends/cuda/place_memory.hpp>
#endif

namespace heddle::backends {

/// Whether the caller is a worker of a parallel region of the host.
inline bool in_parallel_region() {
#ifdef KOKKOS_ENABLE_OPENMP
  return omp_in_parallel() != 0;
#else
  return false;
#endif
}

namespace detail {

/// An instance of a host backend.
template <class Exec>
struct HostQueue final : WorkQueue {
  explicit HostQueue(Exec const& instance) : exec(instance) {
    identity = instance.impl_internal_space_instance();
  }
  Exec exec;
};

/// One memory, the host's. Kernels of host backends have ended when their launch returns, so there
/// is nothing to order and nothing to wait for.
template <class Memory>
class OneMemory final : public PlaceMemory {
 public:
  std::string name() const override { return "host"; }
  bool is_shared() const override { return true; }
  void* allocate(MemoryKind, std::size_t bytes, std::string const& label) override {
    try {
      return Kokkos::kokkos_malloc<Memory>(label, bytes);
    } catch (...) {  // Kokkos throws types of its own
      return nullptr;
    }
  }
  void deallocate(MemoryKind, void* memory, std::size_t) noexcept override {
    Kokkos::kokkos_free<Memory>(memory);
  }
  HostSide to_device(WorkQueue&, void* to, void const* from, std::size_t bytes, bool) override {
    std::memcpy(to, from, bytes);
    return HostSide::done;
  }
  HostSide to_host(WorkQueue&, void* to, void const* from, std::size_t bytes, bool) override {
    std::memcpy(to, from, bytes);
    return HostSide::done;
  }
  void within_device(WorkQueue&, void* to, void const* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void fill_device(WorkQueue&, void* to, unsigned char byte, std::size_t bytes) override {
    std::memset(to, byte, bytes);
  }
  void call_on_host(WorkQueue&, void (*function)(void*), void* data) override { function(data); }
  void order(WorkQueue&, WorkQueue&) override {}
  std::string wait(WorkQueue&) override { return {}; }
  bool is_idle(WorkQueue&) override { return true; }
  bool is_capturing(WorkQueue&) override { return false; }
};

}  // namespace detail

/// Placement on an execution space.
template <class Exec>
struct place_backend {
  /// The instance as a queue.
  static std::shared_ptr<WorkQueue> queue(Exec const& exec) {
    return std::make_shared<detail::HostQueue<Exec>>(exec);
  }
  /// Of that queue, without making one.
  static void const* identity(Exec const& exec) { return exec.impl_internal_space_instance(); }
  /// Its memory beside the host's, with as much staging at most.
  static std::shared_ptr<PlaceMemory> memory(Exec const&, std::size_t) {
    return std::make_shared<detail::OneMemory<typename Exec::memory_space>>();
  }
};

#ifdef KOKKOS_ENABLE_CUDA
template <>
struct place_backend<Kokkos::Cuda> {
  static std::shared_ptr<WorkQueue> queue(Kokkos::Cuda const& exec) {
    return std::make_shared<cuda::CudaQueue>(exec);
  }
  static void const* identity(Kokkos::Cuda const& exec) { return exec.cuda_stream(); }
  static std::shared_ptr<PlaceMemory> memory(Kokkos::Cuda const&, std::size_t pinned_bytes) {
    return std::make_shared<cuda::CudaPlaceMemory>(pinned_bytes);
  }
};
#endif

}  // namespace heddle::backends
