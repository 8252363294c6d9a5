// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Operations for insert_or_apply: what becomes of the value of a key that is there.
///
/// Any function object `Value op(Value held, Value given)` will do. It must be pure and may run
/// more than once per item. One with `reducible = true` promises to be associative and commutative;
/// then equal keys of a batch may be combined before they reach the table.
#pragma once

#include <Kokkos_Core.hpp>

namespace heddle::hash {

/// held + given.
struct Sum {
  static constexpr bool reducible = true;
  /// The value that the key has next.
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T held, T given) const {
    return static_cast<T>(held + given);
  }
};
/// The smaller one.
struct Min {
  static constexpr bool reducible = true;
  /// The value that the key has next.
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T held, T given) const {
    return given < held ? given : held;
  }
};
/// The larger one.
struct Max {
  static constexpr bool reducible = true;
  /// The value that the key has next.
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T held, T given) const {
    return held < given ? given : held;
  }
};
/// held | given.
struct BitOr {
  static constexpr bool reducible = true;
  /// The value that the key has next.
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T held, T given) const {
    return static_cast<T>(held | given);
  }
};
/// held & given.
struct BitAnd {
  static constexpr bool reducible = true;
  /// The value that the key has next.
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T held, T given) const {
    return static_cast<T>(held & given);
  }
};

namespace detail {

template <class Op>
concept Reducible = requires {
  requires Op::reducible;
};

/// What an upsert does with the value of a key that is there: nothing, or `next = f(held, given)`.
struct KeepHeld {
  static constexpr bool changes = false;
};
struct TakeGiven {
  static constexpr bool changes = true;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T, T given) const {
    return given;
  }
};
template <class Op>
struct Apply {
  static constexpr bool changes = true;
  Op op;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T held, T given) const {
    return op(held, given);
  }
};

}  // namespace detail
}  // namespace heddle::hash
