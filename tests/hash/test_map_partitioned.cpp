// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inserts by hash range (where the backend has kernels for it; the same calls elsewhere) into
// tables of every kind.
#include <tests/hash/map_options.hpp>
#include <tests/hash/map_refusals.hpp>
#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <unordered_map>

namespace heddle::test::maps {
namespace {

template <class Config>
struct MapPartitioned : ::testing::Test {};
TYPED_TEST_SUITE(MapPartitioned, MapConfigs);

enum class State { fresh, half, dead, tight, full };
constexpr State states[] = {State::fresh, State::half, State::dead, State::tight, State::full};
using Oracle = std::unordered_map<Number, Number>;

/// A map in a state, and what it holds.
template <class Map>
struct Subject {
  Map map;
  Oracle held;

  Subject(std::size_t buckets, State state)
      : map(make<Map>(
            {.capacity = buckets * Map::Table::bucket_slots, .purge = hash::Purge::manual})) {
    auto const slots = map.capacity();
    if (state == State::half) fill(slots / 2);
    if (state == State::dead) {
      fill(slots - slots / 16);
      auto const gone = range(first, slots / 2, step);
      EXPECT_EQ(erase(map, gone), all(gone.size(), Status::erased));
      for (auto const key : gone) held.erase(key);
    }
    if (state == State::tight) fill(slots - 3);
    if (state == State::full) fill(slots);
  }
  void fill(std::size_t size) {
    auto const keys = range(first, size, step);
    auto const values = range(1, size);
    EXPECT_EQ(insert(map, keys, values), all(size, Status::inserted));
    for (std::size_t i = 0; i < size; ++i) held[keys[i]] = values[i];
  }
  static constexpr Number first = 1000, step = 3;
};

/// Keys that are there, keys that are not, keys given twice, the largest numbers; values tell the
/// key and the item.
template <class Map>
Batch mixed_batch(std::size_t slots, std::size_t items, Number seed) {
  Number const top = sizeof(typename Map::key_type) == 4 ? 0xffffffffu : ~Number{0};
  SplitMix64 next(seed);
  Batch batch{Numbers(items), range(100000, items)};
  for (auto& key : batch.keys) key = next() % (4 * slots + 2000);
  for (std::size_t i = 0; i + 8 < items; i += items / 5 + 1) {
    batch.keys[i] = top;
    batch.keys[i + 1] = top - 1;
    batch.keys[i + 2] = top - 2;
    batch.keys[i + 3] = batch.keys[i + 4];
  }
  return batch;
}

/// What a report has to say, key by key: counts, at most one "inserted", none refused without need.
template <class Map>
void expect_report(Subject<Map> const& before, Pairs const& after, Upsert upsert,
                   Batch const& batch, Report const& got) {
  auto const told = upsert == Upsert::assign ? Status::updated : Status::exists;
  hash::Counts counts;
  Oracle inserted;
  for (std::size_t i = 0; i < batch.keys.size(); ++i) {
    auto const key = batch.keys[i];
    if (after.count(key) == 0) {
      counts.add(Status::full);
    } else if (before.held.count(key) == 0 && inserted.emplace(key, i).second) {
      counts.add(Status::inserted);
    } else {
      counts.add(told);
    }
  }
  EXPECT_EQ(got.counts, list(counts));
  if (got.statuses.empty()) return;
  Oracle winners;
  for (std::size_t i = 0; i < batch.keys.size(); ++i) {
    auto const status = got.statuses[i];
    auto const key = batch.keys[i];
    if (after.count(key) == 0) {
      ASSERT_EQ(status, Status::full) << key;
    } else if (status == Status::inserted) {
      ASSERT_TRUE(winners.emplace(key, i).second && before.held.count(key) == 0) << key;
      if (upsert == Upsert::insert) {
        ASSERT_EQ(after.at(key), batch.values[i]) << key;
      }
    } else {
      ASSERT_EQ(status, told) << key;
    }
  }
  EXPECT_EQ(winners.size(), inserted.size());
}

/// What the table has to hold: all that was there, and of each new key one of its values.
template <class Map>
void expect_contents(Subject<Map> const& before, Pairs const& after, Upsert upsert,
                     Batch const& batch) {
  std::unordered_map<Number, Numbers> given;
  for (std::size_t i = 0; i < batch.keys.size(); ++i) {
    given[batch.keys[i]].push_back(batch.values[i]);
  }
  std::size_t taken = 0, refused = 0;
  for (auto const& [key, value] : before.held) {
    ASSERT_EQ(after.count(key), 1u) << "lost " << key;
    if (upsert == Upsert::insert || given.count(key) == 0) {
      ASSERT_EQ(after.at(key), value);
    }
  }
  for (auto const& [key, value] : after) {
    taken += needs_slot<Map>(key);
    bool const is_new = before.held.count(key) == 0;
    auto const values = given.find(key);
    ASSERT_TRUE(!is_new || values != given.end()) << key << " was never given";
    if (values == given.end() || (!is_new && upsert == Upsert::insert)) continue;
    ASSERT_TRUE(std::count(values->second.begin(), values->second.end(), value) > 0) << key;
  }
  for (auto const& entry : given) refused += after.count(entry.first) == 0;
  ASSERT_TRUE(refused == 0 || taken == before.map.capacity()) << "full, but slots are free";
}

template <class Map>
void expect_partitioned(std::size_t buckets, State state, Upsert upsert, bool with_statuses,
                        std::size_t items) {
  Subject<Map> subject(buckets, state);
  auto const batch = mixed_batch<Map>(subject.map.capacity(), items, buckets + items);
  hash::Workspace<Exec> space;
  auto const got = run(subject.map, upsert, batch,
                       {.path = hash::Path::partitioned, .workspace = &space}, with_statuses);
  auto const after = contents(subject.map);
  expect_report(subject, after, upsert, batch, got);
  expect_contents(subject, after, upsert, batch);
  auto const found = find(subject.map, batch.keys, 7);  // along the paths
  for (std::size_t i = 0; i < items; ++i) {
    auto const held = after.find(batch.keys[i]);
    ASSERT_EQ(found.values[i], held == after.end() ? 7 : held->second) << batch.keys[i];
  }
  for (auto const& [key, value] : after) subject.held[key] = value;
  Numbers kept;
  for (auto const& entry : after) kept.push_back(entry.first);
  EXPECT_EQ(contains(subject.map, kept), all(kept.size(), Status::found));
}

template <class Map>
void expect_partitioned_in_all_states(std::size_t buckets, std::size_t items) {
  for (auto const state : states) {
    for (auto const upsert : {Upsert::insert, Upsert::assign}) {
      for (bool const with_statuses : {true, false}) {
        SCOPED_TRACE(::testing::Message()
                     << buckets << " buckets, state " << static_cast<int>(state) << ", call "
                     << static_cast<int>(upsert) << ", " << items << " items"
                     << (with_statuses ? ", statuses" : ""));
        expect_partitioned<Map>(buckets, state, upsert, with_statuses, items);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

TYPED_TEST(MapPartitioned, IntoTablesOfEveryKind) {
  using M = typename TypeParam::Map;
  expect_partitioned_in_all_states<M>(1, 1);
  expect_partitioned_in_all_states<M>(1, 100);
  expect_partitioned_in_all_states<M>(5, 30);
  expect_partitioned_in_all_states<M>(1000, 300);  // in full tables each new key walks all of it
  // A range is 8192 slots: one, a little more, several of which the last is short.
  for (std::size_t const buckets : {1025u, 2049u}) {
    expect_partitioned<M>(buckets, State::half, Upsert::insert, true, buckets * 5);
    expect_partitioned<M>(buckets, State::full, Upsert::assign, true, 200);
  }
}

TEST(MapPartitionedData, LargerTablesInEveryState) {
  constexpr bool is_host = backends::traits<Exec>::is_host;  // where all inserts go one way
  for (std::size_t const buckets : {1024u, 1025u, 2049u, 5000u, is_host ? 5001u : 40001u}) {
    auto const items = buckets > 3000 ? 200 : buckets;
    expect_partitioned_in_all_states<Packed4::Map>(buckets, items);
    expect_partitioned_in_all_states<Packed8::Map>(buckets, items);
  }
  // Large batches into large tables that keep empty slots, so that no key has to walk all of them.
  for (auto const state : {State::fresh, State::half, State::dead}) {
    std::size_t const many = is_host || state == State::dead ? 50000 : 500000;
    expect_partitioned<Packed4::Map>(300007, state, Upsert::insert, true, many);
    expect_partitioned<Packed8::Map>(300007, state, Upsert::assign, true, many);
    expect_partitioned<PackedMixed::Map>(300007, state, Upsert::assign, false, many);
  }
}

TYPED_TEST(MapPartitioned, CallsThatDoNotWait) {
  using M = typename TypeParam::Map;
  for (auto const upsert : {Upsert::insert, Upsert::assign}) {
    for (bool const with_statuses : {true, false}) {
      Subject<M> subject(700, State::half);
      auto const batch = mixed_batch<M>(subject.map.capacity(), 4000, 3);
      hash::Workspace<Exec> space(Exec(), subject.map.workspace_bytes(Exec(), 4000));
      auto const got =
          enqueue(subject.map, upsert, batch,
                  {.path = hash::Path::partitioned, .workspace = &space}, with_statuses);
      auto const after = contents(subject.map);
      expect_report(subject, after, upsert, batch, got);
      expect_contents(subject, after, upsert, batch);
    }
  }
}

template <class Map>
struct InsertByKernel {
  hash::HashMapRef<Map> ref;
  typename Map::key_type key;
  typename Map::value_type value;
  KOKKOS_FUNCTION void operator()(int) const { (void)ref.insert(key, value); }
};

/// A table that was just made or cleared need not be read; whatever came before must not be lost.
TYPED_TEST(MapPartitioned, AfterEverythingThatMayHaveFilledTheTable) {
  using M = typename TypeParam::Map;
  hash::Workspace<Exec> space;
  Options const options{.path = hash::Path::partitioned, .workspace = &space};
  auto map = make<M>({.capacity = 3000});
  auto const expect_added = [&](M& to, std::size_t held) {
    Batch const batch{range(50000, 500), range(1, 500)};
    EXPECT_EQ(run(to, Upsert::insert, batch, options).counts[0], 500u);
    EXPECT_EQ(contents(to).size(), held + 500);
  };
  Batch const before{range(1000, 300), range(7, 300)};
  expect_added(map, 0);
  map.clear(Exec());
  EXPECT_EQ(run(map, Upsert::insert, before, options).counts[0], 300u);
  expect_added(map, 300);
  for (auto const upsert : {Upsert::assign, Upsert::sum, Upsert::find_or_insert}) {
    map.clear(Exec());
    EXPECT_EQ(run(map, upsert, before, {}).counts[0], 300u);
    expect_added(map, 300);
  }
  map.clear(Exec());
  EXPECT_EQ(enqueue(map, Upsert::insert, before, {}).counts[0], 300u);
  auto copy = clone(map);
  expect_added(copy, 300);
  map.rehash(Exec(), 4000);
  expect_added(map, 300);
  // A reference that outlives a clear inserts unseen.
  auto const ref = map.ref(Exec());
  map.clear(Exec());
  auto const key = encoded<typename M::key_type>({42});
  auto const host_key = to_host(key)[0];
  Kokkos::parallel_for("heddle::test::insert", Kokkos::RangePolicy<Exec>(Exec(), 0, 1),
                       InsertByKernel<M>{ref, host_key, {}});
  expect_added(map, 1);
}

/// Calls that would be partitioned are refused without a workspace; those that go along the paths
/// need none.
TYPED_TEST(MapPartitioned, CallsThatDoNotWaitNeedAWorkspace) {
  using M = typename TypeParam::Map;
  constexpr bool is_packed = std::is_integral_v<typename M::key_type>;
  constexpr bool is_native = has_native && is_packed && TypeParam::is_native;
  Unchanged<TypeParam> u;
  hash::Workspace<Exec> small(Exec(), 8);
  Batch const batch{{1, 7, 7}, {5, 6, 6}};
  for (auto* const space : {static_cast<hash::Workspace<Exec>*>(nullptr), &small}) {
    Options const options{.path = hash::Path::partitioned, .workspace = space};
    for (auto const upsert : {Upsert::insert, Upsert::assign}) {
      if (is_native) {
        u.refuses(ErrorCode::invalid_argument, "needs a workspace of",
                  [&] { (void)enqueue(u.map, upsert, batch, options); });
      } else {
        auto map = clone(u.map);
        EXPECT_EQ(enqueue(map, upsert, batch, options).counts[0], 1u);
      }
    }
  }
}

}  // namespace
}  // namespace heddle::test::maps
