// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The views of bulk calls: left out, of different lengths, too small.
#include <tests/hash/map_options.hpp>
#include <tests/hash/map_refusals.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace heddle::test::maps {
namespace {

template <class Config>
struct MapViews : ::testing::Test {};
TYPED_TEST_SUITE(MapViews, MapConfigs);

TYPED_TEST(MapViews, WithoutStatusesTheOutcomeIsTheSame) {
  using M = typename TypeParam::Map;
  auto map = make<M>({.capacity = 1000});
  auto const keys = encoded<typename M::key_type>(range(0, 700));
  auto const values = encoded<typename M::value_type>(range(5, 700));
  using Calls = Raw<M>;
  EXPECT_EQ(Calls::upsert(Exec(), map, Upsert::insert, keys, values).inserted, 700u);
  EXPECT_EQ(Calls::upsert(Exec(), map, Upsert::insert, keys, values).exists, 700u);
  EXPECT_EQ(Calls::erase(Exec(), map, Kokkos::subview(keys, std::pair(0, 300))).erased, 300u);
  auto const found = encoded<typename M::value_type>(Numbers(700, 1));
  auto const result = Calls::find(Exec(), map, keys, found);
  EXPECT_EQ(result.found, 400u);
  EXPECT_EQ(result.not_found, 300u);
  auto expected = range(5, 700);
  for (std::size_t i = 0; i < 300; ++i) expected[i] = decode(typename M::value_type{});
  EXPECT_EQ(decoded(found), expected);
}

// Columns of one table of rows: no raw pointer describes them, and they share no item.
TEST(MapViewsStrided, ColumnsAreTakenAndFilled) {
  using M = Packed4::Map;
  using Rows = Kokkos::View<M::key_type* [4], Kokkos::LayoutRight, Memory>;
  auto map = make<M>({.capacity = 1000});
  Rows const rows("rows", 500);
  auto const keys = Kokkos::subview(rows, Kokkos::ALL, 2);
  auto const values = Kokkos::subview(rows, Kokkos::ALL, 0);
  Kokkos::deep_copy(keys, encoded<M::key_type>(range(1000, 500)));
  Kokkos::deep_copy(values, encoded<M::value_type>(range(7, 500)));
  EXPECT_EQ(map.insert(Exec(), keys, values).inserted, 500u);
  Kokkos::deep_copy(rows, 0);
  EXPECT_EQ(map.retrieve_all(Exec(), keys, values, true), 500u);
  auto const got = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows);
  for (std::size_t i = 0; i < 500; ++i) {
    ASSERT_EQ(got(i, 2), 1000 + i);
    ASSERT_EQ(got(i, 0), 7 + i);
    ASSERT_EQ(got(i, 1) + got(i, 3), 0u);
  }
}

// The same column, one that is shifted by rows, and a stretch across columns do meet.
TEST(MapViewsStrided, ColumnsThatMeetAreRefused) {
  using M = Packed4::Map;
  using Rows = Kokkos::View<M::key_type* [4], Kokkos::LayoutRight, Memory>;
  Unchanged<Packed4> u;
  Rows const rows("rows", 10);
  auto const keys = Kokkos::subview(rows, std::pair(0, 5), 2);
  Kokkos::View<M::value_type*, Memory, Kokkos::MemoryUnmanaged> const stretch(rows.data(), 5);
  auto const code = ErrorCode::invalid_argument;
  u.refuses(code, "keys shares memory with values",
            [&] { (void)u.map.retrieve_all(Exec(), keys, keys); });
  u.refuses(code, "keys shares memory with values", [&] {
    (void)u.map.retrieve_all(Exec(), keys, Kokkos::subview(rows, std::pair(3, 8), 2));
  });
  u.refuses(code, "keys shares memory with values",
            [&] { (void)u.map.retrieve_all(Exec(), keys, stretch); });
}

TYPED_TEST(MapViews, LengthsThatDiffer) {
  using Map = typename TypeParam::Map;
  using Calls = Raw<Map>;
  Unchanged<TypeParam> u;
  auto const keys = encoded<typename Map::key_type>({1, 7, 8});
  auto const values = encoded<typename Map::value_type>({5, 6, 7});
  auto const two = encoded<typename Map::value_type>({5, 6});
  auto const none = encoded<typename Map::value_type>({});
  auto const statuses = to_device(all(3, Status::none));
  auto const four = to_device(all(4, Status::none));
  auto const code = ErrorCode::size_mismatch;
  Exec const exec;
  u.refuses(code, "values has 2 items, keys has 3",
            [&] { Calls::upsert(exec, u.map, Upsert::insert, keys, two); });
  u.refuses(code, "values has 0", [&] { Calls::upsert(exec, u.map, Upsert::insert, keys, none); });
  u.refuses(code, "values has 2", [&] { Calls::upsert(exec, u.map, Upsert::assign, keys, two); });
  u.refuses(code, "values has 2", [&] { Calls::upsert(exec, u.map, Upsert::sum, keys, two); });
  u.refuses(code, "values has 2",
            [&] { Calls::upsert(exec, u.map, Upsert::find_or_insert, keys, two); });
  u.refuses(code, "values has 2", [&] { Calls::find(exec, u.map, keys, two); });
  u.refuses(code, "values has 2",
            [&] { Calls::upsert_async(exec, u.map, Upsert::insert, keys, two); });
  u.refuses(code, "statuses has 4 items",
            [&] { Calls::upsert(exec, u.map, Upsert::insert, keys, values, four); });
  u.refuses(code, "statuses has 4", [&] { Calls::erase(exec, u.map, keys, four); });
  u.refuses(code, "statuses has 4", [&] { Calls::erase_async(exec, u.map, keys, four); });
  u.refuses(code, "statuses has 4", [&] { Calls::find(exec, u.map, keys, values, four); });
  u.refuses(code, "statuses has 4", [&] { Calls::contains(exec, u.map, keys, four); });
  EXPECT_EQ(decoded(values), (Numbers{5, 6, 7})) << "outputs of refused calls changed";
  EXPECT_EQ(to_host(four), all(4, Status::none));
  EXPECT_EQ(Calls::upsert(exec, u.map, Upsert::insert, keys, values, statuses).inserted, 2u);
}

TYPED_TEST(MapViews, OutputsThatAreTooSmall) {
  using Map = typename TypeParam::Map;
  Unchanged<TypeParam> u;
  auto const keys = encoded<typename Map::key_type>({7, 7, 7});
  auto const values = encoded<typename Map::value_type>({8, 8, 8});
  auto const code = ErrorCode::output_too_small;
  using Calls = Raw<Map>;
  typename Calls::Keys const two_keys = Kokkos::subview(keys, std::pair(0, 2));
  typename Calls::Values const two_values = Kokkos::subview(values, std::pair(0, 2));
  u.refuses(code, "3 are needed", [&] { Calls::retrieve_all(Exec(), u.map, two_keys, values); });
  u.refuses(code, "3 are needed", [&] { Calls::retrieve_all(Exec(), u.map, keys, two_values); });
  EXPECT_EQ(decoded(keys), (Numbers{7, 7, 7}));
  EXPECT_EQ(decoded(values), (Numbers{8, 8, 8}));
}

}  // namespace
}  // namespace heddle::test::maps
