// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views that share memory are refused before anything is touched.
#include <heddle/base/error.hpp>

#include <tests/hash/map_options.hpp>

#include <gtest/gtest.h>

#include <string>

namespace heddle::test::maps {
namespace {

using Table = Packed4::Map;
using Calls = Raw<Table>;
using View32 = Kokkos::View<std::uint32_t*, Memory>;
using Statuses = Table::Statuses;

struct MapOverlaps : ::testing::Test {
  Exec const exec;
  Table map = make<Table>({.capacity = 64});
  std::vector<std::uint32_t> const filled = std::vector<std::uint32_t>(16, 3);
  View32 memory = to_device(filled);

  View32 part(std::size_t begin, std::size_t count) const {
    return Kokkos::subview(memory, std::pair(begin, begin + count));
  }
  /// Statuses in the memory of the numbers.
  Statuses statuses_at(std::size_t item, std::size_t count) const {
    return Kokkos::View<Status*, Memory, Kokkos::MemoryUnmanaged>(
        reinterpret_cast<Status*>(memory.data() + item), count);
  }
  template <class Call>
  void refuses(std::string const& output, std::string const& other, Call const& call) {
    try {
      call();
      ADD_FAILURE() << "nothing was thrown";
    } catch (error const& caught) {
      EXPECT_EQ(caught.code(), ErrorCode::invalid_argument);
      EXPECT_EQ(caught.message(), output + " shares memory with " + other);
    }
    EXPECT_EQ(to_host(memory), filled);
    EXPECT_EQ(size(map), 0u);
  }
};

TEST_F(MapOverlaps, StatusesWithInputs) {
  auto const keys = part(0, 4);
  auto const values = part(8, 4);
  refuses("statuses", "keys",
          [&] { Calls::upsert(exec, map, Upsert::insert, keys, values, statuses_at(0, 4)); });
  refuses("statuses", "keys",
          [&] { Calls::upsert_async(exec, map, Upsert::insert, keys, values, statuses_at(3, 4)); });
  refuses("statuses", "values",
          [&] { Calls::upsert(exec, map, Upsert::assign, keys, values, statuses_at(9, 4)); });
  refuses("statuses", "keys", [&] { Calls::erase(exec, map, keys, statuses_at(1, 4)); });
  refuses("statuses", "keys", [&] { Calls::contains(exec, map, keys, statuses_at(1, 4)); });
  refuses("statuses", "values", [&] { Calls::find(exec, map, keys, values, statuses_at(11, 4)); });
}

TEST_F(MapOverlaps, ValuesThatAreWrittenWithKeys) {
  refuses("values", "keys", [&] { Calls::find(exec, map, part(0, 4), part(0, 4)); });
  refuses("values", "keys", [&] { Calls::find(exec, map, part(0, 4), part(3, 4)); });
  refuses("values", "keys", [&] { Calls::find(exec, map, part(3, 4), part(0, 4)); });
  refuses("values", "keys",
          [&] { Calls::upsert(exec, map, Upsert::find_or_insert, part(0, 4), part(2, 4)); });
}

TEST_F(MapOverlaps, InputsMayShareAndNeighboursAreApart) {
  EXPECT_EQ(
      Calls::upsert(exec, map, Upsert::insert, part(0, 4), part(0, 4), statuses_at(4, 4)).inserted,
      1u);
  EXPECT_EQ(Calls::find(exec, map, part(0, 4), part(8, 4), statuses_at(12, 4)).found, 4u);
}

}  // namespace
}  // namespace heddle::test::maps
