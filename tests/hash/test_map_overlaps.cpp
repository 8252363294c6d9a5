// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views that share memory are refused before anything is touched.
#include <heddle/base/error.hpp>

#include <tests/hash/map_support.hpp>

#include <gtest/gtest.h>

#include <string>

namespace heddle::test::maps {
namespace {

using Table = hash::HashMap<std::uint32_t, std::uint32_t, Exec>;
using View32 = Kokkos::View<std::uint32_t*, Memory>;
using Statuses = Table::Statuses;

struct MapOverlaps : ::testing::Test {
  Exec const exec;
  Table map{exec, {.capacity = 64}};
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
    EXPECT_EQ(map.size(exec), 0u);
  }
};

TEST_F(MapOverlaps, StatusesWithInputs) {
  auto const keys = part(0, 4);
  auto const values = part(8, 4);
  refuses("statuses", "keys", [&] { map.insert(exec, keys, values, statuses_at(0, 4)); });
  refuses("statuses", "keys", [&] { map.insert_async(exec, keys, values, statuses_at(3, 4)); });
  refuses("statuses", "values",
          [&] { map.insert_or_assign(exec, keys, values, statuses_at(9, 4)); });
  refuses("statuses", "keys", [&] { map.erase(exec, keys, statuses_at(1, 4)); });
  refuses("statuses", "keys", [&] { map.contains(exec, keys, statuses_at(1, 4)); });
  refuses("statuses", "values", [&] { map.find(exec, keys, values, statuses_at(11, 4)); });
}

TEST_F(MapOverlaps, ValuesThatAreWrittenWithKeys) {
  refuses("values", "keys", [&] { map.find(exec, part(0, 4), part(0, 4)); });
  refuses("values", "keys", [&] { map.find(exec, part(0, 4), part(3, 4)); });
  refuses("values", "keys", [&] { map.find(exec, part(3, 4), part(0, 4)); });
  refuses("values", "keys", [&] { map.find_or_insert(exec, part(0, 4), part(2, 4)); });
}

TEST_F(MapOverlaps, InputsMayShareAndNeighboursAreApart) {
  EXPECT_EQ(map.insert(exec, part(0, 4), part(0, 4), statuses_at(4, 4)).inserted, 1u);
  EXPECT_EQ(map.find(exec, part(0, 4), part(8, 4), statuses_at(12, 4)).found, 4u);
}

}  // namespace
}  // namespace heddle::test::maps
