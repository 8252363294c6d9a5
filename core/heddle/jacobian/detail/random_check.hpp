// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// When the check with a random direction is made, and the memory it needs.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/check_direction.hpp>
#include <heddle/jacobian/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::jacobian::detail {

template <class T, class Exec>
class RandomCheck {
 public:
  using Memory = typename Exec::memory_space;

  bool is_due(Check when) const {
    return when == Check::always || (when == Check::first_call && !done_);
  }
  CheckReport const& report() const { return report_; }
  /// The values that the last check has found good; empty once memory was given back.
  Kokkos::View<T*, Memory> const& values() const { return values_; }

  /// Recovers all nonzeros of `pattern` by `recover(T*)` into memory of its own, compares them with
  /// one derivative at x, and waits. Throws pattern_too_small.
  template <class P, class Forward, class Recover>
  void run(Exec const& exec, P const& pattern, Forward& forward, typename Forward::Input const& x,
           std::uint64_t seed, Check when, RecoveredBy by, Recover const& recover) {
    if (values_.extent(0) != pattern.columns.extent(0) ||
        directional_.extent(0) != static_cast<std::size_t>(pattern.num_rows)) {
      values_ = heddle::detail::allocate<T>(exec, "heddle::jacobian::checked_values",
                                            pattern.columns.extent(0));
      directional_ = heddle::detail::allocate<T>(exec, "heddle::jacobian::directional",
                                                 static_cast<std::size_t>(pattern.num_rows));
    }
    forward.reserve(exec, 1);
    recover(values_.data());
    forward.directional(exec, x, seed, directional_.data());
    auto const verdict =
        check_direction<Exec, P, T>(exec, pattern, values_.data(), directional_.data(), seed, by);
    require_large_enough(verdict, pattern.num_rows, by);
    ++report_.runs;
    report_.skipped_rows = verdict.skipped;
    done_ = true;
    if (when == Check::first_call) directional_ = {};
  }

  /// Gives back what only `Check::always` needs again.
  void release(Check when) {
    if (when == Check::first_call) values_ = {};
  }

 private:
  Kokkos::View<T*, Memory> values_, directional_;
  bool done_ = false;
  CheckReport report_;
};

}  // namespace heddle::jacobian::detail
