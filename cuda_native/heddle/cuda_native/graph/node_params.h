// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Parameters of nodes for CUDA's one function that adds any kind of node. What is not used has to
/// be zero, which these take care of.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace heddle::cuda_native::graph {

/// A kernel: its configuration and the addresses of its arguments.
cudaKernelNodeParams kernel_params(void const* function, dim3 grid, dim3 block,
                                   unsigned shared_bytes, void** arguments);
cudaGraphNodeParams node_params(cudaKernelNodeParams const& kernel);
/// `count` items of 1, 2 or 4 bytes.
cudaMemsetParams memset_params(void* to, unsigned value, unsigned element_bytes, std::size_t count);
cudaGraphNodeParams node_params(cudaMemsetParams const& memset);
/// A copy in one dimension; the driver tells what lies where.
cudaGraphNodeParams copy_params(void* to, void const* from, std::size_t bytes);
cudaGraphNodeParams host_params(void (*function)(void*), void* data);
/// The graph is cloned.
cudaGraphNodeParams child_params(cudaGraph_t child);

enum class ConditionalKind { loop, branch, choice };
/// A condition with the value that each launch begins with.
int make_condition(cudaGraph_t graph, unsigned initial, std::uint64_t& handle);
/// A loop or a branch; status cudaErrorNotSupported if this CUDA has no such kind. After the node
/// was added, bodies(params, i) is what the i-th body is captured into.
int conditional_params(ConditionalKind kind, std::uint64_t handle, unsigned bodies,
                       cudaGraphNodeParams& params);
cudaGraph_t body(cudaGraphNodeParams const& params, unsigned number);

/// Whether a kernel that begins with cudaGridDependencySynchronize may be launched before the one
/// in front of it has ended: the device can do that, and both this kernel and the one of
/// `idle_params` were compiled so that they wait.
bool may_begin_early(void const* function);
/// A kernel that does nothing but that: what stands for a skipped one, so that whoever follows
/// still waits for whatever was in front.
cudaKernelNodeParams idle_params();

/// Whether the one parameter of a kernel has that size on the device too. A difference would mean
/// that host and device disagree on the layout of a functor.
int check_parameter(void const* function, std::size_t bytes);

}  // namespace heddle::cuda_native::graph
