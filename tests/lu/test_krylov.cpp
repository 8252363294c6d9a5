// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FGMRES behind refinement: factors that are too poor to refine with, and what is promised of them.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace heddle::test {
namespace {

using lu::Status;
using reference::backward_error;
using Vector = std::vector<double>;

/// Factors of a perturbed matrix: one pivot of 1e-9 is replaced by sqrt(eps), and refinement with
/// them diverges. The exact matrix is a rank-one change away, which two steps of FGMRES find.
struct Perturbed {
  Entries matrix =
      reference::from_rows({{1e-9, 1, 0, 0}, {1, 1, 1, 0}, {0, 1, 3, 1}, {0, 0, 1, 2}});
  lu::AnalyzeOptions analyze = plain_options();
  lu::PivotOptions pivots = policy(lu::PivotPolicy::perturb);
  Perturbed() { pivots.absolute_tolerance = 1e-2; }
};

TEST(LuKrylov, SolvesWhereRefinementStalls) {
  Perturbed const given;
  Solver<> const solver(csr(given.matrix), given.analyze, given.pivots);
  ASSERT_EQ(solver.factored.status, Status::pivot_degraded);
  for (auto const operation : {lu::Operation::none, lu::Operation::transpose}) {
    auto const system =
        operation == lu::Operation::none ? given.matrix : reference::transposed(given.matrix);
    auto const b = reference::multiply(system, {1, 2, 3, 4});
    lu::SolveOptions options;
    options.operation = operation;
    auto const solution = solver.solve(b, options);
    EXPECT_LE(backward_error(system, solution.x, b), 1e-12);
    EXPECT_EQ(solution.result.status, Status::success);
  }
}

/// Ill-conditioned, dense, reproducible: singular values fall evenly from 1 to `smallest`.
Entries graded(std::int32_t const n, double const smallest) {
  families::Random random(4);
  std::vector<Vector> left(n, Vector(n)), right(n, Vector(n));
  auto const reflect = [&](std::vector<Vector>& q) {
    Vector v(n);
    double norm = 0;
    for (auto& item : v) item = random.value(), norm += item * item;
    for (std::int32_t i = 0; i < n; ++i)
      for (std::int32_t j = 0; j < n; ++j) q[i][j] = (i == j) - 2 * v[i] * v[j] / norm;
  };
  reflect(left);
  reflect(right);
  Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::int32_t k = 0; k < n; ++k)
        sum += left[i][k] * std::pow(smallest, double(k) / (n - 1)) * right[k][j];
      entries.add(i, j, sum);
    }
  return entries;
}

// Single-precision factors of a matrix with condition 1e9: refinement alone cannot do it.
TEST(LuKrylov, SinglePrecisionFactorsBeyondTheirCondition) {
  Entries const matrix = graded(24, 1e-9);
  auto const b = reference::multiply(matrix, ramp(24));
  lu::PivotOptions lenient;
  lenient.policy = lu::PivotPolicy::perturb;
  Solver<float> const solver(csr(matrix), {}, lenient);
  ASSERT_TRUE(solver.usable());
  lu::SolveOptions without;
  without.krylov_steps = 0;
  auto const refined = solver.solve(b, without);
  EXPECT_EQ(refined.result.status, Status::not_converged);
  EXPECT_EQ(refined.result.krylov_steps, 0);
  auto const solution = solver.solve(b);
  EXPECT_GT(solution.result.krylov_steps, 0);
  EXPECT_EQ(solution.result.status, Status::success);
  EXPECT_LE(backward_error(matrix, solution.x, b), 1e-12);
}

TEST(LuKrylov, SameBitsForAllWorkersAndBackends) {
  Entries const matrix = graded(24, 1e-9);
  auto const b = reference::multiply(matrix, ramp(24));
  lu::PivotOptions const lenient = policy(lu::PivotPolicy::perturb);
  Solver<float, Yardstick> const expected(csr(matrix), {}, lenient);
  auto const there = expected.solve(b);
  for (int const workers : {1, 2, 5}) {
    lu::AnalyzeOptions options;
    options.workers = workers;
    auto const here = Solver<float>(csr(matrix), options, lenient).solve(b);
    EXPECT_TRUE(same_bits(here.x, there.x));
    EXPECT_EQ(here.result.krylov_steps, there.result.krylov_steps);
  }
}

TEST(LuKrylov, CorrectsEachRightHandSide) {
  using Memory = Exec::memory_space;
  Entries const matrix = graded(24, 1e-9);
  Solver<float> const solver(csr(matrix), {}, policy(lu::PivotPolicy::perturb));
  Vector const columns[] = {reference::multiply(matrix, ramp(24)), Vector(24, 0.0),
                            reference::multiply(matrix, ones(24))};
  Kokkos::View<double**, Kokkos::LayoutLeft, Memory> const b("heddle::test::b", 24, 3);
  auto const host = Kokkos::create_mirror_view(b);
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < 24; ++i) host(i, c) = columns[c][i];
  Kokkos::deep_copy(b, host);
  auto const result = solver.factors->solve(solver.exec, b, b, solver.workspace);
  EXPECT_EQ(result.status, Status::success);
  Kokkos::deep_copy(host, b);
  for (int c = 0; c < 3; ++c) {
    Vector x(24);
    for (int i = 0; i < 24; ++i) x[i] = host(i, c);
    EXPECT_LE(backward_error(matrix, x, columns[c]), 1e-12) << c;
  }
}

TEST(LuKrylov, IsNotUsedWhereRefinementSuffices) {
  Entries const grid = families::grid(12);
  EXPECT_EQ(Solver<>(csr(grid)).solve(ramp(144)).result.krylov_steps, 0);
}

TEST(LuKrylov, RefusesNonsense) {
  Solver<> const solver(csr(families::grid(3)));
  lu::SolveOptions options;
  for (int const steps : {-1, 1001}) {
    options.krylov_steps = steps;
    auto const thrown = thrown_by([&] { solver.solve(ramp(9), options); });
    EXPECT_EQ(thrown.code, ErrorCode::invalid_argument);
    EXPECT_EQ(thrown.message, "krylov_steps is outside 0 ... 1000: " + std::to_string(steps));
  }
}

}  // namespace
}  // namespace heddle::test
