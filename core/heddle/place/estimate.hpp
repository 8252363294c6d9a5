// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Coarse times for the default policies of the library's phases: round figures of one server core
/// and one H200. They tell milliseconds from seconds, not near equals; measurements of autoplace,
/// files and rules go first. Knows no Kokkos.
#pragma once

#include <cstdint>

namespace heddle::place::estimate {

/// Seconds of a staged copy between the memories.
inline double copy(std::int64_t bytes) { return 15e-6 + static_cast<double>(bytes) / 10e9; }

/// Seconds until columns that wait for one another along a path of so many are through, on a
/// device: a hop through global memory each.
inline double hops(std::int64_t levels) { return 1.5e-6 * static_cast<double>(levels); }

/// Seconds of `items` small steps, one after the other on a core.
inline double host_steps(std::int64_t items, double seconds_each) {
  return static_cast<double>(items) * seconds_each;
}

}  // namespace heddle::place::estimate
