// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// An executable graph. Statuses are those of the CUDA runtime; a failure leaves no last error
/// behind.
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

}  // namespace heddle::cuda_native::graph
