// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a node does: on replay, and as a part of a graph of the backend's own.
#pragma once

#include <heddle/backends/native_graph.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <vector>

namespace heddle::graph::detail {

template <class Exec>
struct GraphState;

/// One node's work and values. It is the truth on every backend: a graph of the backend's own has
/// no getter for what an executable currently holds.
template <class Exec>
struct Step {
  using Native = backends::native_graph<Exec>;

  virtual ~Step() = default;
  /// Enqueues the work on `exec`; allocates nothing, waits for nothing.
  virtual void run(Exec const& exec, GraphState<Exec>& graph) = 0;
  /// Tells the backend to skip the node, or to run it again; its status.
  virtual int enable(typename Native::Executable& executable, typename Native::Nodes const& nodes,
                     bool enabled) const {
    if constexpr (Native::available) {
      return executable.set_enabled(nodes, enabled);
    } else {
      return 0;
    }
  }
  /// Shape and values as text, for reports.
  virtual void describe(std::vector<std::string>&) const {}
};

}  // namespace heddle::graph::detail
