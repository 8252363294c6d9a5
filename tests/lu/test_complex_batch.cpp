// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of complex systems, their transposed solves, and systems whose pivots fail.
#include <tests/lu/complex_support.hpp>

#include <heddle/lu/batch.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using reference::backward_error;
using Table = Kokkos::View<Double**, Exec::memory_space>;

Table table(std::vector<ComplexVector> const& rows, std::size_t const width) {
  Table const view("heddle::test::table", rows.size(), width);
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < width; ++j)
      host(i, j) = Double(rows[i][j].real(), rows[i][j].imag());
  Kokkos::deep_copy(view, host);
  return view;
}

ComplexVector row_of(Table const& view, std::size_t const row) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  ComplexVector values(host.extent(1));
  for (std::size_t j = 0; j < values.size(); ++j)
    values[j] = {host(row, j).real(), host(row, j).imag()};
  return values;
}

/// Systems of one pattern, entries in row order: the first as given, others turned and stretched.
std::vector<ComplexEntries> variations(ComplexEntries entries, std::size_t const count) {
  std::stable_sort(entries.list.begin(), entries.list.end(),
                   [](auto const& a, auto const& b) { return a.row < b.row; });
  families::Random random(count);
  std::vector<ComplexEntries> all(count, entries);
  for (std::size_t k = 1; k < count; ++k)
    for (auto& entry : all[k].list)
      entry.value *= Complex(1 + 0.1 * random.value(), 0.2 * random.value());
  return all;
}

std::vector<ComplexVector> values_of(std::vector<ComplexEntries> const& systems) {
  std::vector<ComplexVector> values(systems.size());
  for (std::size_t k = 0; k < systems.size(); ++k)
    for (auto const& entry : systems[k].list) values[k].push_back(entry.value);
  return values;
}

template <class Value>
struct Batch {
  Exec exec;
  lu::BatchFactorization<Value, Exec> factors;
  lu::BatchFactorResult factored;
  mutable lu::BatchWorkspace<Exec> workspace;

  Batch(std::vector<ComplexEntries> const& systems, lu::AnalyzeOptions const& options = {},
        lu::BatchOptions const& pivots = {})
      : factors(
            exec,
            lu::analyze(exec, complex_csr(systems[0]), with_all_workers(exec, options)).analysis,
            static_cast<std::int64_t>(systems.size())) {
    factored = factors.factor(exec, table(values_of(systems), systems[0].list.size()), pivots);
  }
};

template <class Value>
void expect_all_solved(std::vector<ComplexEntries> const& systems, int const refinement_steps,
                       double const accepted) {
  Batch<Value> const batch(systems);
  EXPECT_EQ(batch.factored.status, Status::success);
  auto const n = static_cast<std::size_t>(systems[0].num_rows);
  for (auto const operation : all_operations) {
    std::vector<ComplexVector> b;
    for (auto const& a : systems)
      b.push_back(reference::multiply(system_of(a, operation), spiral(n)));
    auto const rhs = table(b, n);
    lu::BatchSolveOptions options;
    options.operation = operation;
    options.refinement_steps = refinement_steps;
    auto const solved = batch.factors.solve(batch.exec, rhs, rhs, batch.workspace, options);
    EXPECT_EQ(solved.status, Status::success);
    for (std::size_t k = 0; k < systems.size(); ++k) {
      auto const system = system_of(systems[k], operation);
      double const error = backward_error(system, row_of(rhs, k), b[k]);
      EXPECT_LE(error, accepted) << k;
      EXPECT_NEAR(error, solved.backward_errors[k], 1e-15) << k;
    }
  }
}

TEST(LuComplexBatch, SolvesEverySystemOfEveryFamily) {
  for (auto const family : families::all) {
    if (family == Family::structurally_singular || family == Family::empty) continue;
    SCOPED_TRACE(families::name(family));
    for (std::size_t const count : {1, 9, 35})
      expect_all_solved<Double>(variations(complex_family(family, 40, 2), count), 1, 1e-13);
  }
}

TEST(LuComplexBatch, SinglePrecisionFactors) {
  expect_all_solved<Single>(variations(complex_family(Family::grid, 49, 3), 10), 4, 1e-12);
}

TEST(LuComplexBatch, BlocksInEveryDirection) {
  auto a = complex_family(Family::random, 40, 3);
  a.num_rows = a.num_columns = 44;
  for (std::int32_t k = 40; k < 44; ++k) {
    a.add(k, k, {0, 3});
    a.add(k - 30, k, {1, 1});
    if (k < 43) a.add(k, 43, {0.5, 0});
  }
  auto const systems = variations(a, 11);
  ASSERT_GT(lu::analyze(Exec(), complex_csr(systems[0])).num_blocks, 1);
  expect_all_solved<Double>(systems, 1, 1e-13);
}

TEST(LuComplexBatch, ReportsLikeASingleFactorization) {
  auto const systems = variations(complex_family(Family::random, 60, 6), 9);
  Batch<Double> const batch(systems);
  auto const analysis = lu::analyze(Exec(), complex_csr(systems[0])).analysis;
  for (std::size_t k = 0; k < systems.size(); ++k) {
    lu::Factorization<Double, Exec> alone(Exec(), analysis);
    auto const result =
        alone.factor(Exec(), complex_csr(systems[k]), policy(lu::PivotPolicy::perturb));
    EXPECT_EQ(batch.factored.statuses[k], result.status) << k;
    EXPECT_EQ(batch.factored.reciprocal_growth[k], result.reciprocal_growth) << k;
  }
}

/// Five systems; the second has a pivot of zero, the fourth an entry that is no number.
std::vector<ComplexEntries> troubled() {
  auto const a = reference::complex_from_rows({{{0, 2}, 1, 0}, {1, {0, 3}, 1}, {0, 1, {0, 4}}});
  auto systems = std::vector<ComplexEntries>(5, variations(a, 1)[0]);
  systems[1].list[0].value = 0;
  systems[3].list[2].value = {0, std::numeric_limits<double>::quiet_NaN()};
  return systems;
}

TEST(LuComplexBatch, FailedSystemsGetPivotsOfTheirOwn) {
  auto const systems = troubled();
  Batch<Double> const batch(systems, plain_options());
  EXPECT_EQ(batch.factored.status, Status::non_finite);
  EXPECT_EQ(batch.factored.statuses[1], Status::success);
  EXPECT_EQ(batch.factored.recovered, (std::vector<int>{0, 1, 0, 0, 0}));
  EXPECT_EQ(batch.factored.perturbed[1], 0);
  EXPECT_EQ(batch.factored.first_bad[1], 0);  // why it was factored by itself
  for (auto const operation : all_operations) {
    std::vector<ComplexVector> b;
    for (auto const& a : systems)
      b.push_back(reference::multiply(system_of(a, operation), spiral(3)));
    b[3] = spiral(3);
    auto const rhs = table(b, 3);
    lu::BatchSolveOptions options;
    options.operation = operation;
    auto const solved = batch.factors.solve(batch.exec, rhs, rhs, batch.workspace, options);
    EXPECT_EQ(solved.statuses[3], Status::non_finite);
    for (std::size_t const k : {0, 1, 2, 4}) {
      EXPECT_EQ(solved.statuses[k], Status::success) << k;
      EXPECT_LE(reference::relative_difference(row_of(rhs, k), spiral(3)), 1e-14) << k;
    }
  }
}

TEST(LuComplexBatch, FailedSystemsStayPerturbedOnRequest) {
  lu::BatchOptions together;
  together.recover = false;
  Batch<Double> const batch(troubled(), plain_options(), together);
  EXPECT_EQ(batch.factored.statuses[1], Status::pivot_degraded);
  EXPECT_EQ(batch.factored.perturbed[1], 1);
  EXPECT_EQ(batch.factored.recovered, std::vector<int>(5, 0));
}

TEST(LuComplexBatch, SingularSystemsAreSaidToBeSo) {
  auto systems = troubled();
  systems.resize(3);
  for (auto& entry : systems[2].list) entry.value = entry.row == 1 ? Complex(0) : entry.value;
  Batch<Double> batch(systems, plain_options());
  EXPECT_EQ(batch.factored.statuses[2], Status::numerically_singular);
  EXPECT_EQ(batch.factored.recovered[2], 0);
  // The next values are good again, and nothing of the old pivots is left.
  systems[2] = systems[0];
  systems[1] = systems[0];
  auto const again = batch.factors.factor(batch.exec, table(values_of(systems), 7));
  EXPECT_EQ(again.status, Status::success);
  EXPECT_EQ(again.recovered, std::vector<int>(3, 0));
}

}  // namespace
}  // namespace heddle::test
