// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Handles of recorded nodes: small values that name a node of one recording of one graph. Using
/// one on another graph throws foreign_node, one from before update_from stale_handle. Knows no
/// Kokkos.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::graph {

/// What every handle holds. A handle made by nobody is of no graph.
struct Handle {
  std::uint64_t graph = 0;       ///< of which graph; 0: of none
  std::uint32_t generation = 0;  ///< of which recording of it
  std::int32_t index = -1;       ///< which node
};

/// A kernel made by `launch`: its shape and arguments can be updated.
template <class Kernel>
struct KernelNode : Handle {};
/// A CUDA kernel made by `launch_native`: its configuration and arguments can be updated.
template <auto kernel>
struct NativeKernelNode : Handle {};
/// A parallel_for, parallel_reduce or parallel_scan: its functor and shape can be updated.
template <class Shape, class Functor>
struct ParallelNode : Handle {};
/// A copy: its addresses can be updated.
struct CopyNode : Handle {};
/// A copy of one value that the graph owns: the value can be updated.
template <class T>
struct ValueNode : Handle {};
/// A fill: view and value can be updated.
template <class T>
struct FillNode : Handle {};
/// A host function.
struct HostNode : Handle {};
/// Exactly one launch of somebody else's. No parameters are known: an update throws opaque_node.
struct OpaqueNode : Handle {};
/// Any number of launches of somebody else's.
struct OpaqueGroup : Handle {};
/// Memory of a graph, from this node on: what `allocate` made.
struct AllocNode : Handle {
  void* memory = nullptr;  ///< its address, the same in every launch; for kernels of this graph
  std::size_t bytes = 0;
  /// The same as items of a type.
  template <class T>
  T* as() const {
    return static_cast<T*>(memory);
  }
};
/// The end of such memory.
struct FreeNode : Handle {};
/// A graph inside a graph.
struct ChildNode : Handle {};
/// A loop or a branch.
struct ConditionalNode : Handle {};

}  // namespace heddle::graph
