// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fill2 out of core: what its chunks, its two parts and its overflows say about themselves. That it
// finds the right pattern is tested with the other methods.
#include <heddle/symbolic/factor_pattern.hpp>

#include <tests/families.hpp>
#include <tests/reference/fill.hpp>
#include <tests/support/factor_patterns.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace heddle;
using symbolic::Fill2Report;
using symbolic::Method;
using symbolic::SymbolicOptions;
using test::SortedRows;
using Exec = TEST_EXECSPACE;

struct Outcome {
  test::HostFactors factors;
  Fill2Report report;
};

Outcome chunked(SortedRows const& rows, std::uint64_t const limit = 0,
                std::uint64_t const finished_limit = 0) {
  Outcome outcome;
  SymbolicOptions options;
  options.method = Method::fill2_chunked;
  options.memory_limit = limit;
  options.finished_limit = finished_limit;
  options.fill2_report = &outcome.report;
  outcome.factors = test::factors_of(Exec{}, rows, options);
  return outcome;
}

TEST(Fill2, takes_more_chunks_under_half_the_limit) {
  auto const rows = test::sorted_rows(families::grid(18));
  auto const expected = test::factors_of(Exec{}, rows);
  std::int64_t chunks = 0;
  for (std::uint64_t const limit : {4 << 20, 1 << 17, 1 << 16, 1 << 15, 1}) {
    auto const outcome = chunked(rows, limit);
    EXPECT_EQ(outcome.factors, expected) << limit;
    if (limit > 1) {
      EXPECT_LE(outcome.report.state_bytes, limit);
    }
    EXPECT_GT(outcome.report.num_chunks, chunks) << limit;
    chunks = outcome.report.num_chunks;
  }
  // One row at a time: the sample of all 324 rows, and two passes.
  EXPECT_EQ(chunks, 3 * 324);
}

// Finished rows leave in runs that fit; the pattern is the one that stays.
TEST(Fill2, spills_finished_rows_that_do_not_fit) {
  for (auto const family : {families::Family::grid, families::Family::random,
                            families::Family::arrow, families::Family::dense_row}) {
    auto const rows = test::sorted_rows(families::make(family, 300, 3));
    auto const stays = chunked(rows);
    EXPECT_EQ(stays.report.num_spills, 0);
    EXPECT_EQ(stays.factors, test::factors_of(Exec{}, rows));
    auto const size = stays.factors.rows.size();
    std::int64_t spills = 0;
    for (std::uint64_t const limit :
         {std::uint64_t{12} * size - 1, std::uint64_t{12} * size / 5, std::uint64_t{1}}) {
      auto const outcome = chunked(rows, 1 << 18, limit);
      EXPECT_EQ(outcome.factors, stays.factors) << limit;
      EXPECT_GT(outcome.report.num_spills, spills) << limit;
      EXPECT_EQ(outcome.report.spilled_bytes, 4 * size);
      spills = outcome.report.num_spills;
    }
    EXPECT_EQ(spills, rows.n);  // every row by itself
  }
  EXPECT_EQ(chunked(SortedRows{}, 0, 1).factors.rows.size(), 0u);
}

TEST(Fill2, has_larger_chunks_in_part_one) {
  auto const report = chunked(test::sorted_rows(families::grid(18)), 1 << 16).report;
  ASSERT_GT(report.first_large_row, 0);
  ASSERT_LT(report.first_large_row, 324);
  EXPECT_GT(report.largest_frontier, 1);
  EXPECT_GT(report.small_chunk_rows, report.large_chunk_rows);
  EXPECT_EQ(report.num_overflows, 0);  // every row was in the sample
}

// Rows that lead to a hub queue the hub's neighbours. The sample sees a hub of 60 in a late row,
// and misses a hub of 100 in an early one.
TEST(Fill2, searches_overflowing_rows_again) {
  std::int32_t const n = 3000;
  std::vector<char> sampled(n, 0);
  for (std::int64_t k = 0; k < 1024; ++k) sampled[k * n / 1024] = 1;
  auto const early = static_cast<std::int32_t>(std::find(sampled.begin() + 300, sampled.end(), 0) -
                                               sampled.begin());
  auto const late = static_cast<std::int32_t>(std::find(sampled.begin() + 2000, sampled.end(), 1) -
                                              sampled.begin());
  reference::Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i) entries.add(i, i, 1);
  for (std::int32_t w = 0; w < 60; ++w) entries.add(200, w, 1);
  for (std::int32_t w = 60; w < 160; ++w) entries.add(201, w, 1);
  for (std::int32_t w = 0; w < 160; ++w) entries.add(w, 2900 + w % 90, 1);
  entries.add(early, 201, 1);
  entries.add(late, 200, 1);
  auto const rows = test::sorted_rows(entries);
  auto const outcome = chunked(rows);
  EXPECT_EQ(outcome.report.largest_frontier, 60);
  EXPECT_EQ(outcome.report.first_large_row, late);
  EXPECT_EQ(outcome.report.num_overflows, 1);
  EXPECT_EQ(outcome.factors, test::factors_of(Exec{}, rows));
}

TEST(Fill2, of_nothing_and_of_a_diagonal) {
  EXPECT_EQ(chunked(SortedRows{}).factors.rows.size(), 0u);
  auto const outcome =
      chunked(test::sorted_rows(families::make(families::Family::diagonal, 50, 1)));
  EXPECT_EQ(outcome.factors.rows.size(), 50u);
  EXPECT_EQ(outcome.report.largest_frontier, 0);
  EXPECT_EQ(outcome.report.num_overflows, 0);
}

TEST(Fill2, in_core_says_what_its_states_take) {
  Fill2Report report;
  SymbolicOptions options;
  options.method = Method::fill2;
  options.workers = 3;
  options.fill2_report = &report;
  test::factors_of(Exec{}, test::sorted_rows(families::grid(10)), options);
  EXPECT_EQ(report.state_bytes, 3u * 4 * (3 * 100 + 2));
  EXPECT_EQ(report.num_chunks, 0);
}

}  // namespace
