// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The usual functions on dual numbers. Include heddle/jacobian/dual.hpp, which includes this.
///
/// Conventions where no derivative exists: abs and sign have derivative 0 at 0, min and max take
/// the derivative of their first argument at a tie; floor, ceil, round, trunc and sign have
/// derivative 0 everywhere. Where a derivative is infinite or undefined (sqrt at 0, log of a
/// negative number, pow(x, p) at 0 with p < 1), it is Inf or NaN in the lanes that depend on the
/// argument, and 0 in all others (the NaN rule of dual.hpp).
#pragma once

#include <heddle/jacobian/dual.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace heddle::jacobian {

/// The standard function, with its derivative.
/// @{
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> sqrt(Dual<T, W> const& x) {
  T const root = Kokkos::sqrt(x.value);
  return chain(root, 1 / (2 * root), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> cbrt(Dual<T, W> const& x) {
  T const root = Kokkos::cbrt(x.value);
  return chain(root, 1 / (3 * root * root), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> exp(Dual<T, W> const& x) {
  T const power = Kokkos::exp(x.value);
  return chain(power, power, x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> exp2(Dual<T, W> const& x) {
  T const power = Kokkos::exp2(x.value);
  return chain(power, power * Kokkos::numbers::ln2_v<T>, x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> expm1(Dual<T, W> const& x) {
  T const power = Kokkos::expm1(x.value);
  return chain(power, power + 1, x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> log(Dual<T, W> const& x) {
  return chain(Kokkos::log(x.value), 1 / x.value, x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> log2(Dual<T, W> const& x) {
  return chain(Kokkos::log2(x.value), 1 / (x.value * Kokkos::numbers::ln2_v<T>), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> log10(Dual<T, W> const& x) {
  return chain(Kokkos::log10(x.value), 1 / (x.value * Kokkos::numbers::ln10_v<T>), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> log1p(Dual<T, W> const& x) {
  return chain(Kokkos::log1p(x.value), 1 / (1 + x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> sin(Dual<T, W> const& x) {
  return chain(Kokkos::sin(x.value), Kokkos::cos(x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> cos(Dual<T, W> const& x) {
  return chain(Kokkos::cos(x.value), -Kokkos::sin(x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> tan(Dual<T, W> const& x) {
  T const tangent = Kokkos::tan(x.value);
  return chain(tangent, 1 + tangent * tangent, x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> asin(Dual<T, W> const& x) {
  return chain(Kokkos::asin(x.value), 1 / Kokkos::sqrt((1 - x.value) * (1 + x.value)), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> acos(Dual<T, W> const& x) {
  return chain(Kokkos::acos(x.value), -1 / Kokkos::sqrt((1 - x.value) * (1 + x.value)), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> atan(Dual<T, W> const& x) {
  return chain(Kokkos::atan(x.value), 1 / (1 + x.value * x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> sinh(Dual<T, W> const& x) {
  return chain(Kokkos::sinh(x.value), Kokkos::cosh(x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> cosh(Dual<T, W> const& x) {
  return chain(Kokkos::cosh(x.value), Kokkos::sinh(x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> tanh(Dual<T, W> const& x) {
  T const tangent = Kokkos::tanh(x.value);
  return chain(tangent, (1 - tangent) * (1 + tangent), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> asinh(Dual<T, W> const& x) {
  return chain(Kokkos::asinh(x.value), 1 / Kokkos::sqrt(x.value * x.value + 1), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> acosh(Dual<T, W> const& x) {
  return chain(Kokkos::acosh(x.value), 1 / Kokkos::sqrt((x.value - 1) * (x.value + 1)), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> atanh(Dual<T, W> const& x) {
  return chain(Kokkos::atanh(x.value), 1 / ((1 - x.value) * (1 + x.value)), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> erf(Dual<T, W> const& x) {
  return chain(Kokkos::erf(x.value),
               2 * Kokkos::numbers::inv_sqrtpi_v<T> * Kokkos::exp(-x.value * x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> erfc(Dual<T, W> const& x) {
  return chain(Kokkos::erfc(x.value),
               -2 * Kokkos::numbers::inv_sqrtpi_v<T> * Kokkos::exp(-x.value * x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> abs(Dual<T, W> const& x) {
  return chain(Kokkos::abs(x.value), sign(x.value), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> fabs(Dual<T, W> const& x) {
  return abs(x);
}
/// @}

/// The standard function; its derivative is zero.
/// @{
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> floor(Dual<T, W> const& x) {
  return Kokkos::floor(x.value);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> ceil(Dual<T, W> const& x) {
  return Kokkos::ceil(x.value);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> round(Dual<T, W> const& x) {
  return Kokkos::round(x.value);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> trunc(Dual<T, W> const& x) {
  return Kokkos::trunc(x.value);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> sign(Dual<T, W> const& x) {
  return sign(x.value);
}
/// @}

/// Of the value.
/// @{
template <class T, int W>
KOKKOS_INLINE_FUNCTION bool isnan(Dual<T, W> const& x) {
  return Kokkos::isnan(x.value);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION bool isinf(Dual<T, W> const& x) {
  return Kokkos::isinf(x.value);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION bool isfinite(Dual<T, W> const& x) {
  return Kokkos::isfinite(x.value);
}
/// @}

namespace detail {

/// The derivative of base^exponent by its exponent. 0^p is 0 for all p > 0, so it is flat there.
template <class T>
KOKKOS_INLINE_FUNCTION T factor_of_exponent(T base, T exponent, T power) {
  return base == 0 && exponent > 0 ? T(0) : power * Kokkos::log(base);
}

/// The derivative of base^exponent by its base.
template <class T>
KOKKOS_INLINE_FUNCTION T factor_of_base(T base, T exponent) {
  return exponent == 0 ? T(0) : exponent * Kokkos::pow(base, exponent - 1);
}

}  // namespace detail

/// The standard function, with its derivatives by both arguments.
/// @{
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> pow(Dual<T, W> const& x, std::type_identity_t<T> exponent) {
  return chain(Kokkos::pow(x.value, exponent), detail::factor_of_base(x.value, exponent), x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> pow(std::type_identity_t<T> base, Dual<T, W> const& y) {
  T const power = Kokkos::pow(base, y.value);
  return chain(power, detail::factor_of_exponent(base, y.value, power), y);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> pow(Dual<T, W> const& x, Dual<T, W> const& y) {
  T const power = Kokkos::pow(x.value, y.value);
  return chain(power, detail::factor_of_base(x.value, y.value), x,
               detail::factor_of_exponent(x.value, y.value, power), y);
}

template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> atan2(Dual<T, W> const& y, Dual<T, W> const& x) {
  T const square = x.value * x.value + y.value * y.value;
  return chain(Kokkos::atan2(y.value, x.value), x.value / square, y, -y.value / square, x);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> hypot(Dual<T, W> const& x, Dual<T, W> const& y) {
  T const length = Kokkos::hypot(x.value, y.value);
  return chain(length, x.value / length, x, y.value / length, y);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> min(Dual<T, W> const& x, Dual<T, W> const& y) {
  return y.value < x.value ? y : x;
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> max(Dual<T, W> const& x, Dual<T, W> const& y) {
  return x.value < y.value ? y : x;
}
/// @}

/// Unlike min, a NaN loses against a number.
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> fmin(Dual<T, W> const& x, Dual<T, W> const& y) {
  return isnan(x) ? y : min(x, y);
}
/// Unlike max, a NaN loses against a number.
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> fmax(Dual<T, W> const& x, Dual<T, W> const& y) {
  return isnan(x) ? y : max(x, y);
}
/// |x| with the sign of y; the derivative by y is zero.
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> copysign(Dual<T, W> const& x, Dual<T, W> const& y) {
  T const value = Kokkos::copysign(x.value, y.value);
  return chain(value, sign(x.value) * sign(value), x);
}

// The same with a plain number in one place, as a constant.
#define HEDDLE_DUAL_MIXED(name)                                                            \
  template <class T, int W>                                                                \
  KOKKOS_INLINE_FUNCTION Dual<T, W> name(Dual<T, W> const& x, std::type_identity_t<T> y) { \
    return name(x, Dual<T, W>(y));                                                         \
  }                                                                                        \
  template <class T, int W>                                                                \
  KOKKOS_INLINE_FUNCTION Dual<T, W> name(std::type_identity_t<T> x, Dual<T, W> const& y) { \
    return name(Dual<T, W>(x), y);                                                         \
  }

HEDDLE_DUAL_MIXED(atan2)
HEDDLE_DUAL_MIXED(hypot)
HEDDLE_DUAL_MIXED(min)
HEDDLE_DUAL_MIXED(max)
HEDDLE_DUAL_MIXED(fmin)
HEDDLE_DUAL_MIXED(fmax)
HEDDLE_DUAL_MIXED(copysign)

#undef HEDDLE_DUAL_MIXED

}  // namespace heddle::jacobian
