// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The usual functions on traced numbers. Include heddle/jacobian/traced.hpp, which includes this.
#pragma once

#include <heddle/jacobian/traced.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace heddle::jacobian {

// The same functions as in dual_math.hpp, three kinds of them: smooth ones of one argument, those
// with derivative zero, and smooth ones of two arguments.
#define HEDDLE_TRACED_SMOOTH(name)                     \
  template <class T>                                   \
  KOKKOS_FUNCTION Traced<T> name(Traced<T> const& x) { \
    return smooth(Kokkos::name(x.value), x);           \
  }
#define HEDDLE_TRACED_FLAT(name)                       \
  template <class T>                                   \
  KOKKOS_FUNCTION Traced<T> name(Traced<T> const& x) { \
    return flat(Kokkos::name(x.value), x);             \
  }
#define HEDDLE_TRACED_MIXED(name)                                                 \
  template <class T>                                                              \
  KOKKOS_FUNCTION Traced<T> name(Traced<T> const& x, std::type_identity_t<T> y) { \
    return name(x, Traced<T>(y));                                                 \
  }                                                                               \
  template <class T>                                                              \
  KOKKOS_FUNCTION Traced<T> name(std::type_identity_t<T> x, Traced<T> const& y) { \
    return name(Traced<T>(x), y);                                                 \
  }
#define HEDDLE_TRACED_SMOOTH_BINARY(name)                                  \
  template <class T>                                                       \
  KOKKOS_FUNCTION Traced<T> name(Traced<T> const& x, Traced<T> const& y) { \
    return smooth(Kokkos::name(x.value, y.value), x, y);                   \
  }                                                                        \
  HEDDLE_TRACED_MIXED(name)

HEDDLE_TRACED_SMOOTH(sqrt)
HEDDLE_TRACED_SMOOTH(cbrt)
HEDDLE_TRACED_SMOOTH(exp)
HEDDLE_TRACED_SMOOTH(exp2)
HEDDLE_TRACED_SMOOTH(expm1)
HEDDLE_TRACED_SMOOTH(log)
HEDDLE_TRACED_SMOOTH(log2)
HEDDLE_TRACED_SMOOTH(log10)
HEDDLE_TRACED_SMOOTH(log1p)
HEDDLE_TRACED_SMOOTH(sin)
HEDDLE_TRACED_SMOOTH(cos)
HEDDLE_TRACED_SMOOTH(tan)
HEDDLE_TRACED_SMOOTH(asin)
HEDDLE_TRACED_SMOOTH(acos)
HEDDLE_TRACED_SMOOTH(atan)
HEDDLE_TRACED_SMOOTH(sinh)
HEDDLE_TRACED_SMOOTH(cosh)
HEDDLE_TRACED_SMOOTH(tanh)
HEDDLE_TRACED_SMOOTH(asinh)
HEDDLE_TRACED_SMOOTH(acosh)
HEDDLE_TRACED_SMOOTH(atanh)
HEDDLE_TRACED_SMOOTH(erf)
HEDDLE_TRACED_SMOOTH(erfc)
HEDDLE_TRACED_SMOOTH(abs)
HEDDLE_TRACED_SMOOTH(fabs)
HEDDLE_TRACED_FLAT(floor)
HEDDLE_TRACED_FLAT(ceil)
HEDDLE_TRACED_FLAT(round)
HEDDLE_TRACED_FLAT(trunc)
HEDDLE_TRACED_SMOOTH_BINARY(pow)
HEDDLE_TRACED_SMOOTH_BINARY(atan2)
HEDDLE_TRACED_SMOOTH_BINARY(hypot)

/// Its derivative is zero.
template <class T>
KOKKOS_FUNCTION Traced<T> sign(Traced<T> const& x) {
  return flat(sign(x.value), x);
}

/// Of the value.
/// @{
template <class T>
KOKKOS_FUNCTION TracedCondition isnan(Traced<T> const& x) {
  return {Kokkos::isnan(x.value), x.known, "isnan", x.derivative};
}
template <class T>
KOKKOS_FUNCTION TracedCondition isinf(Traced<T> const& x) {
  return {Kokkos::isinf(x.value), x.known, "isinf", x.derivative};
}
template <class T>
KOKKOS_FUNCTION TracedCondition isfinite(Traced<T> const& x) {
  return {Kokkos::isfinite(x.value), x.known, "isfinite", x.derivative};
}
/// @}

/// One of both if the values are known, else a number that depends on both.
/// @{
template <class T>
KOKKOS_FUNCTION Traced<T> min(Traced<T> const& x, Traced<T> const& y) {
  return select(y < x, y, x);
}
template <class T>
KOKKOS_FUNCTION Traced<T> max(Traced<T> const& x, Traced<T> const& y) {
  return select(x < y, y, x);
}
template <class T>
KOKKOS_FUNCTION Traced<T> fmin(Traced<T> const& x, Traced<T> const& y) {
  return select(isnan(x), y, min(x, y));
}
template <class T>
KOKKOS_FUNCTION Traced<T> fmax(Traced<T> const& x, Traced<T> const& y) {
  return select(isnan(x), y, max(x, y));
}
/// @}

/// The derivative by y is zero.
template <class T>
KOKKOS_FUNCTION Traced<T> copysign(Traced<T> const& x, Traced<T> const& y) {
  Traced<T> result = smooth(Kokkos::copysign(x.value, y.value), x);
  result.known = x.known && y.known;
  return result;
}
HEDDLE_TRACED_MIXED(min)
HEDDLE_TRACED_MIXED(max)
HEDDLE_TRACED_MIXED(fmin)
HEDDLE_TRACED_MIXED(fmax)
HEDDLE_TRACED_MIXED(copysign)

#undef HEDDLE_TRACED_SMOOTH
#undef HEDDLE_TRACED_FLAT
#undef HEDDLE_TRACED_MIXED
#undef HEDDLE_TRACED_SMOOTH_BINARY

}  // namespace heddle::jacobian
