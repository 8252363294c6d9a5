// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Streams that are captured into a graph, and nodes added to them by hand. Statuses are those of
/// the CUDA runtime; a failure leaves no last error behind.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

namespace heddle::cuda_native::graph {

/// What the next node of a captured stream will follow.
struct Dependencies {
  std::vector<cudaGraphNode_t> nodes;
  std::vector<cudaGraphEdgeData> edges;
};

/// The status, with the last error cleared if it is one.
int cleared(cudaError_t status);

/// Captures `stream` in thread-local mode: other threads go on as before.
int begin_capture(cudaStream_t stream);
/// The same into the body of a conditional node.
int begin_capture_to(cudaStream_t stream, cudaGraph_t body);
/// Ends it; null for the body of a conditional node, which is there already.
int end_capture(cudaStream_t stream, cudaGraph_t* graph);
/// Ends whatever capture the stream is in and drops its graph; that of a body is its node's.
void discard_capture(cudaStream_t stream, bool is_body = false);

/// The graph being captured and what the next node will follow. An error if the capture was
/// invalidated.
int query_capture(cudaStream_t stream, cudaGraph_t* graph, Dependencies& next);
/// Adds a node that follows what the stream did so far; what comes next follows the node. `early`:
/// a kernel that waits for the kernel before it itself, and so may be launched before that ended.
int add_node(cudaStream_t stream, cudaGraphNodeParams& params, cudaGraphNode_t& node,
             bool early = false);
/// Makes `to` follow what `from` did so far: a fork, or a join if both are captured.
int follow(cudaStream_t from, cudaStream_t to, cudaEvent_t event);
/// Sets what the next node of the stream will follow.
int set_dependencies(cudaStream_t stream, Dependencies& next);

/// Memory of a graph: taken and given back at that point of the captured stream, each launch anew,
/// at one address.
int allocate(cudaStream_t stream, std::size_t bytes, void*& memory);
int release(cudaStream_t stream, void* memory);

/// The nodes that the stream got since its next node would have followed `before`, in the order of
/// their dependencies.
int nodes_since(cudaStream_t stream, Dependencies const& before,
                std::vector<cudaGraphNode_t>& nodes, Dependencies& next);

}  // namespace heddle::cuda_native::graph
