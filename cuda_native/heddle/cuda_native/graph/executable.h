// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// An executable graph and the ring of pinned blocks that its parameters travel through. Statuses
/// are those of the CUDA runtime; a failure leaves no last error behind.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

namespace heddle::cuda_native::graph {

/// Why an executable does not take a graph over; success: it does.
struct UpdateOutcome {
  int status = 0;
  cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
  cudaGraphNode_t node = nullptr;  ///< of the new graph; null if none is to blame
};

int instantiate(cudaGraphExec_t& executable, cudaGraph_t graph);
void destroy(cudaGraphExec_t executable);
UpdateOutcome update(cudaGraphExec_t executable, cudaGraph_t graph);
/// The name of a result, such as "TopologyChanged".
char const* result_text(cudaGraphExecUpdateResult result);

/// Nodes are named by those of the graph that was instantiated first.
int set_kernel(cudaGraphExec_t executable, cudaGraphNode_t node,
               cudaKernelNodeParams const& params);
int set_memset(cudaGraphExec_t executable, cudaGraphNode_t node, cudaMemsetParams const& params);
int set_copy(cudaGraphExec_t executable, cudaGraphNode_t node, void* to, void const* from,
             std::size_t bytes);
int set_enabled(cudaGraphExec_t executable, cudaGraphNode_t node, bool enabled);
/// Takes the parameters of `from`, a node of any graph, for `node`, one of the same kind: a kernel,
/// a copy or a fill.
int set_from(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNode_t from);

/// Pinned copies of a block, so that the host may write the next one while earlier copies are in
/// flight.
class ParameterRing {
 public:
  ParameterRing() = default;
  ~ParameterRing();
  ParameterRing(ParameterRing const&) = delete;
  ParameterRing& operator=(ParameterRing const&) = delete;

  /// Copies `bytes` to `block` on `stream`, after the last launch wherever it went: CUDA orders the
  /// launches of an executable, but not the copies before them.
  int push(cudaStream_t stream, void* block, void const* shadow, std::size_t bytes,
           std::size_t capacity);
  /// Notes where a launch went. The stream has to be there at the next push, unless it is
  /// forgotten.
  void launched_on(cudaStream_t stream) {
    last_ = stream;
    has_last_ = true;
  }
  void forget_stream() { has_last_ = false; }

 private:
  static constexpr int length = 4;
  int allocate(std::size_t capacity);
  int follow_last(cudaStream_t stream);

  unsigned char* pinned_ = nullptr;
  std::size_t capacity_ = 0;
  cudaEvent_t copied_[length] = {};
  cudaEvent_t launched_ = nullptr;
  cudaStream_t last_ = nullptr;
  bool has_last_ = false;
  int next_ = 0;
};

}  // namespace heddle::cuda_native::graph
