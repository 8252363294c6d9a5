// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums by insert_or_apply are exact, however many threads meet at one key.
#include <tests/hash/map_options.hpp>
#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace heddle::test::maps {
namespace {

/// What the keys hold before the sums begin.
enum class Start { absent, zero, all_ones };

/// Keys of `num_keys` in an order that lets equal ones meet: neighbours if few, scattered if many.
std::vector<std::uint64_t> scattered_keys(std::size_t items, std::size_t num_keys) {
  std::vector<std::uint64_t> keys(items);
  for (std::size_t i = 0; i < items; ++i) keys[i] = i * 7919 % num_keys;  // 7919 is prime
  return keys;
}

/// Sums and finds on views; those of integers are compiled elsewhere.
template <class Map, class Keys, class Values>
hash::BulkResult add_items(Map& map, Keys const& keys, Values const& values) {
  if constexpr (std::is_integral_v<typename Map::value_type>) {
    return Raw<Map>::upsert(Exec(), map, Upsert::sum, keys, values);
  } else {
    return map.insert_or_apply(Exec(), keys, values, hash::Sum{});
  }
}
template <class Map, class Keys, class Values>
void find_items(Map const& map, Keys const& keys, Values const& values) {
  if constexpr (std::is_integral_v<typename Map::value_type>) {
    (void)Raw<Map>::find(Exec(), map, keys, values);
  } else {
    (void)map.find(Exec(), keys, values);
  }
}

/// Ones on keys, made once for all runs.
template <class Config>
struct Ones {
  using Map = typename Config::Map;
  using Value = typename Config::Value;
  std::size_t items, num_keys;
  Kokkos::View<std::uint64_t*, Memory> keys = to_device(scattered_keys(items, num_keys));
  Kokkos::View<std::uint64_t*, Memory> distinct = to_device(scattered_keys(num_keys, num_keys));
  Kokkos::View<Value*, Memory> ones = to_device(std::vector<Value>(items, Value(1)));
  Kokkos::View<Value*, Memory> sums = to_device(std::vector<Value>(num_keys));

  void expect_sums(Start start) {
    Map map(Exec(), {.capacity = num_keys + num_keys / 4});
    auto const first = start == Start::all_ones ? static_cast<Value>(-1) : Value(0);
    if (start != Start::absent) {
      Kokkos::deep_copy(sums, first);
      (void)add_items(map, distinct, sums);
    }
    auto const result = add_items(map, keys, ones);
    EXPECT_EQ(result.inserted, start == Start::absent ? num_keys : 0);
    EXPECT_EQ(result.updated, items - result.inserted);
    EXPECT_EQ(map.size(Exec()), num_keys);
    find_items(map, distinct, sums);
    auto const expected = first + static_cast<Value>(items / num_keys);
    auto const got = to_host(sums);
    EXPECT_EQ(std::count(got.begin(), got.end(), expected), static_cast<std::int64_t>(num_keys))
        << num_keys << " keys, start " << static_cast<int>(start);
  }
};
template <class Config>
void expect_sums(std::size_t items, std::size_t num_keys, int runs) {
  Ones<Config> ones{items, num_keys};
  for (int run = 0; run < runs && !::testing::Test::HasFailure(); ++run) {
    for (auto const start : {Start::absent, Start::zero, Start::all_ones}) ones.expect_sums(start);
  }
}

template <bool native>
using Integers = MapConfig<std::uint64_t, std::uint64_t, native>;
template <bool native>
using Doubles = MapConfig<std::uint64_t, double, native>;

/// Integers are unsigned: sums of signed ones have the same bits.
template <template <bool> class Config>
void expect_all_sums(std::size_t items, std::vector<std::size_t> const& numbers_of_keys, int runs) {
  for (auto const num_keys : numbers_of_keys) {
    expect_sums<Config<true>>(items, num_keys, runs);
    // One by one on a GPU: ten million turns at one key take their time.
    if constexpr (has_native) expect_sums<Config<false>>(items, num_keys, 1);
  }
}

TEST(MapSums, OnesOnFewAndManyKeys) {
  expect_all_sums<Integers>(200000, {1, 100, 10000, 200000}, 1);
  expect_all_sums<Doubles>(200000, {1, 100, 10000, 200000}, 1);
}

/// Ten million ones, a hundred times; a host would take an hour for it.
constexpr int many = backends::traits<Exec>::is_host ? 1 : 100;
TEST(MapSumsOfIntegersData, TenMillionOnes) {
  expect_all_sums<Integers>(10000000, {1, 100, 100000, 10000000}, many);
}
TEST(MapSumsOfDoublesData, TenMillionOnes) {
  expect_all_sums<Doubles>(10000000, {1, 100, 100000, 10000000}, many);
}

/// Zipf(1.5): key k with probability proportional to k^-1.5, by inversion of the continuous law.
std::vector<std::uint64_t> zipf_keys(std::size_t items) {
  SplitMix64 next(3);
  std::vector<std::uint64_t> keys(items);
  for (auto& key : keys) {
    auto const uniform = (static_cast<double>(next() >> 11) + 1) * 0x1p-53;
    key = static_cast<std::uint64_t>(std::min(std::pow(uniform, -2.0), 1e6));
  }
  return keys;
}

/// The operations of the library but Sum, as one type: each costs a minute of compilation.
struct AnyOf {
  static constexpr bool reducible = true;
  int which;
  KOKKOS_INLINE_FUNCTION std::uint64_t operator()(std::uint64_t held, std::uint64_t given) const {
    switch (which) {
      case 0: return hash::Min{}(held, given);
      case 1: return hash::Max{}(held, given);
      case 2: return hash::BitOr{}(held, given);
      default: return hash::BitAnd{}(held, given);
    }
  }
};
Number on_host(int which, Number held, Number given) {
  switch (which) {
    case 0: return std::min(held, given);
    case 1: return std::max(held, given);
    case 2: return held | given;
    case 3: return held & given;
    default: return held + given;
  }
}

/// Not reducible: each item has to reach the table on its own.
struct CountDown {
  KOKKOS_INLINE_FUNCTION std::uint64_t operator()(std::uint64_t held, std::uint64_t given) const {
    return held - given;
  }
};

constexpr int is_sum = 4;
template <class Map>
void expect_zipf(std::size_t items, int which) {
  auto const keys = zipf_keys(items);
  std::vector<std::uint64_t> values(items);
  SplitMix64 next(4);
  for (auto& value : values) value = next();
  Pairs expected;
  for (std::size_t i = 0; i < items; ++i) {
    auto const [place, fresh] = expected.emplace(keys[i], values[i]);
    if (!fresh) place->second = on_host(which, place->second, values[i]);
  }
  auto map = make<Map>({.capacity = 2 * expected.size()});
  auto const k = to_device(keys);
  auto const v = to_device(values);
  hash::BulkResult result;
  if constexpr (std::is_same_v<Map, Packed8::Map>) {
    if (which != is_sum) result = map.insert_or_apply(Exec(), k, v, AnyOf{which});
  }
  if (which == is_sum) result = add_items(map, k, v);
  EXPECT_EQ(result.inserted, expected.size());
  EXPECT_EQ(result.updated, items - expected.size());
  EXPECT_EQ(contents(map), expected);
}

TEST(MapSums, SkewedKeysAsAHostMap) {
  for (int which = 0; which <= is_sum; ++which) expect_zipf<Packed8::Map>(100000, which);
  if constexpr (has_native) expect_zipf<Portable8::Map>(100000, is_sum);
}

TEST(MapSums, AnOperationThatIsNotReducible) {
  // The first of each key is stored as it is: only keys that are there make the result known.
  auto map = make<Packed8::Map>({.capacity = 100});
  (void)insert(map, range(0, 50), Numbers(50, 1000000));
  auto const keys = to_device(scattered_keys(100000, 50));
  auto const twos = to_device(Numbers(100000, 2));
  EXPECT_EQ(map.insert_or_apply(Exec(), keys, twos, CountDown{}).updated, 100000u);
  EXPECT_EQ(contents(map), pairs(range(0, 50), Numbers(50, 1000000 - 2 * 2000)));
}

TEST(MapSums, OfLargeValues) {
  auto map = make<Stateful::Map>({.capacity = 200});
  Pairs expected;
  Numbers const keys = scattered_keys(60000, 100);
  for (auto const key : keys) expected[key] += key + 1;
  Numbers values(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) values[i] = keys[i] + 1;
  EXPECT_EQ(count(add(map, keys, values), Status::inserted), 100u);
  EXPECT_EQ(contents(map), expected);
}

}  // namespace
}  // namespace heddle::test::maps
