// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relations between runs, without an oracle: what happens to the solution when the system is
// permuted, scaled, transposed, or asked for twice.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using Vector = std::vector<double>;

constexpr Family regular[] = {Family::two_by_two, Family::diagonal,   Family::arrow,
                              Family::banded,     Family::grid,       Family::random,
                              Family::dense_row,  Family::duplicates, Family::zero_diagonal,
                              Family::chain};

Vector solved(Entries const& entries, Vector const& b, lu::SolveOptions const& options = {}) {
  Solver<> const solver(csr(entries));
  EXPECT_TRUE(solver.usable());
  auto const solution = solver.solve(b, options);
  EXPECT_EQ(solution.result.status, Status::success);
  return solution.x;
}

/// Both are solutions with a tiny backward error, so they differ by the condition at most; these
/// families are well-conditioned.
void expect_near(Vector const& found, Vector const& expected) {
  EXPECT_LE(reference::relative_difference(found, expected), 1e-9);
}

TEST(LuMetamorphic, PermutedRowsAndColumns) {
  for (auto const family : regular)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(families::name(family));
      Entries const entries = families::make(family, 120, seed);
      auto const n = entries.num_rows;
      families::Random random(seed);
      auto const rows = random.permutation(n), columns = random.permutation(n);
      Entries permuted{n, n, {}};
      for (auto const& entry : entries.list)
        permuted.add(rows[entry.row], columns[entry.column], entry.value);
      auto const b = ramp(n), x = solved(entries, b);
      Vector moved(n), back(n);
      for (std::int32_t i = 0; i < n; ++i) moved[rows[i]] = b[i];
      auto const y = solved(permuted, moved);
      for (std::int32_t j = 0; j < n; ++j) back[j] = y[columns[j]];
      expect_near(back, x);
    }
}

// Scaling by powers of two rounds nothing.
TEST(LuMetamorphic, RowsAndColumnsScaledByPowersOfTwo) {
  for (auto const family : regular) {
    SCOPED_TRACE(families::name(family));
    Entries const entries = families::make(family, 90, 5);
    auto const n = entries.num_rows;
    families::Random random(7);
    Vector row(n), column(n);
    for (auto& scale : row) scale = std::ldexp(1.0, random.below(40) - 20);
    for (auto& scale : column) scale = std::ldexp(1.0, random.below(40) - 20);
    Entries scaled = entries;
    for (auto& entry : scaled.list) entry.value *= row[entry.row] * column[entry.column];
    auto const b = ramp(n), x = solved(entries, b);
    Vector scaled_b(n);
    for (std::int32_t i = 0; i < n; ++i) scaled_b[i] = row[i] * b[i];
    auto y = solved(scaled, scaled_b);
    for (std::int32_t j = 0; j < n; ++j) y[j] *= column[j];
    expect_near(y, x);
  }
}

TEST(LuMetamorphic, TransposedMatrixIsTransposedSolve) {
  lu::SolveOptions transposed;
  transposed.operation = lu::Operation::transpose;
  for (auto const family : regular) {
    SCOPED_TRACE(families::name(family));
    Entries const entries = families::make(family, 110, 6);
    auto const b = ramp(entries.num_rows);
    expect_near(solved(reference::transposed(entries), b), solved(entries, b, transposed));
  }
}

TEST(LuMetamorphic, ConjugatesOfRealMatricesAreTransposes) {
  lu::SolveOptions transposed, conjugate;
  transposed.operation = lu::Operation::transpose;
  conjugate.operation = lu::Operation::conjugate_transpose;
  Solver<> const solver(csr(families::make(Family::random, 60, 4)));
  auto const x = solver.solve(ramp(60), conjugate).x;
  EXPECT_TRUE(same_bits(x, solver.solve(ramp(60), transposed).x));
  EXPECT_FALSE(same_bits(x, solver.solve(ramp(60)).x));
}

TEST(LuMetamorphic, SolutionsAreLinear) {
  for (auto const family : regular) {
    SCOPED_TRACE(families::name(family));
    Entries const entries = families::make(family, 80, 8);
    auto const n = static_cast<std::size_t>(entries.num_rows);
    Solver<> const solver(csr(entries));
    auto const b = ramp(n);
    Vector twice(b), sum(b);
    for (std::size_t i = 0; i < n; ++i) twice[i] *= 2, sum[i] += 1;
    auto const x = solver.solve(b).x, y = solver.solve(ones(n)).x;
    auto const doubled = solver.solve(twice).x;
    Vector expected(n), total(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = 2 * x[i], total[i] = x[i] + y[i];
    EXPECT_TRUE(same_bits(doubled, expected));  // a power of two rounds nothing
    expect_near(solver.solve(sum).x, total);
  }
}

// A right-hand side that is there twice has its solution twice, whatever stands between.
TEST(LuMetamorphic, DuplicatedRightHandSide) {
  using Memory = Exec::memory_space;
  Entries const entries = families::make(Family::random, 70, 9);
  Solver<> const solver(csr(entries));
  Kokkos::View<double**, Kokkos::LayoutRight, Memory> const b("heddle::test::b", 70, 3);
  auto const host = Kokkos::create_mirror_view(b);
  for (int i = 0; i < 70; ++i) host(i, 0) = host(i, 2) = std::sin(i), host(i, 1) = 1e6 * i;
  Kokkos::deep_copy(b, host);
  ASSERT_EQ(solver.factors->solve(solver.exec, b, b, solver.workspace).status, Status::success);
  Kokkos::deep_copy(host, b);
  for (int i = 0; i < 70; ++i) EXPECT_EQ(host(i, 0), host(i, 2)) << i;
}

// Two systems side by side are one system of two blocks.
TEST(LuMetamorphic, TwoSystemsInOneMatrix) {
  Entries const first = families::make(Family::random, 50, 3), second = families::grid(6);
  Entries both{86, 86, first.list};
  for (auto const& entry : second.list) both.add(entry.row + 50, entry.column + 50, entry.value);
  auto const b = ramp(86);
  auto const x = solved(both, b);
  auto const left = solved(first, Vector(b.begin(), b.begin() + 50));
  auto const right = solved(second, Vector(b.begin() + 50, b.end()));
  expect_near(Vector(x.begin(), x.begin() + 50), left);
  expect_near(Vector(x.begin() + 50, x.end()), right);
  Solver<> const a(csr(first)), c(csr(second)), whole(csr(both));
  EXPECT_NEAR(whole.factored.determinant.log_magnitude,
              a.factored.determinant.log_magnitude + c.factored.determinant.log_magnitude, 1e-10);
  EXPECT_EQ(whole.factored.determinant.sign,
            a.factored.determinant.sign * c.factored.determinant.sign);
}

}  // namespace
}  // namespace heddle::test
