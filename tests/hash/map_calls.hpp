// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The bodies of map_support.hpp's calls, for the sources that instantiate them.
#pragma once

#include <tests/hash/map_support.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace heddle::test::maps {

/// Calls `call(keys, values, statuses)` and checks that counts and statuses agree.
template <class Map, class Call>
Got bulk(Numbers const& keys, Numbers const& values, Call const& call) {
  auto const device_keys = encoded<typename Map::key_type>(keys);
  auto const device_values = encoded<typename Map::value_type>(values);
  auto const statuses = to_device(Outcomes(keys.size()));
  auto const result = call(device_keys, device_values, statuses);
  Got got{decoded(device_values), to_host(statuses)};
  EXPECT_TRUE(agree(result, got.statuses)) << "counts and statuses differ";
  return got;
}

template <class Map>
Map On<Map>::make(hash::MapOptions const& options) {
  return Map(Exec(), options);
}
template <class Map>
Outcomes On<Map>::insert(Map& map, Numbers const& keys, Numbers const& values) {
  return bulk<Map>(keys, values,
                   [&](auto k, auto v, auto s) { return map.insert(Exec(), k, v, s); })
      .statuses;
}
template <class Map>
Outcomes On<Map>::assign(Map& map, Numbers const& keys, Numbers const& values) {
  return bulk<Map>(keys, values,
                   [&](auto k, auto v, auto s) { return map.insert_or_assign(Exec(), k, v, s); })
      .statuses;
}
template <class Map>
Outcomes On<Map>::add(Map& map, Numbers const& keys, Numbers const& values) {
  return bulk<Map>(keys, values,
                   [&](auto k, auto v, auto s) {
                     return map.insert_or_apply(Exec(), k, v, hash::Sum{}, s);
                   })
      .statuses;
}
template <class Map>
Got On<Map>::find_or_insert(Map& map, Numbers const& keys, Numbers const& values) {
  return bulk<Map>(keys, values,
                   [&](auto k, auto v, auto s) { return map.find_or_insert(Exec(), k, v, s); });
}
template <class Map>
Outcomes On<Map>::erase(Map& map, Numbers const& keys) {
  return bulk<Map>(keys, {}, [&](auto k, auto, auto s) { return map.erase(Exec(), k, s); })
      .statuses;
}
template <class Map>
Got On<Map>::find(Map const& map, Numbers const& keys, Number miss) {
  return bulk<Map>(keys, Numbers(keys.size(), 123), [&](auto k, auto v, auto s) {
    return map.find(Exec(), k, v, s, encode<typename Map::value_type>(miss));
  });
}
template <class Map>
Outcomes On<Map>::contains(Map const& map, Numbers const& keys) {
  return bulk<Map>(keys, {}, [&](auto k, auto, auto s) { return map.contains(Exec(), k, s); })
      .statuses;
}

template <class Map>
Pairs On<Map>::contents(Map const& map) {
  auto const size = map.size(Exec());
  auto const keys = encoded<typename Map::key_type>(Numbers(size));
  auto const values = encoded<typename Map::value_type>(Numbers(size));
  EXPECT_EQ(map.retrieve_all(Exec(), keys, values), size);
  auto const k = decoded(keys);
  auto const v = decoded(values);
  Pairs pairs;
  for (std::size_t i = 0; i < size; ++i) {
    EXPECT_TRUE(pairs.emplace(k[i], v[i]).second) << "key " << k[i] << " has two entries";
  }
  return pairs;
}

template <class Map>
Map On<Map>::clone(Map const& map) {
  return map.clone(Exec());
}
template <class Map>
void On<Map>::clear(Map& map) {
  map.clear(Exec());
}
template <class Map>
void On<Map>::purge(Map& map) {
  map.purge(Exec());
}
template <class Map>
void On<Map>::rehash(Map& map, std::size_t slots) {
  map.rehash(Exec(), slots);
}
template <class Map>
void On<Map>::reserve(Map& map, std::size_t keys) {
  map.reserve(Exec(), keys);
}
template <class Map>
std::size_t On<Map>::size(Map const& map) {
  return map.size(Exec());
}
template <class Map>
hash::ProbeStatistics On<Map>::statistics(Map const& map) {
  return map.statistics(Exec());
}

template <class Map>
struct SumProbes {
  hash::ConstHashMapRef<Map> map;
  Kokkos::View<typename Map::key_type*, Memory> keys;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& sum) const {
    sum += map.probe_length(keys(i)).buckets;
  }
};

template <class Map>
double On<Map>::mean_probe(Map const& map, Numbers const& keys) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("heddle::test::probes",
                          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                              0, static_cast<std::int64_t>(keys.size())),
                          SumProbes<Map>{map.ref(Exec()), encoded<typename Map::key_type>(keys)},
                          sum);
  return static_cast<double>(sum) / static_cast<double>(keys.size());
}

}  // namespace heddle::test::maps
