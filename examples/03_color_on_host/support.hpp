// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the example needs beside Heddle: a start, a step, a check by hand, and a count of copies.
#pragma once

#include <heddle/jacobian/function.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <iostream>

/// Counts copies between memory spaces, as Kokkos reports them to tools.
class CopyCounter {
 public:
  CopyCounter() {
    Kokkos::Tools::Experimental::set_begin_deep_copy_callback(
        [](Kokkos::Tools::SpaceHandle to, char const*, void const*, Kokkos::Tools::SpaceHandle from,
           char const*, void const*, std::uint64_t bytes) {
          if (std::strcmp(to.name, from.name) == 0) return;
          ++count_;
          bytes_ += bytes;
        });
  }
  ~CopyCounter() { Kokkos::Tools::Experimental::set_begin_deep_copy_callback(nullptr); }
  CopyCounter(CopyCounter const&) = delete;
  CopyCounter& operator=(CopyCounter const&) = delete;

  /// Prints what was copied since the last report.
  void report(char const* what) const {
    std::cout << what << ": " << count_ << ", " << bytes_ / 1e6 << " MB\n";
    count_ = 0;
    bytes_ = 0;
  }

 private:
  inline static int count_ = 0;
  inline static std::uint64_t bytes_ = 0;
};

template <class X>
struct Wave {
  int side;
  X x;
  KOKKOS_FUNCTION void operator()(int i) const {
    int const point = i % (side * side);
    double const phase = 6.283185307179586 / side;
    x(i) = i < side * side ? 1 + 0.5 * Kokkos::sin(phase * (point % side))
                           : 3 + 0.5 * Kokkos::cos(phase * (point / side));
  }
};

template <class Exec, class Model, class X>
void start_from_a_wave(Exec const& exec, Model const& model, X const& x) {
  Kokkos::parallel_for("wave", Kokkos::RangePolicy<Exec>(exec, 0, model.size()),
                       Wave<X>{model.side, x});
}

template <class X>
struct Add {
  double factor;
  X from, to;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) += factor * from(i); }
};

/// to += factor * from
template <class Exec, class X>
void add(Exec const& exec, double factor, X const& from, X const& to) {
  Kokkos::parallel_for("add", Kokkos::RangePolicy<Exec>(exec, 0, to.extent(0)),
                       Add<X>{factor, from, to});
}

template <class Model, class P, class X>
struct Difference {
  Model model;
  P pattern;
  X x, values;
  KOKKOS_FUNCTION void operator()(int row, double& worst) const {
    heddle::jacobian::PlainInput<double> const input{x.data()};
    for (auto p = pattern.row_offsets(row); p < pattern.row_offsets(row + 1); ++p) {
      double const exact = model.derivative(row, pattern.columns(p), input);
      worst = Kokkos::max(worst, Kokkos::abs(values(p) - exact));
    }
  }
};

/// Of the values from the derivatives that the model has written by hand.
template <class Exec, class Model, class P, class X>
double largest_difference(Exec const& exec, Model const& model, P const& pattern, X const& x,
                          X const& values) {
  double worst = 0;
  Kokkos::parallel_reduce("difference", Kokkos::RangePolicy<Exec>(exec, 0, pattern.num_rows),
                          Difference<Model, P, X>{model, pattern, x, values},
                          Kokkos::Max<double>(worst));
  return worst;
}
