// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Builds of frozen tables: all entries of a source at once, by atomic exchanges.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/frozen_packed.hpp>
#include <heddle/hash/detail/layout.hpp>
#include <heddle/hash/detail/map_memory.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

namespace heddle::hash::detail {

/// Pairs that would be packed in a map get the frozen layout; all others a table of their own that
/// nothing is erased from.
template <class Key, class Value, class Exec, class Hash, class Equal>
using FrozenLayout =
    std::conditional_t<is_packed<Key, Value, Exec, Hash, Equal>, FrozenPacked<Key, Value, Exec>,
                       StatefulMap<Key, Value, Exec, Hash, Equal, false>>;

/// Choices of hash functions before a build is given up.
inline constexpr std::uint64_t frozen_seeds = 8;

/// A source without entries.
template <class Key, class Value>
struct NoEntries {
  using key_type = Key;
  using value_type = Value;
  KOKKOS_INLINE_FUNCTION std::uint64_t num_positions() const { return 0; }
  KOKKOS_INLINE_FUNCTION bool read(std::uint64_t, Key&, Value&) const { return false; }
};

template <class Table, class Source>
struct InsertFrozen {
  Table table;
  Source source;
  KOKKOS_FUNCTION void operator()(std::int64_t at, std::uint64_t& homeless) const {
    typename Table::key_type key;
    typename Table::value_type value;
    if (source.read(static_cast<std::uint64_t>(at), key, value)) {
      homeless += !table.insert(key, value);
    }
  }
};

/// The seed under which every entry of `source` found a place, or frozen_seeds if there is none:
/// the table holds a part of them then. Fences `exec`.
template <class Exec, class Storage, class Source>
std::uint64_t insert_frozen(Exec const& exec, Storage const& storage, Source const& source) {
  using Table = decltype(storage.table());
  auto const positions = static_cast<std::int64_t>(source.num_positions());
  for (std::uint64_t seed = 0; seed < frozen_seeds; ++seed) {
    auto const table = storage.table(seed);
    clear_table(exec, storage, table);
    std::uint64_t homeless = 0;
    Kokkos::parallel_reduce("heddle::hash::freeze", Range64<Exec>(exec, 0, positions),
                            InsertFrozen<Table, Source>{table, source}, homeless);
    if (homeless == 0) return seed;
  }
  return frozen_seeds;
}

/// Slots for `keys` at `load`.
inline std::size_t frozen_slots(std::size_t keys, double load) {
  auto const slots = std::ceil(static_cast<double>(keys) / load);
  HEDDLE_EXPECTS(slots < 0x1p62, out_of_memory, "a table of that load exceeds every address space");
  return static_cast<std::size_t>(slots);
}

inline void expect_frozen_load(double load) {
  HEDDLE_EXPECTS(load > 0 && load <= 0.95, invalid_argument,
                 "the load of a frozen table is " + std::to_string(load) + ", not in (0, 0.95]");
}

}  // namespace heddle::hash::detail
