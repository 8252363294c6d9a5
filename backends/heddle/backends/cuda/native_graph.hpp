// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The trait of heddle/backends/native_graph.hpp for CUDA.
#pragma once

#include <heddle/cuda_native/graph/condition_probe.h>
#include <heddle/backends/cuda/graph_executable.hpp>
#include <heddle/backends/cuda/graph_recording.hpp>
#include <heddle/backends/graph_types.hpp>
#include <heddle/backends/native.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include <nvtx3/nvToolsExt.h>

namespace heddle::backends {

/// CUDA graphs. Functions return a status: 0, one of CUDA's, or one of the constants.
template <>
struct native_graph<Kokkos::Cuda> {
  static constexpr bool available = has_cuda_native;
  static constexpr int wrong_count = cuda_graph::wrong_count;
  static constexpr int too_large = cuda_graph::too_large;
  static constexpr int missing = cudaErrorNotSupported;

  using Branch = cuda_graph::Branch;
  using Nodes = cuda_graph::Nodes;
  using Recording = cuda_graph::Recording;
  using Executable = cuda_graph::Executable;

  /// One line for a status.
  static std::string text(int status) {
    return cudaGetErrorString(static_cast<cudaError_t>(status));
  }

  /// Whether nothing is left to do on the instance.
  static bool is_idle(Kokkos::Cuda const& exec) {
    return cuda_native::graph::cleared(cudaStreamQuery(exec.cuda_stream())) == cudaSuccess;
  }

  /// Whether graphs with conditions can be updated from another recording. Asks the driver, once.
  static bool updates_keep_conditions() {
    static bool const keep = cuda_native::graph::updates_keep_conditions();
    return keep;
  }

  /// A range of tools for as long as it lives.
  class Range {
   public:
    /// Begins it.
    explicit Range(char const* name) { nvtxRangePushA(name); }
    ~Range() { nvtxRangePop(); }
    Range(Range const&) = delete;
    Range& operator=(Range const&) = delete;
  };

  static constexpr int relaxed = cudaStreamCaptureModeRelaxed;
  /// What captures forbid this thread from now on; returns what it was.
  static int exchange_mode(int mode) {
    auto exchanged = static_cast<cudaStreamCaptureMode>(mode);
    cuda_graph::require(cudaThreadExchangeStreamCaptureMode(&exchanged), "the mode of captures");
    return exchanged;
  }
  /// The same where nothing may be thrown.
  static int restore_mode(int mode) noexcept {
    auto exchanged = static_cast<cudaStreamCaptureMode>(mode);
    static_cast<void>(cuda_native::graph::cleared(cudaThreadExchangeStreamCaptureMode(&exchanged)));
    return exchanged;
  }

  /// A host function in its turn, for replay without a native graph.
  static void enqueue_host(Kokkos::Cuda const& exec, void (*function)(void*), void* data) {
    cuda_graph::require(cudaLaunchHostFunc(exec.cuda_stream(), function, data), "a host function");
  }
  /// A copy between any memories, for the same.
  static void enqueue_copy(Kokkos::Cuda const& exec, void* to, void const* from,
                           std::size_t bytes) {
    cuda_graph::require(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, exec.cuda_stream()),
                        "a copy");
  }
  /// A kernel by its address, for the same.
  static void launch_function(Kokkos::Cuda const& exec, void const* function,
                              LaunchConfig const& config, void** arguments) {
    auto const params = cuda_graph::function_params(function, config, arguments);
    cuda_graph::require(cudaLaunchKernel(function, params.gridDim, params.blockDim, arguments,
                                         params.sharedMemBytes, exec.cuda_stream()),
                        "a kernel");
  }
};

namespace {
/// A type of its own in each translation unit: a launch of it runs that unit's code.
struct FirstLaunch {
  KOKKOS_FUNCTION void operator()(int) const {}
};
}  // namespace

/// The first launch of a translation unit brings the addresses of Kokkos' lock arrays to its device
/// code, which must not happen during a capture. Waits, once.
[[maybe_unused]] static void prepare_captures(Kokkos::Cuda const& exec) {
  static bool const done = [&] {
    Kokkos::parallel_for("heddle::graph::first_launch",
                         Kokkos::RangePolicy<Kokkos::Cuda>(exec, 0, 1), FirstLaunch{});
    exec.fence("heddle::graph::first_launch");
    return true;
  }();
  static_cast<void>(done);
}

/// Sets a condition of a CUDA graph, inside a kernel.
KOKKOS_INLINE_FUNCTION void set_graph_condition(std::uint64_t handle, unsigned value) {
  KOKKOS_IF_ON_DEVICE((cudaGraphSetConditional(handle, value);))
  KOKKOS_IF_ON_HOST((static_cast<void>(handle); static_cast<void>(value);))
}

}  // namespace heddle::backends
