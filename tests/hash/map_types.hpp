// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The maps that every test of HashMap runs on. Tests number keys and values; here is what a number
/// becomes in each type, and back, so that a mixture of two keys or values is seen at once.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/hash/map.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace heddle::test::maps {

using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;
using Number = std::uint64_t;
inline constexpr Number no_number = ~Number{0} - 77;  ///< what a mixture decodes to

/// 12 bytes.
struct LongKey {
  std::uint32_t low, high, check;
  friend bool operator==(LongKey const&, LongKey const&) = default;
};
/// 24 bytes.
struct LongValue {
  std::uint64_t number, inverse, check;
  /// Adds numbers: values of sums stay valid.
  KOKKOS_INLINE_FUNCTION friend LongValue operator+(LongValue const& a, LongValue const& b);
};

template <class T>
KOKKOS_INLINE_FUNCTION T encode(Number number) {
  if constexpr (std::is_same_v<T, LongKey>) {
    auto const low = static_cast<std::uint32_t>(number);
    auto const high = static_cast<std::uint32_t>(number >> 32);
    return {low, high, low * 0x9E3779B9u ^ ~high};
  } else if constexpr (std::is_same_v<T, LongValue>) {
    return {number, ~number, number * 0x9E3779B97F4A7C15u};
  } else {
    return static_cast<T>(number);
  }
}
template <class T>
KOKKOS_INLINE_FUNCTION Number decode(T const& item) {
  if constexpr (std::is_same_v<T, LongKey>) {
    bool const whole = item.check == (item.low * 0x9E3779B9u ^ ~item.high);
    return whole ? Number{item.high} << 32 | item.low : no_number;
  } else if constexpr (std::is_same_v<T, LongValue>) {
    bool const whole =
        item.inverse == ~item.number && item.check == item.number * 0x9E3779B97F4A7C15u;
    return whole ? item.number : no_number;
  } else {
    return static_cast<Number>(item);
  }
}
KOKKOS_INLINE_FUNCTION LongValue operator+(LongValue const& a, LongValue const& b) {
  return encode<LongValue>(decode(a) + decode(b));
}

template <bool native_kernels>
struct MapTraits : hash::DefaultTraits {
  static constexpr bool native = native_kernels;
};

template <class K, class V, bool native>
struct MapConfig {
  using Key = K;
  using Value = V;
  static constexpr bool is_native = native;
  using Map =
      hash::HashMap<K, V, Exec, hash::DefaultHash<K>, hash::BitwiseEqual<K>, MapTraits<native>>;
  /// The same slots, all keys with one hash.
  struct OneHash {
    KOKKOS_INLINE_FUNCTION std::uint32_t operator()(K const&) const { return 42; }
  };
  using ConstantMap = hash::HashMap<K, V, Exec, OneHash, hash::BitwiseEqual<K>, MapTraits<native>>;
};

using Packed4 = MapConfig<std::uint32_t, std::uint32_t, true>;
using Packed8 = MapConfig<std::uint64_t, std::uint64_t, true>;
using PackedMixed = MapConfig<std::uint64_t, std::uint32_t, true>;
using Stateful = MapConfig<LongKey, LongValue, true>;
using Portable4 = MapConfig<std::uint32_t, std::uint32_t, false>;
using Portable8 = MapConfig<std::uint64_t, std::uint64_t, false>;

/// Where the backend has kernels of its own, the portable ones are tested too.
inline constexpr bool has_native = !backends::traits<Exec>::is_host;
using MapConfigs = std::conditional_t<
    has_native, ::testing::Types<Packed4, Packed8, PackedMixed, Stateful, Portable4, Portable8>,
    ::testing::Types<Packed4, Packed8, PackedMixed, Stateful>>;

}  // namespace heddle::test::maps
