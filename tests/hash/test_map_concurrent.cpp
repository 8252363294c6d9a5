// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of one kernel that insert, update, find and erase the same keys at once.
#include <tests/hash/map_options.hpp>

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace heddle::test::maps {
namespace {

template <class Config>
struct MapConcurrent : ::testing::Test {};
TYPED_TEST_SUITE(MapConcurrent, MapConfigs);

using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// Values tell their key: number of the writer times `spread`, plus the key.
inline constexpr Number spread = 1 << 10;

/// Every thread does one of the operations on one of few keys, and counts what it was told.
template <class Map>
struct MixedOperations {
  using Key = typename Map::key_type;
  using Value = typename Map::value_type;
  hash::HashMapRef<Map> map;
  Kokkos::View<std::int64_t*, Memory> inserted;  // minus erased, by key
  Kokkos::View<std::int64_t*, Memory> wrong;
  Number num_keys, seed;
  bool may_be_full;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const random = backends::hash_format::mix(static_cast<std::uint64_t>(i) + seed);
    auto const number = random % num_keys;
    auto const key = encode<Key>(number);
    auto const given = (static_cast<Number>(i) % spread) * spread + number;
    auto const status = operate(random >> 40, number, key, encode<Value>(given));
    if (status == Status::inserted) Kokkos::atomic_inc(&inserted(number));
    if (status == Status::erased) Kokkos::atomic_dec(&inserted(number));
    if (status == Status::full && !may_be_full) Kokkos::atomic_inc(&wrong(1));
  }

 private:
  KOKKOS_FUNCTION Status operate(Number choice, Number number, Key const& key,
                                 Value const& value) const {
    switch (choice % 6) {
      case 0:
      case 1: {
        auto const result = map.insert(key, value);
        if (result.status == Status::exists) check(result.value, number);
        return result.status;
      }
      case 2: return map.insert_or_assign(key, value);
      case 3: {
        auto const result = map.find_or_insert(key, value);
        if (result.status != Status::full) check(result.value, number);
        return result.status;
      }
      case 4: return map.erase(key);
      default: {
        auto const found = map.find(key);
        if (found.found) check(found.value, number);
        return Status::none;
      }
    }
  }
  KOKKOS_FUNCTION void check(Value const& value, Number number) const {
    if (decode(value) % spread != number) Kokkos::atomic_inc(&wrong(0));
  }
};

/// Each key was inserted as often as erased, or once more, which the table knows.
template <class Map>
void expect_balance(Map& map, Number num_keys, std::int64_t items, Number seed, bool may_be_full) {
  auto before = contents(map);
  auto const inserted = to_device(std::vector<std::int64_t>(num_keys));
  auto const wrong = to_device(std::vector<std::int64_t>(2));
  Exec const exec;
  Kokkos::parallel_for(
      "heddle::test::mixed", Policy(exec, 0, items),
      MixedOperations<Map>{map.ref(exec), inserted, wrong, num_keys, seed, may_be_full});
  EXPECT_EQ(to_host(wrong), std::vector<std::int64_t>(2)) << "values of other keys, or full";
  auto const after = contents(map);
  auto const balance = to_host(inserted);
  for (Number key = 0; key < num_keys; ++key) {
    auto const change =
        static_cast<std::int64_t>(after.count(key)) - static_cast<std::int64_t>(before.count(key));
    EXPECT_EQ(balance[key], change) << "key " << key;
    if (after.count(key) != 0) {
      EXPECT_EQ(after.at(key) % spread, key);
    }
  }
}

TYPED_TEST(MapConcurrent, MixedOperationsBalanceForEachKey) {
  for (Number const num_keys : {1u, 5u, 300u}) {
    auto map = make<typename TypeParam::Map>({.capacity = num_keys * 2});
    for (Number round = 0; round < 5; ++round) expect_balance(map, num_keys, 20000, round, false);
  }
}

TYPED_TEST(MapConcurrent, InATableWithoutEmptySlots) {
  // More keys than slots: after a while all slots are live or dead, and inserters need the lock.
  auto map = make<typename TypeParam::Map>({.capacity = 8, .purge = hash::Purge::manual});
  for (Number round = 0; round < 5; ++round) {
    expect_balance(map, 3 * map.capacity(), 20000, round, true);
  }
  auto one = make<typename TypeParam::ConstantMap>({.capacity = 16, .purge = hash::Purge::manual});
  for (Number round = 0; round < 5; ++round) expect_balance(one, 20, 20000, round, true);
}

TYPED_TEST(MapConcurrent, AlternatingWithPurges) {
  auto map = make<typename TypeParam::Map>({.capacity = 400});
  for (Number round = 0; round < 10; ++round) {
    expect_balance(map, 350, 5000, round, false);
    if (round % 3 == 0) purge(map);
    if (round % 3 == 1) (void)erase(map, range(round * 10, 200));  // may purge by itself
    if (round % 3 == 2) rehash(map, 400 + round);
  }
}

/// Many short races, so that each way to interleave a few operations comes up. (A suite each, so
/// that each has its time.)
template <class Config>
void repeat_on_tiny_tables() {
  int const repeats = 100000;
  for (int repeat = 0; repeat < repeats && !::testing::Test::HasFailure(); ++repeat) {
    auto map = make<typename Config::Map>({.capacity = 4, .purge = hash::Purge::manual});
    expect_balance(map, 2 + static_cast<Number>(repeat) % 12, 256, static_cast<Number>(repeat),
                   true);
  }
}
TEST(MapRacesPacked4Data, OnTinyTables) { repeat_on_tiny_tables<Packed4>(); }
TEST(MapRacesPacked8Data, OnTinyTables) { repeat_on_tiny_tables<Packed8>(); }
TEST(MapRacesStatefulData, OnTinyTables) { repeat_on_tiny_tables<Stateful>(); }

/// Threads race to insert one key: one of them wins, and all see its value from then on.
template <class Map>
struct Race {
  hash::HashMapRef<Map> map;
  Kokkos::View<std::int64_t*, Memory> winners;
  Kokkos::View<std::int64_t*, Memory> disagreements;
  std::int64_t racers;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const race = i / racers;
    auto const key = encode<typename Map::key_type>(static_cast<Number>(race));
    auto const given = encode<typename Map::value_type>(static_cast<Number>(i));
    auto const result = map.insert(key, given);
    if (result.status == Status::inserted) Kokkos::atomic_add(&winners(race), i + 1);
    auto const found = map.find(key);
    if (!found.found || decode(found.value) != decode(result.value)) {
      Kokkos::atomic_inc(&disagreements(0));
    }
  }
};

TYPED_TEST(MapConcurrent, OneWinnerPerRace) {
  using M = typename TypeParam::Map;
  std::int64_t const races = 2000;
  std::int64_t const racers = 16;
  auto map = make<M>({.capacity = races});
  auto const winners = to_device(std::vector<std::int64_t>(races));
  auto const disagreements = to_device(std::vector<std::int64_t>(1));
  Exec const exec;
  Kokkos::parallel_for("heddle::test::race", Policy(exec, 0, races * racers),
                       Race<M>{map.ref(exec), winners, disagreements, racers});
  EXPECT_EQ(to_host(disagreements), std::vector<std::int64_t>{0});
  auto const won = to_host(winners);
  auto const stored = contents(map);
  ASSERT_EQ(stored.size(), static_cast<std::size_t>(races));
  for (std::int64_t race = 0; race < races; ++race) {
    ASSERT_EQ(stored.at(static_cast<Number>(race)) + 1, static_cast<Number>(won[race]));
  }
}

TYPED_TEST(MapConcurrent, BulkCallsFromTwoHostThreads) {
  std::array<Exec, 2> instances{Exec(), Exec()};
  if (Exec().concurrency() > 1) {  // one thread cannot be divided
    auto const parts = Kokkos::Experimental::partition_space(Exec(), 1, 1);
    instances = {parts[0], parts[1]};
  }
  using M = typename TypeParam::Map;
  auto map = make<M>({.capacity = 20000});
  auto const keys = encoded<typename M::key_type>(range(0, 16000));
  auto const values = encoded<typename M::value_type>(range(1, 16000));
  hash::BulkResult results[2];
  auto const work = [&](int which) {
    for (int round = 0; round < 3; ++round) {
      results[which] = Raw<M>::upsert(instances[which], map, Upsert::insert, keys, values);
      auto const found = encoded<typename M::value_type>(Numbers(16000));
      (void)Raw<M>::find(instances[which], map, keys, found);
      auto const part = std::pair(which * 8000, which * 8000 + 4000);
      (void)Raw<M>::erase(instances[which], map, Kokkos::subview(keys, part));
    }
  };
  if constexpr (backends::traits<Exec>::is_host) {
    // Kernels of one host backend cannot be launched by two threads at once.
    work(0);
    work(1);
  } else {
    std::thread other(work, 1);
    work(0);
    other.join();
  }
  auto const stored = contents(map);
  for (auto const& [key, value] : stored) ASSERT_EQ(value, key + 1);
  EXPECT_GE(stored.size(), 8000u);
}

}  // namespace
}  // namespace heddle::test::maps
