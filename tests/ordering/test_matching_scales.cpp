// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tests/families.hpp>
#include <tests/ordering/scales.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using heddle::families::Random;
using heddle::ordering::weighted_matching;
using heddle::reference::Entries;
using heddle::reference::from_rows;
using heddle::test::scaled_sizes;
using heddle::test::StoredColumns;

TEST(MatchingScales, FamiliesAreScaledToOne) {
  for (auto const family : heddle::families::all) {
    SCOPED_TRACE(heddle::families::name(family));
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      auto const entries = heddle::reference::summed(heddle::families::make(family, 200, seed));
      auto const matching = weighted_matching(StoredColumns(entries).columns());
      if (matching.row_scale.empty()) continue;
      heddle::test::expect_powers_of_two(matching);
      auto const sizes = scaled_sizes(entries, matching);
      EXPECT_LE(sizes.largest, 2);
      EXPECT_LE(sizes.largest_matched, 2);
      if (!matching.used_zeros) {
        EXPECT_GE(sizes.least_matched, 0.5);
      }
    }
  }
}

TEST(MatchingScales, AnyMagnitudeThatADoubleHolds) {
  Random random(3);
  double const denormal = std::numeric_limits<double>::denorm_min();
  for (int round = 0; round < 200; ++round) {
    std::int32_t const n = 1 + random.below(12);
    Entries entries{n, n, {}};
    for (std::int32_t i = 0; i < n; ++i)
      for (std::int32_t j = 0; j < n; ++j) {
        if (random.below(3) != 0 && i != j) continue;
        int const kind = random.below(8);
        double value = std::ldexp(random.large(), random.below(2000) - 1000);
        if (kind == 0) value = denormal * (1 + random.below(9));
        if (kind == 1) value = std::numeric_limits<double>::max() / 4;
        entries.add(i, j, value);
      }
    SCOPED_TRACE(round);
    auto const matching = weighted_matching(StoredColumns(entries).columns());
    EXPECT_EQ(matching.structural_rank, n);
    EXPECT_TRUE(heddle::reference::no_exchange_gains(entries, matching.row_of_column));
    heddle::test::expect_powers_of_two(matching);
    EXPECT_LE(scaled_sizes(entries, matching).largest, 2);
  }
}

TEST(MatchingScales, UniformlyTinyAndHuge) {
  for (double const unit : {1e-320, 1e-300, 1.0, 1e300}) {
    auto const entries = from_rows({{3 * unit, unit, 0}, {0, 2 * unit, unit}, {unit, 0, 5 * unit}});
    auto const matching = weighted_matching(StoredColumns(entries).columns());
    heddle::test::expect_powers_of_two(matching);
    auto const sizes = scaled_sizes(entries, matching);
    EXPECT_LE(sizes.largest, 2) << unit;
    if (unit > 1e-310) {
      EXPECT_GE(sizes.least_matched, 0.5) << unit;
    }
  }
}

TEST(MatchingScales, ChainBeyondTheRangeOfExponents) {
  // The only perfect matching is the diagonal; exact scales would grow by 10^200 a row.
  std::int32_t const n = 60;
  Entries down{n, n, {}}, up{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    down.add(i, i, 1e-100);
    up.add(i, i, 1e-100);
    if (i + 1 < n) down.add(i + 1, i, 1e100), up.add(i, i + 1, 1e100);
  }
  for (auto const& entries : {down, up}) {
    auto const matching = weighted_matching(StoredColumns(entries).columns());
    for (std::int32_t j = 0; j < n; ++j) EXPECT_EQ(matching.row_of_column[j], j);
    heddle::test::expect_powers_of_two(matching);
    auto const sizes = scaled_sizes(entries, matching);
    EXPECT_LE(sizes.largest, 2);
    EXPECT_GT(sizes.largest, 0.25);
  }
}

TEST(MatchingScales, PowersOfTwoBecomeExactlyOne) {
  auto const entries = from_rows({{8, 0, 0}, {2, 0.25, 0}, {0, 0.125, -64}});
  auto const matching = weighted_matching(StoredColumns(entries).columns());
  auto const sizes = scaled_sizes(entries, matching);
  EXPECT_EQ(sizes.least_matched, 1);
  EXPECT_EQ(sizes.largest, 1);
}

TEST(MatchingScales, RowsAndColumnsOutsideTheNonzeroMatching) {
  // Column 2 and row 2 hold stored zeros alone; they get the scale 1, the rest is equilibrated.
  Entries entries{3, 3, {{0, 0, 1024}, {1, 1, 0.5}, {0, 1, 0.25}, {2, 2, 0}, {2, 0, 0}}};
  auto const matching = weighted_matching(StoredColumns(entries).columns());
  EXPECT_TRUE(matching.used_zeros);
  heddle::test::expect_powers_of_two(matching);
  EXPECT_EQ(matching.row_scale[2], 1);
  EXPECT_EQ(matching.column_scale[2], 1);
  EXPECT_EQ(matching.row_scale[0] * matching.column_scale[0], 1.0 / 1024);
  EXPECT_EQ(matching.row_scale[1] * matching.column_scale[1], 2);
  // Two columns compete for one row: the loser's column is still brought to 1.
  Entries rivals{2, 2, {{0, 0, 64}, {0, 1, 16}, {1, 1, 0}, {1, 0, 0}}};
  auto const completed = weighted_matching(StoredColumns(rivals).columns());
  EXPECT_TRUE(completed.used_zeros);
  EXPECT_EQ(completed.row_scale[0] * completed.column_scale[0] * 64, 1);
  EXPECT_EQ(completed.row_scale[0] * completed.column_scale[1] * 16, 1);
}

}  // namespace
