// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scenarios worked out by hand, in every mode: each way to the pattern, to the levels and
// through the numeric phase must tell the same story.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace heddle::test {
namespace {

using lu::PivotPolicy;
using lu::Status;
using reference::from_rows;
using Vector = std::vector<double>;

/// Sets the mode of given options.
struct Mode {
  std::string name;
  lu::Numeric numeric;
  lu::ColumnFormat format;
  lu::Symbolic symbolic;
  lu::Levelize levelize;

  lu::AnalyzeOptions operator()(lu::AnalyzeOptions options = {}) const {
    options.numeric = numeric;
    options.column_format = format;
    options.symbolic = symbolic;
    options.levelize = levelize;
    options.symbolic_memory_limit = 1 << 16;
    return options;
  }
};

std::vector<Mode> all_modes() {
  using lu::ColumnFormat;
  using lu::Levelize;
  using lu::Numeric;
  using lu::Symbolic;
  std::vector<Mode> modes;
  auto const add = [&](std::string const& name, Symbolic symbolic, Levelize levelize) {
    modes.push_back({name + " left", Numeric::left_looking, {}, symbolic, levelize});
    modes.push_back(
        {name + " right dense", Numeric::right_looking, ColumnFormat::dense, symbolic, levelize});
    modes.push_back(
        {name + " right search", Numeric::right_looking, ColumnFormat::search, symbolic, levelize});
  };
  add("filter, tickets", Symbolic::etree_filter, Levelize::tickets);
  add("fill2, kahn", Symbolic::fill2, Levelize::kahn);
  add("fill2 in chunks, tickets", Symbolic::fill2_chunked, Levelize::tickets);
  if constexpr (backends::traits<Exec>::is_host) {
    add("row merge, one pass", Symbolic::row_merge, Levelize::ascending);
  }
  return modes;
}

template <class Test>
void in_all_modes(Test const& test) {
  for (auto const& mode : all_modes()) {
    SCOPED_TRACE(mode.name);
    test(mode);
  }
}

TEST(LuModes, ZeroDiagonal) {
  Entries const a = from_rows({{0, 1, 0}, {1, 1, 2}, {0, 2, 1}});
  in_all_modes([&](Mode const& mode) {
    Solver<> const solver(csr(a), mode());
    ASSERT_EQ(solver.factored.status, Status::success);
    EXPECT_EQ(solver.factored.perturbed, 0);
    EXPECT_EQ(solver.factored.determinant.sign, -1);
    EXPECT_EQ(solver.factored.determinant.log_magnitude, 0.0);
    EXPECT_EQ(solver.solve({2, 9, 7}).x, (Vector{1, 2, 3}));
    Solver<> const plain(csr(a), mode(plain_options()), policy(PivotPolicy::fail));
    EXPECT_EQ(plain.factored.status, Status::zero_pivot);
    ASSERT_TRUE(plain.factored.first_bad.has_value());
    EXPECT_EQ(plain.factored.first_bad->step, 0);
    Solver<> const source(csr(from_rows({{2, -1, 1}, {-1, 1, 0}, {1, 0, 0}})), mode());
    EXPECT_EQ(source.solve({0, 0, 5}).x, (Vector{5, 5, -5}));
  });
}

/// Column 3 needs what column 0 left in row 2 by way of L(2,0) and U(0,3); U(0,2) is zero.
void expect_update_through_a_lower_entry(int runs) {
  Entries const a = from_rows({{2, 0, 0, 1}, {0, 1, 0, 0}, {4, 0, 3, 5}, {0, 0, 6, 20}});
  in_all_modes([&](Mode const& mode) {
    Solver<> solver(csr(a), mode(plain_options()), policy(PivotPolicy::fail));
    EXPECT_EQ(solver.analyzed.num_factor_entries, 8u);
    for (int run = 0; run < runs; ++run) {
      ASSERT_EQ(solver.factors->refactor(solver.exec, csr(a)).status, Status::success);
      ASSERT_EQ(solver.values(), (Vector{2, 2, 1, 3, 2, 1, 3, 14})) << "run " << run;
    }
    EXPECT_EQ(solver.solve({3, 1, 12, 26}).x, ones(4));
  });
}

TEST(LuModes, UpdateThroughALowerEntry) {
  // More threads than cores take their time to wake.
  bool const is_shared = backends::traits<Exec>::is_host && Exec().concurrency() > 1;
  expect_update_through_a_lower_entry(is_shared ? 50 : 1000);
}
TEST(LuModesRepeatedData, UpdateThroughALowerEntry) { expect_update_through_a_lower_entry(1000); }

TEST(LuModes, KindsOfSingularity) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  in_all_modes([&](Mode const& mode) {
    auto const structural =
        lu::analyze(Exec(), csr(from_rows({{1, 2, 0}, {3, 4, 0}, {5, 6, 0}})), mode());
    EXPECT_EQ(structural.status, Status::structurally_singular);
    EXPECT_EQ(structural.structural_rank, 2);
    EXPECT_EQ(structural.unmatched_columns, std::vector<std::int32_t>{2});
    Solver<> const numerical(csr(from_rows({{1, 2}, {2, 4}})), mode());
    EXPECT_EQ(numerical.factored.status, Status::numerically_singular);
    EXPECT_EQ(numerical.factored.first_bad->step, 1);
    Solver<> const zero(csr(Entries{1, 1, {{0, 0, 0.0}}}), mode());
    EXPECT_EQ(zero.factored.status, Status::numerically_singular);
    EXPECT_EQ(zero.factored.first_bad->step, 0);
    EXPECT_EQ(lu::analyze(Exec(), csr(Entries{1, 1, {{0, 0, nan}}}), mode()).status,
              Status::non_finite);
    EXPECT_EQ(Solver<>(csr(from_rows({{4}})), mode()).solve({8}).x, Vector{2});
    EXPECT_EQ(Solver<>(csr(Entries{}), mode()).factored.status, Status::success);
    Entries const swap{2, 2, {{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}}};
    EXPECT_EQ(Solver<>(csr(swap), mode()).solve({5, 7}).x, (Vector{7, 5}));
  });
}

TEST(LuModes, PivotDrift) {
  Entries const good = from_rows({{1, 1}, {1, 2}}), drifted = from_rows({{1e-16, 1}, {1, 2}});
  auto const b = reference::multiply(drifted, {1, 2});
  in_all_modes([&](Mode const& mode) {
    Solver<> recovering(csr(good), mode(natural_options()));
    auto const recovered = recovering.factors->refactor(recovering.exec, csr(drifted));
    EXPECT_EQ(recovered.status, Status::success);
    EXPECT_EQ(recovered.recovered, 1);
    EXPECT_LE(reference::relative_difference(recovering.solve(b).x, {1, 2}), 1e-14);
    Solver<> perturbing(csr(good), mode(natural_options()));
    auto const perturbed =
        perturbing.factors->refactor(perturbing.exec, csr(drifted), policy(PivotPolicy::perturb));
    EXPECT_EQ(perturbed.status, Status::pivot_degraded);
    EXPECT_EQ(perturbed.recovered, 0);
  });
}

TEST(LuModes, ArrowsAndChains) {
  in_all_modes([&](Mode const& mode) {
    EXPECT_EQ(
        lu::analyze(Exec(), csr(families::arrow(6)), mode(natural_options())).num_factor_entries,
        36u);
    EXPECT_EQ(lu::analyze(Exec(), csr(families::arrow(6)), mode()).num_factor_entries, 16u);
    std::int32_t const n = 400;
    Solver<> const solver(csr(families::chain(n)), mode(natural_options()));
    EXPECT_EQ(solver.analyzed.num_levels, n);
    EXPECT_EQ(solver.analyzed.longest_column, 3);
    auto const x = solver.solve(ones(n)).x;
    for (std::int64_t i = 1; i <= n; ++i) {
      double const expected = 0.5 * static_cast<double>(i * (n + 1 - i));
      ASSERT_NEAR(x[i - 1], expected, 1e-10 * expected);
    }
  });
}

TEST(LuModes, PatternGuard) {
  Entries const old_pattern{3, 3, {{0, 0, 2}, {1, 0, 1}, {1, 1, 2}, {2, 2, 2}}};
  Entries const new_pattern{3, 3, {{0, 0, 2}, {2, 0, 1}, {1, 1, 2}, {2, 2, 2}}};
  in_all_modes([&](Mode const& mode) {
    Solver<> solver(csc(old_pattern), mode());
    auto const before = solver.solve({2, 5, 4}).x;
    EXPECT_EQ(before, (Vector{1, 2, 2}));
    EXPECT_EQ(
        thrown_by([&] { (void)solver.factors->refactor(solver.exec, csc(new_pattern)); }).code,
        ErrorCode::pattern_mismatch);
    EXPECT_TRUE(same_bits(solver.solve({2, 5, 4}).x, before));
  });
}

// Single-precision factors of a grid with double refinement; twice the matrix halves the solution.
TEST(LuModes, GridsInMixedPrecision) {
  Entries const grid = families::grid(12);
  Entries doubled = grid;
  for (auto& entry : doubled.list) entry.value *= 2;
  auto const b = reference::multiply(grid, ramp(144));
  in_all_modes([&](Mode const& mode) {
    Solver<float> solver(csr(grid), mode());
    auto const solution = solver.solve(b);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(reference::backward_error(grid, solution.x, b), 1e-12);
    ASSERT_EQ(solver.factors->refactor(solver.exec, csr(doubled)).status, Status::success);
    auto half = solver.solve(b).x;
    for (auto& item : half) item *= 2;
    EXPECT_LE(reference::backward_error(grid, half, b), 1e-12);
  });
}

}  // namespace
}  // namespace heddle::test
