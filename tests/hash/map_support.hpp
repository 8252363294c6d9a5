// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls of a HashMap as tests want them: numbers in, numbers and statuses out. They are compiled
/// once per map (map_calls_*.cpp), so that the tests themselves compile fast.
#pragma once

#include <tests/hash/map_types.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

namespace heddle::test::maps {

using hash::Status;
using Numbers = std::vector<Number>;
using Outcomes = std::vector<Status>;
using Pairs = std::map<Number, Number>;

template <class T>
Kokkos::View<T*, Memory> to_device(std::vector<T> const& items) {
  Kokkos::View<T*, Memory> view("heddle::test::items", items.size());
  if (items.empty()) return view;
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                              items.data(), items.size()));
  return view;
}
template <class T>
std::vector<T> to_host(Kokkos::View<T*, Memory> const& view) {
  std::vector<T> items(view.extent(0));
  if (items.empty()) return items;
  Kokkos::deep_copy(
      Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(items.data(), items.size()),
      view);
  return items;
}
/// Numbers as items of a map's type.
template <class T>
Kokkos::View<T*, Memory> encoded(Numbers const& numbers) {
  std::vector<T> items(numbers.size());
  std::transform(numbers.begin(), numbers.end(), items.begin(), encode<T>);
  return to_device(items);
}
template <class T>
Numbers decoded(Kokkos::View<T*, Memory> const& view) {
  auto const items = to_host(view);
  Numbers numbers(items.size());
  std::transform(items.begin(), items.end(), numbers.begin(), decode<T>);
  return numbers;
}

inline Numbers range(Number first, std::size_t count, Number step = 1) {
  Numbers numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = first + i * step;
  return numbers;
}
inline std::size_t count(Outcomes const& outcomes, Status status) {
  return static_cast<std::size_t>(std::count(outcomes.begin(), outcomes.end(), status));
}
inline Outcomes all(std::size_t count, Status status) { return Outcomes(count, status); }

/// Whether the counts that a call returned are those of its statuses.
inline bool agree(hash::BulkResult const& result, Outcomes const& outcomes) {
  hash::Counts counts;
  for (auto const status : outcomes) counts.add(status);
  return counts.inserted == result.inserted && counts.updated == result.updated &&
         counts.exists == result.exists && counts.found == result.found &&
         counts.not_found == result.not_found && counts.erased == result.erased &&
         counts.full == result.full &&
         result.status == (counts.full > 0 ? Status::full : Status::none);
}

/// Values and statuses of a call.
struct Got {
  Numbers values;
  Outcomes statuses;
};

/// The calls on one type of map. Where a call returns counts, they agree with the statuses.
template <class Map>
struct On {
  static Map make(hash::MapOptions const& options);
  static Outcomes insert(Map& map, Numbers const& keys, Numbers const& values);
  static Outcomes assign(Map& map, Numbers const& keys, Numbers const& values);
  static Outcomes add(Map& map, Numbers const& keys, Numbers const& values);
  static Got find_or_insert(Map& map, Numbers const& keys, Numbers const& values);
  static Outcomes erase(Map& map, Numbers const& keys);
  static Got find(Map const& map, Numbers const& keys, Number miss);
  static Outcomes contains(Map const& map, Numbers const& keys);
  static Pairs contents(Map const& map);
  static Map clone(Map const& map);
  static void clear(Map& map);
  static void purge(Map& map);
  static void rehash(Map& map, std::size_t slots);
  static void reserve(Map& map, std::size_t keys);
  static std::size_t size(Map const& map);
  static hash::ProbeStatistics statistics(Map const& map);
  /// Mean buckets that lookups of `keys` read.
  static double mean_probe(Map const& map, Numbers const& keys);
};

template <class Map>
Map make(hash::MapOptions const& options) {
  return On<Map>::make(options);
}
template <class Map>
Outcomes insert(Map& map, Numbers const& keys, Numbers const& values) {
  return On<Map>::insert(map, keys, values);
}
template <class Map>
Outcomes assign(Map& map, Numbers const& keys, Numbers const& values) {
  return On<Map>::assign(map, keys, values);
}
template <class Map>
Outcomes add(Map& map, Numbers const& keys, Numbers const& values) {
  return On<Map>::add(map, keys, values);
}
template <class Map>
Got find_or_insert(Map& map, Numbers const& keys, Numbers const& values) {
  return On<Map>::find_or_insert(map, keys, values);
}
template <class Map>
Outcomes erase(Map& map, Numbers const& keys) {
  return On<Map>::erase(map, keys);
}
template <class Map>
Got find(Map const& map, Numbers const& keys, Number miss = 0) {
  return On<Map>::find(map, keys, miss);
}
template <class Map>
Outcomes contains(Map const& map, Numbers const& keys) {
  return On<Map>::contains(map, keys);
}
/// All entries, into buffers of exactly their number.
template <class Map>
Pairs contents(Map const& map) {
  return On<Map>::contents(map);
}
template <class Map>
std::size_t size(Map const& map) {
  return On<Map>::size(map);
}

template <class Map>
Map clone(Map const& map) {
  return On<Map>::clone(map);
}
template <class Map>
void clear(Map& map) {
  On<Map>::clear(map);
}
template <class Map>
void purge(Map& map) {
  On<Map>::purge(map);
}
template <class Map>
void rehash(Map& map, std::size_t slots) {
  On<Map>::rehash(map, slots);
}
template <class Map>
void reserve(Map& map, std::size_t keys) {
  On<Map>::reserve(map, keys);
}
template <class Map>
hash::ProbeStatistics statistics(Map const& map) {
  return On<Map>::statistics(map);
}
template <class Map>
double mean_probe(Map const& map, Numbers const& keys) {
  return On<Map>::mean_probe(map, keys);
}

/// Pairs of equally long lists.
inline Pairs pairs(Numbers const& keys, Numbers const& values) {
  Pairs result;
  for (std::size_t i = 0; i < keys.size(); ++i) result[keys[i]] = values[i];
  return result;
}

}  // namespace heddle::test::maps
