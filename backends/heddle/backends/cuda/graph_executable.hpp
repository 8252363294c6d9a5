// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// An executable graph of CUDA's own: launches, parameters, updates.
#pragma once

#include <heddle/cuda_native/graph/executable.h>
#include <heddle/cuda_native/graph/parameters.h>
#include <heddle/backends/cuda/graph_recording.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heddle::backends::cuda_graph {

/// Why an update was refused. Reasons: 0 none, 1 topology, 2 type of a node, 3 parameters, 4 not
/// supported, 5 anything else.
struct Refusal {
  int reason = 0;
  void* node = nullptr;
  std::string text;
};

/// Whether what was launched has run. An event is recorded at the first question after a launch, so
/// that launches pay nothing: what the stream got in between counts as part of it.
class Completion {
 public:
  Completion() = default;
  ~Completion() {
    if (event_) static_cast<void>(cudaEventDestroy(event_));
  }
  Completion(Completion const&) = delete;
  Completion& operator=(Completion const&) = delete;

  void launched() { is_marked_ = false; }
  bool is_done(cudaStream_t stream) {
    if (native::cleared(cudaStreamQuery(stream)) == cudaSuccess) return true;
    if (!event_ && !succeeded(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming))) {
      return false;
    }
    if (!is_marked_) is_marked_ = succeeded(cudaEventRecord(event_, stream));
    return is_marked_ && succeeded(cudaEventQuery(event_));
  }

 private:
  static bool succeeded(cudaError_t status) { return native::cleared(status) == cudaSuccess; }
  cudaEvent_t event_ = nullptr;
  bool is_marked_ = false;
};

class Executable {
 public:
  Executable() = default;
  ~Executable() { native::destroy(executable_); }
  Executable(Executable const&) = delete;
  Executable& operator=(Executable const&) = delete;

  /// CUDA's own handle.
  cudaGraphExec_t get() const { return executable_; }

  /// Whether it runs on the device of that instance.
  bool is_for(Kokkos::Cuda const& exec) const { return exec.cuda_device() == device_; }

  int instantiate(Kokkos::Cuda const& exec, Recording const& recording, void* block,
                  std::size_t capacity) {
    device_ = exec.cuda_device();
    block_ = block;
    capacity_ = capacity;
    return native::instantiate(executable_, recording.graph());
  }
  int launch(Kokkos::Cuda const& exec) {
    ring_.launched_on(exec.cuda_stream());
    completion_.launched();
    return native::cleared(cudaGraphLaunch(executable_, exec.cuda_stream()));
  }
  /// Whether the last launch, which was on `exec`, has run. Never waits.
  bool is_idle(Kokkos::Cuda const& exec) { return completion_.is_done(exec.cuda_stream()); }
  /// After a wait for the last launch: nothing has to follow it any more.
  void forget_stream() { ring_.forget_stream(); }
  int push_parameters(Kokkos::Cuda const& exec, void const* shadow, std::size_t bytes) {
    return ring_.push(exec.cuda_stream(), block_, shadow, bytes, capacity_);
  }

  template <class Body>
  int set_body(Nodes const& nodes, Body const& body) {
    KernelLaunch<Body> const launch(body);
    if (launch.status != 0) return launch.status;
    return native::set_kernel(executable_, nodes.first, launch.params);
  }
  int set_function(Nodes const& nodes, void const* function, LaunchConfig const& config,
                   void** arguments) {
    return native::set_kernel(executable_, nodes.first,
                              function_params(function, config, arguments));
  }
  int set_copy(Nodes const& nodes, void* to, void const* from, std::size_t bytes) {
    return native::set_copy(executable_, nodes.first, to, from, bytes);
  }
  template <class Fill>
  int set_fill(Nodes const& nodes, Fill const& fill) {
    if constexpr (is_memset<Fill>) {
      return native::set_memset(executable_, nodes.first, fill_params(fill));
    } else {
      return set_body(nodes, fill);
    }
  }
  /// A kernel of Branch::add_kernel is skipped by one that does nothing but wait: CUDA's own way
  /// would let what follows begin before what was in front has ended.
  template <class Body>
  int set_body_enabled(Nodes const& nodes, Body const& body, bool enabled) {
    return enabled ? set_body(nodes, body)
                   : native::set_kernel(executable_, nodes.first, native::idle_params());
  }
  int set_enabled(Nodes const& nodes, bool enabled) {
    for (auto const node : nodes.nodes) {
      if (int const status = native::set_enabled(executable_, node, enabled)) return status;
    }
    return 0;
  }

  /// Captures launch(exec) aside, on the instance of the nodes' branch, and takes what came out of
  /// it for the nodes.
  template <class Launch>
  int recapture(Recording const& recording, Nodes const& nodes, Launch const& launch) {
    auto const& exec = recording.instance(nodes.branch);
    Aside aside(exec.cuda_stream());
    if (aside.status != 0) return aside.status;
    launch(exec);
    std::vector<cudaGraphNode_t> made;
    native::Dependencies next;
    if (int const status = native::nodes_since(aside.stream, {}, made, next)) return status;
    if (int const status = aside.end()) return status;
    if (made.size() != nodes.nodes.size()) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (int const status = native::set_from(executable_, nodes.nodes[i], made[i])) return status;
    }
    return 0;
  }

  Refusal update(Recording const& recording) {
    auto const outcome = native::update(executable_, recording.graph());
    if (outcome.status == 0) return {};
    return {reason_of(outcome.result), outcome.node, native::result_text(outcome.result)};
  }

 private:
  /// A capture that leaves nothing behind, whatever happens in it.
  struct Aside {
    explicit Aside(cudaStream_t on) : stream(on), status(native::begin_capture(on)) {}
    ~Aside() {
      if (graph) {
        static_cast<void>(cudaGraphDestroy(graph));
      } else if (status == 0) {
        native::discard_capture(stream);
      }
    }
    Aside(Aside const&) = delete;
    int end() { return native::end_capture(stream, &graph); }
    cudaStream_t stream;
    cudaGraph_t graph = nullptr;
    int status;
  };

  static int reason_of(cudaGraphExecUpdateResult result) {
    switch (result) {
      case cudaGraphExecUpdateErrorTopologyChanged: return 1;
      case cudaGraphExecUpdateErrorNodeTypeChanged: return 2;
      case cudaGraphExecUpdateErrorFunctionChanged:
      case cudaGraphExecUpdateErrorUnsupportedFunctionChange:
      case cudaGraphExecUpdateErrorAttributesChanged:
      case cudaGraphExecUpdateErrorParametersChanged: return 3;
      case cudaGraphExecUpdateErrorNotSupported: return 4;
      default: return 5;
    }
  }

  cudaGraphExec_t executable_ = nullptr;
  int device_ = 0;
  void* block_ = nullptr;
  std::size_t capacity_ = 0;
  native::ParameterRing ring_;
  Completion completion_;
};

}  // namespace heddle::backends::cuda_graph
