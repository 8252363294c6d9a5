// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Coarse times of factorizations and solves at both places, from what an analysis tells: round
/// figures, fitted to a dozen real matrices on one core of a server and on an H200; single matrices
/// are off by factors of 2 to 3. They tell milliseconds from seconds, not near equals. Knows no
/// Kokkos.
#pragma once

#include <cstdint>

namespace heddle::lu {

/// What an analysis tells about the work that follows, and how many matrices it is done for.
struct Work {
  std::uint64_t multiply_adds = 0;  ///< of one factorization
  std::uint64_t factor_entries = 0;
  std::int64_t levels = 0;
  std::int64_t matrices = 1;        ///< the first, which is analysed, and those that are refactored
  bool has_native_kernels = false;  ///< the device has kernels of its own for such values
  std::int64_t longest_column = 0;  ///< entries; a device takes in a column's others one by one
};

namespace detail {
struct WorkRates {
  double seconds_per_matrix;  ///< launches, and reads of what tells success
  double multiply_adds_per_second;
  double multiply_adds_per_second_of_long_columns;  ///< from 50 multiply-adds an entry on
  double numeric_seconds_per_entry, numeric_seconds_per_level;
  double numeric_seconds_per_entry_of_longest;
  double solve_seconds_per_entry, solve_seconds_per_level;
};
inline constexpr WorkRates host_rates = {0, 1.1e9, 2e9, 8e-9, 0, 0, 5e-9, 0};
/// Of the portable kernels, and of those of the backend's own.
inline constexpr WorkRates device_rates = {0.3e-3, 5e10, 5e10, 0, 8e-6, 1e-6, 6e-9, 10e-6};
inline constexpr WorkRates native_rates = {0.3e-3, 5e10, 5e10, 0, 1.8e-6, 0.3e-6, 0, 1.6e-6};

inline double seconds_of(Work const& work, WorkRates const& rates) {
  auto const entries = static_cast<double>(work.factor_entries);
  auto const levels = static_cast<double>(work.levels);
  auto const multiply_adds = static_cast<double>(work.multiply_adds);
  double const numeric =
      multiply_adds / (multiply_adds < 50 * entries
                           ? rates.multiply_adds_per_second
                           : rates.multiply_adds_per_second_of_long_columns) +
      entries * rates.numeric_seconds_per_entry + levels * rates.numeric_seconds_per_level +
      static_cast<double>(work.longest_column) * rates.numeric_seconds_per_entry_of_longest;
  double const solve =
      entries * rates.solve_seconds_per_entry + levels * rates.solve_seconds_per_level;
  return static_cast<double>(work.matrices) * (rates.seconds_per_matrix + numeric + 2 * solve) +
         6 * solve;
}
}  // namespace detail

/// Seconds of all of it: a solve is one pass and one refinement; the condition estimate after the
/// first factorization takes about six passes more.
/// @{
inline double host_seconds(Work const& work) {
  return detail::seconds_of(work, detail::host_rates);
}
inline double device_seconds(Work const& work) {
  return detail::seconds_of(work,
                            work.has_native_kernels ? detail::native_rates : detail::device_rates);
}
/// @}

}  // namespace heddle::lu
