// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where levels are found.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/levels/levelize.hpp>
#include <heddle/place/estimate.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace heddle::levels::detail {

/// Levels on the host of a pattern that lies there, and on the device as well unless `on_device` is
/// empty. Waits. Compiled for `Exec`.
template <class Exec>
Levels<Kokkos::HostSpace> levelize_for_host(
    Exec const& exec, symbolic::FactorPattern<Kokkos::HostSpace> const& on_host,
    symbolic::FactorPattern<typename Exec::memory_space> const& on_device,
    LevelsOptions const& options);

/// What is asked about levels of a pattern in `Memory`, where they are wanted, too; `is_at_both`:
/// the other place has the pattern as well.
template <class Exec, class Memory>
place::PhaseQuestion question(symbolic::FactorPattern<Memory> const& factors,
                              LevelsOptions const& options, bool is_at_both = false) {
  namespace estimate = place::estimate;
  constexpr bool is_host = backends::traits<Exec>::is_host;
  constexpr bool pattern_is_here = std::is_same_v<Memory, Kokkos::HostSpace>;
  place::PhaseQuestion question{"levels::levelize"};
  question.call = options.place;
  question.nnz = factors.num_entries();
  bool const by_rows = options.rule != Rule::left_looking;
  question.bytes = 4 * question.nnz * (by_rows ? 2 : 1) + 16 * std::int64_t{factors.n};
  question.device_backend = backends::traits<Exec>::name;
  if (is_host) question.host_backend = question.device_backend;
  if (options.method == Method::ascending) {
    question.name = "levels::levelize_serial";
    question.has_device = false;
  } else if (options.method != Method::automatic) {
    question.name = options.method == Method::kahn ? "levels::kahn" : "levels::tickets";
    question.has_host = false;
    question.call = {};  // the method says where it runs
  } else if (is_host) {
    question.usual.where = options.workers > 1 ? place::Where::device : place::Where::host;
  } else {
    auto const path = options.expected_levels > 0
                          ? std::int64_t{options.expected_levels}
                          : static_cast<std::int64_t>(std::sqrt(double(factors.n)));
    double const pattern = is_at_both ? 0 : estimate::copy(question.bytes);
    double const levels = estimate::copy(8 * std::int64_t{factors.n});
    question.predicted_host = estimate::host_steps(question.nnz, 1.5e-9) +
                              estimate::host_steps(factors.n, 10e-9) +
                              (pattern_is_here ? 0 : pattern + levels);
    question.predicted_device = 200e-6 + estimate::hops(path) +
                                static_cast<double>(question.nnz) / 10e9 +
                                (pattern_is_here ? pattern + levels : 0);
  }
  return question;
}

}  // namespace heddle::levels::detail
