// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Every table that this build measures on a backend. Which peers there are is decided when the
/// build is configured; the others are reported by name.
#pragma once

#include "peers.hpp"

#include <heddle/backends/traits.hpp>
#include <heddle/cli/hash/frozen_table.hpp>
#include <heddle/cli/hash/kokkos_map.hpp>
#include <heddle/cli/hash/map_table.hpp>
#include <heddle/cli/hash/seed_table.hpp>
#include <heddle/cli/hash/std_map.hpp>
#include <heddle/cli/hash/table.hpp>

#include <type_traits>
#include <vector>

namespace heddle::perf {

using namespace cli;

template <class Table, class Word, class Exec, class... More>
TableKind<Word, Exec> by_slots(std::string name, More... more) {
  return {std::move(name), [more...](std::size_t slots, std::size_t) {
            return std::make_unique<Table>(slots, more...);
          }};
}
template <class Table, class Word, class Exec, class... More>
TableKind<Word, Exec> by_keys(std::string name, More... more) {
  return {std::move(name), [more...](std::size_t, std::size_t keys) {
            return std::make_unique<Table>(keys, more...);
          }};
}

template <class Word, class Exec>
std::vector<TableKind<Word, Exec>> contenders() {
  constexpr bool is_host = backends::traits<Exec>::is_host;
  std::vector<TableKind<Word, Exec>> kinds;
  kinds.push_back(by_slots<MapTable<Word, Exec>, Word, Exec>("heddle_direct", hash::Path::direct));
  kinds.push_back(
      by_slots<MapTable<Word, Exec>, Word, Exec>("heddle_partitioned", hash::Path::partitioned));
  kinds.push_back({"heddle_frozen", [](std::size_t slots, std::size_t keys) {
                     return std::make_unique<FrozenTable<Word, Exec>>(slots, keys);
                   }});
  kinds.push_back(by_slots<KokkosMap<Word, Exec>, Word, Exec>("kokkos"));
  if constexpr (std::is_same_v<Word, std::uint32_t>) {
    kinds.push_back(by_slots<SeedTable<Exec>, Word, Exec>("seed"));
  }
  if constexpr (is_host) {
    kinds.push_back(by_keys<StdMap<Word, Exec>, Word, Exec>("std"));
#if HEDDLE_PERF_TBB
    kinds.push_back(by_keys<TbbMap<Word, Exec>, Word, Exec>("tbb"));
#endif
#if HEDDLE_PERF_BOOST
    kinds.push_back(by_keys<BoostMap<Word, Exec>, Word, Exec>("boost", false));
    if (BoostMap<Word, Exec>::has_bulk) {
      kinds.push_back(by_keys<BoostMap<Word, Exec>, Word, Exec>("boost_bulk", true));
    }
#endif
  } else {
#if HEDDLE_PERF_CUB
    kinds.push_back(by_keys<CubDictionary<Word, Exec>, Word, Exec>("cub_sorted"));
#endif
  }
  return kinds;
}

}  // namespace heddle::perf
