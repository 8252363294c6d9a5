// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that must be refused or reported: code, message and position, and what stays usable.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using Vector = std::vector<double>;
using Memory = Exec::memory_space;
using HostCsr = Csr<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();

Entries const small = reference::from_rows({{4, 1, 0}, {0, 5, 2}, {1, 0, 6}});

template <class Matrix>
Thrown analyze_throws(Matrix const& matrix, lu::AnalyzeOptions const& options = {}) {
  return thrown_by([&] { (void)lu::analyze(Exec(), matrix, options); });
}

HostCsr with(std::vector<std::int64_t> offsets, std::vector<std::int32_t> columns,
             int const n = 3) {
  Vector const values(columns.size(), 1.0);
  return {n, n, to_view<std::int64_t, Kokkos::HostSpace>(offsets),
          to_view<std::int32_t, Kokkos::HostSpace>(columns),
          to_view<double, Kokkos::HostSpace>(values)};
}

TEST(LuErrors, Rectangular) {
  auto const thrown = analyze_throws(csr(Entries{3, 4, {{0, 0, 1}}}));
  EXPECT_EQ(thrown.code, ErrorCode::invalid_matrix);
  EXPECT_TRUE(thrown.says("3") && thrown.says("4")) << thrown.message;
}

TEST(LuErrors, Offsets) {
  auto const refused = [](HostCsr const& matrix) {
    auto const thrown = analyze_throws(matrix);
    return thrown.any && thrown.code == ErrorCode::invalid_matrix && !thrown.message.empty();
  };
  EXPECT_TRUE(refused(with({0, 2, 1, 3}, {0, 1, 2})));   // descends
  EXPECT_TRUE(refused(with({1, 1, 2, 3}, {0, 1, 2})));   // does not start at 0
  EXPECT_TRUE(refused(with({0, 1, 2, 5}, {0, 1, 2})));   // beyond the entries
  EXPECT_TRUE(refused(with({0, 1, 2, 2}, {0, 1, 2})));   // before the entries end
  EXPECT_TRUE(refused(with({0, 1, 2}, {0, 1})));         // too few of them
  EXPECT_TRUE(refused(with({0, -7, 2, 3}, {0, 1, 2})));  // negative
  EXPECT_TRUE(refused(with({0, std::int64_t(1) << 60, 2, 3}, {0, 1, 2})));
  auto short_of_values = with({0, 1, 2, 3}, {0, 1, 2});
  short_of_values.values = to_view<double, Kokkos::HostSpace>(Vector(2, 1.0));
  EXPECT_TRUE(refused(short_of_values));
  auto negative = with({0, 1, 2, 3}, {0, 1, 2});
  negative.num_rows = negative.num_columns = -3;
  EXPECT_TRUE(refused(negative));
}

TEST(LuErrors, IndexOutOfRange) {
  auto const named = [](Thrown const& thrown, char const* row, char const* column) {
    return thrown.code == ErrorCode::invalid_matrix && thrown.says(row) && thrown.says(column) &&
           thrown.says("entry 2");
  };
  auto thrown = analyze_throws(with({0, 1, 3, 4}, {0, 1, 17, 2}));
  EXPECT_TRUE(named(thrown, "row 1", "column 17")) << thrown.message;
  thrown = analyze_throws(with({0, 1, 3, 4}, {0, 1, -5, 2}));
  EXPECT_TRUE(named(thrown, "row 1", "column -5")) << thrown.message;
  auto const rows = with({0, 1, 3, 4}, {0, 1, 3, 2});
  thrown = analyze_throws(Csc<double>{3, 3, rows.row_offsets, rows.columns, rows.values});
  EXPECT_TRUE(named(thrown, "row 3", "column 1")) << thrown.message;
}

TEST(LuErrors, RejectedDuplicates) {
  lu::AnalyzeOptions options;
  options.duplicates = lu::Duplicates::reject;
  Entries twice = small;
  twice.add(1, 2, 1.0);
  auto const thrown = analyze_throws(csr(twice), options);
  EXPECT_EQ(thrown.code, ErrorCode::invalid_matrix);
  EXPECT_TRUE(thrown.says("row 1") && thrown.says("column 2")) << thrown.message;
  EXPECT_FALSE(analyze_throws(csr(twice)).any);
  EXPECT_FALSE(analyze_throws(csr(small), options).any);
}

TEST(LuErrors, UserOrder) {
  lu::AnalyzeOptions options;
  options.ordering = lu::Ordering::user;
  for (auto const& order :
       std::vector<std::vector<std::int32_t>>{{}, {0, 1}, {0, 1, 1}, {0, 1, 3}, {0, 1, -1}}) {
    options.user_order = order;
    EXPECT_EQ(analyze_throws(csr(small), options).code, ErrorCode::invalid_argument)
        << order.size();
  }
}

TEST(LuErrors, OptionsThatMakeNoSense) {
  lu::AnalyzeOptions options;
  options.matching = lu::Matching::none;
  options.scaling = lu::Scaling::matched;
  EXPECT_EQ(analyze_throws(csr(small), options).code, ErrorCode::invalid_argument);
  Solver<> const solver(csr(small));
  lu::SolveOptions steps;
  steps.refinement = lu::Refinement::fixed;
  steps.refinement_steps = -1;
  EXPECT_EQ(thrown_by([&] {
              (void)solver.solve({1, 2, 3}, steps);
            }).code,
            ErrorCode::invalid_argument);
}

TEST(LuErrors, CallsWhileEmpty) {
  lu::Analysis const nothing;
  EXPECT_TRUE(thrown_by([&] { lu::Factorization<double, Exec> const none{Exec(), nothing}; }).any);
  auto const analyzed = lu::analyze(Exec(), csr(small));
  lu::Factorization<double, Exec> factors(Exec(), analyzed.analysis);
  auto const b = to_view<double, Memory>({1, 2, 3});
  lu::SolveWorkspace<Exec> workspace;
  auto thrown = thrown_by([&] { (void)factors.solve(Exec(), b, b, workspace); });
  EXPECT_EQ(thrown.code, ErrorCode::invalid_state);
  EXPECT_TRUE(thrown.says("factor")) << thrown.message;
  thrown = thrown_by([&] { (void)factors.refactor(Exec(), csr(small)); });
  EXPECT_EQ(thrown.code, ErrorCode::invalid_state);
  EXPECT_TRUE(thrown.says("factor")) << thrown.message;
  EXPECT_EQ(to_vector(b), (Vector{1, 2, 3}));
  EXPECT_EQ(factors.factor(Exec(), csr(small)).status, Status::success);
}

TEST(LuErrors, FailedFactorLeavesEmpty) {
  Solver<> solver(csr(small), natural_options());
  Entries nan = small;
  nan.list[2].value = NAN;
  EXPECT_EQ(solver.factors->factor(solver.exec, csr(nan)).status, Status::non_finite);
  EXPECT_FALSE(solver.usable());
  EXPECT_EQ(thrown_by([&] { (void)solver.solve({1, 2, 3}); }).code, ErrorCode::invalid_state);
  EXPECT_EQ(solver.factors->factor(solver.exec, csr(small)).status, Status::success);
  EXPECT_EQ(solver.solve({5, 7, 7}).x, ones(3));
}

TEST(LuErrors, FactorWithAnotherPattern) {
  Solver<> solver(csr(small));
  Entries other = small;
  other.list[1].column = 2;
  EXPECT_EQ(thrown_by([&] { (void)solver.factors->factor(solver.exec, csr(other)); }).code,
            ErrorCode::pattern_mismatch);
  EXPECT_EQ(
      thrown_by([&] { (void)solver.factors->factor(solver.exec, csr(families::chain(4))); }).code,
      ErrorCode::pattern_mismatch);
  EXPECT_EQ(solver.factors->factor(solver.exec, csr(small)).status, Status::success);
}

template <class B, class X>
ErrorCode solve_code(Solver<> const& solver, B const& b, X const& x) {
  return thrown_by([&] { (void)solver.factors->solve(solver.exec, b, x, solver.workspace); }).code;
}

TEST(LuErrors, Extents) {
  Solver<> const solver(csr(small));
  auto const three = to_view<double, Memory>({1, 2, 3});
  auto const four = to_view<double, Memory>({1, 2, 3, 4});
  using Table = Kokkos::View<double**, Kokkos::LayoutLeft, Memory>;
  Table const wide("heddle::test::wide", 3, 4), narrow("heddle::test::narrow", 3, 2);
  Table const short_table("heddle::test::short", 2, 2);
  EXPECT_EQ(solve_code(solver, four, three), ErrorCode::invalid_argument);
  EXPECT_EQ(solve_code(solver, three, four), ErrorCode::invalid_argument);
  EXPECT_EQ(solve_code(solver, wide, narrow), ErrorCode::invalid_argument);
  EXPECT_EQ(solve_code(solver, short_table, narrow), ErrorCode::invalid_argument);
  EXPECT_EQ(to_vector(four), (Vector{1, 2, 3, 4}));
  Table const none_b("heddle::test::none", 3, 0), none_x("heddle::test::none", 3, 0);
  EXPECT_EQ(solver.factors->solve(solver.exec, none_b, none_x, solver.workspace).status,
            Status::success);
}

TEST(LuErrors, NonFiniteMatrix) {
  for (double const bad : {double(NAN), infinity, -infinity}) {
    Entries entries = families::grid(8);
    entries.list[77].value = bad;
    auto const place = entries.list[77];
    for (bool const by_rows : {true, false}) {
      auto const result =
          by_rows ? lu::analyze(Exec(), csr(entries)) : lu::analyze(Exec(), csc(entries));
      EXPECT_EQ(result.status, Status::non_finite);
      EXPECT_TRUE(result.analysis.empty());
      ASSERT_TRUE(result.first_bad.has_value());
      EXPECT_EQ(result.first_bad->row, place.row);
      EXPECT_EQ(result.first_bad->column, place.column);
    }
    Solver<> solver(csr(families::grid(8)));
    auto const refactored = solver.factors->refactor(solver.exec, csr(entries));
    EXPECT_EQ(refactored.status, Status::non_finite);
    ASSERT_TRUE(refactored.first_bad.has_value());
    EXPECT_EQ(refactored.first_bad->row, place.row);
    EXPECT_EQ(refactored.first_bad->column, place.column);
    EXPECT_TRUE(solver.usable());
  }
  Solver<> const one(csr(Entries{1, 1, {{0, 0, NAN}}}));
  EXPECT_EQ(one.analyzed.status, Status::non_finite);
}

TEST(LuErrors, NonFiniteSumOfDuplicates) {
  Entries entries = small;
  entries.add(1, 1, 1e308);
  entries.add(1, 1, 1e308);
  auto const result = lu::analyze(Exec(), csr(entries));
  EXPECT_EQ(result.status, Status::non_finite);
  ASSERT_TRUE(result.first_bad.has_value());
  EXPECT_EQ(result.first_bad->row, 1);
  EXPECT_EQ(result.first_bad->column, 1);
}

TEST(LuErrors, NonFiniteRightHandSide) {
  Solver<> const solver(csr(families::grid(6)));
  using Table = Kokkos::View<double**, Kokkos::LayoutRight, Memory>;
  Table const b("heddle::test::b", 36, 3), x("heddle::test::x", 36, 3);
  auto const host = Kokkos::create_mirror_view(b);
  for (double const bad : {double(NAN), infinity, -infinity}) {
    Kokkos::deep_copy(host, 1.0);
    host(20, 2) = bad;
    Kokkos::deep_copy(b, host);
    for (auto const refinement :
         {lu::Refinement::automatic, lu::Refinement::fixed, lu::Refinement::off}) {
      lu::SolveOptions options;
      options.refinement = refinement;
      auto const result = solver.factors->solve(solver.exec, b, x, solver.workspace, options);
      EXPECT_EQ(result.status, Status::non_finite);
      ASSERT_TRUE(result.first_bad.has_value());
      EXPECT_EQ(result.first_bad->row, 20);
      EXPECT_EQ(result.first_bad->column, 2);
    }
  }
}

TEST(LuErrors, OverflowIsNoSuccess) {
  Solver<> const solver(csr(Entries{1, 1, {{0, 0, 1e-300}}}));
  for (auto const refinement : {lu::Refinement::automatic, lu::Refinement::off}) {
    lu::SolveOptions options;
    options.refinement = refinement;
    EXPECT_EQ(solver.solve({1e300}, options).result.status, Status::non_finite);
  }
  // 1e200 does not fit into single precision.
  Solver<float> const single(csr(reference::from_rows({{1, 2}, {3, 4}})));
  auto const solution = single.solve({1e200, 1e200});
  EXPECT_TRUE(solution.result.status != Status::success || std::isfinite(solution.x[0]));
}

TEST(LuErrors, MemoryLimit) {
  lu::AnalyzeOptions options;
  options.memory_limit = 1;
  auto const result = lu::analyze(Exec(), csr(families::grid(10)), options);
  EXPECT_EQ(result.status, Status::out_of_memory);
  EXPECT_GT(result.bytes, 1u);
  EXPECT_TRUE(result.analysis.empty());
  auto const unlimited = lu::analyze(Exec(), csr(families::grid(10)));
  options.memory_limit = unlimited.bytes;
  EXPECT_EQ(lu::analyze(Exec(), csr(families::grid(10)), options).status, Status::success);
}

TEST(LuErrors, InputsStayAsTheyAre) {
  auto const matrix = csc<double, std::int64_t, Memory>(families::make(Family::unsorted, 80, 1));
  auto const offsets = to_vector(matrix.column_offsets), rows = to_vector(matrix.rows);
  auto const values = to_vector(matrix.values);
  Solver<> const solver(matrix);
  auto const b = to_view<double, Memory>(ramp(80));
  Kokkos::View<double*, Memory> const x("heddle::test::x", 80);
  (void)solver.factors->solve(solver.exec, b, x, solver.workspace);
  EXPECT_EQ(to_vector(matrix.column_offsets), offsets);
  EXPECT_EQ(to_vector(matrix.rows), rows);
  EXPECT_EQ(to_vector(matrix.values), values);
  EXPECT_EQ(to_vector(b), ramp(80));
}

TEST(LuErrors, ObserverSeesThePhases) {
  std::set<std::string> analysis_phases, factor_phases;
  bool consistent = true;
  auto const into = [&](std::set<std::string>& phases) {
    return [&](Progress const& progress) {
      phases.insert(std::string(progress.phase));
      consistent &= progress.done >= 0 && (progress.total == 0 || progress.done <= progress.total);
    };
  };
  lu::AnalyzeOptions options;
  lu::PivotOptions pivots;
  options.observer = into(analysis_phases);
  pivots.observer = into(factor_phases);
  Solver<> const solver(csr(families::grid(20)), options, pivots);
  EXPECT_TRUE(consistent);
  EXPECT_GE(analysis_phases.size(), 2u);
  EXPECT_TRUE(factor_phases.contains("heddle::lu::numeric"));
  for (auto const& phase : analysis_phases) EXPECT_EQ(phase.rfind("heddle::", 0), 0u) << phase;
}

TEST(LuErrors, StatusNames) {
  EXPECT_EQ(lu::to_string(Status::success), "success");
  EXPECT_EQ(lu::to_string(Status::structurally_singular), "structurally_singular");
  EXPECT_EQ(lu::to_string(Status::not_converged), "not_converged");
}

}  // namespace
}  // namespace heddle::test
