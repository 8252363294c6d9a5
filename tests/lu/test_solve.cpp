// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a user may hand in and ask for: containers, types, orders of entries, right-hand sides,
// transposed systems, refinement. The oracle is dense LU with complete pivoting.
#include <tests/families.hpp>
#include <tests/lu/files.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using reference::backward_error;
using Vector = std::vector<double>;
using Memory = Exec::memory_space;

constexpr double eps = std::numeric_limits<double>::epsilon();

// What each family must give, by the dense oracle where the matrix is regular.
void expect_family(Family const family, std::int32_t const size, std::uint64_t const seed) {
  SCOPED_TRACE(std::string(families::name(family)) + " " + std::to_string(size) + " seed " +
               std::to_string(seed));
  Entries const entries = families::make(family, size, seed);
  auto const a = reference::summed(entries);
  auto const n = a.num_rows;
  Solver<> const solver(csr(entries));
  if (family == Family::structurally_singular) {
    EXPECT_EQ(solver.analyzed.status, Status::structurally_singular);
    EXPECT_EQ(solver.analyzed.structural_rank, n - 1);
    EXPECT_EQ(solver.analyzed.unmatched_rows.size(), 1u);
    EXPECT_EQ(solver.analyzed.unmatched_columns.size(), 1u);
    return;
  }
  ASSERT_EQ(solver.analyzed.status, Status::success);
  EXPECT_EQ(solver.analyzed.structural_rank, n);
  ASSERT_TRUE(solver.usable()) << lu::to_string(solver.factored.status);
  auto const x_true = ramp(n);
  for (auto const operation : {lu::Operation::none, lu::Operation::transpose}) {
    auto const system = operation == lu::Operation::none ? a : reference::transposed(a);
    auto const b = reference::multiply(system, x_true);
    lu::SolveOptions options;
    options.operation = operation;
    auto const solution = solver.solve(b, options);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(solution.result.backward_error, 1e-14);
    EXPECT_LE(backward_error(system, solution.x, b), 1e-14);
    if (n == 0 || n > 60) continue;
    reference::Dense const dense(system);
    double const condition = 1 / reference::reciprocal_condition(dense);
    EXPECT_LE(reference::relative_difference(solution.x, reference::DenseLu(dense).solve(b)),
              20 * eps * condition);
  }
}

TEST(LuFamilies, SmallAgainstDense) {
  for (auto const family : families::all)
    for (std::int32_t const size : {1, 2, 3, 8, 30}) expect_family(family, size, 10 + size);
}

TEST(LuFamilies, Medium) {
  for (auto const family : families::all) expect_family(family, 700, 11);
}

// Everything a caller may vary without changing the system.
struct Outcome {
  Vector values, x;
};
template <class Matrix>
Outcome outcome(Matrix const& matrix, Vector const& b, lu::AnalyzeOptions const& options = {}) {
  Solver<> const solver(matrix, options);
  return {solver.values(), solver.solve(b).x};
}

TEST(LuSolve, EntryOrderNeverMatters) {
  for (auto const family : {Family::random, Family::duplicates, Family::dense_row}) {
    Entries const entries = families::make(family, 200, 3);
    auto const b = reference::multiply(entries, ramp(200));
    auto const expected = outcome(csr(entries), b);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Entries const shuffled = families::shuffled(entries, seed);
      auto const rows = outcome(csr(shuffled), b);
      EXPECT_TRUE(same_bits(rows.values, expected.values)) << families::name(family);
      EXPECT_TRUE(same_bits(rows.x, expected.x)) << families::name(family);
      EXPECT_TRUE(same_bits(outcome(csc(shuffled), b).x, expected.x)) << families::name(family);
    }
  }
}

TEST(LuSolve, DuplicatesInAnyOrderWithRounding) {
  // The sum of the four depends on the order in which they are added.
  Entries a{
      2, 2, {{0, 0, 3}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1e17}, {1, 1, 3}, {1, 1, -1e17}, {1, 1, 0.1}}};
  auto const expected = outcome(csr(a), {4, 5});
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    EXPECT_TRUE(same_bits(outcome(csr(families::shuffled(a, seed)), {4, 5}).x, expected.x));
}

TEST(LuSolve, ContainersOffsetsAndMemories) {
  Entries const entries = families::make(Family::random, 150, 5);
  auto const b = reference::multiply(entries, ramp(150));
  auto const expected = outcome(csr(entries), b);
  auto const expect_same = [&](auto const& matrix) {
    auto const found = outcome(matrix, b);
    EXPECT_TRUE(same_bits(found.values, expected.values));
    EXPECT_TRUE(same_bits(found.x, expected.x));
  };
  expect_same(csc(entries));
  expect_same(csr<double, std::int32_t>(entries));
  expect_same(csc<double, std::int32_t>(entries));
  expect_same(csr<double, std::int64_t, Memory>(entries));
  expect_same(csc<double, std::int32_t, Memory>(entries));
}

TEST(LuSolve, SinglePrecision) {
  Entries const grid = families::grid(15);
  auto const b = reference::multiply(grid, ramp(225));
  Solver<float> const solver(csr<float>(grid));
  ASSERT_EQ(solver.factored.status, Status::success);
  auto const solution = solver.solve<float>(b);
  EXPECT_EQ(solution.result.status, Status::success);
  EXPECT_LE(solution.result.backward_error, 1e-5);
  EXPECT_LE(reference::relative_difference(solution.x, ramp(225)), 1e-4);
}

TEST(LuSolve, SingleFactorsForDoubleSystems) {
  Entries const grid = families::grid(15);
  auto const b = reference::multiply(grid, ramp(225));
  Solver<float> const solver(csr(grid));
  auto const solution = solver.solve(b);
  EXPECT_EQ(solution.result.status, Status::success);
  EXPECT_GT(solution.result.refinements, 0);
  EXPECT_LE(backward_error(grid, solution.x, b), 1e-12);
}

TEST(LuSolve, OptionsOfTheAnalysis) {
  Entries const entries = families::make(Family::zero_diagonal, 120, 7);
  auto const b = reference::multiply(entries, ramp(120));
  lu::AnalyzeOptions reversed;
  reversed.ordering = lu::Ordering::user;
  for (std::int32_t j = 119; j >= 0; --j) reversed.user_order.push_back(j);
  lu::AnalyzeOptions cardinality, weighted, unscaled;
  cardinality.matching = lu::Matching::cardinality;
  weighted.matching = lu::Matching::weighted;
  weighted.scaling = lu::Scaling::matched;
  unscaled.scaling = lu::Scaling::none;
  for (auto const& options : {reversed, cardinality, weighted, unscaled, natural_options()}) {
    auto const solution = Solver<>(csr(entries), options).solve(b);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(backward_error(entries, solution.x, b), 6 * eps);
  }
}

TEST(LuSolve, SymbolicMethodsAgree) {
  Entries const entries = families::make(Family::random, 300, 9);
  auto const b = reference::multiply(entries, ramp(300));
  lu::AnalyzeOptions filter, merge;
  filter.symbolic = lu::Symbolic::etree_filter;
  merge.symbolic = lu::Symbolic::row_merge;
  auto const filtered = outcome(csr(entries), b, filter);
  for (auto const method : {lu::Symbolic::fill2, lu::Symbolic::fill2_chunked}) {
    lu::AnalyzeOptions searched;
    searched.symbolic = method;
    searched.symbolic_memory_limit = 1 << 16;
    EXPECT_TRUE(same_bits(outcome(csr(entries), b, searched).values, filtered.values));
  }
  Solver<double, Yardstick> const merged(csr(entries), merge);
  EXPECT_TRUE(same_bits(filtered.values, merged.values()));
  // The row merge runs at the host, whatever the backend.
  EXPECT_TRUE(same_bits(filtered.values, outcome(csr(entries), b, merge).values));
}

// Several right-hand sides in both layouts equal one at a time, bit for bit.
template <class Layout>
void expect_columns_alone(Solver<> const& solver, int const count,
                          lu::SolveOptions const& options) {
  int const n = 90;
  Kokkos::View<double**, Layout, Memory> b("heddle::test::b", n, count),
      x("heddle::test::x", n, count);
  auto const host_b = Kokkos::create_mirror_view(b);
  std::vector<Vector> columns(count, Vector(n));
  for (int c = 0; c < count; ++c)
    for (int i = 0; i < n; ++i) host_b(i, c) = columns[c][i] = std::sin(1.0 + i + 7 * c);
  Kokkos::deep_copy(b, host_b);
  auto const result = solver.factors->solve(solver.exec, b, x, solver.workspace, options);
  EXPECT_EQ(result.status, Status::success);
  auto const host_x = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
  for (int c = 0; c < count; ++c) {
    Vector found(n);
    for (int i = 0; i < n; ++i) found[i] = host_x(i, c);
    EXPECT_TRUE(same_bits(found, solver.solve(columns[c], options).x)) << "column " << c;
  }
}

TEST(LuSolve, SeveralRightHandSides) {
  Solver<> const solver(csr(families::make(Family::random, 90, 13)));
  lu::SolveOptions plain, transpose;
  plain.refinement = lu::Refinement::off;
  transpose.refinement = lu::Refinement::off;
  transpose.operation = lu::Operation::transpose;
  for (int const count : {1, 2, 31, 32, 33, 70}) {
    expect_columns_alone<Kokkos::LayoutLeft>(solver, count, plain);
    expect_columns_alone<Kokkos::LayoutRight>(solver, count, plain);
    expect_columns_alone<Kokkos::LayoutRight>(solver, count, transpose);
  }
}

TEST(LuSolve, RefinedRightHandSides) {
  Entries const entries = families::make(Family::random, 90, 13);
  Solver<> const solver(csr(entries));
  Kokkos::View<double**, Kokkos::LayoutLeft, Memory> b("heddle::test::b", 90, 3);
  auto const host = Kokkos::create_mirror_view(b);
  Vector const columns[] = {reference::multiply(entries, ramp(90)), Vector(90, 0.0),
                            reference::multiply(entries, ones(90))};
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < 90; ++i) host(i, c) = columns[c][i];
  Kokkos::deep_copy(b, host);
  // In place: the solutions overwrite the right-hand sides.
  auto const result = solver.factors->solve(solver.exec, b, b, solver.workspace);
  EXPECT_EQ(result.status, Status::success);
  Kokkos::deep_copy(host, b);
  for (int c = 0; c < 3; ++c) {
    Vector x(90);
    for (int i = 0; i < 90; ++i) x[i] = host(i, c);
    EXPECT_LE(backward_error(entries, x, columns[c]), 6 * eps) << c;
    EXPECT_LE(backward_error(entries, x, columns[c]), 1.01 * result.backward_error + eps) << c;
  }
}

TEST(LuSolve, InPlaceAndStridedViews) {
  Entries const entries = families::make(Family::random, 64, 17);
  auto const b = reference::multiply(entries, ramp(64));
  Solver<> const solver(csr(entries));
  auto const expected = solver.solve(b).x;
  auto const both = to_view<double, Memory>(b);
  EXPECT_EQ(solver.factors->solve(solver.exec, both, both, solver.workspace).status,
            Status::success);
  EXPECT_TRUE(same_bits(to_vector(both), expected));

  // Rows of a LayoutLeft matrix have a stride.
  Kokkos::View<double**, Kokkos::LayoutLeft, Memory> table("heddle::test::table", 3, 64);
  auto const row_b = Kokkos::subview(table, 1, Kokkos::ALL),
             row_x = Kokkos::subview(table, 2, Kokkos::ALL);
  auto const host = Kokkos::create_mirror_view(table);
  for (int i = 0; i < 64; ++i) host(1, i) = b[i];
  Kokkos::deep_copy(table, host);
  EXPECT_EQ(solver.factors->solve(solver.exec, row_b, row_x, solver.workspace).status,
            Status::success);
  Kokkos::deep_copy(host, table);
  Vector x(64), untouched(64);
  for (int i = 0; i < 64; ++i) x[i] = host(2, i), untouched[i] = host(1, i);
  EXPECT_TRUE(same_bits(x, expected));
  EXPECT_TRUE(same_bits(untouched, b));

  Kokkos::View<double const*, Memory> const constant = to_view<double, Memory>(b);
  Kokkos::View<double*, Memory> const out("heddle::test::out", 64);
  EXPECT_EQ(solver.factors->solve(solver.exec, constant, out, solver.workspace).status,
            Status::success);
  EXPECT_TRUE(same_bits(to_vector(out), expected));
}

TEST(LuSolve, RefinementDoesWhatItIsTold) {
  Entries const entries = families::make(Family::random, 100, 19);
  auto const b = reference::multiply(entries, ramp(100));
  Solver<float> const solver(csr(entries));
  lu::SolveOptions options;
  options.refinement = lu::Refinement::off;
  auto const raw = solver.solve(b, options);
  EXPECT_TRUE(std::isnan(raw.result.backward_error));
  EXPECT_EQ(raw.result.refinements, 0);
  options.refinement = lu::Refinement::fixed;
  options.refinement_steps = 3;
  auto const fixed = solver.solve(b, options);
  EXPECT_EQ(fixed.result.refinements, 3);
  EXPECT_LT(backward_error(entries, fixed.x, b), backward_error(entries, raw.x, b));
  EXPECT_NEAR(fixed.result.backward_error, backward_error(entries, fixed.x, b), 2 * eps);
}

TEST(LuSolve, SaysWhenRefinementFails) {
  // Single precision cannot carry a condition of 1e13.
  Entries const hilbert = [] {
    Entries entries{10, 10, {}};
    for (int i = 0; i < 10; ++i)
      for (int j = 0; j < 10; ++j) entries.add(i, j, 1.0 / (i + j + 1));
    return entries;
  }();
  Solver<float> const solver(csr(hilbert));
  if (!solver.usable()) {
    EXPECT_NE(solver.factored.status, Status::success);
    return;
  }
  auto const b = reference::multiply(hilbert, ramp(10));
  auto const solution = solver.solve(b);
  bool const accurate = backward_error(hilbert, solution.x, b) <= 1e-12;
  EXPECT_EQ(solution.result.status == Status::success, accurate);
}

// Unknowns that are exactly zero come out as rounding noise; rows of nothing else must not spoil
// the backward error, nor stop the refinement.
TEST(LuSolve, UnitVectorsOnReducibleMatrices) {
  for (auto const* name : {"adder_dcop_05.mtx.gz", "west0479_rb.rb", "mc64_example.mtx.gz"}) {
    auto const entries = small_file(name);
    if (!entries) continue;
    Solver<> const solver(csr(*entries));
    ASSERT_TRUE(solver.usable()) << name;
    for (int k = 0; k < 8; ++k) {
      std::vector<double> unit(entries->num_rows, 0.0);
      unit[(k * 131 + 7) % unit.size()] = 1;
      auto const solution = solver.solve(unit);
      EXPECT_EQ(solution.result.status, Status::success) << name << ", unit vector " << k;
      EXPECT_LE(solution.result.backward_error, 1e-12) << name << ", unit vector " << k;
    }
  }
}

TEST(LuSolve, ReportsPhases) {
  Solver<> const solver(csr(families::grid(12)));
  auto const has = [](std::vector<lu::PhaseReport> const& phases, std::string const& name) {
    return std::any_of(phases.begin(), phases.end(), [&](auto const& report) {
      return report.phase == name && report.seconds >= 0 && report.bytes_moved >= 0 &&
             !report.backend.empty();
    });
  };
  for (auto const* phase : {"match", "order", "symbolic", "levels"})
    EXPECT_TRUE(has(solver.analyzed.phases, phase)) << phase;
  EXPECT_TRUE(has(solver.factored.phases, "numeric"));
  auto const phases = solver.solve(ramp(144)).result.phases;
  EXPECT_TRUE(has(phases, "solve"));
  EXPECT_TRUE(has(phases, "refine"));
}

}  // namespace
}  // namespace heddle::test
