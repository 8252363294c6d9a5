// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What core and graphs of the backends' own have in common. Knows no Kokkos.
#pragma once

#include <cstddef>

namespace heddle::backends {

/// How a kernel of the backend's own language is launched: blocks, threads in a block, bytes of
/// dynamic shared memory.
struct LaunchConfig {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
};

/// Memory of an instance that is taken before its work is captured.
struct Reserves {
  std::size_t reduction_bytes = 0;     ///< of the largest value of a reduction
  std::size_t team_scratch_bytes = 0;  ///< of level 1, of all teams that run at once
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
