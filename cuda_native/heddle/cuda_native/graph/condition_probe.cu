// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/graph/capture.h>
#include <heddle/cuda_native/graph/condition_probe.h>
#include <heddle/cuda_native/graph/executable.h>
#include <heddle/cuda_native/graph/node_params.h>

namespace heddle::cuda_native::graph {
namespace {

/// The handle lies in memory, so that a recording does not depend on whose handle it is.
__global__ void set_condition(std::uint64_t const* handle) { cudaGraphSetConditional(*handle, 1); }

__global__ void raise(std::uint64_t* flag) { *flag += 1; }

/// A condition that is 0 unless a kernel sets it, a kernel that does, a body that raises a flag.
/// By statuses: whoever asks wants a yes or a no.
class Probe {
 public:
  Probe() {
    succeeds_ = cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking) == cudaSuccess &&
                cudaStreamCreateWithFlags(&inner_, cudaStreamNonBlocking) == cudaSuccess &&
                cudaMalloc(&memory_, 2 * sizeof(std::uint64_t)) == cudaSuccess;
  }
  ~Probe() {
    destroy(executable_);
    for (auto const graph : graphs_) {
      if (graph) static_cast<void>(cudaGraphDestroy(graph));
    }
    static_cast<void>(cudaFree(memory_));
    if (inner_) static_cast<void>(cudaStreamDestroy(inner_));
    if (stream_) static_cast<void>(cudaStreamDestroy(stream_));
    static_cast<void>(cudaGetLastError());
  }
  Probe(Probe const&) = delete;
  Probe& operator=(Probe const&) = delete;

  bool answer() {
    std::uint64_t handles[2] = {};
    if (!succeeds_ || !record(0, handles[0]) || !record(1, handles[1])) return false;
    if (instantiate(executable_, graphs_[0]) != cudaSuccess) return false;
    return runs_body(handles[0]) && update(executable_, graphs_[1]).status == cudaSuccess &&
           runs_body(handles[0]);
  }

 private:
  bool record(int number, std::uint64_t& handle) {
    if (begin_capture(stream_) != cudaSuccess) return false;
    bool const added = add_nodes(handle);
    bool const ended = end_capture(stream_, &graphs_[number]) == cudaSuccess;
    return added && ended;
  }
  bool add_nodes(std::uint64_t& handle) {
    cudaGraph_t graph = nullptr;
    Dependencies next;
    if (query_capture(stream_, &graph, next) != cudaSuccess) return false;
    if (make_condition(graph, 0, handle) != cudaSuccess) return false;
    set_condition<<<1, 1, 0, stream_>>>(memory_);
    cudaGraphNodeParams params = {};
    cudaGraphNode_t node = nullptr;
    if (conditional_params(ConditionalKind::branch, handle, 1, params) != cudaSuccess) return false;
    if (add_node(stream_, params, node) != cudaSuccess) return false;
    if (begin_capture_to(inner_, body(params, 0)) != cudaSuccess) return false;
    raise<<<1, 1, 0, inner_>>>(memory_ + 1);
    return end_capture(inner_, nullptr) == cudaSuccess;
  }
  bool runs_body(std::uint64_t handle) {
    std::uint64_t values[2] = {handle, 0};
    return cudaMemcpyAsync(memory_, values, sizeof(values), cudaMemcpyDefault, stream_) ==
               cudaSuccess &&
           cudaGraphLaunch(executable_, stream_) == cudaSuccess &&
           cudaMemcpyAsync(values, memory_, sizeof(values), cudaMemcpyDefault, stream_) ==
               cudaSuccess &&
           cudaStreamSynchronize(stream_) == cudaSuccess && values[1] == 1;
  }

  bool succeeds_ = false;
  cudaStream_t stream_ = nullptr, inner_ = nullptr;
  std::uint64_t* memory_ = nullptr;  // the handle, the flag
  cudaGraph_t graphs_[2] = {};
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace

bool updates_keep_conditions() { return Probe().answer(); }

}  // namespace heddle::cuda_native::graph
