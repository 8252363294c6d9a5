// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pivots, determinants, growth, condition, exported factors, FGMRES and error bounds of complex
// systems, against dense complex LU with complete pivoting in long double.
#include <tests/lu/complex_support.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using lu::Operation;
using lu::PivotPolicy;
using lu::Status;
using reference::backward_error;
using reference::complex_from_rows;
using reference::ComplexDense;
using reference::ComplexDenseLu;
using reference::relative_difference;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr Complex one(1), imaginary(0, 1);

bool is_regular(Family const family) {
  return family != Family::structurally_singular && family != Family::empty;
}

// A pivot that is tiny, or zero, after the first step; p is what it is multiplied by.
ComplexEntries bad_pivot(Complex const p, double const tiny) {
  return complex_from_rows({{p, p, 0}, {p, p * (1 + tiny), p}, {0, p, p}});
}

TEST(LuComplexPivots, PerturbationKeepsThePhase) {
  for (double const angle : {0.0, 0.5, 1.6, 3.0, -2.0}) {
    Complex const p = std::polar(1.0, angle);
    Solver<Double> const solver(complex_csr(bad_pivot(p, 1e-10)), plain_options(),
                                policy(PivotPolicy::perturb));
    EXPECT_EQ(solver.factored.status, Status::pivot_degraded);
    EXPECT_EQ(solver.factored.perturbed, 1);
    EXPECT_EQ(solver.factored.first_bad->step, 1);
    auto const factors = solver.factors->export_factors(solver.exec);
    auto const pivot = factors.upper.values(factors.upper.column_offsets(2) - 1);
    EXPECT_NEAR(std::abs(Complex(pivot)), std::sqrt(eps), 4 * eps * std::sqrt(eps));
    // Ten digits of p cancel, the phase has six left.
    EXPECT_NEAR(std::abs(Complex(pivot) / std::sqrt(eps) - p), 0, 1e-5) << angle;
  }
}

TEST(LuComplexPivots, PoliciesOfAnExactZero) {
  auto const a = bad_pivot(imaginary, 0);
  Solver<Double> const recovered(complex_csr(a), natural_options());
  EXPECT_EQ(recovered.factored.status, Status::success);
  EXPECT_EQ(recovered.factored.recovered, 1);
  EXPECT_GT(recovered.factors->generation(), 0);
  auto const b = reference::multiply(a, spiral(3));
  EXPECT_LE(relative_difference(solve(recovered, b).x, spiral(3)), 1e-14);
  Solver<Double> const failed(complex_csr(a), natural_options(), policy(PivotPolicy::fail));
  EXPECT_EQ(failed.factored.status, Status::zero_pivot);
  EXPECT_EQ(failed.factored.first_bad->step, 1);
  EXPECT_FALSE(failed.usable());
}

TEST(LuComplexPivots, SingularMatrices) {
  // The second row is i times the first.
  auto const a = complex_from_rows({{one, {2, 1}}, {imaginary, {-1, 2}}});
  Solver<Double> const solver(complex_csr(a));
  EXPECT_EQ(solver.factored.status, Status::numerically_singular);
  EXPECT_EQ(solver.factored.determinant.phase, Complex(0));
  EXPECT_EQ(solver.factored.determinant.sign, 0);
  Solver<Double> const zero(complex_csr(ComplexEntries{1, 1, {{0, 0, {0, 0}}}}));
  EXPECT_EQ(zero.factored.status, Status::numerically_singular);
}

TEST(LuComplexPivots, DriftIsRecoveredOnRefactorization) {
  auto const a = complex_from_rows({{imaginary, one}, {one, 2.0 * imaginary}});
  Solver<Double> solver(complex_csr(a), natural_options());
  auto drifted = a;
  drifted.list[0].value = {0, 1e-16};
  auto const result = solver.factors->refactor(solver.exec, complex_csr(drifted));
  EXPECT_EQ(result.status, Status::success);
  EXPECT_EQ(result.recovered, 1);
  auto const b = reference::multiply(drifted, spiral(2));
  EXPECT_LE(relative_difference(solve(solver, b).x, spiral(2)), 1e-14);
}

TEST(LuComplexFigures, Determinants) {
  for (auto const family : families::all)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      if (!is_regular(family)) continue;
      auto const a = complex_family(family, 36, seed);
      ComplexDenseLu const dense{ComplexDense(a)};
      Solver<Double> const solver(complex_csr(a));
      auto const& determinant = solver.factored.determinant;
      EXPECT_NEAR(determinant.log_magnitude, static_cast<double>(dense.log_determinant()), 1e-11);
      EXPECT_NEAR(std::abs(determinant.phase - dense.phase()), 0, 1e-11) << families::name(family);
      EXPECT_NEAR(std::abs(determinant.phase), 1, 4 * eps);
      EXPECT_EQ(determinant.sign, 1);
    }
}

TEST(LuComplexFigures, RealDeterminantsHaveTheirSignAsPhase) {
  Solver<> const odd(csr(reference::from_rows({{0, 2}, {3, 0}})));
  EXPECT_EQ(odd.factored.determinant.phase, Complex(-1));
  EXPECT_EQ(odd.factored.determinant.sign, -1);
}

TEST(LuComplexFigures, GrowthEqualsDense) {
  for (auto const family : {Family::arrow, Family::banded, Family::grid, Family::random}) {
    auto a = complex_family(family, 36, 2);
    for (int i = 0; i < 36; ++i) a.add(i, i, {0, 6});  // no pivot is near zero
    Solver<Double> const solver(complex_csr(a), plain_options(), policy(PivotPolicy::perturb));
    ASSERT_EQ(solver.factored.perturbed, 0);
    double const expected = reference::reciprocal_growth(ComplexDense(a));
    EXPECT_NEAR(solver.factored.reciprocal_growth, expected, 1e-12 * expected);
  }
}

TEST(LuComplexFigures, ConditionWithinAFactorOfTen) {
  for (auto const family : families::all)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      if (!is_regular(family)) continue;
      auto const a = complex_family(family, 30, seed);
      Solver<Double> const solver(complex_csr(a));
      double const exact = reference::equilibrated_reciprocal_condition(ComplexDense(a));
      EXPECT_GE(solver.factored.reciprocal_condition, exact / 4) << families::name(family);
      EXPECT_LE(solver.factored.reciprocal_condition, exact * 10) << families::name(family);
    }
}

TEST(LuComplexFigures, ExportedFactorsMultiplyToTheMatrix) {
  for (auto const family : {Family::random, Family::zero_diagonal, Family::grid}) {
    auto const a = complex_family(family, 25, 3);
    Solver<Double> const solver(complex_csr(a));
    auto const factors = solver.factors->export_factors(solver.exec);
    int const n = a.num_rows;
    ComplexDense product(n);
    auto const add = [&](auto const& matrix) {
      for (int j = 0; j < n; ++j)
        for (auto p = matrix.column_offsets(j); p < matrix.column_offsets(j + 1); ++p)
          product(matrix.rows(p), j) += reference::LongComplex(Complex(matrix.values(p)));
    };
    add(factors.between);
    for (int j = 0; j < n; ++j)
      for (auto u = factors.upper.column_offsets(j); u < factors.upper.column_offsets(j + 1); ++u) {
        int const k = factors.upper.rows(u);
        for (auto l = factors.lower.column_offsets(k); l < factors.lower.column_offsets(k + 1); ++l)
          product(factors.lower.rows(l), j) +=
              reference::LongComplex(Complex(factors.lower.values(l))) *
              reference::LongComplex(Complex(factors.upper.values(u)));
      }
    ComplexDense const given(a);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        int const row = factors.row_of_step[i], column = factors.column_of_step[j];
        long double const scale =
            static_cast<long double>(factors.row_scale[row]) * factors.column_scale[column];
        EXPECT_LE(std::abs(product(i, j) - given(row, column) * scale), 100 * eps) << i << " " << j;
      }
  }
}

/// Ill-conditioned and dense: singular values fall evenly from 1 to `smallest` between two complex
/// reflections.
ComplexEntries graded(std::int32_t const n, double const smallest) {
  families::Random random(4);
  auto const reflection = [&] {
    ComplexVector v(n);
    double norm = 0;
    for (auto& item : v) item = {random.value(), random.value()}, norm += std::norm(item);
    std::vector<ComplexVector> q(n, ComplexVector(n));
    for (std::int32_t i = 0; i < n; ++i)
      for (std::int32_t j = 0; j < n; ++j)
        q[i][j] = Complex(i == j) - 2.0 * v[i] * std::conj(v[j]) / norm;
    return q;
  };
  auto const left = reflection(), right = reflection();
  ComplexEntries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j) {
      Complex sum = 0;
      for (std::int32_t k = 0; k < n; ++k)
        sum += left[i][k] * std::pow(smallest, double(k) / (n - 1)) * right[k][j];
      entries.add(i, j, sum);
    }
  return entries;
}

// Single-precision factors of a matrix with condition 1e9: refinement alone cannot do it.
TEST(LuComplexKrylov, SolvesWhereRefinementStalls) {
  auto const a = graded(24, 1e-9);
  Solver<Single> const solver(complex_csr(a), {}, policy(PivotPolicy::perturb));
  ASSERT_TRUE(solver.usable());
  for (auto const operation : all_operations) {
    auto const system = system_of(a, operation);
    auto const b = reference::multiply(system, spiral(24));
    lu::SolveOptions options;
    options.operation = operation;
    options.krylov_steps = 0;
    EXPECT_EQ(solve(solver, b, options).result.status, Status::not_converged);
    options.krylov_steps = 24;
    auto const solution = solve(solver, b, options);
    EXPECT_GT(solution.result.krylov_steps, 0);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(backward_error(system, solution.x, b), 1e-12);
  }
}

}  // namespace
}  // namespace heddle::test
