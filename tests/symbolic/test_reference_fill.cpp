// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The oracles of fill against hand-worked values and against each other.
#include <tests/families.hpp>
#include <tests/reference/fill.hpp>
#include <tests/reference/fill_boxes.hpp>
#include <tests/support/patterns.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace heddle;
using reference::Table;

TEST(ReferenceFill, of_a_hand_worked_matrix) {
  // Step 0 brings row 3 column 1, step 1 brings row 3 column 2; row 2 stays out of column 3.
  Table const table{{1, 1, 0, 0}, {0, 1, 1, 0}, {0, 0, 0, 0}, {1, 0, 0, 1}};
  Table const filled{{1, 1, 0, 0}, {0, 1, 1, 0}, {0, 0, 1, 0}, {1, 1, 1, 1}};
  EXPECT_EQ(reference::fill_by_elimination(table), filled);
  EXPECT_EQ(reference::fill_by_paths(table), filled);
  EXPECT_EQ(reference::levels_of_fill(filled), (std::vector<std::int32_t>{0, 1, 2, 0}));
  EXPECT_EQ(reference::parents_of_fill(filled), (std::vector<std::int32_t>{3, 3, 3, -1}));
}

TEST(ReferenceFill, elimination_and_paths_agree) {
  for (auto const family : families::all)
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      auto const table = test::table_of(test::sorted_rows(families::make(family, 25, seed)));
      EXPECT_EQ(reference::fill_by_elimination(table), reference::fill_by_paths(table))
          << families::name(family) << " seed " << seed;
    }
}

TEST(ReferenceFill, box_order_of_a_small_grid) {
  // 3 x 3 has nine cells: columns 0 and 2 of the grid, then the separating column 1.
  EXPECT_EQ(reference::BoxOrder::of_grid(3),
            (std::vector<std::int32_t>{0, 3, 6, 2, 5, 8, 1, 4, 7}));
  auto order = reference::BoxOrder::of_grid(20);
  std::sort(order.begin(), order.end());
  for (std::int32_t cell = 0; cell < 400; ++cell) ASSERT_EQ(order[cell], cell);
}

}  // namespace
