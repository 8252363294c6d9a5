// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two ways to run a functor over a range: a plain loop, which is what one core does best with
// small circuits, and a kernel.
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <limits>

namespace circuit {

/// A place without an execution space: one thread of the host.
struct PlainLoops {};

template <class Functor>
void for_each(PlainLoops, char const*, int count, Functor const& functor) {
  for (int i = 0; i < count; ++i) functor(i);
}
template <class Exec, class Functor>
void for_each(Exec const& exec, char const* name, int count, Functor const& functor) {
  Kokkos::parallel_for(name, Kokkos::RangePolicy<Exec>(exec, 0, count), functor);
}

/// The largest functor(i, worst); at least 0.
template <class Functor>
double largest(PlainLoops, char const*, int count, Functor const& functor) {
  double worst = 0;
  for (int i = 0; i < count; ++i) functor(i, worst);
  return worst;
}
template <class Exec, class Functor>
double largest(Exec const& exec, char const* name, int count, Functor const& functor) {
  double worst = 0;
  Kokkos::parallel_reduce(name, Kokkos::RangePolicy<Exec>(exec, 0, count), functor,
                          Kokkos::Max<double>(worst));
  return worst > 0 ? worst : 0;  // of nothing Max gives the lowest number
}

/// Raises `worst`; what is not a number counts as infinite.
KOKKOS_INLINE_FUNCTION void raise(double& worst, double value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  worst = Kokkos::max(worst, value >= 0 && value < infinity ? value : infinity);
}

/// A callable f(place, views...) as a body of a phase at the host.
template <class F>
struct OnPlainLoops {
  F f;
  template <class... Views>
  void operator()(Kokkos::DefaultHostExecutionSpace const&, Views const&... views) const {
    f(PlainLoops(), views...);
  }
};

}  // namespace circuit
