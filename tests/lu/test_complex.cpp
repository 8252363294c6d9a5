// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex systems: everything that real ones can do, against dense complex LU with complete
// pivoting in long double.
#include <tests/lu/complex_support.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using lu::Operation;
using lu::Status;
using reference::backward_error;
using reference::complex_from_rows;
using reference::ComplexDense;
using reference::ComplexDenseLu;
using reference::relative_difference;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr Complex one(1);

void expect_family(Family const family, std::int32_t const size, lu::AnalyzeOptions const& how) {
  SCOPED_TRACE(std::string(families::name(family)) + " " + std::to_string(size));
  auto const a = complex_family(family, size, 5);
  Solver<Double> const solver(complex_csr(a), how);
  if (family == Family::structurally_singular) {
    EXPECT_EQ(solver.analyzed.status, Status::structurally_singular);
    EXPECT_EQ(solver.analyzed.structural_rank, a.num_rows - 1);
    return;
  }
  ASSERT_TRUE(solver.usable()) << lu::to_string(solver.factored.status);
  auto const x_true = spiral(a.num_rows);
  for (auto const operation : all_operations) {
    auto const system = system_of(a, operation);
    auto const b = reference::multiply(system, x_true);
    lu::SolveOptions options;
    options.operation = operation;
    auto const solution = solve(solver, b, options);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(backward_error(system, solution.x, b), 1e-14);
    EXPECT_NEAR(backward_error(system, solution.x, b), solution.result.backward_error, 4 * eps);
    if (a.num_rows == 0 || a.num_rows > 40) continue;
    ComplexDense const dense(system);
    double const condition = 1 / reference::equilibrated_reciprocal_condition(dense);
    EXPECT_LE(relative_difference(solution.x, ComplexDenseLu(dense).solve(b)),
              50 * eps * condition);
  }
}

TEST(LuComplex, FamiliesAgainstDense) {
  for (auto const family : families::all)
    for (std::int32_t const size : {1, 2, 3, 9, 30}) expect_family(family, size, {});
}

TEST(LuComplex, Medium) {
  for (auto const family : families::all) expect_family(family, 400, {});
}

TEST(LuComplex, AnalysesOfEveryKind) {
  lu::AnalyzeOptions cardinality, unscaled, natural = natural_options(), whole, dissected, filter;
  cardinality.matching = lu::Matching::cardinality;
  unscaled.scaling = lu::Scaling::none;
  whole.block_triangular = false;
  dissected.ordering = lu::Ordering::nested_dissection;
  filter.symbolic = lu::Symbolic::fill2_chunked;
  for (auto const& how : {cardinality, unscaled, natural, whole, dissected, filter})
    expect_family(Family::zero_diagonal, 40, how);
}

TEST(LuComplex, MatchesByMagnitude) {
  // Real parts alone would match the diagonal, imaginary parts alone too.
  auto const a = complex_from_rows({{{3, 3}, {4, 1}}, {{1, 4}, {3, 3}}});
  auto const order = Solver<Double>(complex_csr(a)).factors->analysis();
  EXPECT_FALSE(order.empty());
  auto const b = complex_from_rows({{{0.1, 0}, {0, -5}}, {{4, 3}, {0, 0.1}}});
  Solver<Double> const solver(complex_csr(b));
  EXPECT_EQ(solver.factored.perturbed + solver.factored.recovered, 0);
  auto const factors = solver.factors->export_factors(solver.exec);
  // The large entries stand at (0,1) and (1,0).
  for (int step = 0; step < 2; ++step)
    EXPECT_NE(factors.row_of_step[step], factors.column_of_step[step]);
}

TEST(LuComplex, ContainersOffsetsAndMemories) {
  using Memory = Exec::memory_space;
  auto const a = complex_family(Family::random, 120, 3);
  auto const b = reference::multiply(a, spiral(120));
  auto const expected = solve(Solver<Double>(complex_csr(a)), b).x;
  EXPECT_LE(backward_error(a, expected, b), 6 * eps);
  auto const check = [&](auto const& matrix) {
    EXPECT_TRUE(same_bits(solve(Solver<Double>(matrix), b).x, expected));
  };
  check(complex_csc(a));
  check(complex_csr<Double, std::int32_t>(a));
  check(complex_csr<Double, std::int64_t, Memory>(a));
  check(complex_csc<Double, std::int32_t, Memory>(a));
  // Values of single precision: another matrix, the same from both containers.
  auto const rows = solve(Solver<Double>(complex_csr<Single>(a)), b).x;
  EXPECT_TRUE(same_bits(solve(Solver<Double>(complex_csc<Single>(a)), b).x, rows));
  EXPECT_LE(relative_difference(rows, expected), 1e-4);
}

TEST(LuComplex, EntryOrderAndDuplicatesNeverMatter) {
  auto a = complex_family(Family::duplicates, 60, 4);
  a.add(1, 1, {1e17, -3});
  a.add(1, 1, {3, 1e17});
  a.add(1, 1, {-1e17, -1e17});
  auto const b = reference::multiply(complex_family(Family::grid, 60, 4), spiral(49));
  ComplexVector rhs(60, one);
  std::copy(b.begin(), b.end(), rhs.begin());
  auto const expected = solve(Solver<Double>(complex_csr(a)), rhs).x;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    families::Random random(seed);
    ComplexEntries shuffled{60, 60, {}};
    for (auto const k : random.permutation(static_cast<std::int32_t>(a.list.size())))
      shuffled.list.push_back(a.list[k]);
    EXPECT_TRUE(same_bits(solve(Solver<Double>(complex_csr(shuffled)), rhs).x, expected)) << seed;
  }
}

TEST(LuComplex, SinglePrecision) {
  auto const a = complex_family(Family::grid, 200, 6);
  auto const n = static_cast<std::size_t>(a.num_rows);
  auto const b = reference::multiply(a, spiral(n));
  Solver<Single> const solver(complex_csr(a));
  for (auto const operation : all_operations) {
    auto const system = system_of(a, operation);
    lu::SolveOptions options;
    options.operation = operation;
    auto const refined = solve(solver, b, options);
    EXPECT_EQ(refined.result.status, Status::success);
    EXPECT_GT(refined.result.refinements, 0);
    EXPECT_LE(backward_error(system, refined.x, b), 1e-12);
    auto const rough = solve<Single>(solver, b, options);
    EXPECT_EQ(rough.result.status, Status::success);
    EXPECT_LE(backward_error(system, rough.x, b), 1e-5);
    EXPECT_GT(backward_error(system, rough.x, b), 1e-12);
  }
}

TEST(LuComplex, SeveralRightHandSides) {
  using Memory = Exec::memory_space;
  auto const a = complex_family(Family::random, 70, 8);
  Solver<Double> const solver(complex_csr(a));
  int const count = 33;
  Kokkos::View<Double**, Kokkos::LayoutLeft, Memory> const b("heddle::test::b", 70, count);
  auto const host = Kokkos::create_mirror(b);  // a copy on hosts, too
  std::vector<ComplexVector> columns(count, ComplexVector(70));
  for (int c = 0; c < count; ++c)
    for (int i = 0; i < 70; ++i) {
      columns[c][i] = {std::sin(1.0 + i + 7 * c), std::cos(2.0 * i - c)};
      host(i, c) = Double(columns[c][i].real(), columns[c][i].imag());
    }
  for (auto const operation : all_operations) {
    lu::SolveOptions options;
    options.operation = operation;
    options.refinement = lu::Refinement::off;
    Kokkos::deep_copy(b, host);
    solver.factors->solve(solver.exec, b, b, solver.workspace, options);  // in place
    auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), b);
    for (int c = 0; c < count; ++c) {
      ComplexVector x(70);
      for (int i = 0; i < 70; ++i) x[i] = {found(i, c).real(), found(i, c).imag()};
      EXPECT_TRUE(same_bits(x, solve(solver, columns[c], options).x)) << c;
    }
  }
}

TEST(LuComplex, SameBitsForAllWorkersAndBackends) {
  for (auto const family : {Family::random, Family::grid, Family::dense_row}) {
    auto const a = complex_family(family, 150, 9);
    auto const b = reference::multiply(a, spiral(a.num_rows));
    Solver<Double, Yardstick> const there(complex_csr(a));
    auto const values = to_complex_vector(there.factors->factor_values());
    auto const x = solve(there, b).x;
    for (int const workers : {1, 2, 7}) {
      lu::AnalyzeOptions options;
      options.workers = workers;
      Solver<Double> const here(complex_csr(a), options);
      EXPECT_TRUE(same_bits(to_complex_vector(here.factors->factor_values()), values));
      EXPECT_TRUE(same_bits(solve(here, b).x, x));
      EXPECT_EQ(here.factored.reciprocal_growth, there.factored.reciprocal_growth);
    }
  }
}

TEST(LuComplex, RightLookingForms) {
  auto const a = complex_family(Family::grid, 100, 2);
  auto const b = reference::multiply(a, spiral(a.num_rows));
  for (auto const format : {lu::ColumnFormat::dense, lu::ColumnFormat::search}) {
    lu::AnalyzeOptions options;
    options.numeric = lu::Numeric::right_looking;
    options.column_format = format;
    Solver<Double> const solver(complex_csr(a), options);
    ASSERT_TRUE(solver.factored.right_looking.has_value());
    EXPECT_EQ(solver.factored.status, Status::success);
    EXPECT_LE(backward_error(a, solve(solver, b).x, b), 1e-14);
  }
}

TEST(LuComplex, RefactorFollowsTheValues) {
  auto a = complex_family(Family::random, 200, 5);
  Solver<Double> solver(complex_csr(a));
  families::Random random(6);
  for (int step = 0; step < 5; ++step) {
    for (auto& entry : a.list) entry.value *= Complex(1 + 0.1 * random.value(), random.value());
    auto const result = solver.factors->refactor(solver.exec, complex_csr(a));
    ASSERT_TRUE(result.status == Status::success) << lu::to_string(result.status);
    auto const b = reference::multiply(a, spiral(200));
    EXPECT_LE(backward_error(a, solve(solver, b).x, b), 1e-14);
  }
  auto const other = complex_family(Family::random, 200, 77);
  auto const thrown = thrown_by([&] { solver.factors->refactor(solver.exec, complex_csr(other)); });
  EXPECT_EQ(thrown.code, ErrorCode::pattern_mismatch);
}

TEST(LuComplex, NaNInEitherPartIsFound) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (Complex const bad : {Complex(nan, 0), Complex(0, nan)}) {
    auto a = complex_family(Family::grid, 9, 1);
    Solver<Double> solver(complex_csr(a));
    auto const b = reference::multiply(a, spiral(9));
    a.list[5].value = bad;
    auto const refused = solver.factors->refactor(solver.exec, complex_csr(a));
    EXPECT_EQ(refused.status, Status::non_finite);
    ASSERT_TRUE(refused.first_bad.has_value());
    EXPECT_EQ(refused.first_bad->row, a.list[5].row);
    EXPECT_EQ(refused.first_bad->column, a.list[5].column);
    EXPECT_EQ(lu::analyze(Exec(), complex_csr(a)).status, Status::non_finite);
    EXPECT_EQ(solve(solver, b).result.status, Status::success);  // with the old factors
    auto spoiled = b;
    spoiled[4] = bad;
    auto const answer = solve(solver, spoiled);
    EXPECT_EQ(answer.result.status, Status::non_finite);
    EXPECT_EQ(answer.result.first_bad->row, 4);
  }
}

}  // namespace
}  // namespace heddle::test
