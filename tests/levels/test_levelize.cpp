// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

HostLevels levels_of(test::SortedRows const& rows, int const workers = 0) {
  Exec const exec;
  auto const factors =
      symbolic::factor_pattern(exec, test::to_device(exec, rows), test::tree_of(rows));
  levels::LevelsOptions options;
  options.workers = workers;
  auto const levels = levels::levelize(exec, factors, options);
  return {test::to_host(levels.level_of_column), test::to_host(levels.order), levels.level_offsets,
          levels.num_levels};
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
  EXPECT_EQ(levels_of(test::SortedRows{}), (HostLevels{{}, {}, {0}, 0}));
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
