// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Keys for measurements, made where they are used. Each is a function of its index, so that every
/// run, backend and table sees the same ones.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/cli/hash/workload.hpp>
#include <heddle/cli/hash/zipf.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace heddle::cli {

/// A bijection that scatters counters, unlike the hash of any table measured. All ones, which
/// SeedMap refuses, is left out: its counter gets the key of one that no workload reaches.
template <class Word>
struct Scatter {
  static constexpr Word refused = static_cast<Word>(~Word{0});
  static constexpr Word out_of_reach = static_cast<Word>(refused - 1000);

  KOKKOS_FUNCTION static Word mixed(Word x) {
    if constexpr (sizeof(Word) == 4) {
      x = (x ^ x >> 15) * 0x9e3779b1u;
      x = (x ^ x >> 14) * 0x85ebca77u;
      return x ^ x >> 16;
    } else {
      x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
      x = (x ^ x >> 29) * 0xc2b2ae3d27d4eb4fu;
      return x ^ x >> 32;
    }
  }
  KOKKOS_FUNCTION static Word key(std::uint64_t const counter) {
    Word const scattered = mixed(static_cast<Word>(counter));
    return scattered == refused ? mixed(out_of_reach) : scattered;
  }
};

/// The value that goes with a key: never all ones, so that all ones can mean "not found".
template <class Word>
KOKKOS_INLINE_FUNCTION Word value_of_key(Word const key) {
  return static_cast<Word>(Scatter<Word>::mixed(static_cast<Word>(key + 1)) >> 1);
}

/// Key number `item` of a distribution. Numbers from `count` on are absent from a table that holds
/// the first `count` distinct ones.
template <class Word>
struct KeyOf {
  Distribution distribution = Distribution::distinct;
  ZipfRank rank;
  std::uint64_t seed = 0;

  KOKKOS_FUNCTION Word operator()(std::uint64_t const item) const {
    switch (distribution) {
      case Distribution::distinct: return Scatter<Word>::key(item);
      case Distribution::sequential: return static_cast<Word>(item);
      case Distribution::zipf: return Scatter<Word>::key(rank(seed, item));
      case Distribution::equal: return Scatter<Word>::key(7);
    }
    return 0;
  }
};

/// Places of a batch in another order: i * stride mod count, a permutation as stride is a prime
/// above all counts in use.
struct Shuffle {
  static constexpr std::uint64_t stride = 4294967291u;  // the largest prime below 2^32
  std::uint64_t count = 1;
  bool on = true;
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t const item) const {
    return on ? item * stride % count : item;
  }
};

template <class Word, class Memory>
struct MakeKeys {
  Kokkos::View<Word*, Memory> keys;
  KeyOf<Word> key_of;
  Shuffle place;
  std::uint64_t first;
  KOKKOS_FUNCTION void operator()(std::int64_t const item) const {
    keys(item) = key_of(first + place(static_cast<std::uint64_t>(item)));
  }
};

template <class Word, class Memory>
struct MakeValues {
  Kokkos::View<Word const*, Memory> keys;
  Kokkos::View<Word*, Memory> values;
  KOKKOS_FUNCTION void operator()(std::int64_t const item) const {
    values(item) = value_of_key(keys(item));
  }
};

/// Fills `keys` with keys number first, first + 1, ... of the distribution, in that order or
/// shuffled. Enqueues on `exec`.
template <class Exec, class Word>
void make_keys(Exec const& exec, Kokkos::View<Word*, typename Exec::memory_space> const& keys,
               KeyOf<Word> const& key_of, std::uint64_t first, bool shuffled) {
  using Memory = typename Exec::memory_space;
  Kokkos::parallel_for(
      "heddle::cli::make_keys",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
          exec, 0, static_cast<std::int64_t>(keys.extent(0))),
      MakeKeys<Word, Memory>{keys, key_of, Shuffle{keys.extent(0), shuffled}, first});
}

/// The value of each key. Enqueues on `exec`.
template <class Exec, class Word>
void make_values(Exec const& exec, Kokkos::View<Word*, typename Exec::memory_space> const& keys,
                 Kokkos::View<Word*, typename Exec::memory_space> const& values) {
  using Memory = typename Exec::memory_space;
  Kokkos::parallel_for("heddle::cli::make_values",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                           exec, 0, static_cast<std::int64_t>(keys.extent(0))),
                       MakeValues<Word, Memory>{keys, values});
}

}  // namespace heddle::cli
