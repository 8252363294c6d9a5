// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Slots of any type: against std::unordered_map, in full tables, with hashes that collide and with
/// threads that meet in one slot.
#include <tests/hash/seed_keys.hpp>
#include <tests/hash/table_support.hpp>
#include <tests/hash/wide_pairs.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <vector>

namespace {

using namespace heddle;
using namespace heddle::test;
using hash::Status;
using Exec = TEST_EXECSPACE;

template <class Key, class Value, class Hash = hash::DefaultHash<Key>,
          class Equal = hash::BitwiseEqual<Key>>
using Stateful = hash::detail::StatefulMap<Key, Value, Exec, Hash, Equal, true>;
template <class Key, class Value, class Hash = hash::DefaultHash<Key>,
          class Equal = hash::BitwiseEqual<Key>>
using Owned = OwnedTable<Exec, Stateful<Key, Value, Hash, Equal>>;

using Wide = Owned<WideKey, WideValue>;
using Replay = std::unordered_map<std::uint32_t, std::uint64_t>;

/// Distinct keys, so that the outcome of a batch does not depend on the order of its threads.
std::vector<std::uint32_t> distinct(SplitMix64& next, std::size_t count, std::uint32_t range) {
  std::set<std::uint32_t> drawn;
  while (drawn.size() < count) drawn.insert(static_cast<std::uint32_t>(next() >> 32) % range);
  std::vector<std::uint32_t> ids(drawn.begin(), drawn.end());
  for (std::size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[next() % i]);
  return ids;
}

template <class Table>
void expect_equal(Table const& table, Replay const& replay) {
  auto const entries = table.entries();
  EXPECT_EQ(entries.size(), replay.size());
  std::set<std::uint32_t> seen;
  for (auto const& [key, value] : entries) {
    EXPECT_TRUE(seen.insert(key.id()).second) << "two entries for " << key.id();
    auto const expected = replay.find(key.id());
    ASSERT_NE(expected, replay.end()) << key.id();
    EXPECT_EQ(value, WideValue::of(expected->second)) << key.id();
  }
}

/// One batch of a random kind on both.
template <class Table>
void run_batch(Table& table, Replay& replay, SplitMix64& next, std::size_t count,
               std::uint32_t range) {
  auto const ids = distinct(next, count, range);
  std::vector<WideKey> keys;
  std::vector<WideValue> values;
  for (auto const id : ids) {
    keys.push_back(WideKey::of(id));
    values.push_back(WideValue::of(next()));
  }
  auto const kind = next() % 4;
  std::vector<Status> statuses;
  if (kind == 0) statuses = table.upsert(keys, values);
  if (kind == 1) statuses = table.upsert(keys, values, hash::detail::TakeGiven{});
  if (kind == 2) statuses = table.upsert(keys, values, hash::detail::Apply<AddWide>{});
  if (kind == 3) statuses = table.erase(keys);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    bool const held = replay.count(ids[i]) > 0;
    auto const given = values[i].seed();
    if (kind == 3) {
      EXPECT_EQ(statuses[i], held ? Status::erased : Status::not_found);
      replay.erase(ids[i]);
    } else {
      auto const if_held = kind == 0 ? Status::exists : Status::updated;
      EXPECT_EQ(statuses[i], held ? if_held : Status::inserted);
      auto& value = replay.try_emplace(ids[i], given).first->second;
      if (held && kind == 1) value = given;
      if (held && kind == 2) value += given;
    }
  }
}

template <class Table>
void replay_batches(Table& table, int batches, std::size_t count, std::uint32_t range) {
  Replay replay;
  SplitMix64 next(42);
  for (int batch = 0; batch < batches; ++batch) {
    run_batch(table, replay, next, count, range);
    if (batch % 8 == 7) table.purge();
    expect_equal(table, replay);
    if (testing::Test::HasFailure()) FAIL() << "batch " << batch;
  }
  EXPECT_GT(replay.size(), 0u);
  std::vector<WideKey> keys;
  for (std::uint32_t id = 0; id < range; ++id) keys.push_back(WideKey::of(id));
  auto const miss = WideValue::of(7);
  auto const [statuses, values] = table.find(keys, miss);
  for (std::uint32_t id = 0; id < range; ++id) {
    auto const held = replay.find(id);
    EXPECT_EQ(statuses[id], held == replay.end() ? Status::not_found : Status::found);
    EXPECT_EQ(values[id], held == replay.end() ? miss : WideValue::of(held->second));
  }
}

TEST(Stateful, batches_give_what_a_standard_map_gives) {
  Wide table(200);
  replay_batches(table, 40, 300, 1200);
}

TEST(Stateful, a_table_that_is_nearly_always_full_gives_the_same) {
  Wide table(13);  // 104 slots for keys below 104
  replay_batches(table, 60, 60, 104);
}

TEST(Stateful, a_constant_hash_gives_the_same) {
  Owned<WideKey, WideValue, ConstantHash> table(16);
  replay_batches(table, 30, 40, 100);
}

TEST(Stateful, dead_slots_are_counted_until_a_purge) {
  Wide table(8);
  std::vector<WideKey> const keys{WideKey::of(1), WideKey::of(2), WideKey::of(3)};
  std::vector<WideValue> const values(3, WideValue::of(5));
  table.upsert(keys, values);
  table.erase({keys[0], keys[1]});
  EXPECT_EQ(table.dead(), 2u);
  table.upsert({keys[1]}, {values[1]});
  EXPECT_EQ(table.dead(), 1u);
  table.purge();
  EXPECT_EQ(table.dead(), 0u);
  EXPECT_EQ(table.entries().size(), 2u);
}

TEST(Stateful, erase_then_reinsert_leaves_one_entry) {
  Owned<WideKey, WideValue, ConstantHash> table(2);
  auto const one = WideKey::of(1), two = WideKey::of(2);
  table.upsert({one, two}, {WideValue::of(10), WideValue::of(20)});
  EXPECT_EQ(table.erase({one}), std::vector{Status::erased});
  EXPECT_EQ(table.upsert({two}, {WideValue::of(30)}), std::vector{Status::exists});
  EXPECT_EQ(table.entries().size(), 1u);
  EXPECT_EQ(table.find({two}).second[0], WideValue::of(20));
  EXPECT_EQ(table.erase({two}), std::vector{Status::erased});
  EXPECT_EQ(table.find({two}).first, std::vector{Status::not_found});
}

TEST(Stateful, full_means_full_and_nothing_is_lost) {
  for (std::uint64_t const buckets : {1, 3, 37}) {
    Wide table(buckets);
    std::vector<WideKey> keys;
    std::vector<WideValue> values;
    for (std::uint32_t id = 0; id < table.slots(); ++id) {
      keys.push_back(WideKey::of(id));
      values.push_back(WideValue::of(id + 1));
    }
    EXPECT_EQ(table.upsert(keys, values), std::vector<Status>(keys.size(), Status::inserted));
    auto const absent = WideKey::of(1u << 20);
    EXPECT_EQ(table.upsert({absent, keys[0]}, {values[0], values[0]}),
              (std::vector{Status::full, Status::exists}));
    EXPECT_EQ(table.find({absent}).first[0], Status::not_found);
    EXPECT_EQ(table.find(keys).second, values);
    // A slot of an erased key is reused although nothing was purged.
    table.erase({keys[2]});
    EXPECT_EQ(table.upsert({absent}, {values[0]}), std::vector{Status::inserted});
    EXPECT_EQ(table.upsert({keys[2]}, {values[0]}), std::vector{Status::full});
  }
}

TEST(Stateful, a_table_without_buckets_is_full_and_empty) {
  Wide table(0);
  auto const key = WideKey::of(3);
  EXPECT_EQ(table.upsert({key}, {WideValue::of(1)}), std::vector{Status::full});
  EXPECT_EQ(table.find({key}).first, std::vector{Status::not_found});
  EXPECT_EQ(table.erase({key}), std::vector{Status::not_found});
}

TEST(Stateful, values_without_state_take_no_memory) {
  Owned<WideKey, Nothing> set(64);
  EXPECT_LT(set.bytes(), Wide(64).bytes());
  std::vector<WideKey> keys{WideKey::of(1), WideKey::of(2)};
  EXPECT_EQ(set.upsert(keys, std::vector<Nothing>(2)), std::vector<Status>(2, Status::inserted));
  keys.push_back(WideKey::of(3));
  EXPECT_EQ(set.find(keys).first, (std::vector{Status::found, Status::found, Status::not_found}));
  EXPECT_EQ(set.erase({keys[0]}), std::vector{Status::erased});
  EXPECT_EQ(set.entries().size(), 1u);
}

/// An equality that uses its arguments as indices, and tells if one is out of range.
struct EqualByName {
  std::uint32_t const* names;
  std::uint32_t count;
  int* out_of_range;
  KOKKOS_FUNCTION bool operator()(Index16 a, Index16 b) const {
    if (a.index >= count || b.index >= count) {
      *out_of_range = 1;
      return false;
    }
    return names[a.index] == names[b.index];
  }
};
struct HashOfName {
  std::uint32_t const* names;
  KOKKOS_FUNCTION std::uint32_t operator()(Index16 key) const { return names[key.index] & 3u; }
};

TEST(Stateful, equality_sees_real_keys_only) {
  Exec const exec;
  // Memory that was something else before: allocators hand it out again.
  { Wide const soil(64); }
  std::vector<std::uint32_t> names(200);
  for (std::uint32_t i = 0; i < 200; ++i) names[i] = i / 2;  // two keys of each name
  auto const device_names = on_device(exec, names);
  auto const flag = on_device(exec, std::vector<int>{0});
  OwnedTable<Exec, Stateful<Index16, WideValue, HashOfName, EqualByName>> table(
      16, HashOfName{device_names.data()}, EqualByName{device_names.data(), 200, flag.data()});
  std::vector<Index16> even, odd;
  for (std::uint16_t i = 0; i < 200; i += 2)
    even.push_back({i}), odd.push_back({std::uint16_t(i + 1)});
  std::vector<WideValue> const values(100, WideValue::of(4));
  EXPECT_EQ(table.upsert(even, values), std::vector<Status>(100, Status::inserted));
  EXPECT_EQ(table.upsert(odd, values), std::vector<Status>(100, Status::exists));
  EXPECT_EQ(table.erase(odd), std::vector<Status>(100, Status::erased));
  EXPECT_EQ(table.upsert(odd, values), std::vector<Status>(100, Status::inserted));
  EXPECT_EQ(table.entries().size(), 100u);
  EXPECT_EQ(on_host(exec, flag)[0], 0);
}

/// Any operation on any of a few keys, from all threads at once. A value is a function of one
/// number in all of its words, so a mixture of two shows.
template <class Table>
struct Stress {
  Table table;
  std::uint32_t num_keys;
  std::int64_t* inserted_minus_erased;
  std::uint64_t* bad;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const draw = backends::hash_format::mix(static_cast<std::uint64_t>(item) + 1);
    auto const id = static_cast<std::uint32_t>(draw >> 40) % num_keys;
    auto const key = WideKey::of(id);
    auto const h = table.hash_of(key);
    auto const kind = draw % 5;
    auto const value = WideValue::of(draw);
    if (kind == 0) {
      auto const found = table.find(key, h);
      if (found.found && !found.value.is_whole()) Kokkos::atomic_inc(bad);
    } else if (kind == 1) {
      if (table.erase(key, h) == Status::erased) {
        Kokkos::atomic_dec(inserted_minus_erased + id);
      }
    } else {
      auto const result = kind == 2   ? table.upsert(key, h, value, hash::detail::KeepHeld{})
                          : kind == 3 ? table.upsert(key, h, value, hash::detail::TakeGiven{})
                                      : table.upsert(key, h, value, hash::detail::Apply<AddWide>{});
      if (result.status == Status::inserted) Kokkos::atomic_inc(inserted_minus_erased + id);
      if (result.status != Status::full && !result.value.is_whole()) Kokkos::atomic_inc(bad);
    }
  }
};

template <class Table>
std::vector<std::int64_t> entries_of_keys(Table const& table, std::uint32_t num_keys) {
  std::vector<std::int64_t> held(num_keys, 0);
  for (auto const& [key, value] : table.entries()) {
    ++held[key.id()];
    EXPECT_TRUE(value.is_whole());
  }
  return held;
}

template <class Table>
void stress(Table& table, std::uint32_t num_keys, std::int64_t round, std::int64_t items) {
  auto const& exec = table.exec();
  auto const balance = on_device(exec, entries_of_keys(table, num_keys));
  auto const bad = on_device(exec, std::vector<std::uint64_t>{0});
  using Functor = Stress<std::decay_t<decltype(table.table())>>;
  auto const first = round * items;
  Kokkos::parallel_for("heddle::test::stress",
                       hash::detail::Range64<Exec>(exec, first, first + items),
                       Functor{table.table(), num_keys, balance.data(), bad.data()});
  EXPECT_EQ(on_host(exec, bad)[0], 0u);
  // A second entry of a key would make it differ.
  EXPECT_EQ(entries_of_keys(table, num_keys), on_host(exec, balance));
}

TEST(Stateful, threads_that_meet_in_one_slot_agree) {
  for (std::uint32_t const num_keys : {1u, 3u, 50u}) {
    Wide table(16);
    for (int round = 0; round < 5; ++round) stress(table, num_keys, round, 20000);
  }
}

TEST(Stateful, threads_that_meet_in_a_full_table_agree) {
  for (std::uint32_t const num_keys : {9u, 12u, 40u}) {
    Wide table(1);
    Owned<WideKey, WideValue, ConstantHash> colliding(2);
    for (int round = 0; round < 5; ++round) {
      stress(table, num_keys, round, 5000);
      stress(colliding, num_keys, round, 5000);
    }
  }
}

TEST(Stateful, no_update_is_lost) {
  for (std::size_t const num_keys : {1, 100, 2000}) {
    Wide table(512);
    std::size_t const n = 20000;
    std::vector<WideKey> keys;
    for (std::size_t i = 0; i < n; ++i) {
      keys.push_back(WideKey::of(static_cast<std::uint32_t>(i % num_keys)));
    }
    auto const statuses = table.upsert(keys, std::vector<WideValue>(n, WideValue::of(1)),
                                       hash::detail::Apply<AddWide>{});
    EXPECT_EQ(std::count(statuses.begin(), statuses.end(), Status::inserted),
              static_cast<std::ptrdiff_t>(num_keys));
    auto const entries = table.entries();
    EXPECT_EQ(entries.size(), num_keys);
    for (auto const& entry : entries) EXPECT_EQ(entry.second, WideValue::of(n / num_keys));
  }
}

}  // namespace
