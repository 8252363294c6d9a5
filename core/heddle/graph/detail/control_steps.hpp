// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Host functions, other people's launches, graphs in graphs, loops and branches.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/graph/detail/graph_state.hpp>
#include <heddle/graph/detail/step.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

/// A host function with the place for what it throws; at an address that a driver can hold.
struct HostCall {
  virtual ~HostCall() = default;
  virtual void call() noexcept = 0;
  static void invoke(void* self) { static_cast<HostCall*>(self)->call(); }
};
template <class F>
struct HostClosure final : HostCall {
  F function;
  std::shared_ptr<HostFailure> failure;
  HostClosure(F f, std::shared_ptr<HostFailure> to)
      : function(std::move(f)), failure(std::move(to)) {}
  void call() noexcept override { failure->guard(function); }
};

template <class Exec>
struct HostStep final : Step<Exec> {
  std::unique_ptr<HostCall> closure;
  explicit HostStep(std::unique_ptr<HostCall> what) : closure(std::move(what)) {}
  void run(Exec const& exec, GraphState<Exec>&) override {
    if constexpr (Step<Exec>::Native::available) {
      Step<Exec>::Native::enqueue_host(exec, &HostCall::invoke, closure.get());
    } else {
      if constexpr (!backends::traits<Exec>::is_host) exec.fence("heddle::graph::host");
      closure->call();
    }
  }
};

/// A body of launches, run at each replay.
template <class Exec, class Body>
struct CaptureStep final : Step<Exec> {
  Body body;
  explicit CaptureStep(Body what) : body(std::move(what)) {}
  void run(Exec const& exec, GraphState<Exec>&) override { body(exec); }
};

template <class Exec>
struct ChildStep final : Step<Exec> {
  std::shared_ptr<GraphState<Exec>> child;
  explicit ChildStep(std::shared_ptr<GraphState<Exec>> what) : child(std::move(what)) {}
  void run(Exec const& exec, GraphState<Exec>&) override { child->run_body(exec, 0); }
};

/// A graph of Kokkos' own.
template <class Exec, class KokkosGraph>
struct KokkosChildStep final : Step<Exec> {
  KokkosGraph child;
  explicit KokkosChildStep(KokkosGraph what) : child(std::move(what)) {}
  void run(Exec const& exec, GraphState<Exec>&) override { child.submit(exec); }
};

/// The value of a condition now. On a device that takes a copy and a wait.
template <class Exec>
unsigned condition_value(Exec const& exec, GraphState<Exec>& graph, int condition) {
  unsigned const* const slot = graph.slots->template address<unsigned>(
      graph.conditions[static_cast<std::size_t>(condition)].slot);
  if constexpr (backends::host_accessible<typename Exec::memory_space>) {
    return *static_cast<unsigned const volatile*>(slot);
  } else {
    unsigned value = 0;
    using Memory = typename Exec::memory_space;
    Kokkos::deep_copy(exec,
                      Kokkos::View<unsigned, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&value),
                      Kokkos::View<unsigned const, Memory, Kokkos::MemoryUnmanaged>(slot));
    exec.fence("heddle::graph::condition");
    return value;
  }
}

template <class Exec>
struct WhileStep final : Step<Exec> {
  int condition, body;
  WhileStep(int on, int what) : condition(on), body(what) {}
  void run(Exec const& exec, GraphState<Exec>& graph) override {
    while (condition_value(exec, graph, condition)) graph.run_body(exec, body);
  }
};

/// If: body 0 for anything but 0, body 1 (if there is one) for 0. Switch: the body of that number,
/// if there is one.
template <class Exec>
struct ChooseStep final : Step<Exec> {
  int condition;
  bool is_switch;
  std::vector<int> bodies;
  ChooseStep(int on, bool by_number, std::vector<int> what)
      : condition(on), is_switch(by_number), bodies(std::move(what)) {}
  void run(Exec const& exec, GraphState<Exec>& graph) override {
    unsigned const value = condition_value(exec, graph, condition);
    std::size_t const chosen = is_switch ? value : (value ? 0 : 1);
    if (chosen < bodies.size()) graph.run_body(exec, bodies[chosen]);
  }
};

}  // namespace heddle::graph::detail
