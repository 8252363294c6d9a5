// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partial pivoting where it cannot succeed: singular, not finite, over the limit, misused.
#include <tests/families.hpp>
#include <tests/io/refusal.hpp>
#include <tests/ordering/columns.hpp>

#include <heddle/ordering/partial_pivoting.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace {

using heddle::ordering::PartialPivoting;
using heddle::ordering::PartialPivotingOptions;
using heddle::ordering::PartialPivotingStatus;
using heddle::ordering::pivot_by_partial_pivoting;
using heddle::reference::Entries;
using heddle::reference::from_rows;
using heddle::test::refusal_of;
using heddle::test::StoredColumns;
using Order = std::vector<std::int32_t>;

PartialPivoting in_natural_order(Entries const& entries,
                                 PartialPivotingOptions const& options = {}) {
  Order order(entries.num_rows);
  std::iota(order.begin(), order.end(), 0);
  return pivot_by_partial_pivoting(StoredColumns(entries).valued(), order, order, options);
}

TEST(PivotingOutcomes, SingularStepsWorkedByHand) {
  auto const second = in_natural_order(from_rows({{1, 2}, {2, 4}}));
  EXPECT_EQ(second.status, PartialPivotingStatus::singular);
  EXPECT_EQ(second.first_bad_step, 1);
  EXPECT_EQ(second.best_candidate, 0);
  EXPECT_EQ(second.row_of_step, (Order{0, -1}));
  auto const empty_column = in_natural_order(from_rows({{0, 1}, {0, 1}}));
  EXPECT_EQ(empty_column.first_bad_step, 0);
  EXPECT_EQ(empty_column.row_of_step, (Order{-1, 1}));
  auto const zero = in_natural_order({1, 1, {{0, 0, 0}}});
  EXPECT_EQ(zero.status, PartialPivotingStatus::singular);
  EXPECT_EQ(zero.first_bad_step, 0);
}

TEST(PivotingOutcomes, CandidateBelowTheToleranceOfItsColumn) {
  double const eps = std::numeric_limits<double>::epsilon();
  auto const at = [&](double share) {
    return in_natural_order(from_rows({{1, 16}, {1, 16 * (1 + share)}}));
  };
  auto const below = at(8 * eps);
  EXPECT_EQ(below.status, PartialPivotingStatus::singular);
  EXPECT_EQ(below.first_bad_step, 1);
  EXPECT_EQ(below.best_candidate, 16 * 8 * eps);
  auto const above = at(16 * eps);
  EXPECT_EQ(above.status, PartialPivotingStatus::success);
  EXPECT_EQ(above.smallest_pivot, 16 * 16 * eps);
}

TEST(PivotingOutcomes, NumberOfPivotsIsTheRank) {
  // Integer columns that are sums of earlier ones, so that elimination by +-1 pivots is exact.
  heddle::families::Random random(31);
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(round);
    std::int32_t const n = 2 + random.below(20);
    std::vector<std::vector<double>> rows(n, std::vector<double>(n, 0));
    Order const transversal = random.permutation(n);
    std::int32_t dependent = 0, first_dependent = -1;
    for (std::int32_t j = 0; j < n; ++j) {
      if (j >= 2 && random.below(3) == 0) {
        std::int32_t const one = random.below(j), other = random.below(j);
        for (std::int32_t i = 0; i < n; ++i) rows[i][j] = rows[i][one] + rows[i][other];
        if (first_dependent < 0) first_dependent = j;
        ++dependent;
      } else {
        rows[transversal[j]][j] = 1;
        for (std::int32_t k = 0; k < j; ++k) rows[transversal[k]][j] = random.below(3) - 1;
      }
    }
    auto const entries = from_rows(rows);
    auto const result = in_natural_order(entries);
    auto const refused = std::count(result.row_of_step.begin(), result.row_of_step.end(), -1);
    EXPECT_EQ(refused, dependent);
    EXPECT_EQ(result.first_bad_step, first_dependent);
    EXPECT_EQ(result.status == PartialPivotingStatus::success, dependent == 0);
  }
}

TEST(PivotingOutcomes, NotFiniteIsNeverAPivot) {
  double const infinity = std::numeric_limits<double>::infinity();
  for (double const bad : {std::nan(""), infinity, -infinity}) {
    auto const result = in_natural_order(
        {3, 3, {{0, 0, 1}, {1, 1, bad}, {0, 1, 1}, {2, 1, 1}, {2, 2, 1}, {1, 2, 1}}});
    EXPECT_EQ(result.status, PartialPivotingStatus::non_finite);
    EXPECT_EQ(result.first_bad_step, 1);
    EXPECT_TRUE(std::isnan(result.best_candidate));
    EXPECT_EQ(result.row_of_step, (Order{0, -1, 2}));  // it does not spread
  }
  auto const grown = in_natural_order(from_rows({{1, 1e308}, {-1, 1e308}}));
  EXPECT_EQ(grown.status, PartialPivotingStatus::non_finite);
  EXPECT_EQ(grown.first_bad_step, 1);
  // The pivot of column 1 is fine, but the factor above it overflows.
  auto const above = in_natural_order(from_rows({{1, 0, 1e308}, {-1, 1, 1e308}, {0, 0, 1}}));
  EXPECT_EQ(above.status, PartialPivotingStatus::non_finite);
  EXPECT_EQ(above.first_bad_step, 2);
}

TEST(PivotingOutcomes, EntryLimit) {
  auto const entries = heddle::families::arrow(50);
  PartialPivotingOptions options;
  options.entry_limit = 2500;
  EXPECT_EQ(in_natural_order(entries, options).status, PartialPivotingStatus::success);
  EXPECT_EQ(in_natural_order(entries, options).num_entries, 2500);
  options.entry_limit = 2499;
  auto const result = in_natural_order(entries, options);
  EXPECT_EQ(result.status, PartialPivotingStatus::entry_limit_exceeded);
  options.entry_limit = 100;
  auto const early = in_natural_order(entries, options);
  EXPECT_EQ(early.row_of_step[0], 0);
  EXPECT_EQ(early.row_of_step[49], -1);
}

TEST(PivotingOutcomes, NoRows) {
  auto const result = in_natural_order({0, 0, {}});
  EXPECT_EQ(result.status, PartialPivotingStatus::success);
  EXPECT_TRUE(result.row_of_step.empty());
  EXPECT_EQ(result.num_entries, 0);
}

TEST(PivotingOutcomes, Refusals) {
  StoredColumns const stored(from_rows({{1, 2}, {3, 4}}));
  auto const call = [&](Order const& columns, Order const& preferred) {
    return refusal_of([&] { pivot_by_partial_pivoting(stored.valued(), columns, preferred); });
  };
  EXPECT_EQ(call({0}, {}), "invalid_argument: the column order needs n items");
  auto const no_permutation = "invalid_argument: the column order is no permutation of 0 ... n - 1";
  EXPECT_EQ(call({0, 0}, {}), no_permutation);
  EXPECT_EQ(call({0, 2}, {}), no_permutation);
  EXPECT_EQ(call({-1, 0}, {}), no_permutation);
  EXPECT_EQ(call({0, 1}, {0}), "invalid_argument: preferred rows must be none or n");
  EXPECT_EQ(call({0, 1}, {0, 2}),
            "invalid_argument: a preferred row is outside 0 ... n - 1 and not -1");
  auto broken = stored.valued();
  broken.values = broken.values.first(3);
  Order const order{0, 1};
  EXPECT_EQ(refusal_of([&] { pivot_by_partial_pivoting(broken, order); }),
            "invalid_argument: values and row indices differ in number");
}

}  // namespace
