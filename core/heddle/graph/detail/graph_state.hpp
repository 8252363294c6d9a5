// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A recorded graph: its record list, the work of each node, what it owns.
#pragma once

#include <heddle/backends/native_graph.hpp>
#include <heddle/base/error.hpp>
#include <heddle/graph/detail/host_failure.hpp>
#include <heddle/graph/detail/node_record.hpp>
#include <heddle/graph/detail/slots.hpp>
#include <heddle/graph/detail/step.hpp>
#include <heddle/graph/handles.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace heddle::graph::detail {

/// A View that the user asked to keep: how many owners it has, and how many of them are ours.
struct KeptView {
  std::string label;
  void const* data;
  std::function<int()> owners;
};

struct ConditionRecord {
  Name name;
  std::int32_t slot = -1;    // of the value on replay, of the handle if native
  std::uint64_t native = 0;  // the handle
  unsigned initial = 0;
  int node = -1;  // the loop or branch that uses it
};

/// Memory that the graph has while it runs.
struct AllocationRecord {
  int node = -1;
  void* memory = nullptr;
  std::size_t bytes = 0;
  bool freed = false;  // by a node
};

template <class Exec>
struct GraphState {
  using Native = backends::native_graph<Exec>;

  std::uint64_t id = 0;
  std::uint32_t generation = 0;
  RecordOptions options;
  std::vector<NodeRecord> nodes;
  std::vector<std::unique_ptr<Step<Exec>>> steps;  // one a node
  std::vector<char> enabled;                       // one a node
  std::vector<std::vector<int>> bodies{{}};        // nodes of the graph, then of each body
  std::vector<ConditionRecord> conditions;
  std::vector<AllocationRecord> allocations;
  std::vector<std::string> parameters;  // names that this recording asked for
  std::vector<KeptView> kept;
  std::vector<std::shared_ptr<GraphState>> children;
  std::shared_ptr<Slots<Exec>> slots;
  std::shared_ptr<HostFailure> failure = std::make_shared<HostFailure>();
  std::unique_ptr<typename Native::Recording> native;  // none on replay
  std::vector<typename Native::Nodes> native_nodes;    // one a node, if native
  bool runs_user_bodies = false;  // has nodes of `capture`, that replay can judge by running only
  bool instantiated = false;
  bool embedded = false;

  /// Replays the nodes of a body in the order of their recording.
  void run_body(Exec const& exec, int body) {
    for (int const node : bodies[static_cast<std::size_t>(body)]) {
      if (enabled[static_cast<std::size_t>(node)]) {
        steps[static_cast<std::size_t>(node)]->run(exec, *this);
      }
    }
  }

  bool has_conditions() const { return !conditions.empty(); }
  std::size_t allocated_bytes() const {
    std::size_t sum = 0;
    for (auto const& allocation : allocations) sum += allocation.bytes;
    return sum;
  }

  /// Kernels find the handles of conditions in slots; on replay the values are set by each launch.
  void put_condition_handles() {
    if (!native) return;
    for (auto const& condition : conditions) slots->put(condition.slot, condition.native);
  }

  /// Throws stale_buffer for a kept View whose every other owner let go.
  void require_live_buffers() const {
    for (auto const& view : kept) {
      int ours = 0;
      for (auto const& other : kept) ours += other.data == view.data;
      HEDDLE_EXPECTS(view.owners() > ours, stale_buffer,
                     "graph '" + options.name + "': only the graph still owns '" + view.label +
                         "'; if it was re-allocated, update the nodes that use it and record "
                         "again");
    }
  }
};

/// What a Graph holds, for recordings that take it as a child.
struct GraphAccess {
  template <class Graph>
  static auto const& state(Graph const& graph) {
    return graph.state_;
  }
};

/// The node that a handle means. Throws foreign_node, stale_handle.
template <class Exec>
std::size_t index_of(GraphState<Exec> const& graph, Handle const& handle) {
  HEDDLE_EXPECTS(handle.graph == graph.id && handle.index >= 0, foreign_node,
                 "graph '" + graph.options.name + "': the handle is of another graph, or of none");
  HEDDLE_EXPECTS(handle.generation == graph.generation, stale_handle,
                 "graph '" + graph.options.name +
                     "': the handle is of another recording; update_from gives new ones");
  return static_cast<std::size_t>(handle.index);
}

}  // namespace heddle::graph::detail
