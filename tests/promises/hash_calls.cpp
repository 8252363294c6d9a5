// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/hash/map.hpp>

#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/promises/calls.hpp"

namespace heddle::test {
namespace {

using Memory = Exec::memory_space;

/// Twelve bytes: keys of the layout that does not fit an atomic word.
struct LongKey {
  std::uint32_t words[3];
};

/// What the calls on one map share. Each call leaves the map as it was.
template <class Key>
struct MapInput {
  using Map = hash::HashMap<Key, std::uint32_t, Exec>;
  static constexpr int items = 100;
  Exec exec;
  Map map;
  Kokkos::View<Key*, Memory> keys, all_keys;
  Kokkos::View<std::uint32_t*, Memory> values;
  Kokkos::View<hash::Status*, Memory> statuses;
  Kokkos::View<hash::Counts*, Memory> counts;

  explicit MapInput(Exec const& instance)
      : exec(instance),
        map(exec, {.capacity = 4 * items}),
        keys("heddle::test::keys", 2 * items),
        all_keys("heddle::test::all_keys", items),
        values("heddle::test::values", 2 * items),
        statuses("heddle::test::statuses", 2 * items),
        counts("heddle::test::counts", 1) {
    auto const mirror = Kokkos::create_mirror_view(keys);
    for (std::uint32_t i = 0; i < 2 * items; ++i) {
      mirror(i) = Key{};
      std::memcpy(&mirror(i), &i, sizeof(i));
    }
    Kokkos::deep_copy(keys, mirror);
    map.insert(exec, Kokkos::subview(keys, std::pair(0, items)),
               Kokkos::subview(values, std::pair(0, items)));
  }
  typename Map::Options counted() const {
    typename Map::Options options;
    options.counts = counts.data();
    return options;
  }
};

void demand(bool right) {
  if (!right) throw std::runtime_error("a call did not do its work");
}

template <class Key>
struct NoEntry {
  KOKKOS_FUNCTION bool operator()(Key const&, std::uint32_t) const { return false; }
};
template <class Key>
struct Visit {
  KOKKOS_FUNCTION void operator()(Key const&, std::uint32_t) const {}
};

template <class Key>
using Input = std::shared_ptr<MapInput<Key>>;

template <class Key>
void add_bulk_calls(Input<Key> const& in, std::string const& which, std::vector<Call>& calls) {
  auto const items = 2 * MapInput<Key>::items;
  auto const add = [&](std::string const& name, auto const& call) {
    calls.push_back({"hash::HashMap::" + name + which, true, [in, call] { call(*in); }});
  };
  add("insert and erase", [=](auto& i) {
    demand(i.map.insert(i.exec, i.keys, i.values, i.statuses).inserted == items / 2);
    auto const fresh = Kokkos::subview(i.keys, std::pair(items / 2, items));
    demand(i.map.erase(i.exec, fresh).erased == items / 2);
  });
  add("insert_or_apply", [=](auto& i) {
    auto const held = Kokkos::subview(i.keys, std::pair(0, items / 2));
    auto const given = Kokkos::subview(i.values, std::pair(0, items / 2));
    demand(i.map.insert_or_apply(i.exec, held, given, hash::Sum{}).updated == items / 2);
  });
  add("find", [=](auto& i) {
    demand(i.map.find(i.exec, i.keys, i.values, i.statuses).found == items / 2);
  });
  add("asynchronous calls", [=](auto& i) {
    auto const fresh = Kokkos::subview(i.keys, std::pair(items / 2, items));
    auto const given = Kokkos::subview(i.values, std::pair(items / 2, items));
    i.map.insert_async(i.exec, fresh, given, {}, i.counted());
    i.map.insert_or_assign_async(i.exec, i.keys, i.values, i.statuses, i.counted());
    i.map.insert_or_apply_async(i.exec, i.keys, i.values, hash::Max{}, i.statuses);
    i.map.find_or_insert_async(i.exec, i.keys, i.values, i.statuses);
    i.map.find_async(i.exec, i.keys, i.values, i.statuses, 7, i.counted());
    i.map.contains_async(i.exec, i.keys, i.statuses, i.counted());
    i.map.erase_async(i.exec, fresh, {}, i.counted());
  });
}

template <class Key>
void add_whole_calls(Input<Key> const& in, std::string const& which, std::vector<Call>& calls) {
  auto const items = MapInput<Key>::items;
  auto const add = [&](std::string const& name, bool steady, auto const& call) {
    calls.push_back({"hash::HashMap::" + name + which, steady, [in, call] { call(*in); }});
  };
  add("size", true, [=](auto& i) { demand(i.map.size(i.exec) == items); });
  add("retrieve_all", true,
      [=](auto& i) { demand(i.map.retrieve_all(i.exec, i.all_keys, i.values) == items); });
  add("retrieve_all, sorted", false,
      [=](auto& i) { demand(i.map.retrieve_all(i.exec, i.all_keys, i.values, true) == items); });
  add("for_each", true, [=](auto& i) { i.map.for_each(i.exec, Visit<Key>{}); });
  add("erase_if", true, [=](auto& i) { demand(i.map.erase_if(i.exec, NoEntry<Key>{}) == 0); });
  add("statistics", true, [=](auto& i) { demand(i.map.statistics(i.exec).keys == items); });
  add("purge", true, [=](auto& i) { i.map.purge(i.exec); });
  add("rehash", false, [=](auto& i) { i.map.rehash(i.exec, 4 * items); });
  add("clone and clear", false, [=](auto& i) {
    auto copy = i.map.clone(i.exec);
    copy.clear(i.exec);
    demand(copy.size(i.exec) == 0);
  });
}

}  // namespace

void add_hash_calls(Exec const& exec, std::vector<Call>& calls) {
  auto const packed = std::make_shared<MapInput<std::uint32_t>>(exec);
  add_bulk_calls<std::uint32_t>(packed, "", calls);
  add_whole_calls<std::uint32_t>(packed, "", calls);
  auto const stateful = std::make_shared<MapInput<LongKey>>(exec);
  add_bulk_calls<LongKey>(stateful, " (stateful)", calls);
  add_whole_calls<LongKey>(stateful, " (stateful)", calls);
}

}  // namespace heddle::test
