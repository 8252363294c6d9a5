// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Updates of single nodes: the handle is checked, the backend told first, then the step, so that a
/// failure changes nothing.
#pragma once

#include <heddle/graph/detail/exec_state.hpp>
#include <heddle/graph/detail/kernel_step.hpp>
#include <heddle/graph/detail/launch_steps.hpp>
#include <heddle/graph/detail/memory_steps.hpp>
#include <heddle/graph/detail/native_step.hpp>
#include <heddle/graph/detail/ranges.hpp>
#include <heddle/graph/param.hpp>

#include <Kokkos_Core.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

template <class Exec>
std::string node_name(ExecState<Exec> const& self, std::size_t index) {
  return "graph '" + self.graph->options.name + "', " + node_text(self.graph->nodes[index]);
}

/// The step of a handle, which is a `Wanted` or one of its kinds.
template <class Wanted, class Exec>
Wanted& step_of(ExecState<Exec>& self, std::size_t index) {
  return static_cast<Wanted&>(*self.graph->steps[index]);
}

template <class Exec, class Shape>
void require_shape(ExecState<Exec> const& self, std::size_t index, Shape const& shape) {
  HEDDLE_EXPECTS(!ShapeTraits<Shape>::is_empty(shape), invalid_argument,
                 node_name(self, index) + ": an empty shape; set_enabled(node, false) skips it");
}

/// Tells the backend: `natively(executable, nodes)` returns its status.
template <class Exec, class Natively>
void tell_backend(ExecState<Exec>& self, std::size_t index, Natively const& natively) {
  using Native = backends::native_graph<Exec>;
  if constexpr (Native::available) {
    if (self.executable) {
      int const status = natively(*self.executable, self.graph->native_nodes[index]);
      HEDDLE_EXPECTS(status != Native::too_large, invalid_argument,
                     node_name(self, index) + ": too many threads");
      HEDDLE_EXPECTS(status == 0, backend_failure,
                     node_name(self, index) + ": " + Native::text(status));
    }
  }
  ++self.statistics.updates;
}

template <class Kernel, class Exec, class Shape>
void update_kernel(ExecState<Exec>& self, Handle const& node, KernelBody<Kernel, Shape> body) {
  using Wanted = KernelStep<Exec, Kernel, Shape>;
  auto const index = index_of(*self.graph, node);
  HEDDLE_EXPECTS(typeid(*self.graph->steps[index]) == typeid(Wanted), invalid_argument,
                 node_name(self, index) + ": it was recorded with another kind of shape");
  require_shape(self, index, body.shape);
  tell_backend(self, index, [&](auto& executable, auto const& nodes) {
    // One that is skipped gets its arguments when it is enabled again.
    return self.graph->enabled[index] ? executable.set_body(nodes, body) : 0;
  });
  auto& step = step_of<Wanted>(self, index);
  if (!is_same(step.body.shape, body.shape)) step.policy.forget();
  step.body = std::move(body);
}

template <auto kernel, class Exec, class... Given>
void update_native_kernel(ExecState<Exec>& self, Handle const& node,
                          backends::LaunchConfig const& config, Given const&... given) {
  using Wanted = NativeStep<Exec, kernel>;
  auto values = checked_arguments<typename Wanted::Parameters>(given...);
  auto const index = index_of(*self.graph, node);
  HEDDLE_EXPECTS(is_launchable(config), invalid_argument,
                 node_name(self, index) + " gets " + config_text(config));
  std::vector<void*> addresses;
  values.addresses(addresses);
  tell_backend(self, index, [&](auto& executable, auto const& nodes) {
    return executable.set_function(nodes, reinterpret_cast<void const*>(kernel), config,
                                   addresses.data());
  });
  auto& step = step_of<Wanted>(self, index);
  step.config = config;
  step.values = std::move(values);
}

/// Kokkos alone knows what a launch becomes: it is captured once more, aside, on the instance of
/// its branch (whose scratch it uses), and what comes out are the new parameters.
template <class Shape, class Functor, class Exec>
void update_functor(ExecState<Exec>& self, Handle const& node, Shape const* shape,
                    Functor const& functor) {
  using Wanted = FunctorStep<Exec, Shape, Functor>;
  auto const index = index_of(*self.graph, node);
  auto& step = step_of<Wanted>(self, index);
  if (shape) require_shape(self, index, *shape);
  auto const old_shape = step.shape;
  auto const old_functor = step.functor;
  if (shape) step.shape = *shape;
  if (shape) step.policy.forget();
  step.functor = functor;
  // A tool would have Kokkos fence around the launch, which no capture can hold.
  std::optional<BodyWatch> quiet;
  if (self.executable && Kokkos::Tools::profileLibraryLoaded()) {
    quiet.emplace(BodyWatch::Of::recording);
  }
  try {
    tell_backend(self, index, [&](auto& executable, auto const& nodes) {
      return executable.recapture(*self.graph->native, nodes,
                                  [&](Exec const& exec) { step.run(exec, *self.graph); });
    });
  } catch (...) {
    step.shape = old_shape;
    step.functor = old_functor;
    step.policy.forget();
    throw;
  }
}

template <class Exec>
void update_copy(ExecState<Exec>& self, Handle const& node, CopyRange<Exec> range) {
  auto const index = index_of(*self.graph, node);
  auto& step = step_of<CopyStep<Exec>>(self, index);
  HEDDLE_EXPECTS(step.range.enqueue == range.enqueue, invalid_argument,
                 node_name(self, index) + ": it was recorded between other memory spaces");
  tell_backend(self, index, [&](auto& executable, auto const& nodes) {
    return executable.set_copy(nodes, range.to, range.from, range.bytes);
  });
  step.range = std::move(range);
}

template <class T, class Exec>
void update_value(ExecState<Exec>& self, Handle const& node, T const& value) {
  auto const index = index_of(*self.graph, node);
  auto& step = step_of<FillStep<Exec, T>>(self, index);
  auto body = step.body;
  body.value = value;
  tell_backend(self, index, [&](auto& executable, auto const& nodes) {
    return executable.set_fill(nodes, body);
  });
  step.body = body;
}

template <class T, class Exec, class View>
void update_fill(ExecState<Exec>& self, Handle const& node, View const& to, T const& value) {
  auto const index = index_of(*self.graph, node);
  auto const body = fill_body(to, value);
  tell_backend(self, index, [&](auto& executable, auto const& nodes) {
    return executable.set_fill(nodes, body);
  });
  auto& step = step_of<FillStep<Exec, T>>(self, index);
  step.body = body;
  step.policy.forget();
  step.owner = std::make_shared<View const>(to);
}

template <class Exec>
void refuse_opaque(ExecState<Exec> const& self, Handle const& node) {
  auto const index = index_of(*self.graph, node);
  HEDDLE_EXPECTS(false, opaque_node,
                 node_name(self, index) +
                     ": launches of somebody else's have no typed parameters; record anew with "
                     "update_from, or let their kernels read a Param");
}

template <class Node>
inline constexpr bool can_be_disabled = false;
template <class Kernel>
inline constexpr bool can_be_disabled<KernelNode<Kernel>> = true;
template <auto kernel>
inline constexpr bool can_be_disabled<NativeKernelNode<kernel>> = true;
template <class Shape, class Functor>
inline constexpr bool can_be_disabled<ParallelNode<Shape, Functor>> = true;
template <>
inline constexpr bool can_be_disabled<CopyNode> = true;
template <class T>
inline constexpr bool can_be_disabled<ValueNode<T>> = true;
template <class T>
inline constexpr bool can_be_disabled<FillNode<T>> = true;

template <class Exec>
void enable(ExecState<Exec>& self, Handle const& node, bool enabled) {
  auto const index = index_of(*self.graph, node);
  tell_backend(self, index, [&](auto& executable, auto const& nodes) {
    return self.graph->steps[index]->enable(executable, nodes, enabled);
  });
  self.graph->enabled[index] = enabled ? 1 : 0;
}

/// The graph of a parameter.
template <class Exec, class T>
GraphState<Exec>& owner(ExecState<Exec> const& self, Param<T> const& parameter) {
  HEDDLE_EXPECTS(
      parameter.graph() == self.graph->id &&
          self.graph->slots->template holds<T>(parameter.index()),
      foreign_node,
      "graph '" + self.graph->options.name + "': the parameter is of another graph, or of none");
  return *self.graph;
}

template <class Exec>
std::string native_dot(ExecState<Exec> const& self) {
  using Native = backends::native_graph<Exec>;
  if constexpr (Native::available) {
    if (self.graph->native) return self.graph->native->dot();
  }
  return {};
}

}  // namespace heddle::graph::detail
