// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Dual numbers: a value and W directional derivatives, computed together in registers.
///
/// A user's function is written once as a template over its scalar type. With Dual it computes W
/// derivatives in one sweep, on the host and in kernels. All operators and functions are found by
/// argument-dependent lookup: `using Kokkos::sqrt; sqrt(x)` works for plain numbers and for duals.
///
/// NaN rule: a lane whose incoming derivative is zero stays zero, whatever the factor (0 x Inf =
/// 0 x NaN = 0). One singular entry of a Jacobian therefore does not spoil the others that share
/// its sweep. Cost: one test per operation as long as its factors are finite.
/// Source: Griewank and Walther, Evaluating Derivatives, SIAM 2008, chapter 3 (vector forward
/// mode).
#pragma once

#include <Kokkos_Core.hpp>

#include <type_traits>
#include <utility>

namespace heddle::jacobian {

/// A value and W derivatives. W: 1, 4, 8 or 16. Trivially copyable; plain numbers convert to it
/// and have derivative zero. Comparisons look at values only, so branches follow the value.
template <class T, int W>
struct Dual {
  static_assert(std::is_floating_point_v<T>, "the value of a dual number is a floating-point one");
  static_assert(W == 1 || W == 4 || W == 8 || W == 16, "a dual number has 1, 4, 8 or 16 lanes");
  using value_type = T;
  static constexpr int width = W;

  T value = 0;
  T derivative[W] = {};

  KOKKOS_DEFAULTED_FUNCTION Dual() = default;
  /// A constant.
  KOKKOS_FORCEINLINE_FUNCTION Dual(T constant) : value(constant) {}

  /// Arithmetic, with derivatives.
  /// @{
  KOKKOS_FORCEINLINE_FUNCTION Dual& operator+=(Dual const& y) { return *this = *this + y; }
  KOKKOS_FORCEINLINE_FUNCTION Dual& operator-=(Dual const& y) { return *this = *this - y; }
  KOKKOS_FORCEINLINE_FUNCTION Dual& operator*=(Dual const& y) { return *this = *this * y; }
  KOKKOS_FORCEINLINE_FUNCTION Dual& operator/=(Dual const& y) { return *this = *this / y; }

  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator+(Dual const& x) { return x; }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator-(Dual const& x) {
    Dual result(-x.value);
    negate(Lanes(), result, x);
    return result;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator+(Dual x, Dual const& y) {
    x.value += y.value;
    add(Lanes(), x, y);
    return x;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator+(Dual x, T y) {
    x.value += y;
    return x;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator+(T x, Dual y) {
    y.value = x + y.value;
    return y;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator-(Dual x, Dual const& y) {
    x.value -= y.value;
    subtract(Lanes(), x, y);
    return x;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator-(Dual x, T y) {
    x.value -= y;
    return x;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator-(T x, Dual const& y) { return -y + x; }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator*(Dual const& x, Dual const& y) {
    return chain(x.value * y.value, y.value, x, x.value, y);
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator*(Dual const& x, T y) {
    return chain(x.value * y, y, x);
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator*(T x, Dual const& y) {
    return chain(x * y.value, x, y);
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator/(Dual const& x, Dual const& y) {
    T const quotient = x.value / y.value;
    return chain(quotient, 1 / y.value, x, -quotient / y.value, y);
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator/(Dual const& x, T y) {
    return chain(x.value / y, 1 / y, x);
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Dual operator/(T x, Dual const& y) {
    T const quotient = x / y.value;
    return chain(quotient, -quotient / y.value, y);
  }
  /// @}

  /// Of values.
  /// @{
  friend KOKKOS_FORCEINLINE_FUNCTION bool operator==(Dual const& x, Dual const& y) {
    return x.value == y.value;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION bool operator!=(Dual const& x, Dual const& y) {
    return x.value != y.value;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION bool operator<(Dual const& x, Dual const& y) {
    return x.value < y.value;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION bool operator>(Dual const& x, Dual const& y) {
    return x.value > y.value;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION bool operator<=(Dual const& x, Dual const& y) {
    return x.value <= y.value;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION bool operator>=(Dual const& x, Dual const& y) {
    return x.value >= y.value;
  }
  /// @}

  /// Chain rule for functions of your own: a function with this value and this partial derivative.
  friend KOKKOS_FORCEINLINE_FUNCTION Dual chain(T value, T factor, Dual const& x) {
    Dual result(value);
    if (is_finite(factor)) {
      scale(Lanes(), result, factor, x);
    } else {
      result = guarded(value, factor, x);
    }
    return result;
  }
  /// The same with two arguments.
  friend KOKKOS_FORCEINLINE_FUNCTION Dual chain(T value, T factor_x, Dual const& x, T factor_y,
                                                Dual const& y) {
    Dual result(value);
    if (is_finite(factor_x) && is_finite(factor_y)) {
      combine(Lanes(), result, factor_x, x, factor_y, y);
    } else {
      result = guarded(0, factor_x, x) + guarded(0, factor_y, y);
      result.value = value;
    }
    return result;
  }

 private:
  // Lanes are unrolled in the source: compilers then keep them in registers, where a loop would
  // send them through memory.
  using Lanes = std::make_integer_sequence<int, W>;

  template <int... l>
  static KOKKOS_FORCEINLINE_FUNCTION void negate(std::integer_sequence<int, l...>, Dual& result,
                                                 Dual const& x) {
    ((result.derivative[l] = -x.derivative[l]), ...);
  }
  template <int... l>
  static KOKKOS_FORCEINLINE_FUNCTION void add(std::integer_sequence<int, l...>, Dual& x,
                                              Dual const& y) {
    ((x.derivative[l] += y.derivative[l]), ...);
  }
  template <int... l>
  static KOKKOS_FORCEINLINE_FUNCTION void subtract(std::integer_sequence<int, l...>, Dual& x,
                                                   Dual const& y) {
    ((x.derivative[l] -= y.derivative[l]), ...);
  }
  template <int... l>
  static KOKKOS_FORCEINLINE_FUNCTION void scale(std::integer_sequence<int, l...>, Dual& result,
                                                T factor, Dual const& x) {
    ((result.derivative[l] = factor * x.derivative[l]), ...);
  }
  template <int... l>
  static KOKKOS_FORCEINLINE_FUNCTION void combine(std::integer_sequence<int, l...>, Dual& result,
                                                  T factor_x, Dual const& x, T factor_y,
                                                  Dual const& y) {
    ((result.derivative[l] = factor_x * x.derivative[l] + factor_y * y.derivative[l]), ...);
  }
  // The rare case need not be fast. By value: a reference would keep x in memory in all cases.
  static KOKKOS_INLINE_FUNCTION Dual guarded(T value, T factor, Dual x) {
    Dual result(value);
    for (int lane = 0; lane < W; ++lane) {
      T const derivative = x.derivative[lane];
      result.derivative[lane] = derivative == 0 ? T(0) : factor * derivative;
    }
    return result;
  }

  static KOKKOS_FORCEINLINE_FUNCTION bool is_finite(T factor) { return factor - factor == 0; }
};

/// `a` if the condition holds, else `b`, as a function: when a sparsity pattern is traced for all
/// points at once, select keeps both where a branch could keep one only.
/// @{
template <class T>
requires std::is_arithmetic_v<T> KOKKOS_FORCEINLINE_FUNCTION T select(bool condition, T a,
                                                                      std::type_identity_t<T> b) {
  return condition ? a : b;
}
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Dual<T, W> select(bool condition, Dual<T, W> const& a,
                                              Dual<T, W> const& b) {
  return condition ? a : b;
}
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Dual<T, W> select(bool condition, Dual<T, W> const& a,
                                              std::type_identity_t<T> b) {
  return condition ? a : Dual<T, W>(b);
}
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Dual<T, W> select(bool condition, std::type_identity_t<T> a,
                                              Dual<T, W> const& b) {
  return condition ? Dual<T, W>(a) : b;
}
/// @}

/// -1, 0 or 1, for plain numbers too. Its derivative is zero.
template <class T>
requires std::is_arithmetic_v<T> KOKKOS_FORCEINLINE_FUNCTION T sign(T x) {
  return static_cast<T>((x > 0) - (x < 0));
}

}  // namespace heddle::jacobian

#include <heddle/jacobian/dual_math.hpp>
