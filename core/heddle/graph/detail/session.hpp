// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One recording in progress: what all its branches share.
#pragma once

#include <heddle/backends/native_graph.hpp>
#include <heddle/base/error.hpp>
#include <heddle/graph/detail/body_watch.hpp>
#include <heddle/graph/detail/graph_state.hpp>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

template <class Exec>
struct Session {
  using Native = backends::native_graph<Exec>;

  Session(Exec const& instance, std::shared_ptr<GraphState<Exec>> graph)
      : exec(instance), state(std::move(graph)) {}
  ~Session() { close(); }
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  /// Ends the watch.
  void close() {
    closed = true;
    watch.reset();
    if constexpr (Native::available) {
      if (mode_before) Native::restore_mode(*mode_before);
    }
    mode_before.reset();
  }

  /// Throws capture_failed if the body did something that a graph cannot hold.
  void require_clean() const {
    HEDDLE_EXPECTS(!watch || watch->complaint().empty(), capture_failed,
                   text("the body " + watch->complaint() + ", which a graph cannot hold"));
  }
  void require_open() const {
    HEDDLE_EXPECTS(!closed, invalid_state, text("its recording has ended"));
    HEDDLE_EXPECTS(thread == std::this_thread::get_id(), invalid_state,
                   text("only the thread that records may launch"));
  }
  void require_new_name(Name const& name) {
    HEDDLE_EXPECTS(!name.text().empty(), invalid_argument, text("a node without a name"));
    HEDDLE_EXPECTS(names.count(name.text()) == 0, invalid_argument,
                   text("there is a node '" + name.text() + "' already"));
  }
  /// A message with the graph's name and how far the recording got.
  std::string text(std::string const& what) const {
    return "graph '" + state->options.name + "': " + what +
           (state->nodes.empty() ? "; no node was recorded"
                                 : "; the last node is " + node_text(state->nodes.back()));
  }

  Exec exec;
  std::shared_ptr<GraphState<Exec>> state;
  std::unordered_set<std::string> names;
  std::vector<std::string> open_branches;
  std::thread::id thread = std::this_thread::get_id();
  bool closed = false;
  std::optional<BodyWatch> watch{std::in_place, BodyWatch::Of::recording, [this] { give_up(); }};
  std::optional<int> mode_before;  ///< what captures forbade this thread before it gave up

 private:
  /// After the first thing that a graph cannot hold the recording has failed, and nothing is
  /// forbidden to its thread any more: where a capture refuses a free, Kokkos ends the program.
  void give_up() {
    if constexpr (Native::available) {
      if (state->native && !mode_before) mode_before = Native::restore_mode(Native::relaxed);
    }
  }
};

/// Nothing is watched, and nothing forbidden by the backend that can be allowed.
template <class Exec>
class RelaxedScope {
  using Native = backends::native_graph<Exec>;

 public:
  explicit RelaxedScope(Session<Exec>& session) : session_(session) {
    session_.watch->pause();
    if constexpr (Native::available) mode_ = Native::exchange_mode(Native::relaxed);
  }
  ~RelaxedScope() {
    if constexpr (Native::available) Native::exchange_mode(mode_);
    session_.watch->resume();
  }
  RelaxedScope(RelaxedScope const&) = delete;
  RelaxedScope& operator=(RelaxedScope const&) = delete;

 private:
  Session<Exec>& session_;
  int mode_ = 0;
};

}  // namespace heddle::graph::detail
