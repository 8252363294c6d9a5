// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of many sizes.
#include <tests/hash/map_support.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace heddle::test::maps {
namespace {

/// What a thread does with its pair; counts other outcomes than expected. Slots depend on the
/// types, bulk calls do not: calls for a single key are enough here, and compile fast.
template <class Map>
struct EachItem {
  enum class What { insert, insert_again, find, erase };
  using Value = typename Map::value_type;
  hash::HashMapRef<Map> map;
  Kokkos::View<typename Map::key_type*, Memory> keys;
  Kokkos::View<Value*, Memory> values;
  What what;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& wrong) const {
    switch (what) {
      case What::insert: wrong += map.insert(keys(i), values(i)).status != Status::inserted; break;
      case What::insert_again: {
        auto const result = map.insert(keys(i), Value{});
        wrong += result.status != Status::exists || !same(result.value, values(i));
        break;
      }
      case What::find: {
        auto const found = map.find(keys(i));
        wrong += !found.found || !same(found.value, values(i));
        break;
      }
      case What::erase: wrong += map.erase(keys(i)) != Status::erased; break;
    }
  }
  static KOKKOS_FUNCTION bool same(Value const& a, Value const& b) {
    auto const* const x = reinterpret_cast<unsigned char const*>(&a);
    auto const* const y = reinterpret_cast<unsigned char const*>(&b);
    for (std::size_t i = 0; i < sizeof(Value); ++i) {
      if (x[i] != y[i]) return false;
    }
    return true;
  }
};

/// Inserts pairs, finds, erases every other key, inserts again.
template <class Key, class Value>
void expect_round_trip(std::vector<Key> const& keys, std::vector<Value> const& values) {
  using Map = hash::HashMap<Key, Value, Exec>;
  using Each = EachItem<Map>;
  using What = typename Each::What;
  auto const n = keys.size();
  Exec const exec;
  Map map(exec, {.capacity = n + n / 8 + 8});
  Kokkos::View<Key*, Memory> const k = to_device(keys);
  Kokkos::View<Value*, Memory> const v = to_device(values);
  auto const wrong = [&](What what, std::size_t begin, std::size_t end) {
    std::uint64_t count = 0;
    Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>> const range(
        exec, static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end));
    Kokkos::parallel_reduce("heddle::test::each", range, Each{map.ref(exec), k, v, what}, count);
    return count;
  };
  EXPECT_EQ(wrong(What::insert, 0, n), 0u);
  EXPECT_EQ(wrong(What::insert_again, 0, n), 0u);
  EXPECT_EQ(wrong(What::find, 0, n), 0u);
  EXPECT_EQ(wrong(What::erase, 0, n / 2), 0u);
  EXPECT_EQ(wrong(What::find, 0, n), n / 2);
  map.rehash(exec, n + n / 8 + 8);
  EXPECT_EQ(wrong(What::find, n / 2, n), 0u);
  EXPECT_EQ(wrong(What::insert, 0, n / 2), 0u);
  EXPECT_EQ(wrong(What::find, 0, n), 0u);
  EXPECT_EQ(map.size(exec), n);
}

template <class Key>
std::vector<Key> whole_range() {
  std::vector<Key> keys;
  for (int i = std::numeric_limits<Key>::min(); i <= std::numeric_limits<Key>::max(); ++i) {
    keys.push_back(static_cast<Key>(i));
  }
  return keys;
}
template <class Value>
std::vector<Value> counted(std::size_t n) {
  std::vector<Value> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<Value>(i);
  return values;
}

TEST(MapTypes, SmallIntegersWithAllTheirValues) {
  expect_round_trip(whole_range<std::uint8_t>(), counted<std::uint8_t>(256));
  expect_round_trip(whole_range<std::int8_t>(), counted<double>(256));
  expect_round_trip(whole_range<std::int16_t>(), counted<float>(65536));
}

TEST(MapTypes, SignedAndFloatingPoint) {
  std::vector<std::int64_t> const integers{0,
                                           -1,
                                           -2,
                                           1,
                                           std::numeric_limits<std::int64_t>::min(),
                                           std::numeric_limits<std::int64_t>::max()};
  expect_round_trip(integers, counted<std::int32_t>(integers.size()));
  // By their bits: both zeros are keys, and a NaN equals itself.
  std::vector<double> const numbers{0., -0., 1., std::nan(""), HUGE_VAL, -HUGE_VAL, 5e-324};
  expect_round_trip(numbers, counted<double>(numbers.size()));
  std::vector<float> const floats{0.f, -0.f, std::nanf(""), 1e-45f, 3.f};
  expect_round_trip(floats, counted<std::uint64_t>(floats.size()));
}

TEST(MapTypes, BulkCallsOnFloatingPoint) {
  std::vector<double> const numbers{0., -0., 1., std::nan(""), HUGE_VAL, -HUGE_VAL, 5e-324};
  hash::HashMap<double, double, Exec> map(Exec(), {.capacity = 16});
  auto const keys = to_device(numbers);
  auto const values = to_device(counted<double>(numbers.size()));
  EXPECT_EQ(map.insert(Exec(), keys, values).inserted, numbers.size());
  EXPECT_EQ(map.insert(Exec(), keys, values).exists, numbers.size());
  auto const found = to_device(std::vector<double>(numbers.size()));
  EXPECT_EQ(map.find(Exec(), keys, found).found, numbers.size());
  EXPECT_EQ(to_host(found), counted<double>(numbers.size()));
  EXPECT_EQ(map.erase(Exec(), keys).erased, numbers.size());
  EXPECT_EQ(map.size(Exec()), 0u);
}

struct Byte3 {
  std::uint8_t a, b, c;
};
struct Words5 {
  std::uint32_t words[5];
};
struct Large {
  double numbers[17];
};

TEST(MapTypes, Structures) {
  std::vector<Byte3> three;
  std::vector<Words5> five;
  for (std::uint8_t i = 0; i < 200; ++i) {
    three.push_back({i, 7, static_cast<std::uint8_t>(i / 2)});
    five.push_back({{1, 2, i, 4, i * 3u}});
  }
  expect_round_trip(three, five);
  expect_round_trip(five, three);
  std::vector<Large> large(200);
  for (int i = 0; i < 200; ++i) large[i].numbers[16] = large[i].numbers[0] = i;
  expect_round_trip(five, large);
}

}  // namespace
}  // namespace heddle::test::maps
