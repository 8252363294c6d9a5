// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tests/families.hpp>
#include <tests/io/refusal.hpp>
#include <tests/ordering/columns.hpp>
#include <tests/reference/matching.hpp>

#include <heddle/ordering/matching.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using heddle::ordering::Matching;
using heddle::ordering::maximum_matching;
using heddle::reference::Entries;
using heddle::test::refusal_of;
using heddle::test::StoredColumns;

/// Matched pairs are stored entries, no row serves twice, and the lists say what is left.
void expect_consistent(Entries const& entries, Matching const& matching) {
  auto const n = static_cast<std::size_t>(entries.num_columns);
  ASSERT_EQ(matching.row_of_column.size(), n);
  std::vector<int> stored(n, 0), uses(n, 0);
  for (auto const& entry : entries.list)
    stored[entry.column] += matching.row_of_column[entry.column] == entry.row;
  std::vector<std::int32_t> open_columns, open_rows;
  for (std::size_t column = 0; column < n; ++column) {
    if (matching.row_of_column[column] < 0) {
      open_columns.push_back(static_cast<std::int32_t>(column));
    } else {
      EXPECT_GE(stored[column], 1) << column;
      ++uses[matching.row_of_column[column]];
    }
  }
  for (std::size_t row = 0; row < n; ++row) {
    EXPECT_LE(uses[row], 1) << row;
    if (uses[row] == 0) open_rows.push_back(static_cast<std::int32_t>(row));
  }
  EXPECT_EQ(matching.unmatched_columns, open_columns);
  EXPECT_EQ(matching.unmatched_rows, open_rows);
  EXPECT_EQ(matching.structural_rank, static_cast<std::int64_t>(n - open_columns.size()));
  EXPECT_TRUE(matching.row_scale.empty() && matching.column_scale.empty());
  EXPECT_FALSE(matching.used_zeros);
}

void expect_maximum(Entries const& entries) {
  auto const matching = maximum_matching(StoredColumns(entries).pattern());
  expect_consistent(entries, matching);
  EXPECT_EQ(matching.structural_rank, heddle::reference::maximum_matching_size(entries));
}

TEST(MaximumMatching, FamiliesAgreeWithTheOracle) {
  for (auto const family : heddle::families::all) {
    SCOPED_TRACE(heddle::families::name(family));
    for (std::int32_t const size : {1, 2, 9, 100})
      for (std::uint64_t seed = 0; seed < 5; ++seed)
        expect_maximum(heddle::families::make(family, size, seed));
  }
}

TEST(MaximumMatching, RandomPatternsAgreeWithTheOracle) {
  heddle::families::Random random(7);
  for (int round = 0; round < 1000; ++round) {
    std::int32_t const n = 1 + random.below(30);
    Entries entries{n, n, {}};
    // From far too few entries for a perfect matching to plenty.
    for (std::int32_t k = random.below(4 * n + 1); k > 0; --k)
      entries.add(random.below(n), random.below(n), 1);
    SCOPED_TRACE(round);
    expect_maximum(heddle::reference::summed(entries));
  }
}

TEST(MaximumMatching, DiagonalIsKept) {
  auto const entries = heddle::families::make(heddle::families::Family::arrow, 20, 0);
  auto const matching = maximum_matching(StoredColumns(entries).pattern());
  for (std::int32_t column = 0; column < 20; ++column)
    EXPECT_EQ(matching.row_of_column[column], column);
}

TEST(MaximumMatching, PathThroughAllColumns) {
  // The diagonal is matched first; the last column then shifts every other one by a row.
  std::int32_t const n = 200000;
  Entries entries{n, n, {}};
  for (std::int32_t column = 0; column + 1 < n; ++column) {
    entries.add(column, column, 1);
    entries.add(column + 1, column, 1);
  }
  entries.add(0, n - 1, 1);
  auto const matching = maximum_matching(StoredColumns(entries).pattern());
  EXPECT_EQ(matching.structural_rank, n);
  for (std::int32_t column = 0; column + 1 < n; ++column)
    ASSERT_EQ(matching.row_of_column[column], column + 1);
}

TEST(MaximumMatching, ManyFailingSearchesStayCheap) {
  // 20000 columns that share 10000 rows in a chain: each failing search alone could visit them all.
  std::int32_t const n = 20000;
  Entries entries{n, n, {}};
  for (std::int32_t column = 0; column < n; ++column) {
    entries.add(column / 2, column, 1);
    if (column / 2 > 0) entries.add(column / 2 - 1, column, 1);
  }
  auto const matching = maximum_matching(StoredColumns(entries).pattern());
  EXPECT_EQ(matching.structural_rank, n / 2);
  EXPECT_EQ(matching.unmatched_rows.front(), n / 2);
}

TEST(MaximumMatching, EqualCallsGiveEqualMatchings) {
  auto const entries = heddle::families::make(heddle::families::Family::zero_diagonal, 1000, 3);
  StoredColumns const stored(entries);
  auto const first = maximum_matching(stored.pattern());
  for (int repeat = 0; repeat < 5; ++repeat)
    EXPECT_EQ(maximum_matching(stored.pattern()).row_of_column, first.row_of_column);
}

TEST(MaximumMatching, Refusals) {
  auto const call = [](std::int32_t n, std::vector<std::int64_t> const& offsets,
                       std::vector<std::int32_t> const& rows) {
    return refusal_of([&] { maximum_matching({n, offsets, rows, {}}); });
  };
  EXPECT_EQ(call(-1, {0}, {}), "invalid_argument: the size of a matrix is negative");
  EXPECT_EQ(call(2, {0, 1}, {0}), "invalid_argument: offsets need n + 1 = 3 items, not 2");
  EXPECT_EQ(call(2, {0, 2, 1}, {0}), "invalid_argument: offsets must start at 0 and never descend");
  EXPECT_EQ(call(1, {1, 1}, {0}), "invalid_argument: offsets must start at 0 and never descend");
  EXPECT_EQ(call(1, {0, 2}, {0}),
            "invalid_argument: the last offset and the number of row indices differ");
  EXPECT_EQ(call(2, {0, 1, 2}, {0, 2}), "invalid_matrix: a row index is outside 0 ... n - 1");
  EXPECT_EQ(call(2, {0, 1, 2}, {0, -1}), "invalid_matrix: a row index is outside 0 ... n - 1");
}

}  // namespace
