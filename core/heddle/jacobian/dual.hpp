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
  KOKKOS_INLINE_FUNCTION Dual(T constant) : value(constant) {}

  KOKKOS_INLINE_FUNCTION Dual& operator+=(Dual const& y) { return *this = *this + y; }
  KOKKOS_INLINE_FUNCTION Dual& operator-=(Dual const& y) { return *this = *this - y; }
  KOKKOS_INLINE_FUNCTION Dual& operator*=(Dual const& y) { return *this = *this * y; }
  KOKKOS_INLINE_FUNCTION Dual& operator/=(Dual const& y) { return *this = *this / y; }

  friend KOKKOS_INLINE_FUNCTION Dual operator+(Dual const& x) { return x; }
  friend KOKKOS_INLINE_FUNCTION Dual operator-(Dual const& x) {
    Dual result(-x.value);
    for (int lane = 0; lane < W; ++lane) result.derivative[lane] = -x.derivative[lane];
    return result;
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator+(Dual x, Dual const& y) {
    x.value += y.value;
    for (int lane = 0; lane < W; ++lane) x.derivative[lane] += y.derivative[lane];
    return x;
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator+(Dual x, T y) {
    x.value += y;
    return x;
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator+(T x, Dual y) {
    y.value = x + y.value;
    return y;
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator-(Dual x, Dual const& y) {
    x.value -= y.value;
    for (int lane = 0; lane < W; ++lane) x.derivative[lane] -= y.derivative[lane];
    return x;
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator-(Dual x, T y) {
    x.value -= y;
    return x;
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator-(T x, Dual const& y) { return -y + x; }
  friend KOKKOS_INLINE_FUNCTION Dual operator*(Dual const& x, Dual const& y) {
    return chain(x.value * y.value, y.value, x, x.value, y);
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator*(Dual const& x, T y) {
    return chain(x.value * y, y, x);
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator*(T x, Dual const& y) {
    return chain(x * y.value, x, y);
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator/(Dual const& x, Dual const& y) {
    T const quotient = x.value / y.value;
    return chain(quotient, 1 / y.value, x, -quotient / y.value, y);
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator/(Dual const& x, T y) {
    return chain(x.value / y, 1 / y, x);
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator/(T x, Dual const& y) {
    T const quotient = x / y.value;
    return chain(quotient, -quotient / y.value, y);
  }

  friend KOKKOS_INLINE_FUNCTION bool operator==(Dual const& x, Dual const& y) {
    return x.value == y.value;
  }
  friend KOKKOS_INLINE_FUNCTION bool operator!=(Dual const& x, Dual const& y) {
    return x.value != y.value;
  }
  friend KOKKOS_INLINE_FUNCTION bool operator<(Dual const& x, Dual const& y) {
    return x.value < y.value;
  }
  friend KOKKOS_INLINE_FUNCTION bool operator>(Dual const& x, Dual const& y) {
    return x.value > y.value;
  }
  friend KOKKOS_INLINE_FUNCTION bool operator<=(Dual const& x, Dual const& y) {
    return x.value <= y.value;
  }
  friend KOKKOS_INLINE_FUNCTION bool operator>=(Dual const& x, Dual const& y) {
    return x.value >= y.value;
  }

  /// Chain rule for functions of your own: a function with this value and this partial derivative.
  friend KOKKOS_INLINE_FUNCTION Dual chain(T value, T factor, Dual const& x) {
    Dual result(value);
    if (is_finite(factor)) {
      for (int lane = 0; lane < W; ++lane) result.derivative[lane] = factor * x.derivative[lane];
    } else {
      for (int lane = 0; lane < W; ++lane) {
        result.derivative[lane] = guarded(factor, x.derivative[lane]);
      }
    }
    return result;
  }
  /// The same with two arguments.
  friend KOKKOS_INLINE_FUNCTION Dual chain(T value, T factor_x, Dual const& x, T factor_y,
                                           Dual const& y) {
    Dual result(value);
    if (is_finite(factor_x) && is_finite(factor_y)) {
      for (int lane = 0; lane < W; ++lane) {
        result.derivative[lane] = factor_x * x.derivative[lane] + factor_y * y.derivative[lane];
      }
    } else {
      for (int lane = 0; lane < W; ++lane) {
        result.derivative[lane] =
            guarded(factor_x, x.derivative[lane]) + guarded(factor_y, y.derivative[lane]);
      }
    }
    return result;
  }

 private:
  static KOKKOS_INLINE_FUNCTION bool is_finite(T factor) { return factor - factor == 0; }
  static KOKKOS_INLINE_FUNCTION T guarded(T factor, T derivative) {
    return derivative == 0 ? T(0) : factor * derivative;
  }
};

/// `a` if the condition holds, else `b`, as a function: when a sparsity pattern is traced for all
/// points at once, select keeps both where a branch could keep one only.
template <class T>
requires std::is_arithmetic_v<T> KOKKOS_INLINE_FUNCTION T select(bool condition, T a,
                                                                 std::type_identity_t<T> b) {
  return condition ? a : b;
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> select(bool condition, Dual<T, W> const& a, Dual<T, W> const& b) {
  return condition ? a : b;
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> select(bool condition, Dual<T, W> const& a,
                                         std::type_identity_t<T> b) {
  return condition ? a : Dual<T, W>(b);
}
template <class T, int W>
KOKKOS_INLINE_FUNCTION Dual<T, W> select(bool condition, std::type_identity_t<T> a,
                                         Dual<T, W> const& b) {
  return condition ? Dual<T, W>(a) : b;
}

/// -1, 0 or 1, for plain numbers too. Its derivative is zero.
template <class T>
requires std::is_arithmetic_v<T> KOKKOS_INLINE_FUNCTION T sign(T x) {
  return static_cast<T>((x > 0) - (x < 0));
}

}  // namespace heddle::jacobian

#include <heddle/jacobian/dual_math.hpp>
