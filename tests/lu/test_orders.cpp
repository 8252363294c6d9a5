// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fill orders of the analysis, and the choice between them by what they promise.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

namespace heddle::test {
namespace {

using families::Family;
using lu::Ordering;
using lu::Status;
using reference::backward_error;

lu::AnalyzeOptions ordered(Ordering const ordering) {
  lu::AnalyzeOptions options;
  options.ordering = ordering;
  return options;
}

TEST(LuOrders, EachSolvesEveryFamily) {
  for (auto const family : families::all) {
    if (family == Family::structurally_singular) continue;
    Entries const entries = families::make(family, 250, 4);
    auto const b = reference::multiply(entries, ramp(entries.num_rows));
    for (auto const ordering : {Ordering::amd, Ordering::colamd, Ordering::nested_dissection}) {
      SCOPED_TRACE(families::name(family) + std::string(" ") +
                   std::to_string(static_cast<int>(ordering)));
      Solver<> const solver(csr(entries), ordered(ordering));
      EXPECT_EQ(solver.analyzed.ordering, ordering);
      EXPECT_TRUE(solver.analyzed.predictions.empty());
      auto const solution = solver.solve(b);
      EXPECT_EQ(solution.result.status, Status::success);
      EXPECT_LE(backward_error(entries, solution.x, b), 1e-14);
    }
  }
}

TEST(LuOrders, AutomaticIsAmdWhereFactorsAreCheap) {
  auto const automatic = lu::analyze(Exec(), csr(families::grid(15)));
  EXPECT_EQ(automatic.ordering, Ordering::amd);
  EXPECT_TRUE(automatic.predictions.empty());
  auto const amd = lu::analyze(Exec(), csr(families::grid(15)), ordered(Ordering::amd));
  EXPECT_EQ(automatic.num_factor_entries, amd.num_factor_entries);
}

// Who factors a thousand times may spend more on the order: both are weighed, and the promise of
// the winner is what the same order says when it is asked for by name.
TEST(LuOrders, ManyFactorizationsPayForDissection) {
  auto const grid = csr(families::grid(60));
  lu::AnalyzeOptions options;
  options.expected_factorizations = 1000;
  auto const found = lu::analyze(Exec(), grid, options);
  ASSERT_EQ(found.status, Status::success);
  ASSERT_EQ(found.predictions.size(), 2u);
  auto const& amd = found.predictions[0];
  auto const& dissection = found.predictions[1];
  EXPECT_EQ(amd.ordering, Ordering::amd);
  EXPECT_EQ(dissection.ordering, Ordering::nested_dissection);
  bool const dissected = dissection.seconds < amd.seconds;
  EXPECT_EQ(found.ordering, dissected ? Ordering::nested_dissection : Ordering::amd);
  // A symmetric pattern: predictions are exact.
  auto const& winner = dissected ? dissection : amd;
  EXPECT_EQ(found.num_factor_entries, winner.num_factor_entries);
  EXPECT_EQ(found.multiply_adds, winner.multiply_adds);
  EXPECT_EQ(found.num_levels, winner.critical_path);
  for (auto const& prediction : found.predictions) {
    auto const named = lu::analyze(Exec(), grid, ordered(prediction.ordering));
    EXPECT_EQ(named.num_factor_entries, prediction.num_factor_entries);
    EXPECT_EQ(named.multiply_adds, prediction.multiply_adds);
    EXPECT_EQ(named.num_levels, prediction.critical_path);
  }
}

TEST(LuOrders, RefusesNoFactorizations) {
  lu::AnalyzeOptions options;
  options.expected_factorizations = 0;
  auto const thrown =
      thrown_by([&] { (void)lu::analyze(Exec(), csr(families::grid(3)), options); });
  EXPECT_EQ(thrown.code, ErrorCode::invalid_argument);
  EXPECT_EQ(thrown.message, "expected_factorizations is 0, not at least 1");
}

}  // namespace
}  // namespace heddle::test
