// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bound of the forward error against the same expression with the dense inverse, and against
// the error itself; the bytes that results tell.
#include <tests/lu/complex_support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using reference::ComplexDense;
using reference::ComplexDenseLu;
using reference::LongComplex;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// max_i (|A^-1| w)_i / max_i |x_i| with w = |b - A x| + (k + 1) eps (|A| |x| + |b|).
double exact_bound(ComplexEntries const& a, ComplexVector const& x, ComplexVector const& b) {
  auto const n = static_cast<std::size_t>(a.num_rows);
  std::vector<LongComplex> rest(b.begin(), b.end());
  std::vector<long double> size(n), count(n, 1);
  for (std::size_t i = 0; i < n; ++i) size[i] = std::abs(rest[i]);
  for (auto const& entry : a.list) {
    auto const term = LongComplex(entry.value) * LongComplex(x[entry.column]);
    rest[entry.row] -= term;
    size[entry.row] += std::abs(term);
    count[entry.row] += 1;
  }
  ComplexDenseLu const dense{ComplexDense(a)};
  std::vector<long double> sums(n, 0);
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<LongComplex> unit(n);
    unit[j] = 1;
    auto const column = dense.solve(unit);
    long double const weight = std::abs(rest[j]) + count[j] * eps * size[j];
    for (std::size_t i = 0; i < n; ++i) sums[i] += std::abs(column[i]) * weight;
  }
  long double largest = 0, largest_x = 0;
  for (std::size_t i = 0; i < n; ++i) {
    largest = std::max(largest, sums[i]);
    largest_x = std::max<long double>(largest_x, std::abs(x[i]));
  }
  return static_cast<double>(largest / largest_x);
}

void expect_bound(ComplexEntries const& system, ComplexVector const& b,
                  ComplexSolution const& solution) {
  ASSERT_TRUE(solution.result.forward_bound.has_value());
  double const bound = *solution.result.forward_bound;
  double const exact = exact_bound(system, solution.x, b);
  EXPECT_GE(bound, exact / 10);
  EXPECT_LE(bound, exact * 2);
  auto const x_true = ComplexDenseLu(ComplexDense(system)).solve(b);
  EXPECT_LE(reference::relative_difference(solution.x, x_true), bound + eps);
}

TEST(LuBounds, ComplexFamilies) {
  for (auto const family : {Family::random, Family::grid, Family::banded, Family::dense_row,
                            Family::zero_diagonal, Family::one_by_one}) {
    SCOPED_TRACE(families::name(family));
    auto const a = complex_family(family, 30, 4);
    Solver<Double> const solver(complex_csr(a));
    for (auto const operation : all_operations) {
      auto const system = system_of(a, operation);
      auto const b = reference::multiply(system, spiral(a.num_rows));
      lu::SolveOptions options;
      options.operation = operation;
      options.bound_forward_error = true;
      expect_bound(system, b, solve(solver, b, options));
    }
  }
}

ComplexEntries as_complex(Entries const& entries) {
  ComplexEntries result{entries.num_rows, entries.num_columns, {}};
  for (auto const& entry : entries.list) result.add(entry.row, entry.column, entry.value);
  return result;
}

TEST(LuBounds, RealFamilies) {
  for (auto const family : {Family::random, Family::chain, Family::arrow, Family::two_by_two}) {
    SCOPED_TRACE(families::name(family));
    Entries const a = reference::summed(families::make(family, 30, 4));
    Solver<> const solver(csr(a));
    for (auto const operation : {lu::Operation::none, lu::Operation::transpose}) {
      Entries const system = operation == lu::Operation::none ? a : reference::transposed(a);
      auto const b = reference::multiply(system, ramp(a.num_rows));
      lu::SolveOptions options;
      options.operation = operation;
      options.bound_forward_error = true;
      auto const found = solver.solve(b, options);
      expect_bound(as_complex(system), ComplexVector(b.begin(), b.end()),
                   {found.result, ComplexVector(found.x.begin(), found.x.end())});
    }
  }
}

// Without refinement, single precision: the bound follows what was computed.
TEST(LuBounds, FollowsAPoorSolution) {
  Entries const a = families::grid(6);
  Solver<float> const solver(csr(a));
  auto const b = reference::multiply(a, ramp(36));
  lu::SolveOptions options;
  options.bound_forward_error = true;
  options.refinement = lu::Refinement::off;
  auto const rough = solver.solve(b, options);
  options.refinement = lu::Refinement::automatic;
  auto const refined = solver.solve(b, options);
  auto const exact = reference::DenseLu(reference::Dense(a)).solve(b);
  EXPECT_GE(*rough.result.forward_bound, 0.999 * reference::relative_difference(rough.x, exact));
  EXPECT_GT(*rough.result.forward_bound, 1e-9);
  EXPECT_LT(*refined.result.forward_bound, 1e-12);
}

TEST(LuBounds, OnlyWhenAsked) {
  Solver<> const solver(csr(families::grid(3)));
  EXPECT_FALSE(solver.solve(ramp(9)).result.forward_bound.has_value());
  lu::SolveOptions options;
  options.bound_forward_error = true;
  EXPECT_EQ(solver.solve(std::vector<double>(9, 0.0), options).result.forward_bound, 0.0);
  // Several right-hand sides: the largest bound.
  Kokkos::View<double**, Kokkos::LayoutLeft, Exec::memory_space> const b("heddle::test::b", 9, 2);
  auto const host = Kokkos::create_mirror(b);
  for (int i = 0; i < 9; ++i) host(i, 0) = 1, host(i, 1) = i % 2 == 0 ? 1 : -1.001;
  Kokkos::deep_copy(b, host);
  double worst = 0;
  for (int right = 0; right < 2; ++right) {
    std::vector<double> column(9);
    for (int i = 0; i < 9; ++i) column[i] = host(i, right);
    worst = std::fmax(worst, *solver.solve(column, options).result.forward_bound);
  }
  EXPECT_EQ(solver.factors->solve(solver.exec, b, b, solver.workspace, options).forward_bound,
            worst);
}

TEST(LuBounds, BytesGrowWithASecondSetOfValues) {
  auto const matrix = csr(families::grid(8));
  Solver<> solver(matrix);
  auto const entries = solver.analyzed.num_factor_entries;
  EXPECT_GE(solver.factored.bytes, 2 * entries * sizeof(double));
  auto const again = solver.factors->refactor(solver.exec, matrix);
  EXPECT_GE(again.bytes, solver.factored.bytes + 2 * entries * sizeof(double));
  Solver<float> const single(matrix);
  EXPECT_LT(single.factored.bytes, solver.factored.bytes);
  Solver<Double> const complex(complex_csr(as_complex(families::grid(8))));
  EXPECT_GT(complex.factored.bytes, solver.factored.bytes);
  EXPECT_GT(complex.analyzed.bytes, solver.analyzed.bytes);
}

}  // namespace
}  // namespace heddle::test
