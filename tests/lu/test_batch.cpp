// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of systems: each like the same system alone, whoever its neighbours are.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <heddle/lu/batch.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using reference::backward_error;
using Vector = std::vector<double>;

/// Rows of equal length as a view (row, item).
template <class Space>
Kokkos::View<double**, typename Space::memory_space> table(std::vector<Vector> const& rows,
                                                           std::size_t const width) {
  Kokkos::View<double**, typename Space::memory_space> const view("heddle::test::table",
                                                                  rows.size(), width);
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < width; ++j) host(i, j) = rows[i][j];
  Kokkos::deep_copy(view, host);
  return view;
}

template <class View>
std::vector<Vector> rows_of(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<Vector> rows(host.extent(0), Vector(host.extent(1)));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j) rows[i][j] = host(i, j);
  return rows;
}

/// The entries of a CSR matrix row by row, so that values stand in its order.
Entries by_rows(Entries entries) {
  std::stable_sort(entries.list.begin(), entries.list.end(),
                   [](auto const& a, auto const& b) { return a.row < b.row; });
  return entries;
}

/// Systems of one pattern: the first as given, others with values up to a fifth away.
std::vector<Entries> variations(Entries const& entries, std::size_t const count) {
  families::Random random(count);
  std::vector<Entries> all(count, by_rows(entries));
  for (std::size_t k = 1; k < count; ++k)
    for (auto& entry : all[k].list) entry.value *= 1 + 0.2 * random.value();
  return all;
}

std::vector<Vector> values_of(std::vector<Entries> const& systems) {
  std::vector<Vector> values;
  for (auto const& system : systems) {
    values.emplace_back();
    for (auto const& entry : system.list) values.back().push_back(entry.value);
  }
  return values;
}

struct BatchOutcome {
  lu::BatchFactorResult factored;
  lu::BatchSolveResult solved;
  std::vector<Vector> x;
};

template <class Value = double, class Space = Exec>
BatchOutcome run(std::vector<Entries> const& systems, std::vector<Vector> const& b,
                 lu::AnalyzeOptions const& analyze = {}, lu::BatchSolveOptions const& solve = {},
                 lu::BatchOptions const& factor = {}) {
  Space const exec;
  auto const analyzed = lu::analyze(exec, csr(systems.front()), with_all_workers(exec, analyze));
  lu::BatchFactorization<Value, Space> batch(exec, analyzed.analysis,
                                             static_cast<std::int64_t>(systems.size()));
  BatchOutcome outcome;
  auto const values = table<Space>(values_of(systems), systems.front().list.size());
  outcome.factored = batch.factor(exec, values, factor);
  auto const rhs = table<Space>(b, systems.front().num_rows);
  lu::BatchWorkspace<Space> workspace;
  outcome.solved = batch.solve(exec, rhs, rhs, workspace, solve);  // in place
  outcome.x = rows_of(rhs);
  return outcome;
}

std::vector<Vector> right_hand_sides(std::vector<Entries> const& systems) {
  std::vector<Vector> b;
  for (auto const& system : systems)
    b.push_back(reference::multiply(system, ramp(system.num_rows)));
  return b;
}

TEST(LuBatch, SolvesEverySystemOfEveryFamily) {
  for (auto const family : families::all) {
    if (family == Family::structurally_singular || family == Family::empty) continue;
    for (std::size_t const count : {1, 7, 40}) {
      SCOPED_TRACE(families::name(family) + std::string(" ") + std::to_string(count));
      auto const systems = variations(families::make(family, 60, 2), count);
      auto const b = right_hand_sides(systems);
      auto const outcome = run(systems, b);
      EXPECT_EQ(outcome.solved.status, Status::success);
      for (std::size_t k = 0; k < count; ++k) {
        EXPECT_LE(backward_error(systems[k], outcome.x[k], b[k]), 1e-13) << k;
        EXPECT_NEAR(outcome.solved.backward_errors[k],
                    backward_error(systems[k], outcome.x[k], b[k]), 4e-16);
      }
    }
  }
}

TEST(LuBatch, BlocksAndDuplicates) {
  Entries entries = families::make(Family::duplicates, 50, 3);
  entries.num_rows = entries.num_columns = 53;
  for (std::int32_t k = 50; k < 53; ++k) {
    entries.add(k, k, 3);
    entries.add(k - 40, k, 1);
    entries.add(k, 52, 0.5);
  }
  auto const systems = variations(entries, 19);
  ASSERT_GT(lu::analyze(Exec(), csr(systems[0])).num_blocks, 1);
  auto const b = right_hand_sides(systems);
  auto const outcome = run(systems, b);
  EXPECT_EQ(outcome.factored.status, Status::success);
  for (std::size_t k = 0; k < systems.size(); ++k)
    EXPECT_LE(backward_error(systems[k], outcome.x[k], b[k]), 1e-14) << k;
}

TEST(LuBatch, ReportsLikeASingleFactorization) {
  auto const systems = variations(families::make(Family::random, 80, 6), 12);
  auto const outcome = run(systems, right_hand_sides(systems));
  auto const analyzed = lu::analyze(Exec(), csr(systems[0]));
  for (std::size_t k = 0; k < systems.size(); ++k) {
    lu::Factorization<double, Exec> alone(Exec(), analyzed.analysis);
    auto const result = alone.factor(Exec(), csr(systems[k]), policy(lu::PivotPolicy::perturb));
    EXPECT_EQ(outcome.factored.statuses[k], result.status) << k;
    EXPECT_EQ(outcome.factored.perturbed[k], result.perturbed) << k;
    EXPECT_EQ(outcome.factored.reciprocal_growth[k], result.reciprocal_growth) << k;
  }
}

TEST(LuBatch, SameBitsWhateverTheNeighboursAndWorkers) {
  auto const systems = variations(families::make(Family::random, 70, 4), 21);
  auto const b = right_hand_sides(systems);
  auto const expected = run<double, Yardstick>(systems, b).x;
  for (int const workers : {0, 1, 3, 9}) {
    lu::AnalyzeOptions options;
    options.workers = workers;
    auto const found = run(systems, b, options).x;
    for (std::size_t k = 0; k < systems.size(); ++k)
      EXPECT_TRUE(same_bits(found[k], expected[k])) << workers << " " << k;
  }
  // The order of the analysis is that of the first system, which stays; others change places.
  std::vector<Entries> const fewer{systems[0], systems[20], systems[5]};
  auto const found = run(fewer, {b[0], b[20], b[5]}).x;
  EXPECT_TRUE(same_bits(found[1], expected[20]));
  EXPECT_TRUE(same_bits(found[2], expected[5]));
}

TEST(LuBatch, SinglePrecisionFactors) {
  auto const systems = variations(families::grid(8), 10);
  auto const b = right_hand_sides(systems);
  lu::BatchSolveOptions more;
  more.refinement_steps = 4;
  auto const outcome = run<float>(systems, b, {}, more);
  EXPECT_EQ(outcome.solved.status, Status::success);
  for (std::size_t k = 0; k < systems.size(); ++k)
    EXPECT_LE(backward_error(systems[k], outcome.x[k], b[k]), 1e-12) << k;
  lu::BatchSolveOptions none;
  none.refinement_steps = 0;
  EXPECT_EQ(run<float>(systems, b, {}, none).solved.status, Status::not_converged);
}

TEST(LuBatch, OneBadSystemIsNobodyElsesTrouble) {
  auto const a = reference::from_rows({{2, 1, 0}, {1, 3, 1}, {0, 1, 4}});
  std::vector<Entries> systems(5, by_rows(a));
  systems[1].list[0].value = 0;  // a zero pivot in natural order
  systems[3].list[2].value = std::numeric_limits<double>::quiet_NaN();
  std::vector<Vector> const b(5, Vector{3, 5, 5});
  lu::BatchOptions shared;
  shared.recover = false;
  auto const outcome = run(systems, b, plain_options(), {}, shared);
  EXPECT_EQ(outcome.factored.status, Status::non_finite);
  EXPECT_EQ(outcome.factored.statuses,
            (std::vector<Status>{Status::success, Status::pivot_degraded, Status::success,
                                 Status::non_finite, Status::success}));
  EXPECT_EQ(outcome.factored.first_bad[1], 0);
  EXPECT_EQ(outcome.factored.perturbed[1], 1);
  EXPECT_EQ(outcome.factored.first_bad[0], -1);
  EXPECT_EQ(outcome.solved.statuses[3], Status::non_finite);
  for (int const k : {0, 2, 4})
    EXPECT_LE(reference::relative_difference(outcome.x[k], ones(3)), 1e-15) << k;
  // A solution is judged whatever the pivots were like.
  bool const accurate = backward_error(systems[1], outcome.x[1], b[1]) <= 1e-12;
  EXPECT_EQ(outcome.solved.statuses[1] == Status::success, accurate);
}

// The code of core/docs/lu.md.
TEST(LuBatch, AsDocumented) {
  Exec const exec;
  auto const systems = variations(families::grid(5), 3);
  auto const num_systems = static_cast<std::int64_t>(systems.size());
  auto const values = table<Exec>(values_of(systems), systems[0].list.size());
  auto const b = table<Exec>(right_hand_sides(systems), 25);
  auto const x = table<Exec>(std::vector<Vector>(3, Vector(25)), 25);
  auto const analyzed = lu::analyze(exec, csr(systems[0]));
  // [snippet batch]
  lu::BatchFactorization<double, Exec> batch(exec, analyzed.analysis, num_systems);
  auto const factored = batch.factor(exec, values);  // .statuses, one per system
  lu::BatchWorkspace<Exec> workspace;
  auto const solved = batch.solve(exec, b, x, workspace);  // .backward_errors
  // [end]
  EXPECT_EQ(factored.status, Status::success);
  EXPECT_EQ(solved.status, Status::success);
  for (auto const& row : rows_of(x))
    EXPECT_LE(reference::relative_difference(row, ramp(25)), 1e-13);
}

TEST(LuBatch, NoSystemsAndNoRows) {
  auto const analyzed = lu::analyze(Exec(), csr(families::grid(3)));
  lu::BatchFactorization<double, Exec> none(Exec(), analyzed.analysis, 0);
  EXPECT_EQ(none.factor(Exec(), table<Exec>({}, csr(families::grid(3)).num_entries())).status,
            Status::success);
  Entries const empty{0, 0, {}};
  auto const outcome = run(std::vector<Entries>(3, empty), std::vector<Vector>(3));
  EXPECT_EQ(outcome.factored.status, Status::success);
  EXPECT_EQ(outcome.solved.status, Status::success);
  EXPECT_EQ(outcome.x.size(), 3u);
}

TEST(LuBatch, Refusals) {
  auto const matrix = csr(families::grid(3));
  auto const analyzed = lu::analyze(Exec(), matrix);
  using Batch = lu::BatchFactorization<double, Exec>;
  EXPECT_EQ(thrown_by([&] { Batch(Exec(), analyzed.analysis, -1); }).message,
            "num_systems is negative: -1");
  EXPECT_EQ(thrown_by([&] { Batch(Exec(), lu::Analysis(), 1); }).code, ErrorCode::invalid_argument);
  auto const huge = thrown_by([&] { Batch(Exec(), analyzed.analysis, std::int64_t{1} << 40); });
  EXPECT_EQ(huge.code, ErrorCode::out_of_memory);
  EXPECT_TRUE(huge.says("bytes")) << huge.message;
  Batch batch(Exec(), analyzed.analysis, 2);
  EXPECT_EQ(batch.num_systems(), 2);
  auto const b = table<Exec>({Vector(9, 1.0), Vector(9, 1.0)}, 9);
  lu::BatchWorkspace<Exec> workspace;
  EXPECT_EQ(thrown_by([&] { batch.solve(Exec(), b, b, workspace); }).code,
            ErrorCode::invalid_state);
  auto const entries = static_cast<std::size_t>(matrix.num_entries());
  auto const short_table = table<Exec>({Vector(entries, 1.0)}, entries);
  EXPECT_EQ(thrown_by([&] { batch.factor(Exec(), short_table); }).message,
            "values is 1 x " + std::to_string(entries) + ", not 2 x " + std::to_string(entries));
  batch.factor(Exec(), table<Exec>(values_of(variations(families::grid(3), 2)), entries));
  auto const narrow = table<Exec>({Vector(8, 1.0), Vector(8, 1.0)}, 8);
  EXPECT_EQ(thrown_by([&] { batch.solve(Exec(), narrow, b, workspace); }).message,
            "b is 2 x 8, not 2 x 9");
  lu::BatchSolveOptions negative;
  negative.refinement_steps = -1;
  EXPECT_EQ(thrown_by([&] { batch.solve(Exec(), b, b, workspace, negative); }).code,
            ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace heddle::test
