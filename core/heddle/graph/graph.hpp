// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Record a sequence of kernels once, replay it with one call, change parameters in between.
///
///   graph::KernelNode<Axpy> step;
///   graph::GraphExec replay = graph::record(exec, [&](graph::Recorder<Exec>& r) {
///     step = r.launch("axpy", n, Axpy{}, y.data(), x.data(), 1.0);
///   }).instantiate(exec);
///   replay.update(step, n, y.data(), x.data(), 2.0);
///   replay.launch(exec);
///
/// With CUDA a recording is a CUDA graph; elsewhere, and with Mode::replay, the recorded calls are
/// made again in order. Checks, errors and reports are the same.
#pragma once

#include <heddle/graph/detail/record_state.hpp>
#include <heddle/graph/graph_exec.hpp>
#include <heddle/graph/options.hpp>
#include <heddle/graph/recorder.hpp>

#include <memory>
#include <string>
#include <utility>

namespace heddle::graph {

template <class Exec, class Body>
Graph<Exec> record(Exec const& exec, Body&& body, RecordOptions const& options = {});

/// A recording. It gives one executable: addresses of scratch and slots are part of it, and
/// recording again is cheap. It can also become a node of other recordings.
template <class Exec>
class Graph {
 public:
  /// The executable. Synchronises nothing, runs nothing. Throws unsupported the second time and for
  /// a graph that is a child of another, backend_failure.
  GraphExec<Exec> instantiate(Exec const& exec) {
    HEDDLE_EXPECTS(!state_->instantiated, unsupported,
                   "graph '" + state_->options.name +
                       "' has an executable already; one recording gives one executable");
    HEDDLE_EXPECTS(!state_->embedded, unsupported,
                   "graph '" + state_->options.name + "' is a child of another; record it again");
    return GraphExec<Exec>(exec, state_);
  }
  /// The recorded nodes in DOT, for graphviz.
  std::string to_dot() const { return detail::dot_of(*state_); }
  /// Recorded nodes, those in loops and branches among them.
  int num_nodes() const { return static_cast<int>(state_->nodes.size()); }

 private:
  template <class E, class Body>
  friend Graph<E> record(E const& exec, Body&& body, RecordOptions const& options);
  friend struct detail::GraphAccess;
  explicit Graph(std::shared_ptr<detail::GraphState<Exec>> state) : state_(std::move(state)) {}

  std::shared_ptr<detail::GraphState<Exec>> state_;
};

/// Calls body(Recorder<Exec>&) once and returns what it recorded; no kernel runs. `exec` says where
/// and is not used by the recording itself. One thread may record one graph at a time, several
/// threads one each. Cost: host time per node, and instances for the branches (0.15 ms each on a
/// GPU). Throws capture_failed if the body throws (but for heddle::error, which passes), allocates,
/// frees or fences; unjoined_branch, invalid_argument (a condition that nothing uses), what the
/// calls of Recorder throw, not_initialized. After a failure nothing of the recording is left, and
/// instances are as usable as before.
template <class Exec, class Body>
Graph<Exec> record(Exec const& exec, Body&& body, RecordOptions const& options) {
  return Graph<Exec>(detail::record_state(exec, std::forward<Body>(body),
                                          {options, detail::new_graph_id(), 1, nullptr}));
}

}  // namespace heddle::graph
