// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/graph/capture.h>
#include <heddle/cuda_native/graph/versions.h>

#include <algorithm>

namespace heddle::cuda_native::graph {
namespace {

bool contains(std::vector<cudaGraphNode_t> const& nodes, cudaGraphNode_t node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

int dependencies_of(cudaGraphNode_t node, std::vector<cudaGraphNode_t>& before) {
  std::size_t count = 0;
  if (auto const status = node_dependencies(node, nullptr, nullptr, &count)) return status;
  before.resize(count);
  std::vector<cudaGraphEdgeData> edges(count);
  if (count == 0) return cudaSuccess;
  return node_dependencies(node, before.data(), edges.data(), &count);
}

/// Depth first, so that a node comes after all that it follows.
int visit(cudaGraphNode_t node, std::vector<cudaGraphNode_t> const& known,
          std::vector<cudaGraphNode_t>& found) {
  if (contains(known, node) || contains(found, node)) return cudaSuccess;
  std::vector<cudaGraphNode_t> before;
  if (int const status = dependencies_of(node, before)) return status;
  for (auto const other : before) {
    if (int const status = visit(other, known, found)) return status;
  }
  found.push_back(node);
  return cudaSuccess;
}

}  // namespace

int cleared(cudaError_t status) {
  if (status != cudaSuccess) static_cast<void>(cudaGetLastError());
  return status;
}

int begin_capture(cudaStream_t stream) {
  return cleared(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
}

int begin_capture_to(cudaStream_t stream, cudaGraph_t body) {
  return cleared(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0,
                                               cudaStreamCaptureModeThreadLocal));
}

int end_capture(cudaStream_t stream, cudaGraph_t* graph) {
  return cleared(cudaStreamEndCapture(stream, graph));
}

void discard_capture(cudaStream_t stream, bool is_body) {
  auto state = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &state) == cudaSuccess &&
      state == cudaStreamCaptureStatusNone) {
    return;
  }
  cudaGraph_t graph = nullptr;
  static_cast<void>(cudaStreamEndCapture(stream, &graph));
  if (graph && !is_body) static_cast<void>(cudaGraphDestroy(graph));
  static_cast<void>(cudaGetLastError());
}

int query_capture(cudaStream_t stream, cudaGraph_t* graph, Dependencies& next) {
  auto state = cudaStreamCaptureStatusNone;
  cudaGraphNode_t const* nodes = nullptr;
  cudaGraphEdgeData const* edges = nullptr;
  std::size_t count = 0;
  cudaGraph_t captured = nullptr;
  if (auto const status = capture_info(stream, &state, &captured, &nodes, &edges, &count)) {
    return cleared(status);
  }
  if (state != cudaStreamCaptureStatusActive) return cudaErrorStreamCaptureInvalidated;
  if (graph) *graph = captured;
  next.nodes.assign(nodes, nodes + count);
  next.edges.assign(count, cudaGraphEdgeData{});
  if (edges) next.edges.assign(edges, edges + count);
  return cudaSuccess;
}

int add_node(cudaStream_t stream, cudaGraphNodeParams& params, cudaGraphNode_t& node, bool early) {
  Dependencies before;
  cudaGraph_t graph = nullptr;
  if (int const status = query_capture(stream, &graph, before)) return status;
  if (early && before.edges.size() == 1) {
    before.edges[0].type = cudaGraphDependencyTypeProgrammatic;
    before.edges[0].from_port = cudaGraphKernelNodePortProgrammatic;
  }
  if (auto const status = add_graph_node(&node, graph, before.nodes.data(), before.edges.data(),
                                         before.nodes.size(), &params)) {
    return cleared(status);
  }
  return cleared(set_capture_dependencies(stream, &node, nullptr, 1));
}

int follow(cudaStream_t from, cudaStream_t to, cudaEvent_t event) {
  if (auto const status = cudaEventRecord(event, from)) return cleared(status);
  return cleared(cudaStreamWaitEvent(to, event, 0));
}

int set_dependencies(cudaStream_t stream, Dependencies& next) {
  return cleared(
      set_capture_dependencies(stream, next.nodes.data(), next.edges.data(), next.nodes.size()));
}

int allocate(cudaStream_t stream, std::size_t bytes, void*& memory) {
  return cleared(cudaMallocAsync(&memory, bytes, stream));
}

int release(cudaStream_t stream, void* memory) { return cleared(cudaFreeAsync(memory, stream)); }

int nodes_since(cudaStream_t stream, Dependencies const& before,
                std::vector<cudaGraphNode_t>& nodes, Dependencies& next) {
  nodes.clear();
  if (int const status = query_capture(stream, nullptr, next)) return status;
  for (auto const node : next.nodes) {
    if (int const status = visit(node, before.nodes, nodes)) {
      return cleared(static_cast<cudaError_t>(status));
    }
  }
  return cudaSuccess;
}

}  // namespace heddle::cuda_native::graph
