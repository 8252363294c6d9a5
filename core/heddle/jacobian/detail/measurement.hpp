// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a sweep, a product and a gather cost at the user's x: the median of three runs after one
/// that is dropped. Synchronises the instance.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/jacobian/detail/choose.hpp>
#include <heddle/jacobian/detail/compression.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/detail/recovery.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace heddle::jacobian::detail {

template <class Exec, class Step>
double median_seconds(Exec const& exec, Step const& step) {
  std::array<double, 3> runs{};
  step();
  exec.fence("heddle::jacobian::measure");
  for (auto& seconds : runs) {
    Timer const timer;
    step();
    exec.fence("heddle::jacobian::measure");
    seconds = timer.seconds();
  }
  std::sort(runs.begin(), runs.end());
  return runs[1];
}

/// All colours 0: any colouring costs the same.
template <class Exec>
auto one_color(Exec const& exec, DefaultIndex size) {
  auto const colors =
      heddle::detail::allocate<DefaultIndex>(exec, "heddle::jacobian::one_color", size);
  heddle::detail::fill(exec, "heddle::jacobian::one_color", colors, 0);
  return colors;
}

template <class T, class Exec, class P, class Forward, class Reverse>
Costs measure_costs(Exec const& exec, P const& pattern, Forward& forward, Reverse const& reverse,
                    typename Forward::Input const& x, int lanes) {
  auto const m = pattern.num_rows;
  auto const n = pattern.num_columns;
  auto const colors = one_color(exec, std::max(m, n));
  BlockLayout const layout{m, n, 1, 1, lanes};
  auto const block =
      heddle::detail::allocate<T>(exec, "heddle::jacobian::measured_block", layout.size());
  forward.reserve(exec, lanes);
  Costs costs;
  costs.sweeps_measured = true;
  costs.lanes = lanes;
  costs.jvp = median_seconds(exec, [&] {
    forward.sweep(exec, lanes, x, colors.data(), 0, block.data(), static_cast<T*>(nullptr));
  });
  auto const product =
      Kokkos::subview(block, std::pair<std::size_t, std::size_t>(0, static_cast<std::size_t>(n)));
  costs.vjp = median_seconds(exec, [&] { reverse.product(exec, x, colors.data(), 0, product); });
  auto const index = make_index(exec, pattern, ReadByColumn{layout, colors.data()}, layout.size());
  auto const values = heddle::detail::allocate<T>(exec, "heddle::jacobian::measured_values",
                                                  pattern.columns.extent(0));
  costs.gather = median_seconds(exec, [&] { gather(exec, index, block.data(), values.data()); });
  return costs;
}

/// The number of lanes whose sweeps over all colours take least time.
template <class T, class Exec, class Forward>
int fastest_lanes(Exec const& exec, Forward& forward, DefaultIndex m,
                  typename Forward::Input const& x, Compression<T, Exec> const& compression) {
  auto const block = heddle::detail::allocate<T>(exec, "heddle::jacobian::measured_block",
                                                 static_cast<std::size_t>(m) * 16);
  int fastest = 8;
  double least = std::numeric_limits<double>::infinity();
  for (int const lanes : {4, 8, 16}) {
    forward.reserve(exec, lanes);
    double const seconds =
        ceil_divide(compression.layout.colors, lanes) * median_seconds(exec, [&] {
          forward.sweep(exec, lanes, x, compression.colors.data(), 0, block.data(),
                        static_cast<T*>(nullptr));
        });
    forward.release(lanes);
    if (seconds < least) {
      least = seconds;
      fastest = lanes;
    }
  }
  return fastest;
}

}  // namespace heddle::jacobian::detail
