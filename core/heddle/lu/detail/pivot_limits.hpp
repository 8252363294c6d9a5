// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What makes a pivot acceptable, and what replaces one that is not.
#pragma once

#include <heddle/lu/detail/scalar.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::lu::detail {

/// Entries of the scaled matrix are about 1.
struct PivotLimits {
  double relative = 0;  ///< of the largest candidate in the column
  double absolute = 0;
  double replacement = 0;  ///< magnitude of what replaces a bad pivot
};

template <class Value>
KOKKOS_INLINE_FUNCTION Magnitude<Value> magnitude_or_inf(Value const& x) {
  // NaN loses every comparison; as infinity it cannot be overlooked in a maximum.
  return is_finite(x) ? magnitude(x) : Kokkos::Experimental::infinity_v<Magnitude<Value>>;
}

template <class Value>
KOKKOS_INLINE_FUNCTION bool is_good_pivot(PivotLimits const& limits, Value const& candidate,
                                          Magnitude<Value> largest_lower) {
  using Real = Magnitude<Value>;
  Real const size = magnitude_or_inf(candidate);
  return Kokkos::isfinite(size) && Kokkos::isfinite(largest_lower) && size > Real(0) &&
         size >= Real(limits.absolute) &&
         size >= Real(limits.relative) * Kokkos::max(size, largest_lower);
}

template <class Value>
KOKKOS_INLINE_FUNCTION Value replaced_pivot(PivotLimits const& limits, Value const& candidate) {
  return direction(candidate) * Magnitude<Value>(limits.replacement);
}

}  // namespace heddle::lu::detail
