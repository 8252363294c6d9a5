// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pivot policies, refactorization, and the figures of a factorization (determinant, growth,
// condition) against dense LU with complete pivoting and exact integer determinants.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using lu::PivotPolicy;
using lu::Status;
using reference::backward_error;
using reference::from_rows;
using Vector = std::vector<double>;

constexpr double eps = std::numeric_limits<double>::epsilon();

// The diagonal is a best matching, but elimination in the natural order makes pivot 1 zero.
Entries const zero_after_step_0 = from_rows({{1, 1, 0}, {1, 1, 1}, {0, 1, 1}});

TEST(LuPivots, ExactZeroIsRecovered) {
  Solver<> const solver(csr(zero_after_step_0), natural_options());
  EXPECT_EQ(solver.factored.status, Status::success);
  EXPECT_EQ(solver.factored.recovered, 1);
  EXPECT_EQ(solver.factored.perturbed, 0);
  EXPECT_EQ(solver.factored.determinant.sign, -1);
  EXPECT_NEAR(solver.factored.determinant.log_magnitude, 0.0, 4 * eps);
  EXPECT_GT(solver.factors->generation(), 0);
  EXPECT_EQ(solver.solve({3, 6, 5}).x, (Vector{1, 2, 3}));
}

TEST(LuPivots, ExactZeroIsPerturbed) {
  Solver<> const solver(csr(zero_after_step_0), natural_options(), policy(PivotPolicy::perturb));
  EXPECT_EQ(solver.factored.status, Status::pivot_degraded);
  EXPECT_EQ(solver.factored.perturbed, 1);
  EXPECT_EQ(solver.factored.recovered, 0);
  ASSERT_TRUE(solver.factored.first_bad.has_value());
  EXPECT_EQ(solver.factored.first_bad->step, 1);
  EXPECT_EQ(solver.factored.first_bad->row, 1);
  EXPECT_EQ(solver.factored.first_bad->column, 1);
  EXPECT_TRUE(solver.usable());
}

TEST(LuPivots, ExactZeroFails) {
  Solver<> const solver(csr(zero_after_step_0), natural_options(), policy(PivotPolicy::fail));
  EXPECT_EQ(solver.factored.status, Status::zero_pivot);
  ASSERT_TRUE(solver.factored.first_bad.has_value());
  EXPECT_EQ(solver.factored.first_bad->step, 1);
  EXPECT_EQ(solver.factored.first_bad->column, 1);
  EXPECT_FALSE(solver.usable());
}

TEST(LuPivots, FirstOfManyBadPivots) {
  // Ten blocks of the matrix above, each with one zero pivot; the smallest step is reported.
  Entries blocks{30, 30, {}};
  for (int k = 0; k < 10; ++k)
    for (auto const& entry : zero_after_step_0.list)
      blocks.add(3 * k + entry.row, 3 * k + entry.column, entry.value);
  for (int run = 0; run < 20; ++run) {
    Solver<> const solver(csr(blocks), natural_options(), policy(PivotPolicy::perturb));
    EXPECT_EQ(solver.factored.perturbed, 10);
    ASSERT_TRUE(solver.factored.first_bad.has_value());
    EXPECT_EQ(solver.factored.first_bad->step, 1);
  }
}

TEST(LuPivots, NeedsAnotherMatchingAfterRefactor) {
  // The large entries move from the diagonal to cycles of three: the old pivots all become tiny.
  Entries const before = families::make(Family::banded, 39, 3);
  Entries after = before;
  for (auto& [row, column, value] : after.list) {
    if (row == column) value *= 1e-12;
    if (column == (row % 3 == 2 ? row - 2 : row + 1)) value = 100;
  }
  Solver<> solver(csr(before), natural_options());
  ASSERT_EQ(solver.factored.status, Status::success);
  auto const result = solver.factors->refactor(solver.exec, csr(after));
  EXPECT_EQ(result.status, Status::success);
  EXPECT_EQ(result.recovered, 1);
  auto const b = reference::multiply(after, ramp(39));
  EXPECT_LE(backward_error(after, solver.solve(b).x, b), 1e-14);
}

TEST(LuPivots, FailedRefactorKeepsOldFactors) {
  Entries const good = from_rows({{1, 1}, {1, 2}}), drifted = from_rows({{1e-16, 1}, {1, 2}});
  Entries const singular = from_rows({{1, 2}, {2, 4}}), nan = from_rows({{1, NAN}, {1, 2}});
  Solver<> solver(csr(good), natural_options());
  auto const before = solver.solve({2, 3});
  auto const values = solver.values();
  auto const refactor = [&](Entries const& entries, PivotPolicy const choice) {
    return solver.factors->refactor(solver.exec, csr(entries), policy(choice)).status;
  };
  auto const unchanged = [&] {
    return solver.usable() && same_bits(solver.solve({2, 3}).x, before.x) &&
           same_bits(solver.values(), values) && solver.factors->generation() == 0;
  };
  EXPECT_EQ(before.x, (Vector{1, 1}));
  EXPECT_EQ(refactor(drifted, PivotPolicy::fail), Status::zero_pivot);
  EXPECT_TRUE(unchanged());
  EXPECT_EQ(refactor(singular, PivotPolicy::recover), Status::numerically_singular);
  EXPECT_TRUE(unchanged());
  EXPECT_EQ(refactor(nan, PivotPolicy::recover), Status::non_finite);
  EXPECT_TRUE(unchanged());
  EXPECT_EQ(refactor(good, PivotPolicy::recover), Status::success);
  EXPECT_TRUE(unchanged());
}

TEST(LuPivots, RefactorFollowsTheValues) {
  Entries entries = families::make(Family::random, 300, 5);
  Solver<> solver(csr(entries));
  families::Random random(6);
  for (int step = 0; step < 10; ++step) {
    for (auto& entry : entries.list) entry.value *= 1 + 0.2 * random.value();
    auto const result = solver.factors->refactor(solver.exec, csr(entries));
    ASSERT_EQ(result.status, Status::success);
    EXPECT_TRUE(std::isnan(result.reciprocal_condition));
    auto const b = reference::multiply(entries, ramp(300));
    EXPECT_LE(backward_error(entries, solver.solve(b).x, b), 6 * eps);
  }
}

TEST(LuPivots, RefactorWithTheSameValuesGivesTheSameFactors) {
  Entries const entries = families::make(Family::random, 300, 7);
  Solver<> solver(csr(entries));
  auto const values = solver.values();
  ASSERT_EQ(solver.factors->refactor(solver.exec, csr(entries)).status, Status::success);
  EXPECT_TRUE(same_bits(solver.values(), values));
  Entries doubled = entries;
  for (auto& entry : doubled.list) entry.value *= 2;
  auto const x = solver.solve(ones(300)).x;
  ASSERT_EQ(solver.factors->refactor(solver.exec, csr(doubled)).status, Status::success);
  auto half = solver.solve(ones(300)).x;
  for (auto& item : half) item *= 2;
  EXPECT_TRUE(same_bits(half, x));
}

TEST(LuPivots, AnalysisServesSeveralFactorizations) {
  Entries const entries = families::make(Family::random, 100, 7);
  Solver<> const solver(csr(entries));
  lu::Factorization<double, Exec> second(solver.exec, solver.analyzed.analysis);
  auto const copy = solver.analyzed.analysis;
  ASSERT_EQ(second.factor(solver.exec, csr(entries)).status, Status::success);
  EXPECT_TRUE(same_bits(to_vector(second.factor_values()), solver.values()));
  lu::Factorization<double, Exec> moved(std::move(second));
  EXPECT_TRUE(same_bits(to_vector(moved.factor_values()), solver.values()));
  lu::Factorization<float, Exec> single(solver.exec, copy);
  EXPECT_EQ(single.factor(solver.exec, csr<float>(entries)).status, Status::success);
}

// A random integer matrix, n x n, with about half of its entries.
Entries integers(int const n, std::uint64_t const seed) {
  families::Random random(seed);
  Entries entries{n, n, {}};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (int const value = random.below(7) - 3; value != 0 && (i == j || random.below(2) == 0))
        entries.add(i, j, value);
  return entries;
}

TEST(LuFigures, DeterminantsOfIntegerMatrices) {
  int regular = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Entries const entries = integers(1 + static_cast<int>(seed % 8), seed);
    auto const exact = reference::exact_determinant(entries);
    Solver<> const solver(csr(entries));
    if (exact == 0) {
      EXPECT_FALSE(solver.usable() && solver.factored.status == Status::success) << seed;
      continue;
    }
    ++regular;
    ASSERT_TRUE(solver.usable()) << seed;
    auto const& determinant = solver.factored.determinant;
    EXPECT_EQ(determinant.sign, exact > 0 ? 1 : -1) << seed;
    EXPECT_NEAR(std::exp(determinant.log_magnitude), std::fabs(exact), 1e-13 * std::fabs(exact))
        << seed;
  }
  EXPECT_GT(regular, 20);
}

TEST(LuFigures, DeterminantsOfFamilies) {
  for (auto const family : families::all)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      if (family == Family::structurally_singular) continue;
      Entries const entries = families::make(family, 40, seed);
      reference::DenseLu const dense{reference::Dense(entries)};
      Solver<> const solver(csr(entries));
      EXPECT_EQ(solver.factored.determinant.sign, dense.sign()) << families::name(family) << seed;
      EXPECT_NEAR(solver.factored.determinant.log_magnitude,
                  static_cast<double>(dense.log_determinant()), 1e-11)
          << families::name(family);
    }
}

TEST(LuFigures, DeterminantBeyondTheRangeOfNumbers) {
  Entries diagonal{400, 400, {}};
  for (int i = 0; i < 400; ++i) diagonal.add(i, (i + 1) % 400, i % 2 == 0 ? -1e10 : 1e9);
  Solver<> const solver(csr(diagonal));
  // A cycle of even length is odd; 200 factors are negative.
  EXPECT_EQ(solver.factored.determinant.sign, -1);
  EXPECT_NEAR(solver.factored.determinant.log_magnitude, 200 * 19 * std::log(10.0), 1e-8);
}

TEST(LuFigures, GrowthEqualsDense) {
  for (auto const family : {Family::arrow, Family::banded, Family::grid, Family::random})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Entries entries = families::make(family, 36, seed);
      for (int i = 0; i < 36; ++i) entries.add(i, i, 3);  // no pivot is near zero
      Solver<> const solver(csr(entries), plain_options(), policy(PivotPolicy::perturb));
      ASSERT_EQ(solver.factored.perturbed, 0);
      double const expected = reference::reciprocal_growth(reference::Dense(entries));
      EXPECT_NEAR(solver.factored.reciprocal_growth, expected, 1e-12 * expected)
          << families::name(family);
    }
  Solver<> const by_hand(csr(from_rows({{0.25, 1}, {1, 1}})), plain_options());
  EXPECT_DOUBLE_EQ(by_hand.factored.reciprocal_growth, 1 / 3.0);
}

TEST(LuFigures, GrowthBeyondTheThresholdIsNoSuccess) {
  // The pivot 1e-6 passes both pivot checks, but U(1,1) is about 1e6.
  Entries const a = from_rows({{1e-6, 1}, {1, 1}});
  Solver<> const perturbed(csr(a), plain_options(), policy(PivotPolicy::perturb));
  EXPECT_EQ(perturbed.factored.status, Status::pivot_degraded);
  EXPECT_EQ(perturbed.factored.perturbed, 0);
  EXPECT_NEAR(perturbed.factored.reciprocal_growth, 1e-6, 1e-11);
  Solver<> const recovered(csr(a), plain_options());
  EXPECT_EQ(recovered.factored.status, Status::success);
  EXPECT_EQ(recovered.factored.recovered, 1);
}

TEST(LuFigures, ConditionWithinAFactorOfTen) {
  for (auto const family : families::all)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      if (family == Family::structurally_singular || family == Family::empty) continue;
      Entries const entries = families::make(family, 40, seed);
      Solver<> const solver(csr(entries));
      double const exact =
          reference::reciprocal_condition(reference::equilibrated(reference::Dense(entries)));
      EXPECT_GE(solver.factored.reciprocal_condition, exact / 4) << families::name(family);
      EXPECT_LE(solver.factored.reciprocal_condition, exact * 10) << families::name(family);
    }
}

TEST(LuFigures, IllConditioned) {
  // Off by one part in 10^15 from a singular matrix.
  Entries const a = from_rows({{1, 1}, {1, 1 + 4 * eps}});
  lu::PivotOptions loose = policy(PivotPolicy::perturb);
  loose.pivot_tolerance = loose.absolute_tolerance = 1e-30;
  loose.growth_threshold = 1e-30;
  Solver<> const solver(csr(a), natural_options(), loose);
  EXPECT_EQ(solver.factored.status, Status::ill_conditioned);
  EXPECT_LT(solver.factored.reciprocal_condition, 5 * eps);
}

TEST(LuFigures, ConditionOnlyWhenAsked) {
  Entries const grid = families::grid(6);
  lu::PivotOptions silent;
  silent.estimate_condition = false;
  EXPECT_TRUE(std::isnan(Solver<>(csr(grid), {}, silent).factored.reciprocal_condition));
  Solver<> solver(csr(grid));
  lu::PivotOptions always;
  always.always_estimate = true;
  auto const result = solver.factors->refactor(solver.exec, csr(grid), always);
  EXPECT_EQ(result.reciprocal_condition, solver.factored.reciprocal_condition);
}

}  // namespace
}  // namespace heddle::test
