// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls whose signatures changed with CUDA 13, in the form that always takes edge data. Without
/// it, a query of programmatic edges fails.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace heddle::cuda_native::graph {

inline cudaError_t capture_info(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                cudaGraph_t* graph, cudaGraphNode_t const** nodes,
                                cudaGraphEdgeData const** edges, std::size_t* count) {
#if CUDART_VERSION >= 13000
  return cudaStreamGetCaptureInfo(stream, status, nullptr, graph, nodes, edges, count);
#else
  return cudaStreamGetCaptureInfo_v3(stream, status, nullptr, graph, nodes, edges, count);
#endif
}

inline cudaError_t set_capture_dependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                            cudaGraphEdgeData const* edges, std::size_t count) {
  // Without the constant the call would add to the dependencies there are.
#if CUDART_VERSION >= 13000
  return cudaStreamUpdateCaptureDependencies(stream, nodes, edges, count,
                                             cudaStreamSetCaptureDependencies);
#else
  return cudaStreamUpdateCaptureDependencies_v2(stream, nodes, edges, count,
                                                cudaStreamSetCaptureDependencies);
#endif
}

inline cudaError_t add_graph_node(cudaGraphNode_t* node, cudaGraph_t graph,
                                  cudaGraphNode_t const* nodes, cudaGraphEdgeData const* edges,
                                  std::size_t count, cudaGraphNodeParams* params) {
#if CUDART_VERSION >= 13000
  return cudaGraphAddNode(node, graph, nodes, edges, count, params);
#else
  return cudaGraphAddNode_v2(node, graph, nodes, edges, count, params);
#endif
}

/// Edge data is asked for, though it is not used: see above.
inline cudaError_t node_dependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                     cudaGraphEdgeData* edges, std::size_t* count) {
#if CUDART_VERSION >= 13000
  return cudaGraphNodeGetDependencies(node, nodes, edges, count);
#else
  return cudaGraphNodeGetDependencies_v2(node, nodes, edges, count);
#endif
}

}  // namespace heddle::cuda_native::graph
