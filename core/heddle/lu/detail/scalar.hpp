// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What real and complex values have in common, so that one text serves both.
///
/// Magnitudes of complex numbers come from divisions and square roots alone, which all backends
/// round alike; their hypot does not, and a pivot test would depend on the backend.
#pragma once

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace heddle::lu::detail {

template <class T>
struct ScalarTraits {
  static constexpr bool is_complex = false;
  using Magnitude = T;   ///< of |x|
  using Wide = double;   ///< of residuals and input values
  using Narrow = float;  ///< the other type that input values may have
};
template <class Real>
struct ScalarTraits<Kokkos::complex<Real>> {
  static constexpr bool is_complex = true;
  using Magnitude = Real;
  using Wide = Kokkos::complex<double>;
  using Narrow = Kokkos::complex<float>;
};

template <class T>
inline constexpr bool is_complex = ScalarTraits<T>::is_complex;
template <class T>
using Magnitude = typename ScalarTraits<T>::Magnitude;
template <class T>
using Wide = typename ScalarTraits<T>::Wide;
template <class T>
using Narrow = typename ScalarTraits<T>::Narrow;

/// |x|; not finite if x is not.
template <class T>
KOKKOS_INLINE_FUNCTION Magnitude<T> magnitude(T const& x) {
  if constexpr (is_complex<T>) {
    Magnitude<T> const real = Kokkos::abs(x.real()), imaginary = Kokkos::abs(x.imag());
    Magnitude<T> const large = Kokkos::max(real, imaginary);
    Magnitude<T> const small = Kokkos::min(real, imaginary);
    if (small == 0 || large == 0) return real + imaginary;
    Magnitude<T> const ratio = small / large;
    return large * Kokkos::sqrt(1 + ratio * ratio);
  } else {
    return Kokkos::abs(x);
  }
}

template <class T>
KOKKOS_INLINE_FUNCTION bool is_finite(T const& x) {
  if constexpr (is_complex<T>) {
    return Kokkos::isfinite(x.real()) && Kokkos::isfinite(x.imag());
  } else {
    return Kokkos::isfinite(x);
  }
}

template <class T>
KOKKOS_INLINE_FUNCTION T conjugate(T const& x) {
  if constexpr (is_complex<T>) {
    return T(x.real(), -x.imag());
  } else {
    return x;
  }
}

/// x / |x|, 1 for zero and for what is not finite; never overflows.
template <class T>
KOKKOS_INLINE_FUNCTION T direction(T const& x) {
  if constexpr (is_complex<T>) {
    Magnitude<T> const large = Kokkos::max(Kokkos::abs(x.real()), Kokkos::abs(x.imag()));
    if (large == 0 || !is_finite(x)) return T(1);
    T const scaled(x.real() / large, x.imag() / large);
    Magnitude<T> const size = magnitude(scaled);
    return T(scaled.real() / size, scaled.imag() / size);
  } else {
    return x < T(0) ? T(-1) : T(1);
  }
}

/// Adds to a number that others add to; complex numbers part by part, since sums are what counts.
template <class T>
KOKKOS_INLINE_FUNCTION void add_atomically(T* target, T const& value) {
  if constexpr (is_complex<T>) {
    Kokkos::atomic_add(&target->real(), value.real());
    Kokkos::atomic_add(&target->imag(), value.imag());
  } else {
    Kokkos::atomic_add(target, value);
  }
}

}  // namespace heddle::lu::detail
