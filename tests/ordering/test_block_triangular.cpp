// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The oracle is reachability: two indices share a block exactly if each reaches the other.
#include <tests/families.hpp>
#include <tests/io/refusal.hpp>
#include <tests/ordering/columns.hpp>

#include <heddle/ordering/block_triangular.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using heddle::ordering::block_triangular;
using heddle::reference::Entries;
using heddle::test::refusal_of;
using heddle::test::StoredColumns;

/// reach[i][j]: a path leads from row i to column j (Warshall).
std::vector<std::vector<char>> reachability(Entries const& entries) {
  auto const n = static_cast<std::size_t>(entries.num_rows);
  std::vector<std::vector<char>> reach(n, std::vector<char>(n, 0));
  for (std::size_t i = 0; i < n; ++i) reach[i][i] = 1;
  for (auto const& entry : entries.list) reach[entry.row][entry.column] = 1;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n && reach[i][k]; ++j) reach[i][j] |= reach[k][j];
  return reach;
}

void expect_block_form(Entries const& entries) {
  StoredColumns const stored(entries);
  auto const found = block_triangular(stored.n, stored.offsets, stored.rows);
  ASSERT_EQ(found.order.size(), static_cast<std::size_t>(stored.n));
  ASSERT_EQ(found.block_offsets.front(), 0);
  ASSERT_EQ(found.block_offsets.back(), stored.n);
  std::vector<int> block_of(stored.n, -1);
  int largest = 0;
  for (int block = 0; block < found.num_blocks(); ++block) {
    ASSERT_LT(found.block_offsets[block], found.block_offsets[block + 1]);
    largest = std::max(largest, found.block_offsets[block + 1] - found.block_offsets[block]);
    for (auto at = found.block_offsets[block]; at < found.block_offsets[block + 1]; ++at) {
      ASSERT_EQ(block_of[found.order[at]], -1);
      block_of[found.order[at]] = block;
    }
  }
  EXPECT_EQ(found.largest_block(), largest);
  for (auto const& entry : entries.list) EXPECT_LE(block_of[entry.row], block_of[entry.column]);
  auto const reach = reachability(entries);
  for (int i = 0; i < stored.n; ++i)
    for (int j = 0; j < stored.n; ++j)
      EXPECT_EQ(block_of[i] == block_of[j], reach[i][j] && reach[j][i]) << i << " " << j;
}

TEST(BlockTriangular, FamiliesByReachability) {
  for (auto const family : heddle::families::all)
    for (std::int32_t const size : {1, 2, 7, 60}) {
      SCOPED_TRACE(heddle::families::name(family) + std::string(" ") + std::to_string(size));
      expect_block_form(heddle::families::make(family, size, 2));
    }
}

TEST(BlockTriangular, SparseRandomPatternsByReachability) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    heddle::families::Random random(seed);
    std::int32_t const n = 1 + random.below(40);
    Entries entries{n, n, {}};
    std::int32_t const count = random.below(2 * n + 1);  // about where large components appear
    for (std::int32_t k = 0; k < count; ++k) entries.add(random.below(n), random.below(n), 1);
    expect_block_form(entries);
  }
}

TEST(BlockTriangular, OfATriangleHasBlocksOfOne) {
  Entries triangle{500, 500, {}};
  for (std::int32_t i = 0; i < 500; ++i)
    for (std::int32_t j = 0; j <= i; j += 1 + i / 50) triangle.add(i, j, 1);
  StoredColumns const stored(triangle);
  auto const found = block_triangular(500, stored.offsets, stored.rows);
  EXPECT_EQ(found.num_blocks(), 500);
  EXPECT_EQ(found.largest_block(), 1);
}

TEST(BlockTriangular, OfNothing) {
  std::vector<std::int64_t> const offsets{0};
  auto const found = block_triangular(0, offsets, {});
  EXPECT_EQ(found.num_blocks(), 0);
  EXPECT_EQ(found.largest_block(), 0);
}

TEST(BlockTriangular, Refusals) {
  std::vector<std::int64_t> const offsets{0, 1, 2};
  std::vector<std::int32_t> const rows{0, 2};
  EXPECT_EQ(refusal_of([&] { block_triangular(2, offsets, rows); }),
            "invalid_matrix: a row index is outside 0 ... n - 1");
  EXPECT_EQ(refusal_of([&] { block_triangular(3, offsets, rows); }),
            "invalid_argument: offsets need n + 1 = 4 items, not 3");
}

}  // namespace
