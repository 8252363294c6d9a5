// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random batches of all operations, beside std::unordered_map.
#include <tests/hash/map_support.hpp>
#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

#include <unordered_map>
#include <unordered_set>

namespace heddle::test::maps {
namespace {

template <class Config>
struct MapRandom : ::testing::Test {};
TYPED_TEST_SUITE(MapRandom, MapConfigs);

/// A map and its oracle.
template <class Map>
class Pair {
 public:
  Pair(std::size_t capacity, Number num_keys, Number seed)
      : map_(Exec(), {.capacity = capacity}), num_keys_(num_keys), next_(seed) {}

  /// One batch of a random operation on distinct random keys.
  void step() {
    auto const keys = batch();
    Numbers values(keys.size());
    for (auto& value : values) value = next_() >> 40;
    switch (next_() % 8) {
      case 0:
      case 1:
        return upsert(insert(map_, keys, values), keys, values, Status::exists,
                      [](Number held, Number) { return held; });
      case 2:
        return upsert(assign(map_, keys, values), keys, values, Status::updated,
                      [](Number, Number given) { return given; });
      case 3:
        return upsert(add(map_, keys, values), keys, values, Status::updated,
                      [](Number held, Number given) { return held + given; });
      case 4: return find_or_insert_all(keys, values);
      case 5:
      case 6: return erase_all(keys);
      default: return find_all(keys);
    }
  }
  void maintain(int round) {
    if (round % 40 == 13) purge(map_);
    if (round % 40 == 26) rehash(map_, oracle_.size() + 1 + next_() % 2000);
    if (round % 40 == 39) map_ = clone(map_);
    if (round % 100 == 99) {
      clear(map_);
      oracle_.clear();
    }
  }
  void check() const { EXPECT_EQ(contents(map_), Pairs(oracle_.begin(), oracle_.end())); }

 private:
  Numbers batch() {
    std::unordered_set<Number> keys;
    auto const wanted = next_() % 300;
    while (keys.size() < wanted) keys.insert(next_() % num_keys_);
    return {keys.begin(), keys.end()};
  }
  template <class Op>
  void upsert(Outcomes const& got, Numbers const& keys, Numbers const& values, Status other,
              Op const& op) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      auto const held = oracle_.find(keys[i]);
      if (held != oracle_.end()) {
        EXPECT_EQ(got[i], other);
        held->second = op(held->second, values[i]);
      } else if (got[i] != Status::full) {
        EXPECT_EQ(got[i], Status::inserted);
        oracle_[keys[i]] = values[i];
      }
    }
    // Distinct keys and no erase beside them: an item is refused only when all slots are taken.
    if (count(got, Status::full) > 0) {
      EXPECT_EQ(oracle_.size(), map_.capacity());
    }
  }
  void find_or_insert_all(Numbers const& keys, Numbers const& values) {
    auto const got = find_or_insert(map_, keys, values);
    upsert(got.statuses, keys, values, Status::exists, [](Number held, Number) { return held; });
    for (std::size_t i = 0; i < keys.size(); ++i) {
      auto const full = got.statuses[i] == Status::full;
      EXPECT_EQ(got.values[i], full ? values[i] : oracle_.at(keys[i]));
    }
  }
  void erase_all(Numbers const& keys) {
    auto const got = erase(map_, keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ(got[i], oracle_.erase(keys[i]) == 1 ? Status::erased : Status::not_found);
    }
  }
  void find_all(Numbers const& keys) {
    auto const got = find(map_, keys, 4711);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      auto const held = oracle_.find(keys[i]);
      bool const present = held != oracle_.end();
      EXPECT_EQ(got.statuses[i], present ? Status::found : Status::not_found);
      EXPECT_EQ(got.values[i], present ? held->second : 4711);
    }
  }

  Map map_;
  Number num_keys_;
  SplitMix64 next_;
  std::unordered_map<Number, Number> oracle_;
};

TYPED_TEST(MapRandom, FollowsAnUnorderedMap) {
  struct Case {
    std::size_t capacity;
    Number num_keys;
  };
  // Sparse; nearly full; more keys than slots.
  for (auto const& [capacity, num_keys] : {Case{3000, 1500}, Case{1000, 990}, Case{500, 2000}}) {
    Pair<typename TypeParam::Map> maps(capacity, num_keys, capacity);
    for (int round = 0; round < 200 && !::testing::Test::HasFailure(); ++round) {
      maps.step();
      maps.maintain(round);
      if (round % 10 == 9) maps.check();
    }
  }
}

}  // namespace
}  // namespace heddle::test::maps
