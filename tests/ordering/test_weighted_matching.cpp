// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tests/families.hpp>
#include <tests/io/refusal.hpp>
#include <tests/ordering/columns.hpp>
#include <tests/reference/matching.hpp>

#include <heddle/ordering/matching.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using heddle::families::Random;
using heddle::ordering::maximum_matching;
using heddle::ordering::weighted_matching;
using heddle::reference::Entries;
using heddle::reference::from_rows;
using heddle::test::refusal_of;
using heddle::test::StoredColumns;

/// Small matrices of every kind: dense to sparse, values of one size or of sixty, many ties, zeros.
Entries small_matrix(Random& random) {
  std::int32_t const n = 1 + random.below(7);
  std::int32_t const density = 1 + random.below(8);
  std::int32_t const spread = random.below(4) * 10;
  bool const ties = random.below(3) == 0;
  Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j) {
      if (random.below(8) >= density) continue;
      double value = ties ? 1 + random.below(3) : random.value();
      value = std::ldexp(value, random.below(2 * spread + 1) - spread);
      entries.add(i, j, random.below(20) == 0 ? 0 : value);
    }
  return entries;
}

TEST(WeightedMatching, SmallMatricesAgreeWithEnumeration) {
  Random random(11);
  int perfect = 0, completed = 0, deficient = 0;
  for (int round = 0; round < 800; ++round) {
    SCOPED_TRACE(round);
    auto const entries = small_matrix(random);
    auto const matching = weighted_matching(StoredColumns(entries).columns());
    double const best = heddle::reference::best_log_product(entries);
    if (std::isfinite(best)) {
      ++perfect;
      EXPECT_NEAR(heddle::reference::log_product(entries, matching.row_of_column), best, 1e-10);
      EXPECT_FALSE(matching.used_zeros);
      EXPECT_EQ(matching.structural_rank, entries.num_rows);
    } else if (heddle::reference::maximum_matching_size(entries) == entries.num_rows) {
      ++completed;
      EXPECT_TRUE(matching.used_zeros);
      EXPECT_EQ(matching.structural_rank, entries.num_rows);
      EXPECT_FALSE(matching.row_scale.empty());
    } else {
      ++deficient;
      auto const expected = maximum_matching(StoredColumns(entries).columns());
      EXPECT_EQ(matching.row_of_column, expected.row_of_column);
      EXPECT_EQ(matching.structural_rank, expected.structural_rank);
      EXPECT_EQ(matching.unmatched_rows, expected.unmatched_rows);
      EXPECT_EQ(matching.unmatched_columns, expected.unmatched_columns);
      EXPECT_TRUE(matching.row_scale.empty() && matching.column_scale.empty());
      EXPECT_FALSE(matching.used_zeros);
    }
  }
  // The kinds above really occur.
  EXPECT_GT(perfect, 200);
  EXPECT_GT(completed, 8);
  EXPECT_GT(deficient, 100);
}

TEST(WeightedMatching, FamiliesHaveNoGainfulExchange) {
  for (auto const family : heddle::families::all) {
    SCOPED_TRACE(heddle::families::name(family));
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      auto const entries = heddle::reference::summed(heddle::families::make(family, 300, seed));
      auto const matching = weighted_matching(StoredColumns(entries).columns());
      bool const perfect = heddle::reference::maximum_matching_size(entries) == entries.num_rows;
      EXPECT_EQ(matching.structural_rank == entries.num_rows, perfect);
      if (perfect && !matching.used_zeros) {
        EXPECT_TRUE(heddle::reference::no_exchange_gains(entries, matching.row_of_column));
      }
    }
  }
}

TEST(WeightedMatching, LongShortestPaths) {
  // Heavy entries pull the rows away from the diagonal, so that nearly every column is searched.
  Random random(5);
  for (int round = 0; round < 3; ++round) {
    std::int32_t const n = 800;
    Entries entries{n, n, {}};
    for (std::int32_t j = 0; j < n; ++j) {
      entries.add(j, j, 1e-3 * random.large());
      for (int k = 0; k < 6; ++k) entries.add(random.below(n), j, std::exp2(8 * random.value()));
    }
    entries = heddle::reference::summed(entries);
    auto const matching = weighted_matching(StoredColumns(entries).columns());
    EXPECT_EQ(matching.structural_rank, n);
    EXPECT_TRUE(heddle::reference::no_exchange_gains(entries, matching.row_of_column));
  }
}

TEST(WeightedMatching, EntryOrderDoesNotChangeTheProduct) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto const entries = heddle::families::make(heddle::families::Family::zero_diagonal, 200, seed);
    auto const first = weighted_matching(StoredColumns(entries).columns());
    auto const shuffled = heddle::families::shuffled(entries, seed + 100);
    auto const second = weighted_matching(StoredColumns(shuffled).columns());
    EXPECT_NEAR(heddle::reference::log_product(entries, first.row_of_column),
                heddle::reference::log_product(entries, second.row_of_column), 1e-9);
  }
}

TEST(WeightedMatching, EqualCallsGiveEqualBits) {
  auto const entries = heddle::families::make(heddle::families::Family::dense_row, 500, 2);
  StoredColumns const stored(entries);
  auto const first = weighted_matching(stored.columns());
  for (int repeat = 0; repeat < 20; ++repeat) {
    auto const again = weighted_matching(stored.columns());
    EXPECT_EQ(again.row_of_column, first.row_of_column);
    EXPECT_EQ(again.row_scale, first.row_scale);
    EXPECT_EQ(again.column_scale, first.column_scale);
  }
}

TEST(WeightedMatching, DiagonalWinsTies) {
  // Conductances between nodes: each diagonal entry is as large as the only other one.
  auto const entries = from_rows({{2, -2, 0, 0}, {-2, 2, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, -1}});
  auto const matching = weighted_matching(StoredColumns(entries).columns());
  EXPECT_EQ(matching.row_of_column, (std::vector<std::int32_t>{0, 1, 2, 3}));
}

TEST(WeightedMatching, ZeroDiagonalOfVoltageSources) {
  auto const stamp = from_rows({{2, -1, 1}, {-1, 1, 0}, {1, 0, 0}});
  auto const matching = weighted_matching(StoredColumns(stamp).columns());
  EXPECT_EQ(matching.row_of_column, (std::vector<std::int32_t>{2, 1, 0}));
}

TEST(WeightedMatching, StoredZerosCompleteWhatNonzerosCannot) {
  Entries entries{2, 2, {{0, 0, 1}, {1, 0, 2}, {0, 1, 0}, {1, 1, 0}}};
  auto const matching = weighted_matching(StoredColumns(entries).columns());
  EXPECT_TRUE(matching.used_zeros);
  EXPECT_EQ(matching.structural_rank, 2);
  EXPECT_EQ(matching.row_of_column[0] + matching.row_of_column[1], 1);
  // With a nonzero for the second column the same pattern needs no zero.
  entries.list[2].value = 1e-200;
  auto const nonzero = weighted_matching(StoredColumns(entries).columns());
  EXPECT_FALSE(nonzero.used_zeros);
  EXPECT_EQ(nonzero.row_of_column, (std::vector<std::int32_t>{1, 0}));
}

TEST(WeightedMatching, SmallestSizes) {
  auto const none = weighted_matching(StoredColumns({0, 0, {}}).columns());
  EXPECT_EQ(none.structural_rank, 0);
  EXPECT_TRUE(none.row_of_column.empty());
  auto const one = weighted_matching(StoredColumns({1, 1, {{0, 0, -4}}}).columns());
  EXPECT_EQ(one.row_of_column, std::vector<std::int32_t>{0});
  EXPECT_EQ(one.row_scale[0] * one.column_scale[0], 0.25);
  auto const zero = weighted_matching(StoredColumns({1, 1, {{0, 0, 0}}}).columns());
  EXPECT_TRUE(zero.used_zeros);
  EXPECT_EQ(zero.row_scale[0] * zero.column_scale[0], 1);
  auto const nothing = weighted_matching(StoredColumns({1, 1, {}}).columns());
  EXPECT_EQ(nothing.structural_rank, 0);
  EXPECT_EQ(nothing.unmatched_rows, std::vector<std::int32_t>{0});
}

TEST(WeightedMatching, PatternAloneGetsNoScales) {
  auto const entries = heddle::families::make(heddle::families::Family::zero_diagonal, 50, 1);
  StoredColumns const stored(entries);
  auto const matching = weighted_matching(stored.pattern());
  EXPECT_EQ(matching.row_of_column, maximum_matching(stored.pattern()).row_of_column);
  EXPECT_TRUE(matching.row_scale.empty());
}

TEST(WeightedMatching, Refusals) {
  double const infinity = std::numeric_limits<double>::infinity();
  std::vector<std::int64_t> const offsets{0, 1, 2};
  std::vector<std::int32_t> const rows{1, 0};
  for (double const bad : {-1.0, infinity, std::nan("")}) {
    std::vector<double> const magnitudes{1, bad};
    EXPECT_EQ(refusal_of([&] {
                weighted_matching({2, offsets, rows, magnitudes});
              }),
              "invalid_matrix: a magnitude is negative, NaN or infinite");
  }
  std::vector<double> const too_few{1};
  EXPECT_EQ(refusal_of([&] {
              weighted_matching({2, offsets, rows, too_few});
            }),
            "invalid_argument: magnitudes and row indices differ in number");
  EXPECT_EQ(refusal_of([&] {
              weighted_matching({3, offsets, rows, {}});
            }),
            "invalid_argument: offsets need n + 1 = 4 items, not 3");
}

}  // namespace
