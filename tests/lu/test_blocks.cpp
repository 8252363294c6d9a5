// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block triangular form: what lies between blocks is never factored, and solves take it in. The
// oracle is dense LU with complete pivoting.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using lu::Status;
using reference::backward_error;
using Vector = std::vector<double>;

/// Strongly connected blocks of the given sizes (a ring and some chords), `between` entries above
/// them, and rows and columns in random order.
Entries blocks_of(std::vector<std::int32_t> const& sizes, std::int32_t const between,
                  std::uint64_t const seed) {
  families::Random random(seed);
  Entries ordered;
  std::vector<std::int32_t> begin{0};
  for (auto const size : sizes) {
    auto const first = begin.back();
    for (std::int32_t k = 0; k < size; ++k) {
      ordered.add(first + k, first + k, 4 * random.large());
      if (size > 1) ordered.add(first + k, first + (k + 1) % size, random.large());
      if (size > 4) ordered.add(first + k, first + random.below(size), random.value());
    }
    begin.push_back(first + size);
  }
  std::int32_t const n = begin.back();
  for (std::int32_t k = 0; k < between && sizes.size() > 1; ++k) {
    auto const block = 1 + random.below(static_cast<std::int32_t>(sizes.size()) - 1);
    ordered.add(random.below(begin[block]), begin[block] + random.below(sizes[block]),
                random.large());
  }
  auto const rows = random.permutation(n), columns = random.permutation(n);
  Entries entries{n, n, {}};
  for (auto const& entry : ordered.list)
    entries.add(rows[entry.row], columns[entry.column], entry.value);
  return reference::summed(entries);
}

void expect_like_dense(Solver<> const& solver, Entries const& entries) {
  for (auto const operation : {lu::Operation::none, lu::Operation::transpose}) {
    auto const system = operation == lu::Operation::none ? entries : reference::transposed(entries);
    auto const b = reference::multiply(system, ramp(entries.num_rows));
    lu::SolveOptions options;
    options.operation = operation;
    auto const solution = solver.solve(b, options);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(backward_error(system, solution.x, b), 1e-14);
    reference::Dense const dense(system);
    double const bound =
        40 * std::numeric_limits<double>::epsilon() / reference::reciprocal_condition(dense);
    EXPECT_LE(reference::relative_difference(solution.x, reference::DenseLu(dense).solve(b)),
              bound);
  }
}

TEST(LuBlocks, SolveLikeDense) {
  std::vector<std::int32_t> const shapes[] = {
      {1, 1}, {5, 1}, {1, 5}, {1, 1, 1, 1, 1, 1}, {3, 4, 5}, {1, 12, 1, 7, 2, 1}, {20, 1, 20}};
  for (auto const& sizes : shapes)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Entries const entries = blocks_of(sizes, 3 * static_cast<std::int32_t>(sizes.size()), seed);
      SCOPED_TRACE(testing::PrintToString(sizes) + " seed " + std::to_string(seed));
      Solver<> const solver(csr(entries));
      ASSERT_TRUE(solver.usable());
      EXPECT_EQ(solver.analyzed.num_blocks, static_cast<std::int64_t>(sizes.size()));
      EXPECT_EQ(solver.analyzed.largest_block, *std::max_element(sizes.begin(), sizes.end()));
      expect_like_dense(solver, entries);
      reference::DenseLu const dense{reference::Dense(entries)};
      EXPECT_EQ(solver.factored.determinant.sign, dense.sign());
      EXPECT_NEAR(solver.factored.determinant.log_magnitude,
                  static_cast<double>(dense.log_determinant()), 1e-11);
    }
}

TEST(LuBlocks, HoldOnlyTheDiagonalBlocks) {
  // A triangle: n blocks of one, no multiply-add, one level, whatever stands above.
  Entries triangle{80, 80, {}};
  for (std::int32_t i = 0; i < 80; ++i)
    for (std::int32_t j = i; j < 80; ++j) triangle.add(i, j, i == j ? 2 : 1.0 / (1 + j - i));
  Solver<> const solver(csr(triangle));
  EXPECT_EQ(solver.analyzed.num_blocks, 80);
  EXPECT_EQ(solver.analyzed.num_factor_entries, 80u);
  EXPECT_EQ(solver.analyzed.multiply_adds, 0u);
  EXPECT_EQ(solver.analyzed.num_levels, 1);
  expect_like_dense(solver, triangle);
}

TEST(LuBlocks, CanBeSwitchedOff) {
  Entries const entries = blocks_of({6, 7, 8}, 30, 9);
  lu::AnalyzeOptions options;
  options.block_triangular = false;
  Solver<> const whole(csr(entries), options), blocks(csr(entries));
  EXPECT_EQ(whole.analyzed.num_blocks, 1);
  EXPECT_EQ(whole.analyzed.largest_block, 21);
  EXPECT_EQ(blocks.analyzed.num_blocks, 3);
  EXPECT_LT(blocks.analyzed.num_factor_entries, whole.analyzed.num_factor_entries);
  expect_like_dense(whole, entries);
  EXPECT_EQ(Solver<>(csr(entries), natural_options()).analyzed.num_blocks, 1);
  // One block of over 95 % is none.
  EXPECT_EQ(Solver<>(csr(blocks_of({100, 2}, 5, 1))).analyzed.num_blocks, 1);
}

TEST(LuBlocks, SameBitsForAllWorkersAndRightHandSides) {
  Entries const entries = blocks_of({1, 40, 1, 1, 60, 3, 50}, 200, 5);
  Solver<double, Yardstick> const expected(csr(entries));
  auto const b = ramp(entries.num_rows);
  lu::SolveOptions transpose;
  transpose.operation = lu::Operation::transpose;
  for (int const workers : {1, 2, 3, 16}) {
    lu::AnalyzeOptions options;
    options.workers = workers;
    Solver<> const solver(csr(entries), options);
    EXPECT_TRUE(same_bits(solver.values(), expected.values())) << workers;
    for (int run = 0; run < 5; ++run) {
      EXPECT_TRUE(same_bits(solver.solve(b).x, expected.solve(b).x)) << workers;
      EXPECT_TRUE(same_bits(solver.solve(b, transpose).x, expected.solve(b, transpose).x))
          << workers;
    }
  }
}

TEST(LuBlocks, RefactorAndRecoverInsideABlock) {
  Entries entries = blocks_of({9, 1, 12, 4}, 25, 7);
  Solver<> solver(csr(entries));
  ASSERT_TRUE(solver.usable());
  // New values everywhere, and all entries that were matched in one block far too small.
  families::Random random(3);
  for (auto& entry : entries.list) entry.value = random.large();
  auto const drifted = solver.factors->refactor(solver.exec, csr(entries));
  ASSERT_TRUE(drifted.status == Status::success) << lu::to_string(drifted.status);
  expect_like_dense(solver, entries);
  for (auto& entry : entries.list) entry.value *= std::pow(1e-9, random.below(3));
  lu::FactorResult const result = solver.factors->refactor(solver.exec, csr(entries));
  EXPECT_EQ(result.recovered, 1);
  auto const b = reference::multiply(entries, ramp(entries.num_rows));
  auto const solution = solver.solve(b);
  EXPECT_EQ(solution.result.status, Status::success);
  EXPECT_LE(backward_error(entries, solution.x, b), 1e-12);
}

// The matched pivots of the middle block fail, so that pivots are searched for; they must not leave
// their blocks. Without scaling and with cardinality matching the first search is the last resort.
TEST(LuBlocks, PartialPivotingStaysInsideBlocks) {
  Entries const entries = reference::from_rows({{1e-20, 1, 0, 3, 0, 1},
                                                {1, 1, 0, 0, 2, 0},
                                                {0, 0, 1e-20, 2, 1, 0},
                                                {0, 0, 1, 1e-20, 0, 5},
                                                {0, 0, 0, 0, 1e-20, 1},
                                                {0, 0, 0, 0, 2, 3}});
  lu::AnalyzeOptions options;
  options.matching = lu::Matching::cardinality;
  Solver<> const solver(csr(entries), options);
  ASSERT_TRUE(solver.usable());
  EXPECT_EQ(solver.analyzed.num_blocks, 3);
  EXPECT_EQ(solver.factored.recovered, 1);
  EXPECT_EQ(solver.factored.status, Status::success);
  expect_like_dense(solver, entries);
}

}  // namespace
}  // namespace heddle::test
