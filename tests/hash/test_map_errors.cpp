// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a HashMap refuses, with a clear error and without touching anything.
#include <heddle/base/error.hpp>

#include <tests/hash/map_refusals.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace heddle::test::maps {
namespace {

template <class Config>
struct MapErrors : ::testing::Test {};
TYPED_TEST_SUITE(MapErrors, MapConfigs);

TYPED_TEST(MapErrors, Loads) {
  for (double const load : {0., -.5, 1.0001, 100., std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    auto const caught =
        refusal([&] { (void)make<typename TypeParam::Map>({.capacity = 8, .target_load = load}); });
    EXPECT_EQ(caught.code(), ErrorCode::invalid_argument) << load;
    EXPECT_NE(caught.message().find("load"), std::string::npos) << caught.message();
  }
  for (double const load : {1e-3, .5, 1.}) {
    EXPECT_EQ(make<typename TypeParam::Map>({.capacity = 8, .target_load = load}).capacity(), 8u);
  }
}

TYPED_TEST(MapErrors, MoreThanAnyMemory) {
  for (std::size_t const capacity :
       {std::size_t(1) << 44, std::size_t(1) << 60, std::size_t(1) << 62, std::size_t(1) << 63,
        std::numeric_limits<std::size_t>::max() - 9, std::numeric_limits<std::size_t>::max()}) {
    auto const caught =
        refusal([&] { (void)make<typename TypeParam::Map>({.capacity = capacity}); });
    bool const narrow = sizeof(typename TypeParam::Map::Table::hash_type) == 4;
    EXPECT_EQ(caught.code(), narrow ? ErrorCode::invalid_argument : ErrorCode::out_of_memory)
        << capacity << ": " << caught.message();
    Unchanged<TypeParam> unchanged;
    unchanged.refuses(caught.code(), "slots", [&] { rehash(unchanged.map, capacity); });
  }
  Unchanged<TypeParam> unchanged;
  for (std::size_t const keys : {std::size_t(1) << 61, std::numeric_limits<std::size_t>::max()}) {
    auto const caught = refusal([&] { reserve(unchanged.map, keys); });
    EXPECT_TRUE(caught.code() == ErrorCode::out_of_memory ||
                caught.code() == ErrorCode::invalid_argument);
    EXPECT_EQ(contents(unchanged.map), unchanged.before);
  }
}

TYPED_TEST(MapErrors, AsMuchAsTheMachineHasAndALittleMore) {
  using Map = typename TypeParam::Map;
  if (sizeof(typename Map::Table::hash_type) == 4) GTEST_SKIP() << "the hash ends first";
  auto const bytes = backends::traits<Exec>::usable_bytes(Exec());
  Unchanged<TypeParam> unchanged;
  unchanged.refuses(ErrorCode::out_of_memory, "bytes",
                    [&] { rehash(unchanged.map, bytes / 8 + 1000000); });
  EXPECT_EQ(insert(unchanged.map, {4}, {5}), all(1, Status::inserted));
}

TYPED_TEST(MapErrors, ShrinkingBelowTheLiveKeys) {
  Unchanged<TypeParam> unchanged;
  for (std::size_t const slots : {1u, 2u, 3u}) {
    unchanged.refuses(ErrorCode::capacity_below_size, "3 keys",
                      [&] { rehash(unchanged.map, slots); });
  }
  rehash(unchanged.map, 4);
  EXPECT_EQ(contents(unchanged.map), unchanged.before);
  EXPECT_LE(unchanged.map.capacity(), 8u);
}

TYPED_TEST(MapErrors, OfAScenario) {
  // Scenario 6 of the design, small: the last rehash is refused.
  auto map = make<typename TypeParam::Map>({.capacity = 12500});
  (void)insert(map, range(0, 10000), range(0, 10000));
  (void)erase(map, range(1, 5000, 2));
  rehash(map, 0);
  EXPECT_EQ(contains(map, range(1, 5000, 2)), all(5000, Status::not_found));
  rehash(map, 20000);
  auto const expected = contents(map);
  EXPECT_EQ(expected.size(), 5000u);
  EXPECT_EQ(refusal([&] { rehash(map, 1000); }).code(), ErrorCode::capacity_below_size);
  EXPECT_EQ(contents(map), expected);
}

}  // namespace
}  // namespace heddle::test::maps
