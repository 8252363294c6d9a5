// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls of a HashMap with BulkOptions, or on views of the test's own. Compiled once per map, like
/// those of map_support.hpp.
#pragma once

#include <tests/hash/map_support.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace heddle::test::maps {

/// Which call.
enum class Upsert { insert, assign, sum, find_or_insert };
inline constexpr Upsert upserts[] = {Upsert::insert, Upsert::assign, Upsert::sum,
                                     Upsert::find_or_insert};

struct Batch {
  Numbers keys, values;
};
using Options = hash::BulkOptions<Exec>;

/// What a call said. Values after the call; statuses are empty if nobody asked.
struct Report {
  std::vector<std::size_t> counts;  ///< inserted, updated, exists, full
  Numbers values;
  Outcomes statuses;
  friend bool operator==(Report const&, Report const&) = default;
};
inline std::vector<std::size_t> list(hash::Counts const& c) {
  return {c.inserted, c.updated, c.exists, c.full};
}

/// The calls on one type of map as they are: views, an instance, options.
template <class Map>
struct Raw {
  using Keys = Kokkos::View<typename Map::key_type*, Memory>;
  using Values = Kokkos::View<typename Map::value_type*, Memory>;
  using Statuses = Kokkos::View<Status*, Memory>;
  static hash::BulkResult upsert(Exec const& exec, Map& map, Upsert call, Keys const& keys,
                                 Values const& values, Statuses const& statuses = {},
                                 Options const& options = {});
  static void upsert_async(Exec const& exec, Map& map, Upsert call, Keys const& keys,
                           Values const& values, Statuses const& statuses = {},
                           Options const& options = {});
  static hash::BulkResult find(Exec const& exec, Map const& map, Keys const& keys,
                               Values const& values, Statuses const& statuses = {});
  static hash::BulkResult contains(Exec const& exec, Map const& map, Keys const& keys,
                                   Statuses const& statuses = {});
  static hash::BulkResult erase(Exec const& exec, Map& map, Keys const& keys,
                                Statuses const& statuses = {});
  static void erase_async(Exec const& exec, Map& map, Keys const& keys,
                          Statuses const& statuses = {});
  static std::size_t retrieve_all(Exec const& exec, Map const& map, Keys const& keys,
                                  Values const& values, bool sorted = false);
};

/// A batch on the device.
template <class Map>
struct DeviceBatch {
  typename Raw<Map>::Keys keys;
  typename Raw<Map>::Values values;
  typename Raw<Map>::Statuses statuses;

  DeviceBatch(Batch const& batch, bool with_statuses)
      : keys(encoded<typename Map::key_type>(batch.keys)),
        values(encoded<typename Map::value_type>(batch.values)) {
    if (with_statuses) statuses = to_device(Outcomes(batch.keys.size()));
  }
  Report report(hash::Counts const& counts) const {
    return {list(counts), decoded(values), to_host(statuses)};
  }
};

/// The call that waits.
template <class Map>
Report run(Map& map, Upsert call, Batch const& batch, Options const& options,
           bool with_statuses = true) {
  DeviceBatch<Map> const on(batch, with_statuses);
  auto const got = Raw<Map>::upsert(Exec(), map, call, on.keys, on.values, on.statuses, options);
  auto const report = on.report(got);
  EXPECT_TRUE(!with_statuses || agree(got, report.statuses)) << "counts and statuses differ";
  return report;
}
/// The _async call, and a fence.
template <class Map>
Report enqueue(Map& map, Upsert call, Batch const& batch, Options options,
               bool with_statuses = true) {
  DeviceBatch<Map> const on(batch, with_statuses);
  hash::Counts stale;
  stale.inserted = 12345;  // has to be overwritten
  auto const counts = to_device(std::vector<hash::Counts>{stale});
  options.counts = counts.data();
  Raw<Map>::upsert_async(Exec(), map, call, on.keys, on.values, on.statuses, options);
  Exec().fence();
  return on.report(to_host(counts)[0]);
}

/// The call on a std::map of `slots`, item after item. Keys for which `needs_slot` is false fit in
/// any case.
template <class NeedsSlot>
Report replay(Pairs& held, std::size_t slots, Upsert call, Batch const& batch,
              NeedsSlot const& needs_slot) {
  bool const keeps = call == Upsert::insert || call == Upsert::find_or_insert;
  std::size_t taken = 0;
  for (auto const& entry : held) taken += needs_slot(entry.first);
  hash::Counts counts;
  Report report{{}, batch.values, {}};
  for (std::size_t i = 0; i < batch.keys.size(); ++i) {
    auto const key = batch.keys[i];
    auto const place = held.find(key);
    auto status = Status::full;
    if (place != held.end()) {
      status = keeps ? Status::exists : Status::updated;
      if (call == Upsert::assign) place->second = batch.values[i];
      if (call == Upsert::sum) place->second += batch.values[i];
    } else if (!needs_slot(key) || taken < slots) {
      taken += needs_slot(key);
      held.emplace(key, batch.values[i]);
      status = Status::inserted;
    }
    if (call == Upsert::find_or_insert && status != Status::full) report.values[i] = held.at(key);
    report.statuses.push_back(status);
    counts.add(status);
  }
  report.counts = list(counts);
  return report;
}

/// Whether a key takes one of the slots that `capacity()` counts: the two largest numbers do not.
template <class Map>
bool needs_slot(Number key) {
  using Key = typename Map::key_type;
  if constexpr (std::is_integral_v<Key>) {
    return static_cast<Key>(key) < static_cast<Key>(-2);
  } else {
    return true;
  }
}
template <class Map>
Report replay(Pairs& held, Map const& map, Upsert call, Batch const& batch) {
  return replay(held, map.capacity(), call, batch, needs_slot<Map>);
}

}  // namespace heddle::test::maps
