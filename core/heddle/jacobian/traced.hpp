// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The scalar that traces sparsity: a number that knows which inputs its derivative depends on.
///
/// Operations unite the sets of their arguments; operations whose derivative is zero everywhere
/// (floor, ceil, round, trunc, sign, comparisons) give the empty set. In a *global* trace values
/// are unknown: min, max and select keep both arguments, and a branch on an unknown value throws
/// traced_branch. In a *local* trace values are carried and branches are followed, so that the
/// result holds at that point only. Host only; members are marked for devices so that functions for
/// both compile without warnings. Source: Walther and Griewank, Getting started with ADOL-C, 2012,
/// section on sparsity patterns.
#pragma once

#include <heddle/jacobian/detail/index_set.hpp>
#include <heddle/jacobian/detail/trace_errors.hpp>
#include <heddle/jacobian/dual.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace heddle::jacobian {

/// The outcome of a comparison of traced numbers. Converts to bool if the values are known, and
/// throws traced_branch if not. `!`, `&&` and `||` keep it unknown, so select can take them.
struct TracedCondition {
  bool value = false;
  bool known = true;
  char const* name = "";    ///< of the operator
  detail::IndexSet inputs;  ///< that the compared values depend on

  /// Throws traced_branch if the values are not known.
  KOKKOS_FUNCTION operator bool() const {
    KOKKOS_IF_ON_HOST((if (!known) detail::throw_traced_branch(name, inputs);))
    return value;
  }
  /// Known if all that they combine is.
  /// @{
  friend KOKKOS_FUNCTION TracedCondition operator!(TracedCondition condition) {
    condition.value = !condition.value;
    return condition;
  }
  friend KOKKOS_FUNCTION TracedCondition operator&&(TracedCondition const& a,
                                                    TracedCondition const& b) {
    return both(a, b, a.value && b.value, "&&");
  }
  friend KOKKOS_FUNCTION TracedCondition operator||(TracedCondition const& a,
                                                    TracedCondition const& b) {
    return both(a, b, a.value || b.value, "||");
  }
  /// @}

 private:
  static KOKKOS_FUNCTION TracedCondition both(TracedCondition const& a, TracedCondition const& b,
                                              bool value, char const* name) {
    TracedCondition result{value, a.known && b.known, name, {}};
    KOKKOS_IF_ON_HOST((result.inputs = detail::IndexSet::unite(a.inputs, b.inputs);))
    return result;
  }
};

/// A number that is traced. T: float or double.
template <class T>
struct Traced {
  using value_type = T;

  T value = 0;
  bool known = true;            ///< whether the value is the true one: constants, and local traces
  detail::IndexSet derivative;  ///< inputs by which the derivative may be nonzero

  KOKKOS_FUNCTION Traced() {}
  /// A constant.
  KOKKOS_FUNCTION Traced(T constant) : value(constant) {}

  /// Arithmetic.
  /// @{
  KOKKOS_FUNCTION Traced& operator+=(Traced const& y) { return *this = *this + y; }
  KOKKOS_FUNCTION Traced& operator-=(Traced const& y) { return *this = *this - y; }
  KOKKOS_FUNCTION Traced& operator*=(Traced const& y) { return *this = *this * y; }
  KOKKOS_FUNCTION Traced& operator/=(Traced const& y) { return *this = *this / y; }

  friend KOKKOS_FUNCTION Traced operator+(Traced const& x) { return x; }
  friend KOKKOS_FUNCTION Traced operator-(Traced const& x) { return smooth(-x.value, x); }
  friend KOKKOS_FUNCTION Traced operator+(Traced const& x, Traced const& y) {
    return smooth(x.value + y.value, x, y);
  }
  friend KOKKOS_FUNCTION Traced operator-(Traced const& x, Traced const& y) {
    return smooth(x.value - y.value, x, y);
  }
  friend KOKKOS_FUNCTION Traced operator*(Traced const& x, Traced const& y) {
    return smooth(x.value * y.value, x, y);
  }
  friend KOKKOS_FUNCTION Traced operator/(Traced const& x, Traced const& y) {
    return smooth(x.value / y.value, x, y);
  }
  /// @}

  /// Of values, known or not.
  /// @{
  friend KOKKOS_FUNCTION TracedCondition operator<(Traced const& x, Traced const& y) {
    return compared(x.value < y.value, "<", x, y);
  }
  friend KOKKOS_FUNCTION TracedCondition operator>(Traced const& x, Traced const& y) {
    return compared(x.value > y.value, ">", x, y);
  }
  friend KOKKOS_FUNCTION TracedCondition operator<=(Traced const& x, Traced const& y) {
    return compared(x.value <= y.value, "<=", x, y);
  }
  friend KOKKOS_FUNCTION TracedCondition operator>=(Traced const& x, Traced const& y) {
    return compared(x.value >= y.value, ">=", x, y);
  }
  friend KOKKOS_FUNCTION TracedCondition operator==(Traced const& x, Traced const& y) {
    return compared(x.value == y.value, "==", x, y);
  }
  friend KOKKOS_FUNCTION TracedCondition operator!=(Traced const& x, Traced const& y) {
    return compared(x.value != y.value, "!=", x, y);
  }
  /// @}

  /// A function of x with this value and any derivative; for functions of your own.
  friend KOKKOS_FUNCTION Traced smooth(T value, Traced const& x) {
    Traced result(x);
    result.value = value;
    return result;
  }
  /// The same of two arguments.
  friend KOKKOS_FUNCTION Traced smooth(T value, Traced const& x, Traced const& y) {
    Traced result(value);
    result.known = x.known && y.known;
    KOKKOS_IF_ON_HOST((result.derivative = detail::IndexSet::unite(x.derivative, y.derivative);))
    return result;
  }
  /// A function of x whose derivative is zero everywhere.
  friend KOKKOS_FUNCTION Traced flat(T value, Traced const& x) {
    Traced result(value);
    result.known = x.known;
    return result;
  }

 private:
  static KOKKOS_FUNCTION TracedCondition compared(bool value, char const* name, Traced const& x,
                                                  Traced const& y) {
    TracedCondition result{value, x.known && y.known, name, {}};
    KOKKOS_IF_ON_HOST((if (!result.known) {
      result.inputs = detail::IndexSet::unite(x.derivative, y.derivative);
    }))
    return result;
  }
};

/// `a` or `b`: by the condition if it is known, else a value that depends on both.
/// @{
template <class T>
KOKKOS_FUNCTION Traced<T> select(TracedCondition const& condition, Traced<T> const& a,
                                 Traced<T> const& b) {
  if (condition.known) return condition.value ? a : b;
  Traced<T> result = smooth(a.value, a, b);
  result.known = false;
  return result;
}
template <class T>
KOKKOS_FUNCTION Traced<T> select(TracedCondition const& condition, Traced<T> const& a,
                                 std::type_identity_t<T> b) {
  return select(condition, a, Traced<T>(b));
}
template <class T>
KOKKOS_FUNCTION Traced<T> select(TracedCondition const& condition, std::type_identity_t<T> a,
                                 Traced<T> const& b) {
  return select(condition, Traced<T>(a), b);
}
/// @}

/// Of two plain numbers. Its value is unknown if the condition is, so it is a traced number, too.
template <class T>
requires std::is_floating_point_v<T> KOKKOS_FUNCTION Traced<T> select(
    TracedCondition const& condition, T a, T b) {
  return select(condition, Traced<T>(a), Traced<T>(b));
}
/// On a plain condition.
template <class T>
KOKKOS_FUNCTION Traced<T> select(bool condition, Traced<T> const& a, Traced<T> const& b) {
  return condition ? a : b;
}

}  // namespace heddle::jacobian

#include <heddle/jacobian/traced_math.hpp>
