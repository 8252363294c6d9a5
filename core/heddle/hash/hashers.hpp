// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Hash functions and equality of keys.
///
/// A hash is a function object that host and device can call: `std::uint32_t` or `std::uint64_t`
/// from a key. Its result goes through MurmurHash3's finaliser, unless the type has a member
/// `is_avalanching` (a type or constant) to say that all of its bits are good already.
#pragma once

#include <heddle/backends/hash_format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace heddle::hash {

namespace detail {

/// The bytes of a small value, the rest zero.
template <class Bits, class T>
KOKKOS_INLINE_FUNCTION Bits to_bits(T const& value) {
  static_assert(sizeof(T) <= sizeof(Bits) && std::is_trivially_copyable_v<T>);
  Bits bits = 0;
  if constexpr (!std::is_empty_v<T>) memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T, class Bits>
KOKKOS_INLINE_FUNCTION T from_bits(Bits bits) {
  T value{};
  if constexpr (!std::is_empty_v<T>) memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class Key>
inline constexpr bool is_bitwise = std::is_trivially_copyable_v<Key> &&
                                   (std::is_floating_point_v<Key> ||
                                    std::has_unique_object_representations_v<Key>);

}  // namespace detail

/// Equality of all bytes. Keys with padding have none: give them an equality of your own.
template <class Key>
struct BitwiseEqual {
  static_assert(detail::is_bitwise<Key>,
                "BitwiseEqual needs keys without padding; state Hash and Equal for this key type");

  /// Whether all bytes agree.
  KOKKOS_INLINE_FUNCTION bool operator()(Key const& a, Key const& b) const {
    if constexpr (sizeof(Key) <= 8) {
      return detail::to_bits<std::uint64_t>(a) == detail::to_bits<std::uint64_t>(b);
    } else {
      auto const* left = reinterpret_cast<unsigned char const*>(&a);
      auto const* right = reinterpret_cast<unsigned char const*>(&b);
      bool equal = true;
      for (std::size_t i = 0; i < sizeof(Key); ++i) equal = equal && left[i] == right[i];
      return equal;
    }
  }
};

/// The hash of all bytes: a bijection for keys of up to 4 bytes (to 32 bits) and 8 bytes (to 64),
/// 8 bytes at a time through the same finaliser for longer ones.
template <class Key>
struct DefaultHash {
  static_assert(detail::is_bitwise<Key>,
                "DefaultHash needs keys without padding; state Hash and Equal for this key type");
  using is_avalanching = void;

  /// 32 bits for keys of up to 4 bytes, else 64.
  KOKKOS_INLINE_FUNCTION auto operator()(Key const& key) const {
    namespace format = backends::hash_format;
    if constexpr (sizeof(Key) <= 4) {
      return format::mix(detail::to_bits<std::uint32_t>(key));
    } else if constexpr (sizeof(Key) <= 8) {
      return format::mix(detail::to_bits<std::uint64_t>(key));
    } else {
      auto const* bytes = reinterpret_cast<unsigned char const*>(&key);
      std::uint64_t hash = sizeof(Key);
      for (std::size_t at = 0; at < sizeof(Key); at += 8) {
        std::uint64_t word = 0;
        memcpy(&word, bytes + at, sizeof(Key) - at < 8 ? sizeof(Key) - at : 8);
        hash = format::mix(static_cast<std::uint64_t>(hash * 0x9E3779B97F4A7C15u ^ word));
      }
      return hash;
    }
  }
};

namespace detail {

template <class Hash>
concept Avalanching = requires {
  typename Hash::is_avalanching;
}
|| requires { Hash::is_avalanching; };

/// The hash that places a key: 32 bits wide only if the function itself returns 32 good ones.
template <class Hash, class Key>
KOKKOS_INLINE_FUNCTION auto placing_hash(Hash const& hash, Key const& key) {
  auto const raw = hash(key);
  using Raw = std::decay_t<decltype(raw)>;
  static_assert(std::is_unsigned_v<Raw> && (sizeof(Raw) == 4 || sizeof(Raw) == 8),
                "a hash returns std::uint32_t or std::uint64_t");
  if constexpr (Avalanching<Hash>) {
    using Width = std::conditional_t<sizeof(Raw) == 4, std::uint32_t, std::uint64_t>;
    return static_cast<Width>(raw);
  } else {
    return backends::hash_format::mix(static_cast<std::uint64_t>(raw));
  }
}

}  // namespace detail
}  // namespace heddle::hash
