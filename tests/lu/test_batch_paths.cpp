// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed solves of batches, and systems whose pivots fail: they take the path of a single
// factorization, and their neighbours do not notice.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>

#include <heddle/lu/batch.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using reference::backward_error;
using Vector = std::vector<double>;
using Table = Kokkos::View<double**, Kokkos::LayoutLeft, Exec::memory_space>;

Table table(std::vector<Vector> const& rows) {
  Table const view("heddle::test::table", rows.size(), rows[0].size());
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j) host(i, j) = rows[i][j];
  Kokkos::deep_copy(view, host);
  return view;
}

std::vector<Vector> rows_of(Table const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<Vector> rows(host.extent(0), Vector(host.extent(1)));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j) rows[i][j] = host(i, j);
  return rows;
}

std::vector<Entries> variations(Entries entries, std::size_t const count) {
  std::stable_sort(entries.list.begin(), entries.list.end(),
                   [](auto const& a, auto const& b) { return a.row < b.row; });
  families::Random random(count);
  std::vector<Entries> all(count, entries);
  for (std::size_t k = 1; k < count; ++k)
    for (auto& entry : all[k].list) entry.value *= 1 + 0.2 * random.value();
  return all;
}

std::vector<Vector> values_of(std::vector<Entries> const& systems) {
  std::vector<Vector> values(systems.size());
  for (std::size_t k = 0; k < systems.size(); ++k)
    for (auto const& entry : systems[k].list) values[k].push_back(entry.value);
  return values;
}

using Batch = lu::BatchFactorization<double, Exec>;

/// A batch of the pattern of the first system, which alone decides about the order.
Batch make_batch(std::vector<Entries> const& systems, lu::AnalyzeOptions const& options = {}) {
  auto const analyzed = lu::analyze(Exec(), csr(systems[0]), with_all_workers(Exec(), options));
  return Batch(Exec(), analyzed.analysis, static_cast<std::int64_t>(systems.size()));
}

TEST(LuBatchPaths, TransposedSystems) {
  for (auto const family : {Family::random, Family::grid, Family::zero_diagonal, Family::dense_row,
                            Family::duplicates, Family::one_by_one}) {
    SCOPED_TRACE(families::name(family));
    auto const systems = variations(families::make(family, 50, 4), 13);
    auto batch = make_batch(systems);
    ASSERT_EQ(batch.factor(Exec(), table(values_of(systems))).status, Status::success);
    std::vector<Vector> b;
    for (auto const& a : systems)
      b.push_back(reference::multiply(reference::transposed(a), ramp(a.num_rows)));
    auto const x = table(b);
    lu::BatchWorkspace<Exec> workspace;
    lu::BatchSolveOptions options;
    options.operation = lu::Operation::transpose;
    EXPECT_EQ(batch.solve(Exec(), x, x, workspace, options).status, Status::success);
    auto const found = rows_of(x);
    for (std::size_t k = 0; k < systems.size(); ++k)
      EXPECT_LE(backward_error(reference::transposed(systems[k]), found[k], b[k]), 1e-13) << k;
    // For real matrices the conjugate transpose is the transpose.
    options.operation = lu::Operation::conjugate_transpose;
    auto const again = table(b);
    batch.solve(Exec(), again, again, workspace, options);
    EXPECT_EQ(rows_of(again), found);
  }
}

TEST(LuBatchPaths, FailedSystemsTakeTheSinglePath) {
  auto systems = variations(families::make(Family::random, 60, 3), 20);
  // The pivots of the batch, which are the large entries, vanish in two systems.
  for (std::size_t const k : {4, 17})
    for (auto& entry : systems[k].list) entry.value *= std::fabs(entry.value) > 0.9 ? 1e-13 : 1;
  auto const b = [&] {
    std::vector<Vector> rows;
    for (auto const& a : systems) rows.push_back(reference::multiply(a, ramp(60)));
    return rows;
  }();
  auto batch = make_batch(systems);
  auto const factored = batch.factor(Exec(), table(values_of(systems)));
  auto const x = table(b);
  lu::BatchWorkspace<Exec> workspace;
  auto const solved = batch.solve(Exec(), x, x, workspace);
  auto const found = rows_of(x);
  for (std::size_t k = 0; k < systems.size(); ++k) {
    SCOPED_TRACE(k);
    EXPECT_EQ(factored.recovered[k], k == 4 || k == 17 ? 1 : 0);
    bool const accurate = backward_error(systems[k], found[k], b[k]) <= 1e-12;
    EXPECT_EQ(solved.statuses[k] == Status::success, accurate);
    EXPECT_TRUE(accurate);
  }
  // The neighbours have the same bits as in a batch without the two.
  std::vector<Entries> const healthy(systems.begin(), systems.begin() + 4);
  auto alone = make_batch(healthy);
  alone.factor(Exec(), table(values_of(healthy)));
  auto const y = table({b[0], b[1], b[2], b[3]});
  alone.solve(Exec(), y, y, workspace);
  auto const expected = rows_of(y);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_TRUE(same_bits(found[k], expected[k])) << k;
}

TEST(LuBatchPaths, ReportsPhases) {
  auto const systems = variations(families::grid(5), 3);
  auto batch = make_batch(systems);
  auto const factored = batch.factor(Exec(), table(values_of(systems)));
  ASSERT_EQ(factored.phases.size(), 1u);
  EXPECT_EQ(factored.phases[0].phase, "numeric");
  auto const x = table(std::vector<Vector>(3, ones(25)));
  lu::BatchWorkspace<Exec> workspace;
  EXPECT_EQ(batch.solve(Exec(), x, x, workspace).phases.at(0).phase, "solve");
}

TEST(LuBatchPaths, MatricesByColumns) {
  Entries a = families::make(Family::random, 30, 9);
  std::stable_sort(a.list.begin(), a.list.end(),
                   [](auto const& x, auto const& y) { return x.column < y.column; });
  std::vector<Entries> systems(3, a);
  for (auto& entry : systems[1].list) entry.value *= std::fabs(entry.value) > 0.9 ? 1e-13 : 1;
  auto const analyzed = lu::analyze(Exec(), csc(a));
  Batch batch(Exec(), analyzed.analysis, 3);
  auto const factored = batch.factor(Exec(), table(values_of(systems)));
  EXPECT_EQ(factored.recovered, (std::vector<int>{0, 1, 0}));
  std::vector<Vector> b;
  for (auto const& system : systems) b.push_back(reference::multiply(system, ramp(30)));
  auto const x = table(b);
  lu::BatchWorkspace<Exec> workspace;
  EXPECT_EQ(batch.solve(Exec(), x, x, workspace).status, Status::success);
  auto const found = rows_of(x);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_LE(backward_error(systems[k], found[k], b[k]), 1e-12) << k;
}

}  // namespace
}  // namespace heddle::test
