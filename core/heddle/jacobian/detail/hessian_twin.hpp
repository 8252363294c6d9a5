// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The Hessian plan of a device once more on the host, for evaluations that are placed there. Made
/// at the first of them, with the same colouring.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/jacobian/detail/host_coloring.hpp>
#include <heddle/jacobian/hessian_options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>

namespace heddle::jacobian::detail {

template <class Gradient, class T, class Exec, class Offset>
class HessianState;

/// Nothing, where there is no such plan.
template <class Gradient, class T, class Exec, class Offset,
          bool = has_host_twin<Gradient, NoReverse, Exec>>
struct HessianTwin {
  static constexpr bool exists = false;
  explicit HessianTwin(Gradient const&) {}
};

template <class Gradient, class T, class Exec, class Offset>
class HessianTwin<Gradient, T, Exec, Offset, true> {
 public:
  static constexpr bool exists = true;
  using Host = Kokkos::DefaultHostExecutionSpace;
  using State = HessianState<Gradient, T, Host, Offset>;
  using HostVector = Kokkos::View<T*, Kokkos::HostSpace>;

  explicit HessianTwin(Gradient const& gradient) : gradient_(gradient) {}

  /// The values at x, through copies that are waited for.
  template <class P, class Coloring, class Input, class Vector>
  void evaluate(Exec const& exec, P const& full, Coloring const& coloring,
                HessianOptions const& options, Input const& x, Vector const& gradient,
                Vector const& values, place::LibraryPhase& run) {
    if (!state_) {
      note_pattern<Exec>(run, full);
      state_ = std::make_unique<State>(Host(), gradient_, on_host(exec, full), options);
      state_->adopt(Host(), host_coloring(exec, coloring, run));
    }
    note_copy<Exec>(run, "x", place::Direction::to_host, x);
    note_copy<Exec>(run, "values", place::Direction::to_device, values);
    note_copy<Exec>(run, "gradient", place::Direction::to_device, gradient);
    std::int64_t bytes = 0;
    auto const host_x =
        heddle::detail::to_memory<Kokkos::HostSpace>(exec, "heddle::jacobian::x", x, bytes, x_);
    HostVector host_gradient;  // without memory if nobody wants it: sweeps look at the pointer
    if (gradient.extent(0) > 0) {
      host_gradient = HostVector("heddle::jacobian::gradient", gradient.extent(0));
    }
    HostVector const host_values("heddle::jacobian::values", values.extent(0));
    state_->evaluate_here(Host(), host_x, host_gradient, host_values);
    Host().fence("heddle::jacobian::evaluate_on_host");
    Kokkos::deep_copy(exec, values, host_values);
    if (gradient.extent(0) > 0) Kokkos::deep_copy(exec, gradient, host_gradient);
    exec.fence("heddle::jacobian::evaluate_on_host");
  }

 private:
  Gradient gradient_;
  std::unique_ptr<State> state_;
  HostVector x_;
};

}  // namespace heddle::jacobian::detail
