// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patterns whose colourings are known by hand.
#include <tests/coloring/support.hpp>

#include <algorithm>

namespace {

using namespace heddle::test;
using heddle::ErrorCode;
namespace coloring = heddle::coloring;

std::int32_t fewest(Grid const& grid, Kind const kind = Kind::columns) {
  auto const result = color(grid, with(kind, Order::automatic, Method::exact));
  EXPECT_EQ(result.status, coloring::Status::optimal);
  EXPECT_TRUE(is_valid(grid, result));
  return result.num_colors;
}

/// Whether a user's colours are taken.
bool takes(Grid const& grid, Kind const kind, Colors const& colors) {
  try {
    coloring::adopt(Exec(), pattern_of(grid), kind, to_memory<Kokkos::HostSpace>(colors));
    return true;
  } catch (heddle::error const& refused) {
    EXPECT_EQ(refused.code(), ErrorCode::invalid_coloring) << refused.what();
    return false;
  }
}

TEST(KnownOptima, of_cyclic_tridiagonal_patterns) {
  EXPECT_EQ(count(tridiagonal(12), Kind::columns), 3);
  std::int32_t const natural[] = {5, 3, 4, 5}, optimum[] = {4, 3, 4, 4};
  for (std::int32_t n = 8; n <= 11; ++n) {
    auto const grid = band(n, {-1, 0, 1}, true);
    EXPECT_EQ(count(grid, Kind::columns), natural[n - 8]) << n;
    EXPECT_EQ(fewest(grid), optimum[n - 8]) << n;
  }
}

TEST(KnownOptima, of_five_points) {
  auto const grid = five_point(10);
  auto const result = color(grid, with(Kind::columns));
  EXPECT_EQ(result.lower_bound, 5);
  EXPECT_EQ(result.num_colors, 7);
  EXPECT_EQ(fewest(grid), 5);
  Colors knights_move(100);
  for (int y = 0; y < 10; ++y)
    for (int x = 0; x < 10; ++x) knights_move[10 * y + x] = (x + 2 * y) % 5;
  EXPECT_TRUE(takes(grid, Kind::columns, knights_move));
  auto const periodic = five_point(6, true);
  EXPECT_EQ(color(periodic, with(Kind::columns)).lower_bound, 5);
  EXPECT_EQ(fewest(periodic), 6);
}

TEST(KnownOptima, of_nine_points_is_what_natural_order_finds) {
  EXPECT_EQ(count(nine_point(10), Kind::columns), 9);
  EXPECT_EQ(fewest(nine_point(10)), 9);
}

TEST(LowerBounds, can_lie) {
  auto const triangle = grid_of(3, {{0, 1}, {1, 2}, {0, 2}});
  for (auto const method : {Method::greedy, Method::speculative, Method::exact}) {
    auto const three = color(triangle, with(Kind::columns, Order::automatic, method));
    EXPECT_EQ(three.num_colors, 3);
    EXPECT_EQ(three.lower_bound, method == Method::exact ? 3 : 2);
    EXPECT_EQ(color(fano(), with(Kind::columns, Order::automatic, method)).num_colors, 7);
  }
  EXPECT_EQ(color(fano(), with(Kind::columns)).lower_bound, 3);
}

TEST(NoDiagonal, columns_and_distance_two_differ) {
  auto const path = grid_of(3, {{1}, {0, 2}, {1}});
  EXPECT_EQ(count(path, Kind::columns), 2);
  EXPECT_TRUE(takes(path, Kind::columns, {0, 0, 1}));
  EXPECT_TRUE(takes(path, Kind::columns, {0, 1, 1}));
  EXPECT_FALSE(takes(path, Kind::columns, {0, 1, 0}));
  EXPECT_EQ(count(path, Kind::distance2), 3);
  EXPECT_FALSE(takes(path, Kind::distance2, {0, 0, 1}));
  auto const edge = grid_of(2, {{1}, {0}});
  EXPECT_EQ(count(edge, Kind::columns), 1);
  EXPECT_EQ(count(edge, Kind::distance2), 2);
}

TEST(Directions, of_small_functions) {
  auto const wide = grid_of(4, {{0, 1}, {2, 3}, {0, 1, 2, 3}});
  EXPECT_EQ(count(wide, Kind::columns), 4);
  EXPECT_EQ(count(wide, Kind::rows), 2);
  auto const tall = grid_of(3, {{0, 2}, {0, 2}, {1, 2}, {1, 2}});
  EXPECT_EQ(count(tall, Kind::columns), 2);
  EXPECT_EQ(count(tall, Kind::rows), 4);
}

TEST(Arrow, is_read_in_three_sweeps) {
  auto const grid = arrow(8);
  EXPECT_EQ(count(grid, Kind::columns), 8);
  EXPECT_EQ(count(grid, Kind::rows), 8);
  EXPECT_EQ(count(grid, Kind::star), 2);
  for (auto const order : {Order::natural, Order::largest_first, Order::smallest_last}) {
    auto const both = color(grid, with(Kind::bidirectional, order));
    EXPECT_EQ(both.num_colors + both.num_row_colors, 3);
    EXPECT_TRUE(is_valid(grid, both));
    EXPECT_LE(num_entries(grid), 8 * both.num_colors + 8 * both.num_row_colors);
  }
  EXPECT_EQ(count(grid_of(4, {{3}, {2}, {1}, {0}}), Kind::columns), 1);
}

TEST(Rosenbrock, has_two_columns_and_three_rows) {
  // r_2i = 10 (x_{i+1} - x_i^2), r_{2i+1} = 1 - x_i
  for (std::int32_t const n : {3, 10, 1000}) {
    std::vector<std::vector<std::int32_t>> rows;
    for (std::int32_t i = 0; i + 1 < n; ++i) {
      rows.push_back({i, i + 1});
      rows.push_back({i});
    }
    auto const grid = grid_of(n, rows);
    EXPECT_EQ(count(grid, Kind::columns), 2);
    EXPECT_EQ(count(grid, Kind::rows), 3);
  }
}

TEST(Brusselator, has_its_counts) {
  auto const grid = brusselator(6);
  auto const result = color(grid, with(Kind::columns));
  EXPECT_EQ(result.lower_bound, 6);
  EXPECT_EQ(result.num_colors, 9);
  EXPECT_EQ(fewest(grid), 6);
}

}  // namespace
