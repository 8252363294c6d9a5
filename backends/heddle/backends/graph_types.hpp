// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What core and graphs of the backends' own have in common. Knows no Kokkos.
#pragma once

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

}  // namespace heddle::backends
