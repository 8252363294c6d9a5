// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many 64-byte lines lookups read, against a simulation of bucketed double hashing made before
// this code existed.
#include <tests/hash/map_support.hpp>
#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

namespace heddle::test::maps {
namespace {

struct Expected {
  double load, hit, miss, tolerance;
};

/// Distinct numbers: outputs of a bijection.
Numbers distinct_keys(std::size_t count, Number first) {
  Numbers keys(count);
  for (std::size_t i = 0; i < count; ++i) {
    keys[i] = backends::hash_format::mix(static_cast<std::uint32_t>(first + i));
  }
  return keys;
}

template <class Config>
void expect_means(std::vector<Expected> const& table) {
  std::size_t const capacity = 1 << 20;
  auto map = make<typename Config::Map>({.capacity = capacity});
  std::size_t size = 0;
  for (auto const& [load, hit, miss, tolerance] : table) {
    auto const wanted = static_cast<std::size_t>(load * capacity);
    auto const keys = distinct_keys(wanted - size, size);
    EXPECT_EQ(count(insert(map, keys, keys), Status::inserted), wanted - size);
    size = wanted;
    auto const measured = statistics(map);
    EXPECT_EQ(measured.keys, size);
    EXPECT_NEAR(measured.mean_buckets(), hit, hit * tolerance) << "hits at load " << load;
    EXPECT_NEAR(mean_probe(map, distinct_keys(200000, 1u << 30)), miss, miss * tolerance)
        << "misses at load " << load;
  }
}

TEST(MapProbesData, MeansAreThoseOfTheDesign) {
  std::vector<Expected> const eight{
      {.5, 1.009, 1.056, .03}, {.8, 1.105, 1.70, .03}, {.95, 1.359, 5.33, .05}};
  std::vector<Expected> const four{
      {.5, 1.044, 1.19, .03}, {.8, 1.237, 2.27, .03}, {.95, 1.649, 7.95, .05}};
  expect_means<Packed4>(eight);
  expect_means<Packed8>(Packed8::Map::Table::bucket_slots == 4 ? four : eight);
  expect_means<Stateful>(eight);
}

TEST(MapProbes, StatisticsAddUp) {
  auto map = make<Packed4::Map>({.capacity = 5000});
  auto const keys = distinct_keys(4500, 0);
  (void)insert(map, keys, keys);
  (void)erase(map, distinct_keys(500, 0));
  auto const measured = statistics(map);
  EXPECT_EQ(measured.keys, 4000u);
  EXPECT_GE(measured.slots, measured.buckets);
  EXPECT_LE(measured.slots, measured.buckets * 8);
  std::uint64_t keys_counted = 0;
  std::uint64_t least_buckets = 0;
  for (int i = 0; i < measured.histogram_size; ++i) {
    keys_counted += measured.histogram[i];
    least_buckets += measured.histogram[i] * static_cast<std::uint64_t>(i);
  }
  EXPECT_EQ(keys_counted, 4000u);
  EXPECT_LE(least_buckets, measured.buckets);
  EXPECT_GE(measured.max_buckets, 2u);
  EXPECT_DOUBLE_EQ(mean_probe(map, distinct_keys(4000, 500)), measured.mean_buckets());
}

TEST(MapProbes, OneHashReadsBucketByBucket) {
  // All keys on one path: the i-th lies in the (i / slots)-th bucket.
  auto map = make<Packed4::ConstantMap>({.capacity = 400});
  std::size_t const slots = Packed4::ConstantMap::Table::bucket_slots;
  for (Number key = 0; key < 400; key += 25) (void)insert(map, range(key, 25), range(key, 25));
  auto const measured = statistics(map);
  EXPECT_EQ(measured.max_buckets, 400 / slots);
  EXPECT_EQ(measured.max_slots, 400u);
  EXPECT_EQ(measured.slots, 400u * 401 / 2);
}

/// Rounds that erase the oldest keys and insert as many new ones.
template <class Map>
void churn(Map& map, Number& first, Number& end, std::size_t batch, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    EXPECT_EQ(erase(map, range(first, batch)), all(batch, Status::erased));
    EXPECT_EQ(insert(map, range(end, batch), range(end, batch)), all(batch, Status::inserted));
    first += batch;
    end += batch;
  }
}

template <class Config>
struct MapChurn : ::testing::Test {};
TYPED_TEST_SUITE(MapChurn, MapConfigs);

/// Lines that lookups of absent keys read after a long churn at a load.
template <class Config>
double miss_after_churn(double load, hash::Purge when) {
  auto map = make<typename Config::Map>({.capacity = 2000, .purge = when});
  auto const size = static_cast<std::size_t>(load * static_cast<double>(map.capacity()));
  Number first = 0;
  Number end = size;
  EXPECT_EQ(count(insert(map, range(0, size), range(0, size)), Status::inserted), size);
  churn(map, first, end, map.capacity() / 40, 160);
  EXPECT_EQ(contents(map), pairs(range(first, size), range(first, size)));
  auto const absent = range(1 << 25, 5000);
  auto const before = mean_probe(map, absent);
  purge(map);
  EXPECT_EQ(contents(map), pairs(range(first, size), range(first, size)));
  EXPECT_EQ(contains(map, absent), all(absent.size(), Status::not_found));
  auto fresh = make<typename Config::Map>({.capacity = 2000});
  (void)insert(fresh, range(first, size), range(first, size));
  auto const clean = mean_probe(fresh, absent);
  // So small a table scatters by an eighth with the order of insertion, which is open on a GPU.
  EXPECT_NEAR(mean_probe(map, absent), clean, .6 * clean) << "after a purge as good as new";
  return before;
}

TYPED_TEST(MapChurn, ErasedSlotsNeverExhaustTheTable) {
  for (double const load : {.5, .9, 1.}) {
    (void)miss_after_churn<TypeParam>(load, hash::Purge::manual);
  }
}

TYPED_TEST(MapChurn, LookupsOfAbsentKeysStayShort) {
  EXPECT_LT(miss_after_churn<TypeParam>(.5, hash::Purge::automatic), 3);
  EXPECT_LT(miss_after_churn<TypeParam>(.8, hash::Purge::automatic), 10);
}

/// Fewer slots are free than an automatic purge waits for.
TYPED_TEST(MapChurn, LookupsOfAbsentKeysStayShortAtHighLoad) {
  EXPECT_LT(miss_after_churn<TypeParam>(.95, hash::Purge::automatic), 60);
}

}  // namespace
}  // namespace heddle::test::maps
