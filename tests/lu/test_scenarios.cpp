// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small systems with answers worked out by hand: zero diagonals, kinds of singularity, pivots that
// drift, predictions of size, deep chains, changed patterns, orders with known fill.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace heddle::test {
namespace {

using lu::Status;
using reference::from_rows;
using Vector = std::vector<double>;

Entries const zero_diagonal = from_rows({{0, 1, 0}, {1, 1, 2}, {0, 2, 1}});

TEST(LuScenarios, ZeroDiagonal) {
  Solver<> const solver(csr(zero_diagonal));
  ASSERT_EQ(solver.factored.status, Status::success);
  EXPECT_EQ(solver.factored.perturbed, 0);
  EXPECT_EQ(solver.factored.determinant.sign, -1);
  EXPECT_EQ(solver.factored.determinant.log_magnitude, 0.0);
  auto const solution = solver.solve({2, 9, 7});
  EXPECT_EQ(solution.result.status, Status::success);
  EXPECT_EQ(solution.x, (Vector{1, 2, 3}));
}

TEST(LuScenarios, ZeroDiagonalPlain) {
  Solver<> const solver(csr(zero_diagonal), plain_options(), policy(lu::PivotPolicy::fail));
  EXPECT_EQ(solver.factored.status, Status::zero_pivot);
  ASSERT_TRUE(solver.factored.first_bad.has_value());
  EXPECT_EQ(solver.factored.first_bad->step, 0);
  EXPECT_EQ(solver.factored.first_bad->row, 0);
  EXPECT_EQ(solver.factored.first_bad->column, 0);
  EXPECT_FALSE(solver.usable());
}

TEST(LuScenarios, VoltageSource) {
  Solver<> const solver(csr(from_rows({{2, -1, 1}, {-1, 1, 0}, {1, 0, 0}})));
  ASSERT_EQ(solver.factored.status, Status::success);
  EXPECT_EQ(solver.solve({0, 0, 5}).x, (Vector{5, 5, -5}));
}

TEST(LuScenarios, UpdateThroughALowerEntry) {
  // U(3,3) = 14 needs 5 - 2 * 1 in U(2,3), although U(0,2) is no entry; 10 if that is missed.
  Entries const a = from_rows({{2, 0, 0, 1}, {0, 1, 0, 0}, {4, 0, 3, 5}, {0, 0, 6, 20}});
  Solver<> solver(csr(a), plain_options(), policy(lu::PivotPolicy::fail));
  ASSERT_EQ(solver.factored.status, Status::success);
  EXPECT_EQ(solver.analyzed.num_factor_entries, 8u);
  EXPECT_EQ(solver.values(), (Vector{2, 2, 1, 3, 2, 1, 3, 14}));
  for (int run = 0; run < 100; ++run) {
    ASSERT_EQ(solver.factors->refactor(solver.exec, csr(a)).status, Status::success);
    ASSERT_EQ(solver.solve({3, 1, 12, 26}).x, ones(4)) << "run " << run;
  }
}

TEST(LuScenarios, StructurallySingular) {
  Solver<> const solver(csr(from_rows({{1, 2, 0}, {3, 4, 0}, {5, 6, 0}})));
  EXPECT_EQ(solver.analyzed.status, Status::structurally_singular);
  EXPECT_EQ(solver.analyzed.structural_rank, 2);
  EXPECT_EQ(solver.analyzed.unmatched_columns, std::vector<std::int32_t>{2});
  EXPECT_EQ(solver.analyzed.unmatched_rows.size(), 1u);
  EXPECT_TRUE(solver.analyzed.analysis.empty());

  Solver<> const nothing(csr(Entries{3, 3, {}}));
  EXPECT_EQ(nothing.analyzed.status, Status::structurally_singular);
  EXPECT_EQ(nothing.analyzed.structural_rank, 0);
  EXPECT_EQ(nothing.analyzed.unmatched_columns, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(nothing.analyzed.unmatched_rows, (std::vector<std::int32_t>{0, 1, 2}));
}

TEST(LuScenarios, NumericallySingular) {
  Solver<> const solver(csr(from_rows({{1, 2}, {2, 4}})));
  EXPECT_EQ(solver.analyzed.status, Status::success);
  EXPECT_EQ(solver.factored.status, Status::numerically_singular);
  EXPECT_FALSE(solver.usable());
  EXPECT_EQ(solver.factored.determinant.sign, 0);
  EXPECT_EQ(solver.factored.determinant.log_magnitude, -std::numeric_limits<double>::infinity());
  ASSERT_TRUE(solver.factored.first_bad.has_value());
  EXPECT_EQ(solver.factored.first_bad->step, 1);
  EXPECT_TRUE(std::set<std::int64_t>({0, 1}).contains(solver.factored.first_bad->row));
  EXPECT_TRUE(std::set<std::int64_t>({0, 1}).contains(solver.factored.first_bad->column));
}

TEST(LuScenarios, SingularRowIsOneWithoutAPivot) {
  // Stored zeros: row 0 has nothing, whatever the matching pairs it with.
  Solver<> const solver(csr(Entries{2, 2, {{0, 0, 0.0}, {0, 1, 0.0}, {1, 0, 1.0}, {1, 1, 1.0}}}));
  EXPECT_EQ(solver.factored.status, Status::numerically_singular);
  ASSERT_TRUE(solver.factored.first_bad.has_value());
  EXPECT_EQ(solver.factored.first_bad->row, 0);
}

TEST(LuScenarios, StoredZeroUnderExtremeScales) {
  // The product of the scales of the stored zero overflows; it must stay a zero.
  Solver<> const solver(
      csr(Entries{2, 2, {{0, 0, 1e-20}, {0, 1, 0.0}, {1, 0, 1.0}, {1, 1, 1e-305}}}));
  EXPECT_EQ(solver.factored.status, Status::success);
  EXPECT_NEAR(solver.factored.determinant.log_magnitude, -325 * std::log(10.0), 1e-9);
}

TEST(LuScenarios, FarApartScalesAreNoIllCondition) {
  Solver<> const solver(csr(Entries{3, 3, {{0, 0, 1e-300}, {1, 1, 1e300}, {2, 2, 1.0}}}));
  EXPECT_EQ(solver.factored.status, Status::success);
  EXPECT_GE(solver.factored.reciprocal_condition, 0.1);
}

TEST(LuScenarios, NumericallySingularInOriginalNumbers) {
  // Only rows and columns 1 and 3 form the singular block [[1, 2], [2, 4]].
  Entries const a{4, 4, {{0, 0, 5}, {2, 2, 7}, {1, 1, 1}, {1, 3, 2}, {3, 1, 2}, {3, 3, 4}}};
  Solver<> const solver(csr(a));
  EXPECT_EQ(solver.factored.status, Status::numerically_singular);
  ASSERT_TRUE(solver.factored.first_bad.has_value());
  EXPECT_TRUE(std::set<std::int64_t>({1, 3}).contains(solver.factored.first_bad->row));
  EXPECT_TRUE(std::set<std::int64_t>({1, 3}).contains(solver.factored.first_bad->column));
}

TEST(LuScenarios, StoredZeros) {
  Solver<> const zero(csr(Entries{1, 1, {{0, 0, 0.0}}}));
  EXPECT_EQ(zero.analyzed.status, Status::success);
  EXPECT_EQ(zero.factored.status, Status::numerically_singular);
  ASSERT_TRUE(zero.factored.first_bad.has_value());
  EXPECT_EQ(zero.factored.first_bad->step, 0);
  EXPECT_EQ(zero.factored.first_bad->row, 0);
  EXPECT_EQ(zero.factored.first_bad->column, 0);

  Solver<> const swap(csr(Entries{2, 2, {{0, 0, 0.0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0.0}}}));
  ASSERT_EQ(swap.factored.status, Status::success);
  EXPECT_EQ(swap.factored.determinant.sign, -1);
  EXPECT_EQ(swap.solve({3, 8}).x, (Vector{8, 3}));
}

TEST(LuScenarios, TinySizes) {
  Solver<> const empty(csr(Entries{}));
  EXPECT_EQ(empty.analyzed.status, Status::success);
  EXPECT_EQ(empty.factored.status, Status::success);
  ASSERT_TRUE(empty.usable());
  EXPECT_EQ(empty.factored.determinant.sign, 1);
  EXPECT_EQ(empty.factored.determinant.log_magnitude, 0.0);
  EXPECT_EQ(empty.solve({}).result.status, Status::success);

  Solver<> const one(csr(from_rows({{4}})));
  EXPECT_EQ(one.solve({8}).x, Vector{2});
  EXPECT_EQ(one.solve({8}).result.backward_error, 0.0);

  Solver<> const two(csr(from_rows({{1, 2}, {3, 4}})));
  EXPECT_EQ(two.factored.determinant.sign, -1);
  EXPECT_NEAR(two.factored.determinant.log_magnitude, std::log(2.0), 1e-15);
  EXPECT_EQ(two.solve({5, 11}).x, (Vector{1, 2}));
}

// The pivot 1 becomes 1e-16; going on without a look gives (0, 2).
Entries const before_drift = from_rows({{1, 1}, {1, 2}});
Entries const after_drift = from_rows({{1e-16, 1}, {1, 2}});

TEST(LuScenarios, PivotDriftRecovers) {
  Solver<> solver(csr(before_drift), natural_options());
  ASSERT_EQ(solver.factored.status, Status::success);
  EXPECT_EQ(solver.factored.recovered, 0);
  EXPECT_EQ(solver.factors->generation(), 0);
  auto const result = solver.factors->refactor(solver.exec, csr(after_drift));
  EXPECT_EQ(result.status, Status::success);
  EXPECT_EQ(result.recovered, 1);
  EXPECT_GT(solver.factors->generation(), 0);
  EXPECT_LT(reference::relative_difference(solver.solve({2, 5}).x, {1, 2}), 1e-14);
  // The new pivots serve the next values, without another recovery.
  auto const again = solver.factors->refactor(solver.exec, csr(after_drift));
  EXPECT_EQ(again.status, Status::success);
  EXPECT_EQ(again.recovered, 0);
}

TEST(LuScenarios, PivotDriftPerturbed) {
  Solver<> solver(csr(before_drift), natural_options());
  auto const result =
      solver.factors->refactor(solver.exec, csr(after_drift), policy(lu::PivotPolicy::perturb));
  EXPECT_EQ(result.status, Status::pivot_degraded);
  EXPECT_EQ(result.perturbed, 1);
  EXPECT_EQ(result.recovered, 0);
  ASSERT_TRUE(result.first_bad.has_value());
  EXPECT_EQ(result.first_bad->step, 0);
  EXPECT_TRUE(solver.usable());
}

TEST(LuScenarios, ArrowPredictedBeforeNumeric) {
  Entries const arrow = families::arrow(50000);
  auto options = natural_options();
  options.memory_limit = std::uint64_t(8) << 30;
  auto const limited = lu::analyze(Exec(), csr(arrow), options);
  EXPECT_EQ(limited.status, Status::out_of_memory);
  EXPECT_EQ(limited.num_factor_entries, 2500000000u);
  EXPECT_GT(limited.bytes, options.memory_limit);
  EXPECT_TRUE(limited.analysis.empty());

  // More entries than the offsets can count, whatever the memory.
  auto const narrow = lu::analyze(Exec(), csr<double, std::int32_t>(arrow), options);
  EXPECT_EQ(narrow.status, Status::too_large);
  EXPECT_EQ(narrow.num_factor_entries, 2500000000u);
}

TEST(LuScenarios, ArrowWithMinimumDegree) {
  Entries const arrow = families::arrow(50000);
  Solver<> const solver(csr(arrow));
  ASSERT_EQ(solver.factored.status, Status::success);
  EXPECT_EQ(solver.analyzed.num_factor_entries, 149998u);
  auto const b = reference::multiply(arrow, ones(50000));
  EXPECT_LE(reference::backward_error(arrow, solver.solve(b).x, b), 1e-14);

  EXPECT_EQ(lu::analyze(Exec(), csr(families::arrow(6)), natural_options()).num_factor_entries,
            36u);
  EXPECT_EQ(lu::analyze(Exec(), csr(families::arrow(6))).num_factor_entries, 16u);
}

// x_i = i (n + 1 - i) / 2 with i from 1.
void expect_chain_solved(std::int32_t const n, double const tolerance) {
  Entries const chain = families::chain(n);
  Solver<> const solver(csr(chain), natural_options());
  ASSERT_EQ(solver.factored.status, Status::success);
  EXPECT_EQ(solver.analyzed.num_levels, n);
  EXPECT_EQ(solver.analyzed.num_factor_entries, 3u * n - 2);
  auto const x = solver.solve(ones(n)).x;
  double worst = 0;
  for (std::int64_t i = 1; i <= n; ++i) {
    double const expected = 0.5 * static_cast<double>(i) * static_cast<double>(n + 1 - i);
    worst = std::fmax(worst, std::fabs(x[i - 1] / expected - 1));
  }
  EXPECT_LE(worst, tolerance);
}

TEST(LuScenarios, Chain) { expect_chain_solved(10000, 1e-8); }
TEST(LuChainData, Million) { expect_chain_solved(1000000, 1e-5); }

TEST(LuScenarios, ChainHasFewerLevelsWithMinimumDegree) {
  auto const analyzed = lu::analyze(Exec(), csr(families::chain(2000)));
  EXPECT_LT(analyzed.num_levels, 2000);
  EXPECT_GT(analyzed.num_levels, 0);
}

TEST(LuScenarios, PatternGuard) {
  // Equal sizes and offsets, other rows.
  Entries const old_pattern{3, 3, {{0, 0, 2}, {1, 0, 1}, {1, 1, 2}, {2, 2, 2}}};
  Entries const new_pattern{3, 3, {{0, 0, 2}, {2, 0, 1}, {1, 1, 2}, {2, 2, 2}}};
  Solver<> solver(csc(old_pattern));
  auto const before = solver.solve({2, 5, 4}).x;
  EXPECT_EQ(before, (Vector{1, 2, 2}));
  auto const thrown =
      thrown_by([&] { (void)solver.factors->refactor(solver.exec, csc(new_pattern)); });
  ASSERT_TRUE(thrown.any);
  EXPECT_EQ(thrown.code, ErrorCode::pattern_mismatch);
  EXPECT_TRUE(thrown.says("entry 1")) << thrown.message;
  EXPECT_TRUE(same_bits(solver.solve({2, 5, 4}).x, before));
  Entries const fewer{3, 3, {{0, 0, 2}, {1, 1, 2}, {2, 2, 2}}};
  EXPECT_EQ(thrown_by([&] { (void)solver.factors->refactor(solver.exec, csc(fewer)); }).code,
            ErrorCode::pattern_mismatch);
  EXPECT_TRUE(same_bits(solver.solve({2, 5, 4}).x, before));
}

// Nested dissection of a k x k grid by half-open boxes; lower half, upper half, separator last.
void dissect(int const k, int x0, int x1, int y0, int y1, std::vector<std::int32_t>& order) {
  auto const list = [&](int xa, int xb, int ya, int yb) {
    for (int y = ya; y < yb; ++y)
      for (int x = xa; x < xb; ++x) order.push_back(y * k + x);
  };
  if ((x1 - x0) * (y1 - y0) <= 8) return list(x0, x1, y0, y1);
  if (x1 - x0 >= y1 - y0) {
    int const mid = (x0 + x1) / 2;
    dissect(k, x0, mid, y0, y1, order);
    dissect(k, mid + 1, x1, y0, y1, order);
    list(mid, mid + 1, y0, y1);
  } else {
    int const mid = (y0 + y1) / 2;
    dissect(k, x0, x1, y0, mid, order);
    dissect(k, x0, x1, mid + 1, y1, order);
    list(x0, x1, mid, mid + 1);
  }
}

TEST(LuScenarios, GridsInUserOrder) {
  std::pair<int, std::uint64_t> const known[] = {{10, 1568}, {20, 9708}, {50, 95410}};
  for (auto const& [k, num_factor_entries] : known) {
    lu::AnalyzeOptions options;
    options.ordering = lu::Ordering::user;
    dissect(k, 0, k, 0, k, options.user_order);
    Entries const grid = families::grid(k);
    Solver<> const solver(csr(grid), options);
    ASSERT_EQ(solver.factored.status, Status::success);
    EXPECT_EQ(solver.analyzed.num_factor_entries, num_factor_entries) << k;
    auto const b = reference::multiply(grid, ones(k * k));
    EXPECT_LE(reference::backward_error(grid, solver.solve(b).x, b), 1e-15) << k;
  }
}

}  // namespace
}  // namespace heddle::test
