// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Star, acyclic and bidirectional colourings against brute force.
#include <tests/coloring/support.hpp>

#include <algorithm>

namespace {

using namespace heddle::test;
namespace coloring = heddle::coloring;
namespace reference = heddle::reference;

constexpr Order orders[] = {Order::natural, Order::largest_first, Order::smallest_last,
                            Order::incidence};

TEST(Hessians, are_star_and_acyclic_by_enumeration) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto const n = static_cast<std::int32_t>(5 + 2 * seed / 3);
    auto const grid = random_graph(n, 1 + static_cast<std::int32_t>(seed % 3), seed);
    for (auto const kind : {Kind::star, Kind::acyclic})
      for (auto const order : orders) {
        auto const result = color(grid, with(kind, order));
        EXPECT_TRUE(is_valid(grid, result)) << seed << " " << to_string(kind);
        EXPECT_TRUE(result.verified);
        EXPECT_GE(result.num_colors, result.lower_bound);
      }
    // Each is a weaker demand than the one before.
    auto const two = count(grid, Kind::distance2, Order::natural);
    EXPECT_LE(count(grid, Kind::star, Order::natural), two + 1);
  }
}

TEST(Hessians, of_trees_have_two_and_three_colors) {
  // A complete binary tree: acyclic 2, star 3; a star graph 2 and 2.
  std::vector<std::vector<std::int32_t>> rows(31);
  for (std::int32_t i = 1; i < 31; ++i) {
    rows[i].push_back((i - 1) / 2);
    rows[(i - 1) / 2].push_back(i);
  }
  auto const tree = grid_of(31, rows);
  EXPECT_EQ(count(tree, Kind::acyclic), 2);
  EXPECT_EQ(count(tree, Kind::star, Order::natural), 3);
  EXPECT_EQ(count(arrow(20), Kind::acyclic), 2);
  EXPECT_EQ(count(arrow(20), Kind::star), 2);
}

TEST(Hessians, with_a_dense_border_color_it_first) {
  // A tridiagonal matrix with three dense rows and columns at its end.
  std::int32_t const n = 400, dense = 3;
  std::vector<std::vector<std::int32_t>> rows(n);
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j)
      if (std::abs(i - j) <= 1 || i >= n - dense || j >= n - dense) rows[i].push_back(j);
  auto const grid = grid_of(n, rows);
  auto const result = color(grid, with(Kind::star));
  EXPECT_LE(result.num_colors, dense + 4);
  EXPECT_TRUE(coloring::verify(Exec(), pattern_of(grid), result).valid());
}

TEST(Bidirectional, reads_every_entry) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    auto grid = random_grid(static_cast<std::int32_t>(3 + seed), 25, 2, seed);
    if (seed % 3 == 0) grid.rows[seed % grid.rows.size()] = reference::natural_order(25);
    for (auto const order : orders) {
      auto const result = color(grid, with(Kind::bidirectional, order));
      EXPECT_TRUE(is_valid(grid, result)) << seed;
      auto const columns = count(grid, Kind::columns, order), rows = count(grid, Kind::rows, order);
      auto const both = result.num_colors + result.num_row_colors;
      EXPECT_LE(both, std::min(columns, rows)) << seed;
      EXPECT_LE(result.lower_bound, both);
      EXPECT_LE(num_entries(grid), std::int64_t{grid.num_rows} * result.num_colors +
                                       std::int64_t{grid.num_columns} * result.num_row_colors);
      EXPECT_EQ(result.set_sizes.size(), static_cast<std::size_t>(both));
    }
  }
}

TEST(Bidirectional, weighs_costs) {
  auto const grid = arrow(30);
  auto options = with(Kind::bidirectional);
  options.row_cost = 100;  // one row colour costs more than all columns
  auto const by_columns = color(grid, options);
  EXPECT_EQ(by_columns.num_colors, 30);
  EXPECT_EQ(by_columns.num_row_colors, 0);
  options.row_cost = 0.5;
  auto const mixed = color(grid, options);
  EXPECT_EQ(mixed.num_colors + mixed.num_row_colors, 3);
}

TEST(Bidirectional, can_be_balanced_and_adopted) {
  auto grid = random_grid(60, 60, 3, 5);
  grid.rows[7] = reference::natural_order(60);
  auto options = with(Kind::bidirectional);
  options.balance = true;
  auto const result = color(grid, options);
  EXPECT_TRUE(is_valid(grid, result));
  auto const adopted = coloring::adopt(Exec(), pattern_of(grid), result.colors, result.row_colors);
  EXPECT_EQ(adopted.num_colors, result.num_colors);
  EXPECT_EQ(adopted.num_row_colors, result.num_row_colors);
  EXPECT_EQ(adopted.pattern_hash, result.pattern_hash);
}

TEST(Bidirectional, of_many_lengths_tries_some_of_them) {
  // Row i holds i + 1 entries: 200 distinct lengths.
  std::vector<std::vector<std::int32_t>> rows(200);
  for (std::int32_t i = 0; i < 200; ++i) rows[i] = reference::natural_order(i + 1);
  auto const grid = grid_of(200, rows);
  auto const result = color(grid, with(Kind::bidirectional));
  EXPECT_TRUE(is_valid(grid, result));
  EXPECT_LE(result.num_colors + result.num_row_colors, 200);
}

TEST(Exact, finds_what_trying_everything_finds) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto const grid = random_graph(4 + static_cast<std::int32_t>(seed % 8), 2, seed);
    for (auto const kind : {Kind::columns, Kind::rows, Kind::distance1, Kind::distance2}) {
      auto const result = color(grid, with(kind, Order::automatic, Method::exact));
      EXPECT_EQ(result.status, coloring::Status::optimal);
      EXPECT_EQ(result.num_colors, reference::fewest_colors(conflicts_of(grid, kind))) << seed;
      EXPECT_EQ(result.lower_bound, result.num_colors);
      EXPECT_TRUE(is_valid(grid, result));
    }
  }
}

TEST(Exact, stops_at_its_limit_with_the_best_it_knows) {
  auto const grid = five_point(10, true);
  auto options = with(Kind::columns, Order::automatic, Method::exact);
  options.exact_node_limit = 3;
  auto const result = color(grid, options);
  EXPECT_EQ(result.status, coloring::Status::limit_reached);
  EXPECT_EQ(result.num_colors, 7);  // of incidence, the best of the four orders
  EXPECT_LE(result.lower_bound, 5);
  EXPECT_TRUE(is_valid(grid, result));
}

}  // namespace
