// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of phases: ordinary C++ and Kokkos code on Views.
#pragma once

#include <heddle/place/phase.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>

template <class View>
struct SetToIndex {
  View view;
  KOKKOS_FUNCTION void operator()(int i) const { view(i) = i; }
};

/// Element i becomes i.
struct CountUp {
  template <class Exec, class View>
  void operator()(Exec const& exec, View const& view) const {
    Kokkos::parallel_for("count up", Kokkos::RangePolicy<Exec>(exec, 0, view.extent(0)),
                         SetToIndex<View>{view});
  }
};

/// The mean of an element and its neighbours, but no more than its pivot.
template <class From, class Pivots>
KOKKOS_FUNCTION double relaxed(From const& u, Pivots const& pivots, int i) {
  int const last = int(u.extent(0)) - 1;
  double const mean = (u(i > 0 ? i - 1 : last) + u(i) + u(i < last ? i + 1 : 0)) / 3;
  return Kokkos::min(mean, pivots(i));
}

template <class From, class Pivots, class To>
struct Relax {
  From u;
  Pivots pivots;
  To next;
  KOKKOS_FUNCTION void operator()(int i) const { next(i) = relaxed(u, pivots, i); }
};

struct Sweep {
  template <class Exec, class From, class Pivots, class To>
  void operator()(Exec const& exec, From const& u, Pivots const& pivots, To const& next) const {
    Kokkos::parallel_for("sweep", Kokkos::RangePolicy<Exec>(exec, 0, u.extent(0)),
                         Relax<From, Pivots, To>{u, pivots, next});
  }
};

struct SweepOnHost {
  template <class From, class Pivots, class To>
  void operator()(From const& u, Pivots const& pivots, To const& next) const {
    for (int i = 0; i < int(u.extent(0)); ++i) next(i) = relaxed(u, pivots, i);
  }
};

template <class From, class To>
struct CopyElement {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) = from(i); }
};

struct Copy {
  template <class Exec, class From, class To>
  void operator()(Exec const& exec, From const& from, To const& to) const {
    Kokkos::parallel_for("take", Kokkos::RangePolicy<Exec>(exec, 0, to.extent(0)),
                         CopyElement<From, To>{from, to});
  }
};

struct CopyOnHost {
  template <class From, class To>
  void operator()(From const& from, To const& to) const {
    for (std::size_t i = 0; i < to.extent(0); ++i) to(i) = from(i);
  }
};

/// The largest element so far: each step needs the one before, so this stays on the host.
inline void running_maximum(heddle::place::HostView<double const*> const& u,
                            heddle::place::HostView<double*> const& pivots) {
  double largest = u(0);
  for (std::size_t i = 0; i < u.extent(0); ++i) pivots(i) = largest = std::max(largest, u(i));
}
