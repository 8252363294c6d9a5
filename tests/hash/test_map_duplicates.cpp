// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Equal keys in one batch: exactly one is inserted, one of their values stays.
#include <tests/hash/map_support.hpp>
#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

#include <set>

namespace heddle::test::maps {
namespace {

template <class Config>
struct MapDuplicates : ::testing::Test {};
TYPED_TEST_SUITE(MapDuplicates, MapConfigs);

Numbers drawn(std::size_t items, Number distinct, Number seed) {
  SplitMix64 next(seed);
  Numbers keys(items);
  for (auto& key : keys) key = next() % distinct;
  return keys;
}

/// Inserts by `call`, checks that each distinct key has one "inserted", and returns the contents.
template <class Map, class Call>
Pairs expect_one_each(Map& map, Numbers const& keys, Status other, Call const& call) {
  auto const statuses = call(map, keys, range(0, keys.size()));
  std::set<Number> inserted;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (statuses[i] == Status::inserted) {
      EXPECT_TRUE(inserted.insert(keys[i]).second) << "inserted twice: " << keys[i];
    } else {
      EXPECT_EQ(statuses[i], other);
    }
  }
  EXPECT_EQ(inserted, std::set<Number>(keys.begin(), keys.end()));
  auto const stored = contents(map);
  EXPECT_EQ(stored.size(), inserted.size());
  for (auto const& [key, index] : stored) {
    if (index >= keys.size() || keys[index] != key) {
      ADD_FAILURE() << "key " << key << " holds " << index << ", not one of its values";
      break;
    }
  }
  return stored;
}

template <class Config>
void expect_duplicates(std::size_t items, Number distinct, int repeats) {
  using Map = typename Config::Map;
  auto const keys = drawn(items, distinct, items);
  for (int repeat = 0; repeat < repeats && !::testing::Test::HasFailure(); ++repeat) {
    auto map = make<Map>({.capacity = distinct + distinct / 8});
    (void)expect_one_each(map, keys, Status::exists,
                          [](auto& m, auto& k, auto v) { return insert(m, k, v); });
    clear(map);
    (void)expect_one_each(map, keys, Status::updated,
                          [](auto& m, auto& k, auto v) { return assign(m, k, v); });
    auto const erased = erase(map, keys);
    EXPECT_EQ(count(erased, Status::erased), std::set<Number>(keys.begin(), keys.end()).size());
    EXPECT_EQ(size(map), 0u);
  }
}

TYPED_TEST(MapDuplicates, ExactlyOneIsInserted) {
  expect_duplicates<TypeParam>(50000, 5000, 2);
  expect_duplicates<TypeParam>(20000, 1, 2);
  expect_duplicates<TypeParam>(20000, 33, 2);
}

TYPED_TEST(MapDuplicates, FindOrInsertAgreesOnOneValue) {
  auto const keys = drawn(50000, 500, 9);
  auto map = make<typename TypeParam::Map>({.capacity = 600});
  auto const got = find_or_insert(map, keys, range(0, keys.size()));
  auto const stored = contents(map);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_EQ(got.values[i], stored.at(keys[i]));
    ASSERT_EQ(got.statuses[i] == Status::inserted, got.values[i] == i);
  }
}

TYPED_TEST(MapDuplicates, InATableThatIsTooSmall) {
  // As many keys as slots are stored; each item of a stored key says so, the others are full.
  auto const keys = drawn(20000, 2000, 11);
  auto map = make<typename TypeParam::Map>({.capacity = 512});
  auto const statuses = insert(map, keys, range(0, keys.size()));
  auto const stored = contents(map);
  EXPECT_EQ(stored.size(), map.capacity());
  EXPECT_EQ(count(statuses, Status::inserted), map.capacity());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (stored.count(keys[i]) == 0) {
      ASSERT_EQ(statuses[i], Status::full);
    }
    if (statuses[i] == Status::full) {
      ASSERT_EQ(stored.count(keys[i]), 0u) << "full, but stored";
    }
  }
}

TEST(MapDuplicatesData, AMillionPairs) {
  constexpr int repeats =
      backends::traits<Exec>::is_host ? 5 : 20;  // few threads, few interleavings
  expect_duplicates<Packed4>(1000000, 100000, repeats);
  expect_duplicates<Packed8>(1000000, 100000, repeats);
  expect_duplicates<Stateful>(1000000, 100000, 5);
}

}  // namespace
}  // namespace heddle::test::maps
