// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The memory of a GPU beside the host's, for placement.
#pragma once

#include <heddle/backends/cuda/pinned_staging.hpp>
#include <heddle/backends/place_memory.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>

namespace heddle::backends::cuda {

/// A stream.
struct CudaQueue final : WorkQueue {
  /// Keeps the instance.
  explicit CudaQueue(Kokkos::Cuda const& instance) : exec(instance) {
    identity = instance.cuda_stream();
  }
  Kokkos::Cuda exec;
};

/// The stream of a CudaQueue.
inline cudaStream_t stream_of(WorkQueue& queue) {
  return static_cast<CudaQueue&>(queue).exec.cuda_stream();
}

/// Copies go through pinned staging, or straight if the host's memory is pinned. A failed call is
/// kept and reported by the next wait, as faults of kernels are.
class CudaPlaceMemory final : public PlaceMemory {
 public:
  /// With as much pinned memory for staging at most.
  explicit CudaPlaceMemory(std::size_t pinned_bytes) : staging_(pinned_bytes) {}

  std::string name() const override { return "cuda"; }
  std::string hardware() const override {
    int device = 0;
    cudaDeviceProp properties{};
    bool const known = cudaGetDevice(&device) == cudaSuccess &&
                       cudaGetDeviceProperties(&properties, device) == cudaSuccess;
    return known ? properties.name : name();
  }
  bool is_shared() const override { return false; }

  void* allocate(MemoryKind kind, std::size_t bytes, std::string const& label) override {
    try {
      switch (kind) {
        case MemoryKind::host: return Kokkos::kokkos_malloc<Kokkos::HostSpace>(label, bytes);
        case MemoryKind::pinned:
          return Kokkos::kokkos_malloc<Kokkos::CudaHostPinnedSpace>(label, bytes);
        case MemoryKind::device: return Kokkos::kokkos_malloc<Kokkos::CudaSpace>(label, bytes);
      }
    } catch (...) {        // Kokkos throws types of its own
      cudaGetLastError();  // a refused allocation is no fault
    }
    return nullptr;
  }
  void deallocate(MemoryKind kind, void* memory, std::size_t) noexcept override {
    switch (kind) {
      case MemoryKind::host: Kokkos::kokkos_free<Kokkos::HostSpace>(memory); break;
      case MemoryKind::pinned: Kokkos::kokkos_free<Kokkos::CudaHostPinnedSpace>(memory); break;
      case MemoryKind::device: Kokkos::kokkos_free<Kokkos::CudaSpace>(memory); break;
    }
  }

  HostSide to_device(WorkQueue& queue, void* to, void const* from, std::size_t bytes,
                     bool pinned) override {
    auto* const stream = stream_of(queue);
    if (pinned) {
      keep(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream));
      return HostSide::pending;
    }
    keep(staging_.to_device(stream, to, from, bytes));
    return HostSide::done;
  }
  HostSide to_host(WorkQueue& queue, void* to, void const* from, std::size_t bytes,
                   bool pinned) override {
    auto* const stream = stream_of(queue);
    if (pinned) {
      keep(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
      return HostSide::pending;
    }
    keep(staging_.to_host(stream, to, from, bytes));
    return HostSide::done;
  }
  void within_device(WorkQueue& queue, void* to, void const* from, std::size_t bytes) override {
    keep(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_of(queue)));
  }
  void fill_device(WorkQueue& queue, void* to, unsigned char byte, std::size_t bytes) override {
    keep(cudaMemsetAsync(to, byte, bytes, stream_of(queue)));
  }

  void call_on_host(WorkQueue& queue, void (*function)(void*), void* data) override {
    keep(cudaLaunchHostFunc(stream_of(queue), function, data));
  }

  void order(WorkQueue& later, WorkQueue& earlier) override {
    cudaEvent_t event = nullptr;
    keep(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    keep(cudaEventRecord(event, stream_of(earlier)));
    keep(cudaStreamWaitEvent(stream_of(later), event, 0));
    keep(cudaEventDestroy(event));  // the wait keeps what it needs
  }
  std::string wait(WorkQueue& queue) override {
    keep(cudaStreamSynchronize(stream_of(queue)));
    auto const status = status_;
    status_ = cudaSuccess;
    return status == cudaSuccess ? std::string() : cudaGetErrorString(status);
  }
  bool is_idle(WorkQueue& queue) override {
    return cudaStreamQuery(stream_of(queue)) != cudaErrorNotReady;
  }
  bool is_capturing(WorkQueue& queue) override {
    auto status = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(stream_of(queue), &status) == cudaSuccess &&
           status != cudaStreamCaptureStatusNone;
  }

 private:
  void keep(cudaError_t status) {
    if (status_ == cudaSuccess) status_ = status;
  }

  PinnedStaging staging_;
  cudaError_t status_ = cudaSuccess;
};

}  // namespace heddle::backends::cuda
