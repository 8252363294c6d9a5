// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms that only enqueue give the bits of those that wait, and refuse what they cannot do.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using Memory = Exec::memory_space;

/// The same pattern with other numbers: every entry times a power of two or so.
Entries changed(Entries entries, double const factor) {
  int number = 0;
  for (auto& entry : entries.list) entry.value *= factor * (1 + 0.01 * (number++ % 7));
  return entries;
}

lu::SolveOptions steps_of_refinement(int const steps) {
  lu::SolveOptions options;
  options.refinement = steps > 0 ? lu::Refinement::fixed : lu::Refinement::off;
  options.refinement_steps = steps;
  return options;
}

template <class Value>
std::vector<double> solve_async(Solver<Value>& solver, std::size_t const n, int const steps) {
  auto const right = ramp(n);
  auto const b = to_view<Value, Memory>(std::vector<Value>(right.begin(), right.end()));
  Kokkos::View<Value*, Memory> const x("heddle::test::x", n);
  solver.factors->solve_async(solver.exec, b, x, solver.workspace, steps_of_refinement(steps));
  solver.exec.fence("heddle::test::solve_async");
  return to_vector(x);
}

template <class Value>
void expect_equal_forms(Family const family, int const n) {
  Entries const before = families::make(family, n, 41), after = changed(before, 2);
  Solver<Value> eager(csr<Value>(before)), enqueued(csr<Value>(before));
  if (!eager.usable()) return;
  auto const result =
      eager.factors->refactor(eager.exec, csr<Value>(after), policy(lu::PivotPolicy::perturb));
  auto const values = csr<Value, std::int64_t, Memory>(after).values;
  enqueued.factors->refactor_async(enqueued.exec, values);
  auto const finished = enqueued.factors->finish_refactor(enqueued.exec);
  EXPECT_EQ(finished.status, result.status) << families::name(family);
  EXPECT_EQ(finished.perturbed, result.perturbed);
  EXPECT_EQ(finished.determinant.sign, result.determinant.sign);
  EXPECT_TRUE(same_bits(enqueued.values(), eager.values())) << families::name(family);
  auto const size = static_cast<std::size_t>(before.num_rows);
  for (int const steps : {0, 2}) {
    auto const x = solve_async(enqueued, size, steps);
    EXPECT_TRUE(same_bits(x, eager.template solve<Value>(ramp(size), steps_of_refinement(steps)).x))
        << families::name(family) << " " << steps;
  }
}

TEST(LuAsync, SameBitsAsTheFormsThatWait) {
  for (auto const family : families::all) {
    expect_equal_forms<double>(family, 150);
    expect_equal_forms<float>(family, 60);
  }
}

TEST(LuAsync, BadPivotsAreCounted) {
  Entries before{2, 2, {}}, after{2, 2, {}};
  for (auto const& [row, column] : {std::pair{0, 0}, {0, 1}, {1, 0}, {1, 1}}) {
    before.add(row, column, row == column ? 2 : 1);
    after.add(row, column, 1);  // singular: the second pivot vanishes
  }
  Solver<> solver(csr(before), plain_options());
  solver.factors->refactor_async(solver.exec, csr<double, std::int64_t, Memory>(after).values);
  auto const result = solver.factors->finish_refactor(solver.exec);
  EXPECT_EQ(result.status, Status::pivot_degraded);
  EXPECT_EQ(result.perturbed, 1);
  ASSERT_TRUE(result.first_bad.has_value());
  EXPECT_EQ(result.first_bad->step, 1);
  EXPECT_TRUE(solver.usable());
  EXPECT_EQ(solver.factors->refactor(solver.exec, csr(before)).status, Status::success);
}

TEST(LuAsync, NonFiniteNumbersLeaveNoFactors) {
  Entries entries = families::make(Family::grid, 25, 42);
  Solver<> solver(csr(entries));
  auto const matrix = csr(entries);
  std::vector<double> numbers(matrix.values.data(), matrix.values.data() + matrix.values.extent(0));
  numbers[3] = std::numeric_limits<double>::infinity();
  solver.factors->refactor_async(solver.exec, to_view<double, Memory>(numbers));
  auto const result = solver.factors->finish_refactor(solver.exec);
  EXPECT_EQ(result.status, Status::non_finite);
  ASSERT_TRUE(result.first_bad.has_value());
  EXPECT_EQ(result.first_bad->column, matrix.columns(3));
  EXPECT_FALSE(solver.usable());
  auto const refused = thrown_by([&] { solver.factors->finish_refactor(solver.exec); });
  EXPECT_EQ(refused.code, ErrorCode::invalid_state);
  EXPECT_EQ(solver.factors->factor(solver.exec, matrix).status, Status::success);
}

TEST(LuAsync, RefusesWhatItCannotDo) {
  Entries const entries = families::make(Family::grid, 25, 43);
  Solver<> solver(csr(entries));
  Kokkos::View<double*, Memory> const values("heddle::test::values", entries.list.size());
  Kokkos::View<double*, Memory> const x("heddle::test::x", 25), longer("heddle::test::x", 26);
  lu::Factorization<double, Exec> fresh(solver.exec, solver.analyzed.analysis);
  EXPECT_EQ(thrown_by([&] { fresh.refactor_async(solver.exec, values); }).code,
            ErrorCode::invalid_state);
  auto const few = Kokkos::subview(values, std::pair<std::size_t, std::size_t>(0, 7));
  EXPECT_TRUE(thrown_by([&] {
                solver.factors->refactor_async(solver.exec, few);
              }).says("7 values for " + std::to_string(entries.list.size())));
  auto const solve = [&](auto const& into, lu::SolveOptions const& options) {
    return thrown_by(
        [&] { solver.factors->solve_async(solver.exec, x, into, solver.workspace, options); });
  };
  EXPECT_EQ(solve(x, {}).code, ErrorCode::invalid_argument);
  EXPECT_TRUE(solve(x, {}).says("cannot judge"));
  EXPECT_EQ(solve(longer, steps_of_refinement(0)).code, ErrorCode::invalid_argument);
  lu::AnalyzeOptions right;
  right.numeric = lu::Numeric::right_looking;
  Solver<> other(csr(entries), right);
  EXPECT_EQ(thrown_by([&] { other.factors->refactor_async(other.exec, values); }).code,
            ErrorCode::unsupported);
}

}  // namespace
}  // namespace heddle::test
