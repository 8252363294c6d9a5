// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Acceptance scenarios: the choice of a direction, arrows, closed forms, the Brusselator.
#include <heddle/jacobian/problems/brusselator.hpp>
#include <heddle/jacobian/problems/rosenbrock.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/complex_step.hpp>
#include <tests/jacobian/functions.hpp>
#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace heddle::test;
using namespace heddle::jacobian;

template <class Plan>
Table evaluated(Plan& plan, std::vector<double> const& x) {
  Exec const exec;
  Device<double> const values("values", plan.pattern().columns.extent(0));
  plan.evaluate(exec, to_device(x), values);
  exec.fence();
  return table_of(plan.pattern(), values);
}

JacobianOptions costs(double jvp, double vjp, Direction direction = Direction::automatic) {
  JacobianOptions options;
  options.direction = direction;
  options.jvp_cost = jvp;
  options.vjp_cost = vjp;
  return options;
}

Table const few_rows{{1, 1, 0, 0}, {0, 0, 1, 1}, {1, 1, 1, 3}};

TEST(ScenarioDirection, rows_win_if_two_products_cost_less_than_four_directions) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, FewRows(), 3, 4);
  for (double const vjp : {0.5, 1.0, 1.99}) {
    SparseJacobian plan(exec, FewRows(), pattern, costs(1, vjp), FewRowsVjp());
    EXPECT_EQ(plan.choice().direction, Direction::rows) << vjp;
    EXPECT_EQ(plan.choice().products, 2) << vjp;
    EXPECT_EQ(plan.choice().sweeps, 0) << vjp;
    EXPECT_EQ(evaluated(plan, {0, 1, 2, 3}), few_rows) << vjp;
  }
  for (double const vjp : {2.0, 5.0}) {
    SparseJacobian plan(exec, FewRows(), pattern, costs(1, vjp), FewRowsVjp());
    EXPECT_EQ(plan.choice().direction, Direction::dense) << vjp;
    EXPECT_FALSE(plan.choice().reverse) << vjp;
    EXPECT_EQ(evaluated(plan, {0, 1, 2, 3}), few_rows) << vjp;
  }
}

TEST(ScenarioDirection, every_direction_gives_the_same_jacobian) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, FewRows(), 3, 4);
  for (auto const direction : {Direction::columns, Direction::rows, Direction::bidirectional,
                               Direction::dense, Direction::automatic}) {
    SparseJacobian plan(exec, FewRows(), pattern, costs(1, 1, direction), FewRowsVjp());
    EXPECT_EQ(evaluated(plan, {0, 1, 2, 3}), few_rows) << to_string(direction);
  }
  SparseJacobian columns(exec, FewRows(), pattern, costs(1, 1, Direction::columns));
  EXPECT_EQ(columns.coloring().num_colors, 4);
  SparseJacobian rows(exec, FewRows(), pattern, costs(1, 1, Direction::rows), FewRowsVjp());
  EXPECT_EQ(rows.coloring().num_colors, 2);
  SparseJacobian dense(exec, FewRows(), pattern, costs(1, 0.1, Direction::dense), FewRowsVjp());
  EXPECT_TRUE(dense.choice().reverse);
  EXPECT_EQ(dense.choice().products, 3);
  EXPECT_EQ(evaluated(dense, {0, 1, 2, 3}), few_rows);
}

TEST(ScenarioDirection, columns_win_where_they_are_few) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, FewColumns(), 4, 3);
  Table const expected{{1, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0, 1, 7}};
  SparseJacobian plan(exec, FewColumns(), pattern, costs(1, 1), FewColumnsVjp());
  EXPECT_EQ(plan.choice().direction, Direction::columns);
  EXPECT_EQ(plan.coloring().num_colors, 2);
  EXPECT_EQ(evaluated(plan, {0, 1, 7}), expected);
  SparseJacobian rows(exec, FewColumns(), pattern, costs(1, 1, Direction::rows), FewColumnsVjp());
  EXPECT_EQ(rows.coloring().num_colors, 4);
  EXPECT_EQ(evaluated(rows, {0, 1, 7}), expected);
  SparseJacobian without(exec, FewColumns(), pattern);
  EXPECT_EQ(without.choice().direction, Direction::columns);
}

TEST(ScenarioDirection, all_candidates_are_in_the_choice) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, FewColumns(), 4, 3);
  SparseJacobian const plan(exec, FewColumns(), pattern, costs(1, 1), FewColumnsVjp());
  auto const& candidates = plan.choice().candidates;
  ASSERT_EQ(candidates.size(), 5u);
  EXPECT_EQ(candidates[0].direction, Direction::dense);
  EXPECT_EQ(candidates[0].cost, 3);
  EXPECT_TRUE(candidates[1].reverse);
  EXPECT_EQ(candidates[1].cost, 4);
  EXPECT_EQ(candidates[2].direction, Direction::columns);
  EXPECT_TRUE(candidates[2].colored);
  EXPECT_EQ(candidates[2].cost, 2);
  EXPECT_EQ(candidates[3].direction, Direction::rows);
  EXPECT_FALSE(candidates[3].colored);  // four rows meet in a column: 4 > 2
  EXPECT_EQ(candidates[3].lower_bound, 4);
  EXPECT_EQ(candidates[4].direction, Direction::bidirectional);
}

TEST(ScenarioDirection, costs_are_measured_at_the_first_evaluation) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, Arrow{64}, 64, 64);
  SparseJacobian plan(exec, Arrow{64}, pattern, {}, ArrowVjp{64});
  EXPECT_FALSE(plan.choice().decided);
  auto const x = scattered(64);
  expect_near(evaluated(plan, x), complex_step(Arrow{64}, 64, x), 1e-13);
  EXPECT_TRUE(plan.choice().decided);
  EXPECT_TRUE(plan.choice().measured);
  EXPECT_GT(plan.choice().jvp_cost, 0);
  EXPECT_GT(plan.choice().vjp_cost, 0);
  EXPECT_EQ(plan.choice().candidates.size(), 5u);
}

TEST(ScenarioArrow, needs_three_directions_from_both_sides) {
  Exec const exec;
  for (int const n : {8, 200}) {
    auto const pattern = trace_sparsity(exec, Arrow{n}, n, n);
    auto const x = scattered(n);
    SparseJacobian plan(exec, Arrow{n}, pattern, costs(1, 1), ArrowVjp{n});
    EXPECT_EQ(plan.choice().direction, Direction::bidirectional);
    EXPECT_EQ(plan.coloring().num_colors + plan.coloring().num_row_colors, 3);
    expect_near(evaluated(plan, x), complex_step(Arrow{n}, n, x), 1e-13);
  }
}

/// |actual - exact| in units of the last place of `exact`.
double ulps(double actual, double exact) {
  double const spacing =
      std::nextafter(std::abs(exact), std::numeric_limits<double>::infinity()) - std::abs(exact);
  return std::abs(actual - exact) / spacing;
}

void check_rosenbrock(int n, JacobianOptions const& options) {
  Exec const exec;
  problems::RosenbrockChain const chain{n};
  auto const pattern = trace_sparsity(exec, chain, chain.num_rows(), n);
  SparseJacobian plan(exec, chain, pattern, options, problems::RosenbrockChainVjp{n});
  auto const x = scattered(n);
  Device<double> const values("values", pattern.columns.extent(0));
  plan.evaluate(exec, to_device(x), values);
  exec.fence();
  auto const offsets = to_host(pattern.row_offsets);
  auto const columns = to_host(pattern.columns);
  auto const numbers = to_host(values);
  double worst = 0;
  ASSERT_EQ(offsets.back(), 3 * (n - 1));
  for (int i = 0; i < chain.num_rows(); ++i) {
    for (auto p = offsets[i]; p < offsets[i + 1]; ++p) {
      double const exact = i % 2 == 1 ? -1 : columns[p] == i / 2 ? -20 * x[i / 2] : 10;
      worst = std::max(worst, ulps(numbers[p], exact));
    }
  }
  EXPECT_LE(worst, 4) << n;
  int const expected = options.direction == Direction::columns ? 2 : n > 2 ? 3 : 2;
  EXPECT_EQ(plan.coloring().num_colors, expected) << n;
}

TEST(ScenarioRosenbrock, is_exact_to_four_ulp) {
  for (int const n : {2, 3, 10, 1000}) {
    check_rosenbrock(n, costs(1, 1, Direction::columns));
    check_rosenbrock(n, costs(1, 1, Direction::rows));
  }
}

TEST(ScenarioRosenbrockData, is_exact_to_four_ulp_for_a_million_unknowns) {
  check_rosenbrock(1000000, costs(1, 1, Direction::columns));
  check_rosenbrock(1000000, costs(1, 1, Direction::rows));
}

TEST(ScenarioBrusselator, agrees_with_the_stencil_written_by_hand) {
  Exec const exec;
  for (int const side : {1, 2, 3, 6, 32}) {
    problems::Brusselator const model{side};
    int const n = model.size();
    auto const pattern = trace_sparsity(exec, model, n, n);
    SparseJacobian plan(exec, model, pattern);
    auto const x = scattered(n);
    auto const table = evaluated(plan, x);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        double const exact = model.derivative(i, j, PlainInput<double>{x.data()});
        EXPECT_NEAR(table[i][j], exact, 1e-14 * 10) << side << ": " << i << ", " << j;
      }
    }
    if (side == 6) {
      EXPECT_EQ(plan.coloring().num_colors, 9);
      EXPECT_EQ(plan.coloring().lower_bound, 6);
    }
  }
}

TEST(ScenarioBrusselator, is_its_own_derivative) {
  // The stencil written by hand is an oracle only if it is right: against complex steps.
  problems::Brusselator const model{5};
  auto const x = scattered(model.size());
  auto const expected = complex_step(model, model.size(), x);
  Table table = expected;
  for (int i = 0; i < model.size(); ++i)
    for (int j = 0; j < model.size(); ++j)
      table[i][j] = model.derivative(i, j, PlainInput<double>{x.data()});
  expect_near(table, expected, 1e-13);
}

}  // namespace
