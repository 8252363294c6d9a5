// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Typed kernels: an empty function object, a shape, arguments by value.
#pragma once

#include <heddle/graph/detail/arguments.hpp>
#include <heddle/graph/detail/policy.hpp>
#include <heddle/graph/detail/step.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

template <class Kernel, class Shape>
struct KernelTraits {
  static_assert(std::is_empty_v<Kernel> && std::is_default_constructible_v<Kernel>,
                "heddle::graph: a kernel of launch is an empty struct; values are its arguments");
  static constexpr int rank = ShapeTraits<Shape>::rank;
  static_assert(rank > 0, "heddle::graph: launch takes an integer, a Range or Tiles");
  using All = typename SignatureOf<decltype(&Kernel::operator())>::type;
  static_assert(All::count >= rank, "heddle::graph: the kernel takes one index a dimension first");
  using Parameters = typename Drop<rank, All>::type;
  using Values = typename ArgumentsOf<Parameters>::type;
};

/// What is launched: a functor for Kokkos, a body for the trampoline of a backend's own kernels.
template <class Kernel, class Shape>
struct KernelBody {
  using Values = typename KernelTraits<Kernel, Shape>::Values;
  Shape shape;
  Values values;

  template <class... Index>
  KOKKOS_FUNCTION void operator()(Index... index) const {
    values.call(Kernel{}, index...);
  }
  KOKKOS_FUNCTION std::int64_t size() const { return num_indices(shape); }
  KOKKOS_FUNCTION void at(std::int64_t linear) const { at_index(shape, linear, *this); }
};

template <class Kernel, class Shape, class... Given>
KernelBody<Kernel, Shape> kernel_body(Shape const& shape, Given const&... given) {
  using Body = KernelBody<Kernel, Shape>;
  require_small<Body>();
  return {shape, checked_arguments<typename KernelTraits<Kernel, Shape>::Parameters>(given...)};
}

template <class Exec, class Kernel, class Shape>
struct KernelStep final : Step<Exec> {
  using Body = KernelBody<Kernel, Shape>;
  Body body;  // first: an update touches one line of memory here
  std::string name;
  KeptPolicy<Exec, Shape> policy;

  KernelStep(std::string label, Body values) : body(std::move(values)), name(std::move(label)) {}
  void run(Exec const& exec, GraphState<Exec>&) override {
    policy.with(exec, body.shape,
                [&](auto const& over) { Kokkos::parallel_for(name, over, body); });
  }
  int enable(typename Step<Exec>::Native::Executable& executable,
             typename Step<Exec>::Native::Nodes const& nodes, bool enabled) const override {
    if constexpr (Step<Exec>::Native::available) {
      return executable.set_body_enabled(nodes, body, enabled);
    } else {
      return 0;
    }
  }
  void describe(std::vector<std::string>& texts) const override {
    texts.push_back(ShapeTraits<Shape>::text(body.shape));
    body.values.describe(texts);
  }
};

}  // namespace heddle::graph::detail
