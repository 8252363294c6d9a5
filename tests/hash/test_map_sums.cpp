// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums by insert_or_apply are exact, however many threads meet at one key.
#include <tests/hash/map_support.hpp>
#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

#include <cmath>
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

template <class Value, bool native>
void expect_sums(std::size_t items, std::size_t num_keys, Start start) {
  using Map = typename MapConfig<std::uint64_t, Value, native>::Map;
  Map map(Exec(), {.capacity = num_keys + num_keys / 4});
  auto const first = start == Start::all_ones ? Value(-1) : Value(0);
  if (start != Start::absent) {
    map.insert(Exec(), to_device(scattered_keys(num_keys, num_keys)),
               to_device(std::vector<Value>(num_keys, first)));
  }
  auto const keys = to_device(scattered_keys(items, num_keys));
  auto const ones = to_device(std::vector<Value>(items, Value(1)));
  auto const result = map.insert_or_apply(Exec(), keys, ones, hash::Sum{});
  EXPECT_EQ(result.inserted, start == Start::absent ? num_keys : 0);
  EXPECT_EQ(result.updated, items - result.inserted);
  EXPECT_EQ(map.size(Exec()), num_keys);
  auto const sums = to_device(std::vector<Value>(num_keys));
  map.find(Exec(), to_device(scattered_keys(num_keys, num_keys)), sums);
  EXPECT_EQ(to_host(sums),
            std::vector<Value>(num_keys, first + static_cast<Value>(items / num_keys)))
      << num_keys << " keys, start " << static_cast<int>(start);
}

template <class Value>
void expect_all_sums(std::size_t items, std::vector<std::size_t> const& numbers_of_keys) {
  for (auto const num_keys : numbers_of_keys) {
    for (auto const start : {Start::absent, Start::zero, Start::all_ones}) {
      expect_sums<Value, true>(items, num_keys, start);
      if constexpr (has_native) expect_sums<Value, false>(items, num_keys, start);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(MapSums, OnesOnFewAndManyKeys) {
  expect_all_sums<std::int64_t>(200000, {1, 100, 10000, 200000});
  expect_all_sums<double>(200000, {1, 100, 10000, 200000});
}

TEST(MapSumsData, TenMillionOnesHundredTimes) {
  std::size_t const items = 10000000;
  int const runs = backends::traits<Exec>::is_host ? 3 : 100;
  for (int run = 0; run < runs; ++run) {
    expect_all_sums<std::int64_t>(items, {1, 100, 100000, items});
    expect_all_sums<double>(items, {1, 100, 100000, items});
    if (::testing::Test::HasFailure()) return;
  }
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

template <class Op>
struct OnHost {
  Op op;
  void add(std::map<Number, Number>& map, Number key, Number value) const {
    auto const [place, fresh] = map.emplace(key, value);
    if (!fresh) place->second = op(place->second, value);
  }
};

/// Not reducible: each item has to reach the table on its own.
struct CountDown {
  KOKKOS_INLINE_FUNCTION std::uint64_t operator()(std::uint64_t held, std::uint64_t given) const {
    return held - given;
  }
};

template <bool native, class Op>
void expect_zipf(std::size_t items, Op const& op) {
  using Map = typename MapConfig<std::uint64_t, std::uint64_t, native>::Map;
  auto const keys = zipf_keys(items);
  std::vector<std::uint64_t> values(items);
  SplitMix64 next(4);
  for (auto& value : values) value = next();
  Pairs expected;
  for (std::size_t i = 0; i < items; ++i) OnHost<Op>{op}.add(expected, keys[i], values[i]);
  auto map = make<Map>({.capacity = 2 * expected.size()});
  auto const result = map.insert_or_apply(Exec(), to_device(keys), to_device(values), op);
  EXPECT_EQ(result.inserted, expected.size());
  EXPECT_EQ(result.updated, items - expected.size());
  EXPECT_EQ(contents(map), expected);
}

TEST(MapSums, SkewedKeysAsAHostMap) {
  expect_zipf<true>(100000, hash::Sum{});
  expect_zipf<true>(100000, hash::Min{});
  expect_zipf<true>(100000, hash::Max{});
  expect_zipf<true>(100000, hash::BitOr{});
  expect_zipf<true>(100000, hash::BitAnd{});
  if constexpr (has_native) expect_zipf<false>(100000, hash::Sum{});
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
