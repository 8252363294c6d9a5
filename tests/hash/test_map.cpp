// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HashMap: what every call means, one entry per key, exactly full, every bit pattern.
#include <tests/hash/map_support.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace heddle::test::maps {
namespace {

template <class Config>
struct Map : ::testing::Test {};
TYPED_TEST_SUITE(Map, MapConfigs);

TYPED_TEST(Map, EachCallDoesWhatItSays) {
  auto map = make<typename TypeParam::Map>({.capacity = 100});
  EXPECT_EQ(insert(map, {1, 2, 3}, {10, 20, 0}), all(3, Status::inserted));
  EXPECT_EQ(insert(map, {2, 4}, {21, 40}), (Outcomes{Status::exists, Status::inserted}));
  EXPECT_EQ(assign(map, {3, 5}, {30, 50}), (Outcomes{Status::updated, Status::inserted}));
  EXPECT_EQ(add(map, {5, 6}, {5, 60}), (Outcomes{Status::updated, Status::inserted}));
  auto const kept = find_or_insert(map, {6, 7}, {1, 70});
  EXPECT_EQ(kept.statuses, (Outcomes{Status::exists, Status::inserted}));
  EXPECT_EQ(kept.values, (Numbers{60, 70}));
  EXPECT_EQ(contents(map), pairs({1, 2, 3, 4, 5, 6, 7}, {10, 20, 30, 40, 55, 60, 70}));
  EXPECT_EQ(erase(map, {1, 9}), (Outcomes{Status::erased, Status::not_found}));
  auto const found = find(map, {1, 2, 9, 5}, 77);
  EXPECT_EQ(found.values, (Numbers{77, 20, 77, 55}));
  EXPECT_EQ(found.statuses,
            (Outcomes{Status::not_found, Status::found, Status::not_found, Status::found}));
  EXPECT_EQ(contains(map, {7, 1}), (Outcomes{Status::found, Status::not_found}));
  EXPECT_EQ(size(map), 6u);
  EXPECT_GE(map.bytes(), map.capacity() * (sizeof(typename TypeParam::Key)));
}

TYPED_TEST(Map, EraseThenReinsertWithOneHash) {
  for (bool const assigns : {false, true}) {
    auto map = make<typename TypeParam::ConstantMap>({.capacity = 16});
    EXPECT_EQ(insert(map, {1, 2}, {10, 20}), all(2, Status::inserted));
    EXPECT_EQ(erase(map, {1}), all(1, Status::erased));
    if (assigns) {
      EXPECT_EQ(assign(map, {2}, {30}), all(1, Status::updated));
    } else {
      EXPECT_EQ(insert(map, {2}, {30}), all(1, Status::exists));
    }
    EXPECT_EQ(size(map), 1u);
    EXPECT_EQ(find(map, {2}).values, Numbers{assigns ? 30u : 20u});
    EXPECT_EQ(contents(map), pairs({2}, {assigns ? 30u : 20u}));
    EXPECT_EQ(erase(map, {2}), all(1, Status::erased));
    EXPECT_EQ(contains(map, {2}), all(1, Status::not_found));
    EXPECT_EQ(size(map), 0u);
    EXPECT_EQ(insert(map, {2, 1}, {5, 6}), all(2, Status::inserted));
    EXPECT_EQ(contents(map), pairs({1, 2}, {6, 5}));
  }
}

TYPED_TEST(Map, ExactlyFullAndOneMore) {
  for (std::size_t const asked : {1u, 8u, 100u, 8192u, 11000u}) {
    auto map = make<typename TypeParam::Map>({.capacity = asked});
    auto const capacity = map.capacity();
    auto const keys = range(1000, capacity);
    EXPECT_EQ(insert(map, keys, range(7, capacity)), all(capacity, Status::inserted)) << asked;
    EXPECT_EQ(find(map, keys).values, range(7, capacity));
    EXPECT_EQ(contains(map, range(1 << 20, 10000)), all(10000, Status::not_found));
    EXPECT_EQ(erase(map, range(1 << 20, 100)), all(100, Status::not_found));
    EXPECT_EQ(insert(map, {1, 1000}, {5, 6}), (Outcomes{Status::full, Status::exists}));
    EXPECT_EQ(assign(map, {2, 1000}, {5, 6}), (Outcomes{Status::full, Status::updated}));
    EXPECT_EQ(add(map, {3, 1000}, {5, 3}), (Outcomes{Status::full, Status::updated}));
    auto const kept = find_or_insert(map, {4, 1000}, {44, 45});
    EXPECT_EQ(kept.statuses, (Outcomes{Status::full, Status::exists}));
    EXPECT_EQ(kept.values, (Numbers{44, 9}));
    auto expected = pairs(keys, range(7, capacity));
    expected[1000] = 9;
    EXPECT_EQ(contents(map), expected);
    // The slot of an erased key goes to whoever comes next.
    EXPECT_EQ(erase(map, {1000}), all(1, Status::erased));
    EXPECT_EQ(insert(map, {1}, {5}), all(1, Status::inserted));
    EXPECT_EQ(insert(map, {1000}, {5}), all(1, Status::full));
    EXPECT_EQ(size(map), capacity);
  }
}

TYPED_TEST(Map, MoreKeysThanSlotsFillEverySlot) {
  auto map = make<typename TypeParam::Map>({.capacity = 1024});
  auto const statuses = insert(map, range(0, 3000), range(0, 3000));
  EXPECT_EQ(count(statuses, Status::inserted), map.capacity());
  EXPECT_EQ(count(statuses, Status::full), 3000 - map.capacity());
  Pairs expected;
  for (Number key = 0; key < 3000; ++key) {
    if (statuses[key] == Status::inserted) expected[key] = key;
  }
  EXPECT_EQ(contents(map), expected);
}

TYPED_TEST(Map, CapacityIsExactToABucket) {
  std::size_t const slots = TypeParam::Map::Table::bucket_slots;
  for (std::size_t const asked : {0u, 1u, 3u, 4u, 7u, 8u, 9u, 63u, 1000u, 8191u, 8192u, 8193u}) {
    EXPECT_EQ(make<typename TypeParam::Map>({.capacity = asked}).capacity(),
              (asked + slots - 1) / slots * slots);
  }
}

TYPED_TEST(Map, AMapWithoutSlotsIsAlwaysFullAndEmpty) {
  auto map = make<typename TypeParam::Map>({});
  EXPECT_EQ(map.capacity(), 0u);
  EXPECT_EQ(insert(map, {1, 2}, {3, 4}), all(2, Status::full));
  EXPECT_EQ(add(map, {1}, {3}), all(1, Status::full));
  EXPECT_EQ(find(map, {1, 2}, 9).values, (Numbers{9, 9}));
  EXPECT_EQ(erase(map, {1}), all(1, Status::not_found));
  EXPECT_EQ(contents(map), Pairs{});
  purge(map);
  clear(map);
  rehash(map, 0);
  EXPECT_EQ(insert(map, {1}, {3}), all(1, Status::inserted));
}

TYPED_TEST(Map, EmptyBatchesAreNoCalls) {
  auto map = make<typename TypeParam::Map>({.capacity = 8});
  EXPECT_EQ(insert(map, {5}, {6}), all(1, Status::inserted));  // a batch of one
  EXPECT_EQ(insert(map, {}, {}), Outcomes{});
  EXPECT_EQ(find_or_insert(map, {}, {}).values, Numbers{});
  EXPECT_EQ(erase(map, {}), Outcomes{});
  EXPECT_EQ(find(map, {}).values, Numbers{});
  EXPECT_EQ(contents(map), pairs({5}, {6}));
}

TYPED_TEST(Map, EveryBitPatternIsAKeyAndAValue) {
  using Key = typename TypeParam::Key;
  using Value = typename TypeParam::Value;
  auto const signs = [](std::size_t bytes) { return Number{1} << (8 * bytes - 1); };
  Number const top = sizeof(Key) == 4 ? 0xffffffffu : ~Number{0};
  Number const most = sizeof(Value) == 4 ? 0xffffffffu : ~Number{0};
  Numbers const keys{0, 1, 2, top, top - 1, top - 2, top - 3, signs(sizeof(Key) == 4 ? 4 : 8)};
  Numbers const values{0, most, most - 1, 0, most, 1, most - 2, 7};
  for (std::size_t const capacity : {8u, 64u}) {
    auto map = make<typename TypeParam::Map>({.capacity = capacity});
    for (int round = 0; round < 3; ++round) {
      EXPECT_EQ(insert(map, keys, values), all(keys.size(), Status::inserted));
      EXPECT_EQ(insert(map, keys, Numbers(keys.size(), 3)), all(keys.size(), Status::exists));
      auto const found = find(map, keys, 5);
      EXPECT_EQ(found.statuses, all(keys.size(), Status::found));
      EXPECT_EQ(found.values, values);
      EXPECT_EQ(contents(map), pairs(keys, values));
      EXPECT_EQ(size(map), keys.size());
      EXPECT_EQ(contains(map, range(10, 1000)), all(1000, Status::not_found));
      if (round == 1) {
        purge(map);
        EXPECT_EQ(contents(map), pairs(keys, values));
      }
      EXPECT_EQ(erase(map, keys), all(keys.size(), Status::erased));
      EXPECT_EQ(erase(map, keys), all(keys.size(), Status::not_found));
      EXPECT_EQ(contains(map, keys), all(keys.size(), Status::not_found));
    }
  }
}

}  // namespace
}  // namespace heddle::test::maps
