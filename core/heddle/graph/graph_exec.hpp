// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The executable graph: launch it, set its parameters, update single nodes, record it anew.
#pragma once

#include <heddle/graph/detail/exec_state.hpp>
#include <heddle/graph/detail/node_updates.hpp>
#include <heddle/graph/detail/update_from.hpp>
#include <heddle/graph/handles.hpp>
#include <heddle/graph/options.hpp>
#include <heddle/graph/param.hpp>
#include <heddle/graph/recorder.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

namespace heddle::graph {

template <class Exec>
class Graph;

/// What runs. Owns everything that the recording used: functors, Views, closures, slots, private
/// instances; Recorder and Graph may be gone. Has to end before Kokkos does.
///
/// Any thread may call it; calls of one executable take turns. Updates affect later launches only,
/// also if one is in flight. One executable never overlaps itself. A call that throws has launched
/// nothing and changed nothing.
template <class Exec>
class GraphExec {
 public:
  GraphExec(GraphExec&&) noexcept = default;
  /// Waits for the last launch of what it replaces.
  GraphExec& operator=(GraphExec&&) noexcept = default;
  /// Waits for the last launch. Never throws.
  ~GraphExec() = default;

  /// Runs the graph on `exec`: enqueues and returns. Copies the parameters first if one was set.
  /// Throws invalid_argument (an instance on another device than the recording's), stale_buffer
  /// (RecordOptions::check_buffers), backend_failure, what a host function of an earlier launch
  /// threw; on replay, capture_failed for a body of `capture` that does more than
  /// launch, at the first launch.
  void launch(Exec const& exec) {
    auto const lock = locked();
    state_->launch(exec);
  }
  /// Waits for the last launch. Throws what host functions threw.
  void wait() {
    auto const lock = locked();
    state_->wait();
  }
  /// Whether the instance of the last launch has nothing left to do. Does not wait.
  bool is_idle() const {
    auto const lock = locked();
    return state_->is_idle();
  }

  /// Gives a kernel a new shape and new arguments, of exactly its parameters' types. Throws
  /// foreign_node, stale_handle, invalid_argument (empty shape, or another kind of shape),
  /// backend_failure; so do the others.
  template <class Kernel, class Shape, class... Arguments>
  void update(KernelNode<Kernel> const& node, Shape const& shape, Arguments const&... arguments) {
    auto body = detail::kernel_body<Kernel>(detail::as_shape(shape), arguments...);
    auto const lock = locked();
    detail::update_kernel<Kernel>(*state_, node, std::move(body));
  }
  /// The same for a kernel of the backend's own language.
  template <auto kernel, class... Arguments>
  void update(NativeKernelNode<kernel> const& node, backends::LaunchConfig const& config,
              Arguments const&... arguments) {
    auto const lock = locked();
    detail::update_native_kernel<kernel>(*state_, node, config, arguments...);
  }
  /// Gives a Kokkos launch a new functor of the same type.
  template <class Shape, class Functor>
  void update(ParallelNode<Shape, Functor> const& node,
              std::type_identity_t<Functor> const& functor) {
    auto const lock = locked();
    detail::update_functor<Shape, Functor>(*state_, node, nullptr, functor);
  }
  /// The same with a new shape.
  template <class Shape, class Functor, class NewShape>
  void update(ParallelNode<Shape, Functor> const& node, NewShape const& shape,
              std::type_identity_t<Functor> const& functor) {
    static_assert(std::is_same_v<detail::ShapeOf<NewShape>, Shape>,
                  "heddle::graph: the node was recorded with another kind of shape");
    Shape const changed = detail::as_shape(shape);
    auto const lock = locked();
    detail::update_functor<Shape, Functor>(*state_, node, &changed, functor);
  }
  /// Gives a copy new Views, in memory of the same spaces as before.
  template <class To, class From>
  void update(CopyNode const& node, To const& to, From const& from) {
    detail::require_reachable<Exec, To>();
    detail::require_reachable<Exec, From>();
    auto const lock = locked();
    detail::update_copy(*state_, node, detail::copy_range<Exec>(to, from));
  }
  /// The same; pageable memory of the host may take part.
  template <class To, class From>
  void update(CopyNode const& node, To const& to, From const& from, ByAddress) {
    auto const lock = locked();
    detail::update_copy(*state_, node, detail::copy_range<Exec>(to, from));
  }
  /// The same between raw addresses.
  template <class T>
  void update(CopyNode const& node, T* to, std::type_identity_t<T> const* from, std::size_t count,
              ByAddress) {
    auto const lock = locked();
    detail::update_copy(*state_, node, detail::copy_range<Exec>(to, from, count));
  }
  /// Gives a copy of one value another value.
  template <class T>
  void update(ValueNode<T> const& node, std::type_identity_t<T> const& value) {
    auto const lock = locked();
    detail::update_value<T>(*state_, node, value);
  }
  /// Gives a fill another View, or the same, and another value.
  template <class T, class View>
  void update(FillNode<T> const& node, View const& to, std::type_identity_t<T> const& value) {
    detail::require_reachable<Exec, View>();
    auto const lock = locked();
    detail::update_fill<T>(*state_, node, to, value);
  }
  /// Opaque nodes have no parameters that could be known: throws opaque_node.
  template <class... Anything>
  void update(OpaqueNode const& node, Anything const&...) {
    auto const lock = locked();
    detail::refuse_opaque(*state_, node);
  }
  /// The same.
  template <class... Anything>
  void update(OpaqueGroup const& node, Anything const&...) {
    auto const lock = locked();
    detail::refuse_opaque(*state_, node);
  }

  /// Skips a node from the next launch on, or runs it again: kernels, launches, copies and fills.
  /// update_from enables all.
  template <class Node>
  void set_enabled(Node const& node, bool enabled) {
    static_assert(detail::can_be_disabled<Node>,
                  "heddle::graph: kernels, launches, copies and fills can be disabled");
    auto const lock = locked();
    detail::enable(*state_, node, enabled);
  }

  /// Sets a parameter for the next launches. All parameters that changed cost one copy a launch.
  /// Throws foreign_node.
  template <class T>
  void set(Param<T> const& parameter, std::type_identity_t<T> const& value) {
    auto const lock = locked();
    auto& graph = detail::owner(*state_, parameter);
    graph.slots->put(parameter.index(), value);
  }
  /// The value that the next launch sees. Throws foreign_node.
  template <class T>
  T get(Param<T> const& parameter) const {
    auto const lock = locked();
    return detail::owner(*state_, parameter).slots->template value<T>(parameter.index());
  }

  /// Records anew and takes the recording over: in place if nodes, dependencies and kinds are the
  /// same, else by rebuilding, unless `strict`. A success makes earlier handles stale (the body
  /// gives new ones); parameters survive by name and type. A rebuild waits for the last launch.
  /// After a refusal or an exception the old graph is as it was and handles of before are good;
  /// what the body put into handles then is stale. Throws what `record` throws, backend_failure.
  template <class Body>
  UpdateReport update_from(Exec const& exec, Body&& body, UpdateOptions const& options = {}) {
    auto const lock = locked();
    return detail::update_from(exec, *state_, std::forward<Body>(body), options);
  }

  /// Counts so far.
  GraphStatistics statistics() const {
    auto const lock = locked();
    auto result = state_->statistics;
    result.nodes = static_cast<int>(state_->graph->nodes.size());
    result.bytes = state_->graph->nodes.size() * detail::bytes_per_node +
                   state_->graph->options.parameter_bytes + state_->graph->allocated_bytes();
    return result;
  }
  /// The nodes with their present values in DOT, for graphviz.
  std::string to_dot(DotOptions const& options = {}) const {
    auto const lock = locked();
    return detail::dot_of(*state_->graph) + (options.native ? detail::native_dot(*state_) : "");
  }
  /// The backend's own executable, for calls that are not here; null on replay.
  typename backends::native_graph<Exec>::Executable* native() { return state_->executable.get(); }
  /// The backend's own handle of a node, for the same; of the first if it became several. Throws
  /// foreign_node, stale_handle. Only where there are native graphs.
  auto native_node(Handle const& node) const {
    auto const lock = locked();
    return state_->graph->native_nodes[detail::index_of(*state_->graph, node)].first;
  }

 private:
  friend class Graph<Exec>;
  GraphExec(Exec const& exec, std::shared_ptr<detail::GraphState<Exec>> graph)
      : state_(std::make_unique<detail::ExecState<Exec>>(exec, std::move(graph))) {}
  std::unique_lock<std::mutex> locked() const { return std::unique_lock(state_->mutex); }

  std::unique_ptr<detail::ExecState<Exec>> state_;
};

}  // namespace heddle::graph
