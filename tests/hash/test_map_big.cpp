// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More keys than 2^30, more queries than 2^30: indices and counts are 64 bits wide.
#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/hash/map_options.hpp"

namespace heddle::test::maps {
namespace {

using Table = Packed4::Map;
using Calls = Raw<Table>;
using View32 = Kokkos::View<std::uint32_t*, Memory>;
using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// Not initialised: whole gigabytes.
View32 allocate(std::size_t items) {
  return View32(Kokkos::view_alloc("heddle::test::items", Kokkos::WithoutInitializing), items);
}

/// Distinct keys: outputs of a bijection; the value is the number of the key.
struct WriteItems {
  View32 keys, values;
  std::int64_t period;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    keys(i) = backends::hash_format::mix(static_cast<std::uint32_t>(i % period));
    values(i) = static_cast<std::uint32_t>(i % period);
  }
};
/// Pairs that do not belong together.
struct CountWrong {
  View32 keys, values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& wrong) const {
    wrong += keys(i) != backends::hash_format::mix(values(i));
  }
};
struct SumNumbers {
  View32 values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& sum) const { sum += values(i); }
};

template <class Functor>
std::uint64_t reduce(std::size_t items, Functor const& functor) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("heddle::test::reduce", Policy(0, static_cast<std::int64_t>(items)),
                          functor, sum);
  return sum;
}

struct MapBigData : ::testing::Test {
  void SetUp() override {
    if (backends::traits<Exec>::usable_bytes(Exec()) < std::uint64_t{44} << 30)
      GTEST_SKIP() << "needs 44 GiB";
    if (backends::traits<Exec>::is_host) GTEST_SKIP() << "takes a host an hour";
  }
};

TEST_F(MapBigData, MoreThanABillionKeys) {
  std::size_t const size = 1200000000;
  auto map = make<Table>({.capacity = 2 * size});
  auto const keys = allocate(size);
  auto const values = allocate(size);
  auto const all = static_cast<std::int64_t>(size);
  Kokkos::parallel_for("heddle::test::items", Policy(0, all), WriteItems{keys, values, all});
  EXPECT_EQ(Calls::upsert(Exec(), map, Upsert::insert, keys, values).inserted, size);
  Kokkos::deep_copy(values, 0u);
  EXPECT_EQ(Calls::find(Exec(), map, keys, values).found, size);
  EXPECT_EQ(reduce(size, CountWrong{keys, values}), 0u);
  EXPECT_EQ(map.size(Exec()), size);
  Kokkos::deep_copy(keys, 0u);
  Kokkos::deep_copy(values, 0u);
  EXPECT_EQ(map.retrieve_all(Exec(), keys, values), size);  // into exactly as much
  EXPECT_EQ(reduce(size, CountWrong{keys, values}), 0u);
  EXPECT_EQ(reduce(size, SumNumbers{values}), std::uint64_t{size} * (size - 1) / 2);
}

TEST_F(MapBigData, MoreThanABillionQueries) {
  std::size_t const queries = (std::size_t{1} << 30) + 1;
  auto map = make<Table>({.capacity = 256});
  auto const keys = allocate(queries);
  auto const values = allocate(queries);
  auto const all = static_cast<std::int64_t>(queries);
  Kokkos::parallel_for("heddle::test::items", Policy(0, all), WriteItems{keys, values, 100});
  auto const result = Calls::upsert(Exec(), map, Upsert::insert, keys, values);
  EXPECT_EQ(result.inserted, 100u);
  EXPECT_EQ(result.exists, queries - 100);
  Kokkos::deep_copy(values, 0u);
  EXPECT_EQ(Calls::find(Exec(), map, keys, values).found, queries);
  EXPECT_EQ(reduce(queries, CountWrong{keys, values}), 0u);
}

}  // namespace
}  // namespace heddle::test::maps
