// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls on all of a HashMap: iterate, clear, clone, move, rehash, reserve, growth.
#include <tests/hash/map_options.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::test::maps {
namespace {

template <class Config>
struct WholeMap : ::testing::Test {};
TYPED_TEST_SUITE(WholeMap, MapConfigs);

static_assert(!std::is_copy_constructible_v<Packed4::Map>);
static_assert(std::is_nothrow_move_constructible_v<Packed4::Map>);
static_assert(std::is_trivially_copyable_v<hash::HashMapRef<Packed4::Map>>);
static_assert(HEDDLE_HASH_CHECKS ||
              sizeof(hash::HashMapRef<Packed4::Map>) == sizeof(Packed4::Map::Table));

/// `size` entries (i * 7, i + 1).
template <class Config>
typename Config::Map filled(std::size_t capacity, std::size_t size) {
  auto map = make<typename Config::Map>({.capacity = capacity});
  EXPECT_EQ(count(insert(map, range(0, size, 7), range(1, size)), Status::inserted), size);
  return map;
}
Pairs filled_pairs(std::size_t size) { return pairs(range(0, size, 7), range(1, size)); }

TYPED_TEST(WholeMap, RetrieveAllSorted) {
  using M = typename TypeParam::Map;
  auto const map = filled<TypeParam>(5000, 3000);
  auto const keys = encoded<typename M::key_type>(Numbers(3500, 1));
  auto const values = encoded<typename M::value_type>(Numbers(3500, 1));
  EXPECT_EQ(Raw<M>::retrieve_all(Exec(), map, keys, values, true), 3000u);
  auto k = decoded(keys);
  auto v = decoded(values);
  EXPECT_EQ(Numbers(k.begin() + 3000, k.end()), Numbers(500, 1)) << "wrote past the entries";
  EXPECT_EQ(Numbers(v.begin() + 3000, v.end()), Numbers(500, 1));
  k.resize(3000);
  v.resize(3000);
  // Numbers by value, structures by their bytes: the oracle sorts the host copies the same way.
  auto expected = range(0, 3000, 7);
  if (!std::is_arithmetic_v<typename M::key_type>) {
    std::sort(expected.begin(), expected.end(), [](Number a, Number b) {
      auto const x = encode<typename M::key_type>(a);
      auto const y = encode<typename M::key_type>(b);
      return std::memcmp(&x, &y, sizeof(x)) < 0;
    });
  }
  EXPECT_EQ(k, expected);
  for (auto& key : expected) key = key / 7 + 1;
  EXPECT_EQ(v, expected);
}

template <class Map>
struct SumEntries {
  Kokkos::View<std::uint64_t*, Memory> sums;
  KOKKOS_FUNCTION void operator()(typename Map::key_type const& key,
                                  typename Map::value_type const& value) const {
    Kokkos::atomic_add(&sums(0), std::uint64_t{1});
    Kokkos::atomic_add(&sums(1), decode(key));
    Kokkos::atomic_add(&sums(2), decode(value));
  }
};

TYPED_TEST(WholeMap, ForEachVisitsEachEntryOnce) {
  using M = typename TypeParam::Map;
  auto map = filled<TypeParam>(5000, 3000);
  (void)erase(map, range(0, 1000, 7));
  auto const sums = to_device(Numbers(3));
  map.for_each(Exec(), SumEntries<M>{sums});
  Exec().fence();
  Number keys = 0, values = 0;
  for (Number i = 1000; i < 3000; ++i) {
    keys += i * 7;
    values += i + 1;
  }
  EXPECT_EQ(to_host(sums), (Numbers{2000, keys, values}));
}

template <class Map>
struct OddValue {
  KOKKOS_FUNCTION bool operator()(typename Map::key_type const&,
                                  typename Map::value_type const& value) const {
    return decode(value) % 2 == 1;
  }
};

TYPED_TEST(WholeMap, EraseIf) {
  using M = typename TypeParam::Map;
  auto map = filled<TypeParam>(4000, 3000);
  EXPECT_EQ(map.erase_if(Exec(), OddValue<M>{}), 1500u);
  EXPECT_EQ(map.erase_if(Exec(), OddValue<M>{}), 0u);
  Pairs expected;
  for (auto const& [key, value] : filled_pairs(3000)) {
    if (value % 2 == 0) expected[key] = value;
  }
  EXPECT_EQ(contents(map), expected);
}

TYPED_TEST(WholeMap, ClearCloneAndMove) {
  using M = typename TypeParam::Map;
  auto map = filled<TypeParam>(1000, 900);
  auto copy = clone(map);
  EXPECT_EQ(copy.capacity(), map.capacity());
  clear(map);
  EXPECT_EQ(contents(map), Pairs{});
  EXPECT_EQ(map.capacity(), copy.capacity());
  EXPECT_EQ(contents(copy), filled_pairs(900));
  EXPECT_EQ(insert(map, {0}, {5}), all(1, Status::inserted));
  EXPECT_EQ(find(copy, {0}).values, Numbers{1});
  M moved(std::move(copy));
  EXPECT_EQ(contents(moved), filled_pairs(900));
  map = std::move(moved);
  EXPECT_EQ(contents(map), filled_pairs(900));
  EXPECT_EQ(erase(map, {0}), all(1, Status::erased));
  EXPECT_EQ(size(map), 899u);
}

TYPED_TEST(WholeMap, AFullTableCanBeCloned) {
  auto const probe = make<typename TypeParam::Map>({.capacity = 500});
  auto const map = filled<TypeParam>(500, probe.capacity());
  EXPECT_EQ(contents(clone(map)), filled_pairs(probe.capacity()));
}

TYPED_TEST(WholeMap, RehashKeepsTheLiveAndDropsTheErased) {
  std::size_t const keys = 40000;
  auto map = filled<TypeParam>(keys * 5 / 4, keys);
  Numbers odd, even;
  for (Number i = 0; i < keys; ++i) (i % 2 == 1 ? odd : even).push_back(i * 7);
  EXPECT_EQ(erase(map, odd), all(keys / 2, Status::erased));
  Pairs expected;
  for (auto const key : even) expected[key] = key / 7 + 1;
  for (std::size_t const slots : {std::size_t(0), keys * 2, std::size_t(0), keys / 2 + 1}) {
    rehash(map, slots);
    EXPECT_GE(map.capacity(), std::max(slots, keys / 2 + 1));
    EXPECT_LT(map.capacity(), std::max(slots, keys / 2 * 5 / 4 + 1) + 8);
    EXPECT_EQ(contents(map), expected);
    EXPECT_EQ(contains(map, odd), all(odd.size(), Status::not_found));
  }
}

TYPED_TEST(WholeMap, ReserveMakesRoomAndNeverShrinks) {
  auto map = make<typename TypeParam::Map>({.target_load = 0.5});
  reserve(map, 1000);
  auto const capacity = map.capacity();
  EXPECT_GE(capacity, 2000u);
  EXPECT_LT(capacity, 2000u + 9);
  EXPECT_EQ(insert(map, range(0, 1000), range(0, 1000)), all(1000, Status::inserted));
  reserve(map, 10);
  reserve(map, 1000);
  EXPECT_EQ(map.capacity(), capacity);
  EXPECT_EQ(contents(map), pairs(range(0, 1000), range(0, 1000)));
}

TYPED_TEST(WholeMap, GrowthOnInsert) {
  auto map =
      make<typename TypeParam::Map>({.target_load = 0.75, .growth = hash::Growth::on_insert});
  std::size_t const batch = 3000;
  for (Number round = 0; round < 5; ++round) {
    auto const keys = range(round * batch / 2, batch);  // half of them are there
    auto const statuses = round % 2 == 0 ? insert(map, keys, keys) : assign(map, keys, keys);
    EXPECT_EQ(count(statuses, Status::inserted), round == 0 ? batch : batch / 2);
    EXPECT_EQ(count(statuses, Status::full), 0u);
    auto const entries = size(map);
    EXPECT_EQ(entries, batch + round * batch / 2);
    EXPECT_LE(static_cast<double>(entries), 0.75 * static_cast<double>(map.capacity()));
  }
  EXPECT_EQ(contents(map), pairs(range(0, 3 * batch), range(0, 3 * batch)));
  EXPECT_EQ(add(map, range(0, 20000), Numbers(20000, 1)).size(), 20000u);
  EXPECT_EQ(find(map, {0, 5, 19999}).values, (Numbers{1, 6, 1}));
  auto const capacity = map.capacity();
  EXPECT_EQ(find_or_insert(map, {0, 5}, {9, 9}).values, (Numbers{1, 6}));
  EXPECT_EQ(map.capacity(), capacity) << "grew without need";
}

}  // namespace
}  // namespace heddle::test::maps
