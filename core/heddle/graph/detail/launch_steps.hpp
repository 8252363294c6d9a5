// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Kokkos' own launches: a functor over a shape, with a result in memory of the device or none.
#pragma once

#include <heddle/graph/detail/policy.hpp>
#include <heddle/graph/detail/step.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

/// What can be updated of every launch.
template <class Exec, class Shape, class Functor>
struct FunctorStep : Step<Exec> {
  std::string name;
  Shape shape;
  Functor functor;
  KeptPolicy<Exec, Shape> policy;

  FunctorStep(std::string label, Shape const& over, Functor const& f)
      : name(std::move(label)), shape(over), functor(f) {}
  void describe(std::vector<std::string>& texts) const override {
    texts.push_back(ShapeTraits<Shape>::text(shape));
    texts.push_back(std::to_string(sizeof(Functor)) + " bytes of functor");
  }
};

template <class Exec, class Shape, class Functor>
struct ForStep final : FunctorStep<Exec, Shape, Functor> {
  using FunctorStep<Exec, Shape, Functor>::FunctorStep;
  void run(Exec const& exec, GraphState<Exec>&) override {
    this->policy.with(exec, this->shape, [&](auto const& over) {
      Kokkos::parallel_for(this->name, over, this->functor);
    });
  }
};

/// `Result` is a View of rank 0, or a reducer over one.
template <class Exec, class Shape, class Functor, class Result>
struct ReduceStep final : FunctorStep<Exec, Shape, Functor> {
  Result result;
  ReduceStep(std::string label, Shape const& over, Functor const& f, Result const& to)
      : FunctorStep<Exec, Shape, Functor>(std::move(label), over, f), result(to) {}
  void run(Exec const& exec, GraphState<Exec>&) override {
    this->policy.with(exec, this->shape, [&](auto const& over) {
      Kokkos::parallel_reduce(this->name, over, this->functor, result);
    });
  }
};

struct NoResult {};

template <class Exec, class Shape, class Functor, class Result>
struct ScanStep final : FunctorStep<Exec, Shape, Functor> {
  Result total;
  ScanStep(std::string label, Shape const& over, Functor const& f, Result const& to)
      : FunctorStep<Exec, Shape, Functor>(std::move(label), over, f), total(to) {}
  void run(Exec const& exec, GraphState<Exec>&) override {
    this->policy.with(exec, this->shape, [&](auto const& over) {
      if constexpr (std::is_same_v<Result, NoResult>) {
        Kokkos::parallel_scan(this->name, over, this->functor);
      } else {
        Kokkos::parallel_scan(this->name, over, this->functor, total);
      }
    });
  }
};

/// Where a reduction may go: a View that the device writes. A scalar of the host would make every
/// launch wait for its kernel, and no graph can.
template <class Exec, class Result>
constexpr void require_device_result() {
  if constexpr (Kokkos::is_reducer<Result>::value) {
    static_assert(
        Kokkos::SpaceAccessibility<Exec,
                                   typename Result::result_view_type::memory_space>::accessible,
        "heddle::graph: a reduction in a graph goes into a View in memory of the device, not into "
        "a value of the host");
  } else {
    static_assert(Kokkos::is_view_v<Result>,
                  "heddle::graph: a reduction in a graph goes into a View in memory of the device, "
                  "not into a value of the host");
    static_assert(Kokkos::SpaceAccessibility<Exec, typename Result::memory_space>::accessible,
                  "heddle::graph: a reduction in a graph goes into a View in memory of the device, "
                  "not into a value of the host");
  }
}

/// Bytes of the value that is reduced.
template <class Result>
constexpr std::size_t reduced_bytes() {
  if constexpr (Kokkos::is_reducer<Result>::value) {
    return sizeof(typename Result::value_type);
  } else {
    return sizeof(typename Result::non_const_value_type);
  }
}

}  // namespace heddle::graph::detail
