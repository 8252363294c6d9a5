// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// An executable: the graph it runs, what the backend made of it, counts. One lock for all calls.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/graph/detail/body_watch.hpp>
#include <heddle/graph/detail/graph_state.hpp>
#include <heddle/graph/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

/// Bytes that an executable takes a node: measured on one device, an estimate elsewhere.
inline constexpr std::size_t bytes_per_node = 2300;

template <class Exec>
std::string dot_of(GraphState<Exec> const& graph) {
  std::vector<std::string> details;
  auto nodes = graph.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::vector<std::string> values;
    graph.steps[i]->describe(values);
    std::string text;
    for (auto const& value : values) text += (text.empty() ? "" : ", ") + value;
    details.push_back(std::move(text));
    nodes[i].enabled = graph.enabled[i] != 0;
  }
  return dot_text(graph.options.name, nodes, details);
}

template <class Exec>
struct ExecState {
  using Native = backends::native_graph<Exec>;
  using State = std::shared_ptr<GraphState<Exec>>;

  ExecState(Exec const& exec, State recorded) : graph(std::move(recorded)) {
    Kokkos::Profiling::ScopedRegion const region("heddle::graph::instantiate");
    if constexpr (Native::available) {
      if (graph->native) {
        executable = std::make_unique<typename Native::Executable>();
        require(executable->instantiate(exec, *graph->native, graph->slots->block(),
                                        graph->slots->capacity()),
                "instantiate");
      }
    }
    graph->instantiated = true;
    graph->put_condition_handles();
    statistics.native = executable != nullptr;
    statistics.instantiations = 1;
  }

  /// Waits for the last launch; whoever destroys an object expects nothing to be thrown.
  ~ExecState() {
    try {
      wait();
    } catch (...) {
    }
  }

  void launch(Exec const& exec) {
    static std::string const label = "heddle::graph::launch";
    Kokkos::Profiling::ScopedRegion const region(label);
    graph->failure->rethrow();
    if (graph->options.check_buffers) graph->require_live_buffers();
    if (executable) {
      launch_native(exec);
    } else {
      replay(exec);
    }
    if (!last || !(*last == exec)) last.emplace(exec);
    ++statistics.launches;
  }

  /// Waits for the last launch, and tells what host functions threw.
  void wait() {
    if (last) last->fence("heddle::graph::wait");
    // Whoever waited may destroy the instance's stream now.
    last.reset();
    retired.clear();
    if constexpr (Native::available) {
      if (executable) executable->forget_stream();
    }
    graph->failure->rethrow();
  }

  bool is_idle() {
    if constexpr (Native::available) {
      if (last) return executable ? executable->is_idle(*last) : Native::is_idle(*last);
    }
    return true;
  }

  /// Keeps what an earlier recording owns while work in flight may use it: closures, memory.
  void retire(State old) {
    constexpr std::size_t most = 64;
    if (retired.size() >= most && last) last->fence("heddle::graph::retire");
    if (is_idle()) {
      retired.clear();
    } else {
      retired.push_back(std::move(old));
    }
  }

  void require(int status, std::string const& call) const {
    if constexpr (Native::available) {
      HEDDLE_EXPECTS(status == 0, backend_failure,
                     "graph '" + graph->options.name + "', " + call + ": " + Native::text(status));
    }
  }

  State graph;
  std::vector<State> retired;
  std::unique_ptr<typename Native::Executable> executable;  // none on replay
  std::optional<Exec> last;                                 // where the last launch went
  std::uint32_t generations = 1;  // recordings so far, refused and failed ones among them
  bool judged = false;            // whether replay has seen its first launch
  GraphStatistics statistics;
  std::mutex mutex;

 private:
  void launch_native(Exec const& exec) {
    if constexpr (Native::available) {
      typename Native::Range const range(graph->options.name.c_str());
      HEDDLE_EXPECTS(executable->is_for(exec), invalid_argument,
                     "graph '" + graph->options.name + "' was recorded for another device");
      if (graph->slots->changed()) {
        require(
            executable->push_parameters(exec, graph->slots->shadow(), graph->slots->used_bytes()),
            "copy of parameters");
        graph->slots->copied();
        ++statistics.parameter_copies;
      }
      require(executable->launch(exec), "launch");
    }
  }

  void replay(Exec const& exec) {
    auto& slots = *graph->slots;
    for (auto const& condition : graph->conditions) slots.put(condition.slot, condition.initial);
    if (slots.changed()) {
      slots.copy(exec);
      ++statistics.parameter_copies;
    }
    if (judged || !graph->runs_user_bodies) {
      graph->run_body(exec, 0);
      return;
    }
    BodyWatch const watch(BodyWatch::Of::replay);
    graph->run_body(exec, 0);
    HEDDLE_EXPECTS(watch.complaint().empty(), capture_failed,
                   "graph '" + graph->options.name + "': a body of `capture` " + watch.complaint() +
                       ", which a graph cannot hold");
    judged = true;
  }
};

}  // namespace heddle::graph::detail
