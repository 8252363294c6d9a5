// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The right-looking form with its level types and column formats, against the left-looking one
// (which shares no numeric code with it) and dense LU.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace heddle::test {
namespace {

using families::Family;
using lu::ColumnFormat;
using lu::Status;
using reference::backward_error;
using Vector = std::vector<double>;

lu::AnalyzeOptions right_looking(ColumnFormat const format, lu::AnalyzeOptions options = {}) {
  options.numeric = lu::Numeric::right_looking;
  options.column_format = format;
  return options;
}

/// Equal up to the rounding of sums in another order.
void expect_close(Vector const& found, Vector const& expected, double const tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::fmax(largest, std::fabs(expected[i]));
    difference = std::fmax(difference, std::fabs(found[i] - expected[i]));
  }
  EXPECT_LE(difference, tolerance * largest);
}

TEST(LuRightLooking, FactorsLikeTheLeftLookingForm) {
  for (auto const family : families::all)
    for (std::int32_t const size : {1, 2, 30, 500}) {
      SCOPED_TRACE(families::name(family) + std::string(" ") + std::to_string(size));
      Entries const entries = families::make(family, size, 6);
      Solver<> const left(csr(entries));
      for (auto const format : {ColumnFormat::dense, ColumnFormat::search}) {
        Solver<> const right(csr(entries), right_looking(format));
        EXPECT_EQ(right.factored.status, left.factored.status);
        ASSERT_EQ(right.usable(), left.usable());
        if (!left.usable()) continue;
        expect_close(right.values(), left.values(), 1e-12);
        EXPECT_NEAR(right.factored.reciprocal_growth, left.factored.reciprocal_growth,
                    1e-10 * left.factored.reciprocal_growth);
        EXPECT_EQ(right.factored.determinant.sign, left.factored.determinant.sign);
        auto const b = reference::multiply(entries, ramp(entries.num_rows));
        EXPECT_LE(backward_error(entries, right.solve(b).x, b), 1e-14);
      }
    }
}

TEST(LuRightLooking, SinglePrecision) {
  Entries const grid = families::grid(15);
  auto const b = reference::multiply(grid, ramp(225));
  for (auto const format : {ColumnFormat::dense, ColumnFormat::search}) {
    Solver<float> const solver(csr<float>(grid), right_looking(format));
    EXPECT_LE(reference::relative_difference(solver.solve<float>(b).x, ramp(225)), 1e-4);
  }
}

/// `count` columns that need nobody, and one that needs them all.
Entries star(std::int32_t const count) {
  Entries entries{count + 1, count + 1, {}};
  for (std::int32_t i = 0; i < count; ++i) {
    entries.add(i, i, 2);
    entries.add(i, count, 1);
    entries.add(count, i, 1);
  }
  entries.add(count, count, count);
  return entries;
}

TEST(LuRightLooking, LevelTypesByWidth) {
  struct Case {
    std::int32_t width;
    std::int64_t a, b, c;
  };
  for (auto const& [width, a, b, c] : {Case{897, 1, 0, 1}, Case{449, 1, 0, 1}, Case{448, 0, 1, 1},
                                       Case{17, 0, 1, 1}, Case{16, 0, 0, 2}}) {
    SCOPED_TRACE(width);
    for (auto const format : {ColumnFormat::dense, ColumnFormat::search}) {
      Entries const entries = star(width);
      Solver<> const solver(csr(entries), right_looking(format, plain_options()));
      ASSERT_TRUE(solver.factored.right_looking.has_value());
      EXPECT_EQ(solver.factored.right_looking->levels_a, a);
      EXPECT_EQ(solver.factored.right_looking->levels_b, b);
      EXPECT_EQ(solver.factored.right_looking->levels_c, c);
      // The hub's pivot is count - count / 2, summed by everybody.
      auto const b_of_ones = reference::multiply(entries, ones(width + 1));
      EXPECT_LE(reference::relative_difference(solver.solve(b_of_ones).x, ones(width + 1)), 1e-12);
    }
  }
}

TEST(LuRightLooking, DenseColumnsFollowTheMemory) {
  Entries const grid = families::grid(20);
  auto options = right_looking(ColumnFormat::automatic);
  EXPECT_GT(Solver<>(csr(grid), options).factored.right_looking->dense_columns, 0);
  options.column_memory_limit = 1;  // not one vector
  EXPECT_EQ(Solver<>(csr(grid), options).factored.right_looking->dense_columns, 0);
  options.column_format = ColumnFormat::dense;  // forced: one vector, and workers take turns
  Solver<> const forced(csr(grid), options);
  EXPECT_EQ(forced.factored.right_looking->dense_columns, 1);
  expect_close(forced.values(), Solver<>(csr(grid)).values(), 1e-12);
  EXPECT_FALSE(Solver<>(csr(grid)).factored.right_looking.has_value());
}

// Step 0 changes what step 3 reads through (2,0) and (0,3), although U(0,2) is no entry.
TEST(LuRightLooking, UpdateThroughALowerEntryThousandTimes) {
  Entries const a = reference::from_rows({{2, 0, 0, 1}, {0, 1, 0, 0}, {4, 0, 3, 5}, {0, 0, 6, 20}});
  for (auto const format : {ColumnFormat::dense, ColumnFormat::search}) {
    Solver<> solver(csr(a), right_looking(format, plain_options()));
    for (int run = 0; run < 500; ++run) {
      ASSERT_EQ(solver.factors->refactor(solver.exec, csr(a)).status, Status::success);
      auto const values = solver.values();
      ASSERT_EQ(values.back(), 14) << run;
    }
    EXPECT_LE(reference::relative_difference(solver.solve({3, 1, 12, 26}).x, ones(4)), 1e-15);
  }
}

TEST(LuRightLooking, ChecksPivotsAndRecovers) {
  Entries const zero = reference::from_rows({{0, 1, 0}, {1, 1, 2}, {0, 2, 1}});
  auto const options = right_looking(ColumnFormat::search, plain_options());
  Entries stored = zero;
  stored.add(0, 0, 0);
  Solver<> const failed(csr(stored), options, policy(lu::PivotPolicy::fail));
  EXPECT_EQ(failed.factored.status, Status::zero_pivot);
  EXPECT_EQ(failed.factored.first_bad->row, 0);
  EXPECT_EQ(failed.factored.first_bad->column, 0);
  Solver<> const recovered(csr(stored), options);
  EXPECT_EQ(recovered.factored.recovered, 1);
  EXPECT_LE(reference::relative_difference(recovered.solve({2, 9, 7}).x, {1, 2, 3}), 1e-15);
  // Drift after a refactorization.
  Solver<> drift(csr(reference::from_rows({{1, 1}, {1, 2}})), options);
  auto const result =
      drift.factors->refactor(drift.exec, csr(reference::from_rows({{1e-16, 1}, {1, 2}})));
  EXPECT_EQ(result.recovered, 1);
  EXPECT_LE(reference::relative_difference(drift.solve({2, 5}).x, {1, 2}), 1e-14);
}

TEST(LuRightLooking, LevelMethodsAgree) {
  Entries const entries = families::make(Family::random, 400, 8);
  auto options = right_looking(ColumnFormat::search);
  auto const expected = lu::analyze(Exec(), csr(entries), options).num_levels;
  for (auto const method : {lu::Levelize::tickets, lu::Levelize::kahn}) {
    options.levelize = method;
    EXPECT_EQ(lu::analyze(Exec(), csr(entries), options).num_levels, expected);
  }
}

}  // namespace
}  // namespace heddle::test
