// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The deterministic mode of a HashMap: values, statuses and counts as if the items had come one
// after the other, whatever the threads do.
#include <tests/hash/map_options.hpp>
#include <tests/hash/map_refusals.hpp>
#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

namespace heddle::test::maps {
namespace {

template <class Config>
struct MapOrdered : ::testing::Test {};
TYPED_TEST_SUITE(MapOrdered, MapConfigs);

/// Keys drawn from `distinct`; the value is the index.
Batch drawn(std::size_t items, Number distinct, Number seed) {
  SplitMix64 next(seed);
  Batch batch{Numbers(items), range(0, items)};
  for (auto& key : batch.keys) key = next() % distinct;
  return batch;
}
template <class Key>
Numbers special_keys() {
  Number const top = sizeof(Key) == 4 ? 0xffffffffu : ~Number{0};
  return {0, top, top - 1, top - 2, top, 1, top - 1, top};
}

/// One call on a map and on the oracle; the same in all respects?
template <class Map, class Call>
void expect_replayed(Map& map, Pairs& held, Upsert upsert, Batch const& batch, Call const& call) {
  auto const expected = replay(held, map, upsert, batch);
  auto const got = call(map, upsert, batch);
  EXPECT_EQ(got.counts, expected.counts);
  EXPECT_TRUE(got.statuses == expected.statuses) << "statuses differ";
  EXPECT_TRUE(got.values == expected.values) << "values differ";
  EXPECT_TRUE(contents(map) == held) << "contents differ";
}
template <class Map>
void expect_replayed(Map& map, Pairs& held, Upsert upsert, Batch const& batch) {
  expect_replayed(map, held, upsert, batch, [](Map& m, Upsert which, Batch const& b) {
    return run(m, which, b, {.deterministic = true});
  });
}

/// Scenario of duplicates: the smallest index is inserted, the largest assigned.
template <class Config>
void expect_first_and_last(std::size_t items, Number distinct, int repeats) {
  auto const batch = drawn(items, distinct, items);
  Pairs first, last;
  for (std::size_t i = 0; i < items; ++i) {
    first.emplace(batch.keys[i], i);
    last[batch.keys[i]] = i;
  }
  for (int repeat = 0; repeat < repeats && !::testing::Test::HasFailure(); ++repeat) {
    auto map = make<typename Config::Map>({.capacity = distinct + distinct / 8});
    Pairs held;
    expect_replayed(map, held, Upsert::insert, batch);
    EXPECT_TRUE(held == first);
    clear(map);
    held.clear();
    expect_replayed(map, held, Upsert::assign, batch);
    EXPECT_TRUE(held == last);
  }
}

TYPED_TEST(MapOrdered, InsertsTheFirstAndAssignsTheLast) {
  expect_first_and_last<TypeParam>(30000, 3000, 3);
  expect_first_and_last<TypeParam>(20000, 1, 1);
}

TEST(MapOrderedData, AMillionPairsManyTimes) {
  constexpr int repeats =
      backends::traits<Exec>::is_host ? 5 : 20;  // few threads, few interleavings
  expect_first_and_last<Packed4>(1000000, 100000, repeats);
  expect_first_and_last<Packed8>(1000000, 100000, repeats);
  expect_first_and_last<Stateful>(1000000, 100000, 5);
}

TYPED_TEST(MapOrdered, AllCallsOneAfterTheOther) {
  auto map = make<typename TypeParam::Map>({.capacity = 3000});
  Pairs held;
  for (Number round = 0; round < 8; ++round) {
    expect_replayed(map, held, upserts[round % 4], drawn(4000, 300 + 300 * round, round));
    Batch special{special_keys<typename TypeParam::Key>(), range(round, 8)};
    expect_replayed(map, held, upserts[(round + 1) % 4], special);
    for (auto const key : range(round * 50, 100)) held.erase(key);
    (void)erase(map, range(round * 50, 100));
  }
}

TYPED_TEST(MapOrdered, TheFirstKeysWinWhereSpaceRunsOut) {
  using Key = typename TypeParam::Key;
  for (auto const upsert : upserts) {
    for (std::size_t const capacity : {0u, 8u, 1000u}) {
      auto map = make<typename TypeParam::Map>({.capacity = capacity});
      Pairs held;
      expect_replayed(map, held, upsert, drawn(capacity, capacity + 1, 1));  // some room is left
      auto batch = drawn(6000, 2000, 2);
      auto const special = special_keys<Key>();
      std::copy(special.begin(), special.end(), batch.keys.end() - 50);
      expect_replayed(map, held, upsert, batch);
      EXPECT_GE(held.size(), map.capacity());
      expect_replayed(map, held, upsert, batch);
      for (auto const key : batch.keys) {  // as many slots as there are dead ones
        if (key % 3 == 0) held.erase(key);
      }
      Numbers gone;
      for (auto const key : batch.keys) {
        if (key % 3 == 0) gone.push_back(key);
      }
      (void)erase(map, gone);
      expect_replayed(map, held, upsert, drawn(3000, 4000, 3));
    }
  }
}

TYPED_TEST(MapOrdered, GrowthMakesRoomForAll) {
  auto map = make<typename TypeParam::Map>({.capacity = 16, .growth = hash::Growth::on_insert});
  Pairs held;
  for (auto const upsert : upserts) {
    auto const batch = drawn(5000, 3000, static_cast<Number>(upsert));
    auto const expected = replay(held, 1u << 30, upsert, batch, [](Number) { return true; });
    EXPECT_TRUE(run(map, upsert, batch, {.deterministic = true}) == expected);
    EXPECT_TRUE(contents(map) == held);
  }
  EXPECT_GT(map.capacity(), held.size());
}

TYPED_TEST(MapOrdered, CallsThatDoNotWait) {
  auto map = make<typename TypeParam::Map>({.capacity = 2000});
  std::size_t const items = 3000;
  hash::Workspace<Exec> space(Exec(), map.workspace_bytes(Exec(), items));
  auto const bytes = space.bytes();
  Pairs held;
  for (Number round = 0; round < 8; ++round) {
    auto const size = round == 5 ? 0 : items - round;
    expect_replayed(map, held, upserts[round % 4], drawn(size, 500 + 300 * round, round),
                    [&](auto& m, Upsert upsert, Batch const& batch) {
                      return enqueue(m, upsert, batch,
                                     {.deterministic = true, .workspace = &space});
                    });
  }
  EXPECT_EQ(space.bytes(), bytes) << "calls that do not wait allocate nothing";
}

TYPED_TEST(MapOrdered, WorkspacesThatAreTooSmallAreRefused) {
  Unchanged<TypeParam> u;
  hash::Workspace<Exec> none, small(Exec(), 64);
  Batch const batch{{1, 7, 8}, {5, 6, 7}};
  for (auto* const space : {static_cast<hash::Workspace<Exec>*>(nullptr), &none, &small}) {
    for (auto const upsert : upserts) {
      u.refuses(ErrorCode::invalid_argument, "needs a workspace of", [&] {
        (void)enqueue(u.map, upsert, batch, {.deterministic = true, .workspace = space});
      });
    }
  }
  // The calls that wait enlarge it, and later ones find it large enough.
  auto held = u.before;
  Options const options{.deterministic = true, .workspace = &small};
  expect_replayed(u.map, held, Upsert::insert, batch, [&](auto& m, Upsert upsert, Batch const& b) {
    return run(m, upsert, b, options);
  });
  EXPECT_GT(small.bytes(), 64u);
  expect_replayed(u.map, held, Upsert::assign, batch, [&](auto& m, Upsert upsert, Batch const& b) {
    return enqueue(m, upsert, b, options);
  });
}

TYPED_TEST(MapOrdered, WithoutStatuses) {
  auto map = make<typename TypeParam::Map>({.capacity = 2000});
  Pairs held;
  for (auto const upsert : upserts) {
    auto const batch = drawn(3000, 1000, static_cast<Number>(upsert));
    auto const expected = replay(held, map, upsert, batch);
    auto const got = run(map, upsert, batch, {.deterministic = true}, false);
    EXPECT_EQ(got.counts, expected.counts);
    EXPECT_TRUE(got.values == expected.values);
    EXPECT_TRUE(contents(map) == held);
  }
}

}  // namespace
}  // namespace heddle::test::maps
