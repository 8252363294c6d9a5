// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/levels/levelize.hpp>

#include <tests/families.hpp>
#include <tests/reference/fill.hpp>
#include <tests/support/factor_patterns.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace heddle;
using Exec = TEST_EXECSPACE;

struct HostLevels {
  std::vector<DefaultIndex> level_of_column, order, level_offsets;
  DefaultIndex num_levels = 0;

  bool operator==(HostLevels const&) const = default;
};

using Factors = symbolic::FactorPattern<Exec::memory_space>;

Factors factors_of(test::SortedRows const& rows) {
  Exec const exec;
  return symbolic::factor_pattern(exec, test::to_device(exec, rows), test::tree_of(rows));
}

HostLevels levels_of(Factors const& factors, levels::LevelsOptions const& options) {
  auto const levels = levels::levelize(Exec{}, factors, options);
  return {test::to_host(levels.level_of_column), test::to_host(levels.order), levels.level_offsets,
          levels.num_levels};
}

HostLevels levels_of(test::SortedRows const& rows, int const workers = 0) {
  levels::LevelsOptions options;
  options.workers = workers;
  return levels_of(factors_of(rows), options);
}

/// Every method that this backend has, with one worker and with many.
std::vector<levels::LevelsOptions> all_ways(levels::Rule const rule) {
  std::vector<levels::LevelsOptions> ways;
  for (auto const method : {levels::Method::automatic, levels::Method::tickets,
                            levels::Method::kahn, levels::Method::ascending}) {
    for (int const workers : {0, 1, 7}) {
      ways.emplace_back();
      ways.back().rule = rule;
      ways.back().method = method;
      ways.back().workers = workers;
    }
  }
  return ways;
}

/// What Levels promises for given levels.
HostLevels expected_levels(std::vector<DefaultIndex> const& level_of_column) {
  HostLevels expected{level_of_column, {}, {0}, 0};
  for (auto const level : level_of_column) {
    expected.num_levels = std::max(expected.num_levels, level + 1);
  }
  for (DefaultIndex level = 0; level < expected.num_levels; ++level) {
    for (std::size_t j = 0; j < level_of_column.size(); ++j)
      if (level_of_column[j] == level) expected.order.push_back(static_cast<DefaultIndex>(j));
    expected.level_offsets.push_back(static_cast<DefaultIndex>(expected.order.size()));
  }
  return expected;
}

TEST(Levelize, matches_the_longest_paths_for_any_number_of_workers) {
  for (auto const family : families::all)
    for (std::int32_t const size : {1, 4, 36})
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        auto const rows = test::sorted_rows(families::make(family, size, seed));
        auto const expected = expected_levels(
            reference::levels_of_fill(reference::fill_by_elimination(test::table_of(rows))));
        for (int const workers : {0, 1, 2, 5, 64}) {
          EXPECT_EQ(levels_of(rows, workers), expected)
              << families::name(family) << " " << size << " seed " << seed << " workers "
              << workers;
        }
      }
}

TEST(Levelize, of_a_chain_gives_every_column_its_level) {
  std::int32_t const n = 5000;
  std::vector<DefaultIndex> ascending(n);
  std::iota(ascending.begin(), ascending.end(), 0);
  auto const rows = test::sorted_rows(families::chain(n));
  for (int const workers : {0, 1, 3, 200}) {
    EXPECT_EQ(levels_of(rows, workers), expected_levels(ascending)) << workers;
  }
}

TEST(Levelize, of_nothing_has_one_offset) {
  for (auto const& way : all_ways(levels::Rule::right_looking)) {
    EXPECT_EQ(levels_of(factors_of(test::SortedRows{}), way), (HostLevels{{}, {}, {0}, 0}));
  }
}

void expect_levels(reference::Table const& table) {
  auto const filled = reference::fill_by_elimination(table);
  auto const factors = factors_of(test::rows_of(table));
  auto const left = expected_levels(reference::levels_of_fill(filled));
  auto const right = expected_levels(reference::levels_of_hazards(filled));
  for (auto const& way : all_ways(levels::Rule::left_looking)) {
    EXPECT_EQ(levels_of(factors, way), left) << static_cast<int>(way.method);
  }
  for (auto const& way : all_ways(levels::Rule::right_looking)) {
    EXPECT_EQ(levels_of(factors, way), right) << static_cast<int>(way.method);
  }
}

TEST(LevelRules, match_brute_force_on_random_patterns) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    families::Random random(seed);
    std::int32_t const n = 1 + random.below(14), one_in = 1 + random.below(n);
    reference::Table table(n, std::vector<char>(n));
    for (auto& row : table)
      for (auto& entry : row) entry = random.below(one_in) == 0;
    expect_levels(table);
  }
}

// Step 0 updates (2,3) through L(2,0) and U(0,3), which step 2 hands on, although U(0,2) is no
// entry.
TEST(LevelRules, see_the_update_through_a_lower_entry) {
  reference::Table const table{{1, 0, 0, 1}, {0, 1, 0, 0}, {1, 0, 1, 1}, {0, 0, 1, 1}};
  ASSERT_TRUE(reference::writes_what_is_read(reference::fill_by_elimination(table), 0, 2));
  levels::LevelsOptions options;
  options.rule = levels::Rule::right_looking;
  EXPECT_EQ(levels_of(factors_of(test::rows_of(table)), options).level_of_column,
            (std::vector<DefaultIndex>{0, 0, 1, 2}));
  expect_levels(table);
}

/// The published relaxed rule, entry by entry.
TEST(LevelRules, relaxed_rule_as_published) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto const rows = test::sorted_rows(families::make(families::Family::random, 24, seed));
    auto const filled = reference::fill_by_elimination(test::table_of(rows));
    std::vector<DefaultIndex> level(filled.size(), 0);
    for (std::size_t j = 0; j < filled.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) {
        bool lower = false;
        for (std::size_t r = i + 1; r < filled.size(); ++r) lower = lower || filled[r][i];
        if ((filled[i][j] && lower) || filled[j][i]) level[j] = std::max(level[j], level[i] + 1);
      }
    for (auto const& way : all_ways(levels::Rule::right_looking_relaxed)) {
      EXPECT_EQ(levels_of(factors_of(rows), way), expected_levels(level)) << seed;
    }
  }
}

TEST(LevelRules, kahn_is_the_same_in_every_run) {
  auto const rows = test::sorted_rows(families::make(families::Family::random, 300, 5));
  auto const factors = factors_of(rows);
  auto const expected = levels_of(factors, {});
  levels::LevelsOptions options;
  options.method = levels::Method::kahn;
  for (int run = 0; run < 20; ++run) {
    options.workers = 1 + 3 * run;
    EXPECT_EQ(levels_of(factors, options), expected) << options.workers;
  }
}

// Rows that claim what columns lack: somebody's predecessors never come. That is an error, and the
// workers go home.
TEST(LevelRules, kahn_refuses_columns_that_wait_in_vain) {
  auto factors = factors_of(test::sorted_rows(families::chain(40)));
  // Column 20 claims an entry of row 19 as before, but row 19 now ends at its diagonal.
  auto const offsets = test::to_host(factors.row_offsets);
  auto const diagonal = test::to_host(factors.row_diagonal);
  auto columns = test::to_host(factors.columns);
  ASSERT_EQ(columns[diagonal[19] + 1], 20);
  columns[diagonal[19] + 1] = 39;
  factors.columns = test::to_device(Exec{}, columns);
  for (int const workers : {1, 2, 9}) {
    levels::LevelsOptions options;
    options.method = levels::Method::kahn;
    options.workers = workers;
    try {
      levels_of(factors, options);
      ADD_FAILURE() << "nothing was thrown";
    } catch (heddle::error const& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_matrix);
      EXPECT_EQ(error.message(), "19 of 40 columns wait for each other: no pattern of factors");
    }
  }
}

TEST(LevelRules, ascending_runs_at_the_host_alone) {
  levels::LevelsOptions options;
  options.method = levels::Method::ascending;
  auto const factors = factors_of(test::sorted_rows(families::chain(3)));
  EXPECT_EQ(levels::levelize(Exec{}, factors, options).phase.place, place::Where::host);
  options.place.where = place::Where::device;
  EXPECT_THROW(levels_of(factors, options), heddle::error);
}

TEST(Levelize, is_the_same_in_every_run) {
  auto const rows = test::sorted_rows(families::make(families::Family::random, 400, 11));
  auto const expected = expected_levels(
      reference::levels_of_fill(reference::fill_by_elimination(test::table_of(rows))));
  for (int run = 0; run < 20; ++run) EXPECT_EQ(levels_of(rows, 1 + 5 * run), expected);
}

TEST(Levelize, reports_to_its_observer) {
  Exec const exec;
  auto const rows = test::sorted_rows(families::chain(3));
  auto const factors =
      symbolic::factor_pattern(exec, test::to_device(exec, rows), test::tree_of(rows));
  std::vector<std::string> phases;
  levels::LevelsOptions options;
  options.observer = [&](Progress const& progress) { phases.emplace_back(progress.phase); };
  levels::levelize(exec, factors, options);
  EXPECT_EQ(phases, std::vector<std::string>{"heddle::levels::levelize"});
}

}  // namespace
