// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patterns as users have them: unsorted, repeated, with ghosts and gaps, of degenerate sizes.
#include <tests/coloring/support.hpp>

#include <algorithm>

namespace {

using namespace heddle::test;
namespace coloring = heddle::coloring;
namespace reference = heddle::reference;
using Memory = Exec::memory_space;
using Rows = std::vector<std::vector<std::int32_t>>;

constexpr Kind all_kinds[] = {Kind::columns,   Kind::rows, Kind::bidirectional, Kind::distance1,
                              Kind::distance2, Kind::star, Kind::acyclic};

/// All ways to colour one kind: methods and places that it has.
std::vector<ColoringOptions> all_ways(Kind const kind) {
  std::vector<ColoringOptions> ways{with(kind)};
  if (kind == Kind::bidirectional || kind == Kind::star || kind == Kind::acyclic) return ways;
  ways.push_back(with(kind, Order::automatic, Method::greedy, Place::device));
  ways.push_back(with(kind, Order::smallest_last, Method::greedy, Place::device));
  ways.push_back(with(kind, Order::automatic, Method::speculative));
  ways.push_back(with(kind, Order::automatic, Method::exact));
  return ways;
}

Rows shuffled_and_repeated(Grid const& grid) {
  heddle::families::Random random(9);
  Rows rows;
  for (auto const& row : grid.rows) {
    rows.emplace_back();
    for (auto const k : random.permutation(static_cast<std::int32_t>(row.size()))) {
      for (std::int32_t copies = 1 + random.below(3); copies > 0; --copies) {
        rows.back().push_back(row[k]);
      }
    }
  }
  return rows;
}

TEST(Input, in_any_order_and_repeated_gives_the_same_colors) {
  for (auto const kind : all_kinds) {
    auto const grid = random_graph(50, 2, 12);
    auto const rows = shuffled_and_repeated(grid);
    for (auto const& options : all_ways(kind)) {
      auto const clean = color(grid, options);
      auto const host = coloring::color(Exec(), pattern_of(50, rows), options);
      auto const device = coloring::color(Exec(), pattern_of<Memory>(50, rows), options);
      EXPECT_EQ(colors_of(host), colors_of(clean));
      EXPECT_EQ(colors_of(device), colors_of(clean));
      EXPECT_EQ(host.pattern_hash, clean.pattern_hash);
      EXPECT_EQ(device.pattern_hash, clean.pattern_hash);
    }
  }
}

TEST(Input, ghost_columns_are_dropped_on_request) {
  auto const owned = random_graph(40, 2, 14);
  auto rows = owned.rows;
  for (std::size_t i = 0; i < rows.size(); i += 3) {
    rows[i].push_back(40 + static_cast<std::int32_t>(i));
  }
  for (auto const kind : all_kinds)
    for (auto options : all_ways(kind)) {
      options.ignore_ghosts = true;
      auto const result = coloring::color(Exec(), pattern_of<Memory>(40, rows), options);
      EXPECT_EQ(colors_of(result), colors_of(color(owned, options)));
      EXPECT_TRUE(coloring::verify(Exec(), pattern_of(40, rows), result, options).valid());
      EXPECT_EQ(coloring::pattern_hash(Exec(), pattern_of(40, rows), true), result.pattern_hash);
    }
}

TEST(Input, without_mirrors_is_symmetrized_on_request) {
  auto const lower = grid_of(5, {{0}, {0, 1}, {1, 2}, {0, 3}, {2, 4}});
  auto const full = symmetric(lower, true);
  for (auto const kind : {Kind::distance1, Kind::distance2, Kind::star, Kind::acyclic})
    for (auto options : all_ways(kind)) {
      options.symmetrize = true;
      auto const result = color(lower, options);
      EXPECT_EQ(colors_of(result), colors_of(color(full, options))) << to_string(kind);
      EXPECT_TRUE(is_valid(full, result));
      // The hash is that of the pattern as it was given.
      EXPECT_EQ(result.pattern_hash, coloring::pattern_hash(Exec(), pattern_of(lower)));
    }
}

TEST(Input, with_gaps_keeps_its_numbering) {
  // Vertices 1, 3, 4 and the last three have no entries.
  auto const grid = grid_of(9, {{0, 2, 5}, {}, {0, 2}, {}, {}, {0, 5}, {}, {}, {}});
  for (auto const kind : all_kinds)
    for (auto options : all_ways(kind)) {
      auto const result = color(grid, options);
      EXPECT_EQ(result.colors.extent(0), 9u);
      EXPECT_TRUE(is_valid(grid, result));
      auto const colors = colors_of(result);
      options.neutral_empty = true;
      auto const neutral = colors_of(color(grid, options));
      for (int const empty : {1, 3, 4, 6, 7, 8}) {
        EXPECT_EQ(colors[empty], kind == Kind::bidirectional ? -1 : 0);
        EXPECT_EQ(neutral[empty], -1);
      }
    }
}

TEST(Input, trailing_empty_columns_and_rows_have_colors) {
  auto const grid = grid_of(6, {{0, 1}, {1, 2}, {}, {}});
  EXPECT_EQ(color(grid, with(Kind::columns)).colors.extent(0), 6u);
  EXPECT_EQ(color(grid, with(Kind::rows)).colors.extent(0), 4u);
  auto const both = color(grid, with(Kind::bidirectional));
  EXPECT_EQ(both.colors.extent(0), 6u);
  EXPECT_EQ(both.row_colors.extent(0), 4u);
}

/// 0 x 0, without rows, without columns, without entries, one entry, a dense row, one column.
std::vector<Grid> degenerate_grids() {
  return {grid_of(0, {}),
          grid_of(5, {}),
          grid_of(0, {{}, {}, {}}),
          grid_of(3, {{}, {}, {}}),
          grid_of(1, {{0}}),
          grid_of(1, {{}}),
          grid_of(300, {{}, reference::natural_order(300), {7}}),
          grid_of(1, Rows(200, {0}))};
}

TEST(Degenerate, sizes_are_colored) {
  for (auto const& grid : degenerate_grids())
    for (auto const kind : all_kinds) {
      bool const symmetric_kind =
          kind != Kind::columns && kind != Kind::rows && kind != Kind::bidirectional;
      if (symmetric_kind && grid.num_rows != grid.num_columns) continue;
      for (auto options : all_ways(kind))
        for (bool const neutral : {false, true}) {
          options.neutral_empty = neutral;
          auto const result = color(grid, options);
          auto const device = coloring::color(Exec(), pattern_of<Memory>(grid), options);
          EXPECT_TRUE(is_valid(grid, result) || num_entries(grid) == 0);
          EXPECT_TRUE(result.verified);
          EXPECT_EQ(colors_of(device), colors_of(result));
          EXPECT_GE(result.num_colors + result.num_row_colors, result.lower_bound);
          EXPECT_TRUE(coloring::verify(Exec(), pattern_of(grid), result).valid());
        }
    }
}

TEST(Degenerate, patterns_without_entries_need_one_color_or_none) {
  auto const grid = grid_of(3, {{}, {}, {}});
  for (auto options : all_ways(Kind::columns)) {
    EXPECT_EQ(color(grid, options).num_colors, 1);
    EXPECT_EQ(color(grid, options).lower_bound, 0);
    options.neutral_empty = true;
    EXPECT_EQ(color(grid, options).num_colors, 0);
  }
}

TEST(PatternHash, tells_patterns_apart) {
  auto const hash = [](Grid const& grid) {
    return coloring::pattern_hash(Exec(), pattern_of(grid));
  };
  auto const base = grid_of(4, {{0, 1}, {2}, {3}});
  EXPECT_EQ(hash(base), hash(base));
  EXPECT_NE(hash(base), hash(grid_of(5, {{0, 1}, {2}, {3}})));
  EXPECT_NE(hash(base), hash(grid_of(4, {{0, 1}, {2}, {3}, {}})));
  EXPECT_NE(hash(base), hash(grid_of(4, {{0, 1}, {3}, {2}})));
  EXPECT_NE(hash(base), hash(grid_of(4, {{0, 1}, {2}, {}})));
  EXPECT_NE(hash(grid_of(0, {})), hash(grid_of(1, {})));
}

TEST(Calls, may_be_made_ten_thousand_times) {
  auto const pattern = pattern_of(five_point(3));
  auto const first = coloring::color(Exec(), pattern);
  for (int call = 0; call < 10'000; ++call) {
    auto const again = coloring::color(Exec(), pattern);
    ASSERT_EQ(again.num_colors, first.num_colors);
    ASSERT_EQ(again.pattern_hash, first.pattern_hash);
  }
}

TEST(Calls, report_to_their_observer) {
  std::vector<std::string> phases;
  auto options = with(Kind::columns);
  options.observer = [&](heddle::Progress const& progress) {
    phases.emplace_back(progress.phase);
    EXPECT_EQ(progress.done, 12);
    EXPECT_EQ(progress.total, 12);
  };
  color(tridiagonal(12), options);
  EXPECT_EQ(phases, std::vector<std::string>{"heddle::coloring::color"});
}

}  // namespace
