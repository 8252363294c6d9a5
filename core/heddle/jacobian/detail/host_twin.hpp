// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The plan of a device once more on the host, for evaluations that are placed there. Made at the
/// first of them, with the same colouring.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/jacobian/detail/host_coloring.hpp>
#include <heddle/jacobian/detail/placed.hpp>
#include <heddle/jacobian/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>

namespace heddle::jacobian::detail {

template <class F, class Vjp, class T, class Exec, class Offset>
class JacobianState;

/// Nothing, where there is no such plan.
template <class F, class Vjp, class T, class Exec, class Offset, bool = has_host_twin<F, Vjp, Exec>>
struct HostTwin {
  static constexpr bool exists = false;
  HostTwin(F const&, Vjp const&, JacobianOptions const&) {}
  void forget() {}
};

template <class F, class Vjp, class T, class Exec, class Offset>
class HostTwin<F, Vjp, T, Exec, Offset, true> {
 public:
  static constexpr bool exists = true;
  using Host = Kokkos::DefaultHostExecutionSpace;
  using State = JacobianState<F, Vjp, T, Host, Offset>;
  using HostVector = Kokkos::View<T*, Kokkos::HostSpace>;

  HostTwin(F const& f, Vjp const& vjp, JacobianOptions const& options)
      : f_(f), vjp_(vjp), options_(options) {}
  /// After another choice.
  void forget() { state_.reset(); }

  /// The values at x, through copies that are waited for.
  template <class P, class Coloring, class Input, class Vector>
  void evaluate(Exec const& exec, P const& pattern, Coloring const& coloring, int lanes,
                Input const& x, Vector const& y, Vector const& values, place::LibraryPhase& run) {
    if (!state_) make(exec, pattern, coloring, lanes, run);
    note_copy<Exec>(run, "x", place::Direction::to_host, x);
    note_copy<Exec>(run, "values", place::Direction::to_device, values);
    note_copy<Exec>(run, "y", place::Direction::to_device, y);
    std::int64_t bytes = 0;
    auto const host_x =
        heddle::detail::to_memory<Kokkos::HostSpace>(exec, "heddle::jacobian::x", x, bytes, x_);
    HostVector host_y;  // stays without memory if nobody wants f(x): sweeps look at the pointer
    if (y.extent(0) > 0) host_y = HostVector("heddle::jacobian::y", y.extent(0));
    HostVector const host_values("heddle::jacobian::values", values.extent(0));
    state_->evaluate_here(Host(), host_x, host_y, host_values);
    Host().fence("heddle::jacobian::evaluate_on_host");
    Kokkos::deep_copy(exec, values, host_values);
    if (y.extent(0) > 0) Kokkos::deep_copy(exec, y, host_y);
    exec.fence("heddle::jacobian::evaluate_on_host");
  }

 private:
  template <class P, class Coloring>
  void make(Exec const& exec, P const& pattern, Coloring const& coloring, int lanes,
            place::LibraryPhase& run) {
    note_pattern<Exec>(run, pattern);
    auto const on_the_host = host_coloring(exec, coloring, run);
    options_.lanes = lanes;
    auto state = std::make_unique<State>(Host(), f_, on_host(exec, pattern), options_, vjp_);
    state->adopt(Host(), on_the_host);
    state_ = std::move(state);
  }

  F f_;
  Vjp vjp_;
  JacobianOptions options_;
  std::unique_ptr<State> state_;
  HostVector x_;
};

}  // namespace heddle::jacobian::detail
