// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// An executable takes over a new recording: in place if the structure is the same, else rebuilt.
#pragma once

#include <heddle/graph/detail/exec_state.hpp>
#include <heddle/graph/detail/record_state.hpp>

#include <memory>
#include <string>
#include <utility>

namespace heddle::graph::detail {

template <class Exec>
void describe(UpdateReport& report, Difference const& found, GraphState<Exec> const& recorded) {
  report.reason = found.reason;
  report.was = found.was;
  report.now = found.now;
  if (found.node < 0) return;
  auto const& node = recorded.nodes[static_cast<std::size_t>(found.node)];
  report.node = node.name;
  report.file = node.file;
  report.line = node.line;
}

/// What is rebuilt on every backend, though the structure is the same: a recording has memory of
/// its own, and kernels the address of it.
template <class Exec>
Difference require_no_memory(GraphState<Exec> const& fresh) {
  if (fresh.allocations.empty()) return {};
  return {UpdateReason::not_supported, fresh.allocations.front().node, "",
          "memory of a graph has another address in each recording"};
}

/// Whether the backend can update graphs with conditions; the first loop or branch if not.
template <class Exec>
Difference require_updatable_conditions(GraphState<Exec> const& fresh) {
  using Native = backends::native_graph<Exec>;
  if constexpr (Native::available) {
    if (fresh.native && fresh.has_conditions() && !Native::updates_keep_conditions()) {
      return {UpdateReason::not_supported, fresh.conditions.front().node, "",
              "this driver updates no graph with conditions"};
    }
  }
  return {};
}

/// The conditions stay those of the first recording, whatever the new one calls them.
template <class Exec>
void keep_conditions(GraphState<Exec>& fresh, GraphState<Exec> const& old) {
  for (auto& condition : fresh.conditions) {
    for (auto const& before : old.conditions) {
      if (before.node == condition.node) condition.native = before.native;
    }
  }
  fresh.put_condition_handles();
}

/// Tries the backend's own update. Its refusal becomes the difference.
template <class Exec>
Difference update_natively(ExecState<Exec>& self, GraphState<Exec> const& fresh) {
  using Native = backends::native_graph<Exec>;
  if constexpr (Native::available) {
    if (!self.executable) return {};
    auto const refusal = self.executable->update(*fresh.native);
    if (refusal.reason == 0) return {};
    Difference found;
    found.reason = refusal.reason == 1   ? UpdateReason::topology_changed
                   : refusal.reason == 2 ? UpdateReason::node_type_changed
                   : refusal.reason == 3 ? UpdateReason::parameters_changed
                   : refusal.reason == 4 ? UpdateReason::not_supported
                                         : UpdateReason::backend;
    for (std::size_t i = 0; i < fresh.native_nodes.size(); ++i) {
      if (fresh.native_nodes[i].holds(refusal.node)) found.node = static_cast<int>(i);
    }
    found.now = refusal.text;
    return found;
  }
  return {};
}

/// The old executable goes only when the new one is there, so a failure leaves a graph that runs.
template <class Exec>
void rebuild(Exec const& exec, ExecState<Exec>& self, std::shared_ptr<GraphState<Exec>> fresh,
             bool low_memory) {
  using Native = backends::native_graph<Exec>;
  if (self.last) self.last->fence("heddle::graph::rebuild");  // both use the same scratch
  if constexpr (Native::available) {
    if (self.executable) {
      auto made = std::make_unique<typename Native::Executable>();
      if (low_memory) self.executable.reset(new typename Native::Executable());
      self.require(
          made->instantiate(exec, *fresh->native, fresh->slots->block(), fresh->slots->capacity()),
          "instantiate");
      self.executable = std::move(made);
    }
  }
  fresh->instantiated = true;
  self.graph = std::move(fresh);
  self.graph->put_condition_handles();
  self.graph->slots->touch();
  ++self.statistics.instantiations;
  ++self.statistics.rebuilds;
}

/// In place: new values, old structure. Handles of the backend stay those of the first recording,
/// which the executable knows its nodes by.
template <class Exec>
void take_over(ExecState<Exec>& self, std::shared_ptr<GraphState<Exec>> fresh) {
  using Native = backends::native_graph<Exec>;
  if constexpr (Native::available) {
    if (self.executable) {
      for (std::size_t i = 0; i < self.graph->enabled.size(); ++i) {
        if (!self.graph->enabled[i]) {
          self.require(self.executable->set_enabled(self.graph->native_nodes[i], true), "enable");
        }
      }
      keep_conditions(*fresh, *self.graph);
      fresh->native_nodes = std::move(self.graph->native_nodes);
      std::swap(fresh->native, self.graph->native);
    }
  }
  fresh->instantiated = true;
  self.retire(std::exchange(self.graph, std::move(fresh)));
  ++self.statistics.in_place;
}

template <class Exec, class Body>
UpdateReport update_from(Exec const& exec, ExecState<Exec>& self, Body&& body,
                         UpdateOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::graph::update");
  Timer const timer;
  auto& old = *self.graph;
  std::size_t const slots = old.slots->count();
  RecordPlan<Exec> const plan{old.options, old.id, ++self.generations, self.graph};
  auto fresh = record_state(exec, std::forward<Body>(body), plan);
  UpdateReport report;
  report.nodes_before = static_cast<int>(old.nodes.size());
  report.nodes_after = static_cast<int>(fresh->nodes.size());
  auto found = compare(old.nodes, fresh->nodes);
  if (found.reason == UpdateReason::none) found = require_no_memory(*fresh);
  if (found.reason == UpdateReason::none) found = require_updatable_conditions(*fresh);
  if (found.reason == UpdateReason::none) found = update_natively(self, *fresh);
  describe(report, found, *fresh);
  if (found.reason == UpdateReason::none) {
    take_over(self, std::move(fresh));
  } else if (options.strict) {
    report.status = UpdateStatus::refused;
    old.slots->shrink(slots);
  } else {
    rebuild(exec, self, std::move(fresh), options.low_memory);
    report.status = UpdateStatus::rebuilt;
  }
  report.seconds = timer.seconds();
  return report;
}

}  // namespace heddle::graph::detail
