// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Records the nodes of a graph, one call a node, in the order in which they depend on each other.
#pragma once

#include <heddle/graph/detail/recorder_base.hpp>
#include <heddle/graph/handles.hpp>
#include <heddle/graph/name.hpp>
#include <heddle/graph/param.hpp>
#include <heddle/graph/shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace heddle::graph {

template <class Exec>
class Graph;

/// Says that a copy reads or writes pageable memory of the host by its address, each time the graph
/// runs: that memory has to be there, and to hold what is to be copied when `launch` is called.
/// CUDA reads it as early as that, before host functions of the same graph have run: what these
/// write belongs into pinned memory.
struct ByAddress {};
inline constexpr ByAddress by_address{};

/// Records one branch of a graph. Made by `record`, used inside of its body, by the same thread.
///
/// A call makes one node that follows the one before it, and returns its handle; nothing runs. What
/// is given is copied: arguments and functors by value, Views by handle (the graph keeps them
/// alive). The body may neither allocate, free nor fence: capture_failed, with the label of what it
/// did. Every call throws invalid_argument for an empty or taken name and for an empty shape (a
/// graph cannot hold a launch of nothing), backend_failure for what the backend refuses.
///
/// Functors are at most 3584 bytes; larger ones do not compile.
template <class Exec>
class Recorder : public detail::RecorderBase<Exec> {
  using Base = detail::RecorderBase<Exec>;

 public:
  using ExecutionSpace = Exec;

  /// A typed kernel: `Kernel` is an empty struct whose one operator() takes an index a dimension
  /// and then its parameters; the arguments have exactly their types.
  template <class Shape, class Kernel, class... Arguments>
  KernelNode<Kernel> launch(Name const& name, Shape const& shape, Kernel const&,
                            Arguments const&... arguments) {
    auto const body = detail::kernel_body<Kernel>(detail::as_shape(shape), arguments...);
    return {this->add_kernel(name, body, std::type_identity<Kernel>())};
  }

  /// A kernel of the backend's own language with its whole configuration; CUDA. On CUDA without
  /// native graphs (Mode::replay) it is launched at each replay.
  template <auto kernel, class... Arguments>
  NativeKernelNode<kernel> launch_native(Name const& name, backends::LaunchConfig const& config,
                                         Arguments const&... arguments) {
    return {this->template add_native_kernel<kernel>(name, config, arguments...)};
  }

  /// Kokkos' parallel_for over a shape.
  template <class Shape, class Functor>
  ParallelNode<detail::ShapeOf<Shape>, Functor> parallel_for(Name const& name, Shape const& shape,
                                                             Functor const& functor) {
    using Step = detail::ForStep<Exec, detail::ShapeOf<Shape>, Functor>;
    return {this->template add_launch<Step>(detail::NodeKind::parallel_for, name,
                                            detail::as_shape(shape), functor)};
  }

  /// Kokkos' parallel_reduce into a View of rank 0 in the device's memory, or a reducer over one.
  /// Throws invalid_argument beyond RecordOptions::max_reduction_bytes.
  template <class Shape, class Functor, class Result>
  ParallelNode<detail::ShapeOf<Shape>, Functor> parallel_reduce(Name const& name,
                                                                Shape const& shape,
                                                                Functor const& functor,
                                                                Result const& result) {
    detail::require_device_result<Exec, Result>();
    using Step = detail::ReduceStep<Exec, detail::ShapeOf<Shape>, Functor, Result>;
    this->require_reserved(name, detail::reduced_bytes<Result>());
    this->require_no_host_scalar(name, result);
    return {this->template add_launch<Step>(detail::NodeKind::parallel_reduce, name,
                                            detail::as_shape(shape), functor, result)};
  }

  /// Kokkos' parallel_scan.
  template <class Shape, class Functor>
  ParallelNode<detail::ShapeOf<Shape>, Functor> parallel_scan(Name const& name, Shape const& shape,
                                                              Functor const& functor) {
    return scan(name, shape, functor, detail::NoResult());
  }
  /// The same; the total goes into a View of rank 0 in the device's memory.
  template <class Shape, class Functor, class Total>
  ParallelNode<detail::ShapeOf<Shape>, Functor> parallel_scan(Name const& name, Shape const& shape,
                                                              Functor const& functor,
                                                              Total const& total) {
    detail::require_device_result<Exec, Total>();
    return scan(name, shape, functor, total);
  }

  /// Copies a contiguous View into another of the same value type and size. Both have to be
  /// accessible to the device (its own memory, or pinned memory of the host).
  template <class To, class From>
  CopyNode copy(Name const& name, To const& to, From const& from) {
    detail::require_reachable<Exec, To>();
    detail::require_reachable<Exec, From>();
    return {this->add_copy(name, detail::copy_range<Exec>(to, from))};
  }
  /// The same; pageable memory of the host may take part.
  template <class To, class From>
  CopyNode copy(Name const& name, To const& to, From const& from, ByAddress) {
    return {this->add_copy(name, detail::copy_range<Exec>(to, from))};
  }
  /// Copies `count` items between raw addresses, which are in nobody's keeping.
  template <class T>
  CopyNode copy(Name const& name, T* to, std::type_identity_t<T> const* from, std::size_t count,
                ByAddress) {
    return {this->add_copy(name, detail::copy_range<Exec>(to, from, count))};
  }

  /// Writes one value, which the graph owns, into a View of rank 0.
  template <class View, class T>
  ValueNode<T> copy_value(Name const& name, View const& to, T const& value) {
    return {this->add_fill(detail::NodeKind::copy_value, name, to, value)};
  }
  /// Writes a value of the View's type into every item of a contiguous View.
  template <class View, class T>
  FillNode<T> fill(Name const& name, View const& to, T const& value) {
    return {this->add_fill(detail::NodeKind::fill, name, to, value)};
  }

  /// Memory for kernels that follow, at least 16-byte aligned, until `free`, or to the end of the
  /// launch: what is in it at the beginning of a launch is undefined. With CUDA it is the graph's
  /// own only while a launch is at work, so graphs that run in turn share it; elsewhere, and on
  /// replay, it is taken now and belongs to the graph. Graphs with memory are no children of
  /// others, and update_from rebuilds them. Throws unsupported inside of loops and branches,
  /// invalid_argument for no bytes, out_of_memory.
  AllocNode allocate(Name const& name, std::size_t bytes) {
    return this->add_allocation(name, bytes);
  }
  /// Gives it back, in its turn: later nodes must not use it. Throws foreign_node, invalid_argument
  /// if it was given back.
  FreeNode free(Name const& name, AllocNode const& allocation) {
    return {this->add_free(name, allocation)};
  }

  /// A host function, called as function() in its turn. It must not call the backend. What it
  /// throws comes out of the next `launch` or `wait`.
  template <class Function>
  HostNode host(Name const& name, Function function) {
    return {this->add_host(name, std::move(function))};
  }

  /// Launches of somebody else's, made by body(exec): any number of them, on `exec` only. Native
  /// graphs call it once, now; replay calls it each time, so it may do nothing but launch. Replay
  /// judges it by its first launch: capture_failed if it allocates, frees or fences.
  template <class Body>
  OpaqueGroup capture(Name const& name, Body body) {
    return {this->add_capture(name, std::move(body))};
  }
  /// Makes a node of the one launch made on `exec()` since the last node. Throws capture_failed
  /// with the count if it was not exactly one, unsupported on replay, which cannot see launches.
  OpaqueNode mark(Name const& name) { return {this->add_mark(name)}; }

  /// The nodes of another recording, as they are now. The graph must have neither parameters nor
  /// conditions nor memory of its own, and no executable: unsupported.
  ChildNode child(Name const& name, Graph<Exec> const& graph) {
    return {this->add_child(name, detail::GraphAccess::state(graph))};
  }
  /// A Kokkos::Experimental::Graph, as it is now.
  template <class KokkosGraph>
  ChildNode child(Name const& name, KokkosGraph const& graph) {
    return {this->add_kokkos_child(name, graph)};
  }

  /// A value that kernels read and the host sets between launches. Throws invalid_argument for a
  /// name taken by another type or in this recording, and beyond RecordOptions::parameter_bytes.
  template <class T>
  Param<T> param(Name const& name, T const& initial) {
    return this->add_param(name, initial);
  }

  /// A condition with the value that each launch begins with. Exactly one loop or branch uses it.
  Condition condition(Name const& name, unsigned initial) {
    return this->add_condition(name, initial);
  }
  /// Runs the body while the condition is not 0; a kernel of the body sets it.
  template <class Body>
  ConditionalNode while_true(Name const& name, Condition const& condition, Body&& body) {
    return {this->add_while(name, condition, [&](Recorder& inside) { body(inside); })};
  }
  /// Runs the body if the condition is not 0; a kernel before it sets it.
  template <class Body>
  ConditionalNode if_true(Name const& name, Condition const& condition, Body&& body) {
    return {this->add_choice(detail::NodeKind::if_true, name, condition,
                             {[&](Recorder& inside) { body(inside); }})};
  }
  /// The same; `otherwise` runs if it is 0. CUDA: from 12.8 on.
  template <class Body, class Otherwise>
  ConditionalNode if_true(Name const& name, Condition const& condition, Body&& body,
                          Otherwise&& otherwise) {
    return {this->add_choice(
        detail::NodeKind::if_true, name, condition,
        {[&](Recorder& inside) { body(inside); }, [&](Recorder& inside) { otherwise(inside); }})};
  }
  /// Runs the body whose number the condition is; none if there is none. CUDA: from 12.8 on.
  template <class... Bodies>
  ConditionalNode switch_on(Name const& name, Condition const& condition, Bodies&&... bodies) {
    return {this->add_choice(detail::NodeKind::switch_on, name, condition,
                             {[&](Recorder& inside) { bodies(inside); }...})};
  }

  /// Branches that may run at once, each recorded by a function of its own Recorder. What is
  /// recorded afterwards follows all of them.
  template <class... Branches>
  void fork(Name const& name, Branches&&... branches) {
    this->add_fork(name, {[&](Recorder& inside) { branches(inside); }...});
  }
  /// A branch that follows what was recorded so far, for use beside this one until `join`. One that
  /// is left open: unjoined_branch.
  Recorder open_branch(Name const& name) { return Recorder(this->open(name)); }
  /// What is recorded afterwards follows the branch as well, and the branch records no more.
  void join(Recorder& branch) { this->close(branch); }

  /// Keeps Views alive as long as the graph: those whose raw pointers are arguments. With
  /// RecordOptions::check_buffers a launch throws stale_buffer once only the graph owns one.
  template <class... Views>
  void keep(Views const&... views) {
    (this->keep_view(views), ...);
  }

  /// Looks away until what it returns ends: for calls of libraries that are known to allocate or
  /// wait without harm to a capture, as ones that set themselves up at their first call.
  [[nodiscard]] detail::RelaxedScope<Exec> relaxed() const {
    return detail::RelaxedScope<Exec>(*this->session_);
  }

 private:
  friend struct detail::RecorderAccess;
  friend class detail::RecorderBase<Exec>;
  explicit Recorder(Base&& base) : Base(std::move(base)) {}

  template <class Shape, class Functor, class Total>
  ParallelNode<detail::ShapeOf<Shape>, Functor> scan(Name const& name, Shape const& shape,
                                                     Functor const& functor, Total const& total) {
    using Step = detail::ScanStep<Exec, detail::ShapeOf<Shape>, Functor, Total>;
    return {this->template add_launch<Step>(detail::NodeKind::parallel_scan, name,
                                            detail::as_shape(shape), functor, total)};
  }
};

}  // namespace heddle::graph
