// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Graphs of a backend's own: which there are, and what core needs of them.
#pragma once

#include <heddle/backends/native.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::backends {

/// How a kernel of the backend's own language is launched: blocks, threads in a block, bytes of
/// dynamic shared memory.
struct LaunchConfig {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
};

/// What a condition decides of.
enum class Conditional { loop, branch, choice };

/// No graphs of the backend's own: core replays. Otherwise the trait has the members
///   Recording   the capture of a graph, with an instance of its own for each branch
///   Branch      one of them: core adds nodes to it
///   Nodes       what one recorded call became
///   Executable  what is launched
template <class Exec>
struct native_graph {
  static constexpr bool available = false;
  struct Branch {};
  struct Nodes {};
  struct Recording {};
  struct Executable {};
};

#ifndef KOKKOS_ENABLE_CUDA
/// Sets a condition of a graph of the backend's own, inside a kernel: there is none.
KOKKOS_INLINE_FUNCTION void set_graph_condition(std::uint64_t, unsigned) {}
#endif

}  // namespace heddle::backends

#ifdef KOKKOS_ENABLE_CUDA
#include <heddle/backends/cuda/native_graph.hpp>
#endif
