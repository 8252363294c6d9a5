// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Speculative colourings against a simulation of their rounds, vertex after vertex.
#include <tests/coloring/support.hpp>
#include <tests/reference/lock_step.hpp>

#include <set>

namespace {

using namespace heddle::test;
namespace reference = heddle::reference;

ColoringOptions speculative(Kind const kind, std::uint64_t const seed) {
  auto options = with(kind, Order::automatic, Method::speculative);
  options.seed = seed;
  return options;
}

std::function<std::uint64_t(std::int32_t)> hashed(std::uint64_t const seed) {
  return [seed](std::int32_t const v) {
    return reference::splitmix(seed ^ reference::splitmix(static_cast<std::uint64_t>(v)));
  };
}

/// The nets of a kind as rows.
Grid lines_of(Grid const& grid, Kind const kind) {
  if (kind == Kind::rows) return reference::transposed(grid);
  if (kind == Kind::distance2) return reference::closed(grid);
  if (kind == Kind::columns) return grid;
  std::vector<std::vector<std::int32_t>> edges;
  for (std::int32_t i = 0; i < grid.num_rows; ++i)
    for (auto const j : grid.rows[i])
      if (i < j) edges.push_back({i, j});
  return grid_of(grid.num_columns, edges);
}

TEST(Speculative, does_what_its_rounds_say) {
  for (auto const kind : {Kind::columns, Kind::rows, Kind::distance1, Kind::distance2})
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      auto const grid = random_graph(110, 2 + static_cast<std::int32_t>(6 * seed), seed);
      auto const expected = reference::lock_step(lines_of(grid, kind), hashed(seed));
      auto options = speculative(kind, seed);
      options.max_parallel_rounds = 10'000;
      auto const result = color(grid, options);
      EXPECT_EQ(colors_of(result), expected.color) << to_string(kind) << " " << seed;
      EXPECT_EQ(result.rounds, expected.rounds);
      EXPECT_EQ(result.ran_at, Place::device);
      EXPECT_FALSE(result.replaced);
      EXPECT_TRUE(is_valid(grid, result));
    }
}

TEST(Speculative, finishes_in_index_order_after_the_last_round) {
  auto const grid = five_point(12);
  for (int const max_rounds : {0, 1, 3, 8, 9}) {
    auto options = speculative(Kind::columns, 17);
    options.max_parallel_rounds = max_rounds;
    // Vertices that are left take the least legal colour, one after another.
    auto expected = reference::lock_step(grid, hashed(17), max_rounds).color;
    auto const columns = reference::transposed(grid);
    for (std::int32_t v = 0; v < grid.num_columns; ++v) {
      if (expected[v] >= 0) continue;
      std::set<std::int32_t> taken;
      for (auto const r : columns.rows[v])
        for (auto const u : grid.rows[r]) taken.insert(expected[u]);
      expected[v] = 0;
      while (taken.count(expected[v])) ++expected[v];
    }
    EXPECT_EQ(colors_of(color(grid, options)), expected) << max_rounds;
  }
}

TEST(Speculative, of_rows_finishes_in_index_order_too) {
  // One column joins all rows: every round colours one of them.
  auto const grid = grid_of(1, std::vector<std::vector<std::int32_t>>(200, {0}));
  auto options = speculative(Kind::rows, 3);
  options.max_parallel_rounds = 50;
  auto const colors = colors_of(color(grid, options));
  std::int32_t next = 50;
  for (auto const color : colors) {
    if (color < 50) continue;
    EXPECT_EQ(color, next++);
  }
  EXPECT_EQ(next, 200);
}

TEST(Speculative, is_valid_for_every_seed_and_not_wasteful) {
  auto const grids = {five_point(40), all_27_points(8), regular_random(900, 8, 1)};
  for (auto const& grid : grids) {
    auto const greedy = count(grid, Kind::columns);
    std::set<Colors> different;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      auto const result = color(grid, speculative(Kind::columns, seed));
      EXPECT_TRUE(result.verified);
      EXPECT_FALSE(result.replaced);
      EXPECT_LE(result.num_colors, 2.2 * greedy + 1);
      different.insert(colors_of(result));
    }
    EXPECT_GT(different.size(), 1u);
  }
}

TEST(Speculative, is_equal_in_every_run) {
  auto const grid = regular_random(500, 6, 2);
  auto const first = colors_of(color(grid, speculative(Kind::columns, 5)));
  for (int run = 0; run < 20; ++run) {
    EXPECT_EQ(colors_of(color(grid, speculative(Kind::columns, 5))), first);
  }
}

/// A hash breaks the chains that an index follows link by link.
TEST(LockStep, hashes_need_a_fifth_of_the_rounds_of_indices_on_five_points) {
  auto const grid = five_point(60);
  auto const by_hash = reference::lock_step(grid, hashed(0));
  auto const by_index = reference::lock_step(grid, [](std::int32_t) { return 0u; });
  EXPECT_LE(5 * by_hash.rounds, by_index.rounds);
}

}  // namespace
