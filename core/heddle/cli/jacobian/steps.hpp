// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The steps of an evaluation by themselves, for measurements. All of them only enqueue.
#pragma once

#include <heddle/jacobian/detail/forward.hpp>
#include <heddle/jacobian/detail/recovery.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace heddle::cli {

/// A row function and memory for its residual and one sweep of `lanes`.
template <class Exec, class F>
class Steps {
 public:
  using Vector = Kokkos::View<double*, typename Exec::memory_space>;
  using Input = Kokkos::View<double const*, typename Exec::memory_space>;

  Steps(F const& f, std::int32_t m, std::int32_t n, int lanes)
      : forward_(f, m, n),
        lanes_(lanes),
        y_("heddle::cli::residual", m),
        block_("heddle::cli::sweep", static_cast<std::size_t>(m) * lanes) {}

  void residual(Exec const& exec, Input const& x) const { forward_.value(exec, x, y_); }
  void residual(Exec const& exec, Input const& x, Vector const& y) const {
    forward_.value(exec, x, y);
  }
  template <class Colors>
  void sweep(Exec const& exec, Input const& x, Colors const& colors) const {
    forward_.sweep(exec, lanes_, x, colors.data(), 0, block_.data(), static_cast<double*>(nullptr));
  }

 private:
  jacobian::detail::Forward<F, double, Exec> forward_;
  int lanes_;
  Vector y_, block_;
};

/// The gather of a plan that has evaluated, into `values`.
template <class Exec, class Plan, class Vector>
void gather(Exec const& exec, Plan const& plan, Vector const& values) {
  jacobian::detail::gather(exec, plan.recovery_index(), plan.compressed().data(), values.data());
}

/// A copy by the same kind of kernel.
template <class Exec, class Vector>
void copy(Exec const& exec, Vector const& from, Vector const& to) {
  jacobian::detail::copy(exec, from, to);
}

}  // namespace heddle::cli
