// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a row function reads in forward mode: x with directions, set on the fly.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/dual.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace heddle::jacobian::detail {

/// x with the directions of colours first ... first + W - 1.
template <class T, int W>
struct SeededInput {
  using value_type = Dual<T, W>;
  T const* x;
  DefaultIndex const* colors;
  DefaultIndex first;

  KOKKOS_FORCEINLINE_FUNCTION Dual<T, W> operator[](DefaultIndex const j) const {
    Dual<T, W> input(x[j]);
    DefaultIndex const mine = colors[j] - first;
    seed(std::make_integer_sequence<int, W>(), input, mine);
    return input;
  }

 private:
  template <int... l>
  static KOKKOS_FORCEINLINE_FUNCTION void seed(std::integer_sequence<int, l...>, Dual<T, W>& input,
                                               DefaultIndex mine) {
    // On hosts a conversion, not a choice: compilers make jumps of those, which no processor can
    // predict. On devices a choice: conversions to 64 bits are rare units there.
    KOKKOS_IF_ON_HOST((((input.derivative[l] = static_cast<T>(mine == l)), ...);))
    KOKKOS_IF_ON_DEVICE((((input.derivative[l] = mine == l ? T(1) : T(0)), ...);))
  }
};

/// Entry j of the direction of the check: its size between 1/2 and 1, either sign, the same on
/// every backend (the finaliser of splitmix64).
template <class T>
KOKKOS_INLINE_FUNCTION T direction_entry(std::uint64_t const seed, DefaultIndex const j) {
  std::uint64_t z = seed + (static_cast<std::uint64_t>(j) + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  T const size = T(0.5) + T(0.5) * static_cast<T>(z >> 40) / static_cast<T>(1 << 24);
  return (z & 1) != 0 ? size : -size;
}

/// x with one random direction.
template <class T>
struct DirectionInput {
  using value_type = Dual<T, 1>;
  T const* x;
  std::uint64_t seed;

  KOKKOS_INLINE_FUNCTION Dual<T, 1> operator[](DefaultIndex const j) const {
    Dual<T, 1> input(x[j]);
    input.derivative[0] = direction_entry<T>(seed, j);
    return input;
  }
};

}  // namespace heddle::jacobian::detail
