// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Keys of 12 bytes with values of 24, and functions on them, for maps of the caller's own types.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::test {

/// Three words that all depend on one number.
struct WideKey {
  std::uint32_t words[3];

  KOKKOS_INLINE_FUNCTION static WideKey of(std::uint32_t id) {
    return {{id, ~id, id * 2654435761u}};
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t id() const { return words[0]; }
  friend bool operator==(WideKey const&, WideKey const&) = default;
};
static_assert(sizeof(WideKey) == 12);

/// Three words that are multiples of one number, so sums of values are values, too.
struct WideValue {
  std::uint64_t words[3];

  KOKKOS_INLINE_FUNCTION static WideValue of(std::uint64_t seed) {
    return {{seed, 3 * seed, 5 * seed}};
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t seed() const { return words[0]; }
  KOKKOS_INLINE_FUNCTION bool is_whole() const {
    return words[1] == 3 * words[0] && words[2] == 5 * words[0];
  }
  friend bool operator==(WideValue const&, WideValue const&) = default;
};
static_assert(sizeof(WideValue) == 24);

struct AddWide {
  static constexpr bool reducible = true;
  KOKKOS_INLINE_FUNCTION WideValue operator()(WideValue held, WideValue given) const {
    for (int i = 0; i < 3; ++i) held.words[i] += given.words[i];
    return held;
  }
};

struct ConstantHash {
  template <class Key>
  KOKKOS_INLINE_FUNCTION std::uint32_t operator()(Key const&) const {
    return 12345;
  }
};

struct Index16 {
  std::uint16_t index;
};

/// A value that is none: the map is a set.
struct Nothing {
  friend bool operator==(Nothing, Nothing) = default;
};

}  // namespace heddle::test
