// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The oracles of sparse LU, against values worked out by hand.
#include <tests/families.hpp>
#include <tests/reference/dense_lu.hpp>
#include <tests/reference/umfpack.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::reference {
namespace {

using Vector = std::vector<double>;

// det = 0 (1 - 4) - 1 (1 - 0) + 0 = -1; x = (1, 2, 3).
Entries const zero_diagonal = from_rows({{0, 1, 0}, {1, 1, 2}, {0, 2, 1}});

TEST(ReferenceLu, SolvesByHand) {
  DenseLu const lu{Dense(zero_diagonal)};
  auto const x = lu.solve(Vector{2, 9, 7});
  EXPECT_LT(relative_difference(x, {1, 2, 3}), 1e-18);
  EXPECT_EQ(lu.sign(), -1);
  EXPECT_NEAR(static_cast<double>(lu.log_determinant()), 0.0, 1e-18);
  EXPECT_EQ(exact_determinant(zero_diagonal), -1);
}

TEST(ReferenceLu, DeterminantsByHand) {
  EXPECT_EQ(exact_determinant(from_rows({{2, 0, 0, 1}, {0, 1, 0, 0}, {4, 0, 3, 5}, {0, 0, 6, 20}})),
            84);
  EXPECT_EQ(exact_determinant(from_rows({{1, 2}, {2, 4}})), 0);
  EXPECT_EQ(exact_determinant(Entries{}), 1);
  DenseLu const lu{Dense(from_rows({{0, 0, 5}, {0, 7, 0}, {11, 0, 0}}))};
  EXPECT_EQ(lu.sign(), -1);
  EXPECT_NEAR(static_cast<double>(lu.log_determinant()), std::log(385.0), 1e-15);
}

TEST(ReferenceLu, SeesSingularity) {
  DenseLu const lu{Dense(from_rows({{1, 2}, {2, 4}}))};
  EXPECT_TRUE(lu.singular());
  EXPECT_EQ(lu.rank(), 1);
  EXPECT_EQ(lu.sign(), 0);
  EXPECT_EQ(lu.log_determinant(), -std::numeric_limits<long double>::infinity());
  EXPECT_EQ(reciprocal_condition(Dense(from_rows({{1, 2}, {2, 4}}))), 0.0);
}

TEST(ReferenceLu, ConditionByHand) {
  // The inverse of [[1, 2], [3, 4]] is [[-2, 1], [1.5, -0.5]]: norms 6 and 3.5.
  EXPECT_NEAR(reciprocal_condition(Dense(from_rows({{1, 2}, {3, 4}}))), 1 / 21.0, 1e-16);
}

TEST(ReferenceLu, EquilibratedByHand) {
  // Scaling rows by 1/4 and 1 and columns by 1 and 1/8 gives ones and a quarter.
  Dense const scaled = equilibrated(Dense(from_rows({{4, 8}, {1, 8}})));
  EXPECT_NEAR(static_cast<double>(scaled(0, 0)), 1.0, 1e-5);
  EXPECT_NEAR(static_cast<double>(scaled(1, 1)), 1.0, 1e-5);
  EXPECT_NEAR(static_cast<double>(scaled(0, 1) * scaled(1, 0)), 0.25, 1e-5);
}

TEST(ReferenceLu, GrowthByHand) {
  // Elimination of [[0.5, 1], [1, 1]] gives U(1,1) = 1 - 2 = -1 and L(1,0) = 2.
  Dense const factors = factors_without_pivoting(Dense(from_rows({{0.5, 1}, {1, 1}})));
  EXPECT_EQ(factors(1, 0), 2.0L);
  EXPECT_EQ(factors(1, 1), -1.0L);
  EXPECT_EQ(reciprocal_growth(Dense(from_rows({{0.25, 1}, {1, 1}}))), 1 / 3.0);
}

TEST(ReferenceLu, BackwardErrorByHand) {
  Entries const a = from_rows({{1, 2}, {0, 4}});
  EXPECT_EQ(backward_error(a, {1, 1}, {3, 4}), 0.0);
  // Row 1: residual 1, size 4 + 5.
  EXPECT_DOUBLE_EQ(backward_error(a, {1, 1}, {3, 5}), 1 / 9.0);
  EXPECT_EQ(backward_error(a, {NAN, 1}, {3, 4}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(backward_error(a, {1, 0}, {1, 0}), 0.0);
  EXPECT_EQ(backward_error(a, {0, 0}, {1, 0}), 1.0);
  EXPECT_EQ(multiply(a, {1, 2}), (Vector{5, 8}));
  EXPECT_EQ(multiply(transposed(a), {1, 2}), (Vector{1, 10}));
}

TEST(ReferenceLu, SumsDuplicates) {
  Entries entries{2, 2, {{1, 1, 3}, {0, 0, 1}, {1, 1, -1}}};
  auto const result = summed(entries);
  ASSERT_EQ(result.list.size(), 2u);
  EXPECT_EQ(result.list[1].value, 2.0);
}

TEST(ReferenceLu, UmfpackAgreesWithDense) {
  auto const solution = umfpack_solve(zero_diagonal, {2, 9, 7});
  EXPECT_FALSE(solution.failed || solution.singular);
  EXPECT_LT(relative_difference(solution.x, {1, 2, 3}), 1e-15);
  EXPECT_TRUE(umfpack_solve(from_rows({{1, 2}, {2, 4}}), {1, 2}).singular);
}

TEST(ReferenceLu, FamiliesAreWhatTheySay) {
  using families::Family;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (auto const family : families::all) {
      auto const entries = families::make(family, 9, seed);
      bool const singular = DenseLu(Dense(entries)).singular();
      EXPECT_EQ(singular, family == Family::structurally_singular) << families::name(family);
    }
    for (auto const& entry : families::make(Family::zero_diagonal, 9, seed).list)
      EXPECT_TRUE(entry.row != entry.column || entry.value == 0);
  }
  EXPECT_EQ(families::make(Family::empty, 9, 1).num_rows, 0);
  EXPECT_EQ(families::make(Family::grid, 100, 1).list.size(), 5u * 100 - 4 * 10);
}

}  // namespace
}  // namespace heddle::reference
