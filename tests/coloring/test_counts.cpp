// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of colours that the design states for the tie rules of the orders; a change of one of
// them is a change of results for users.
#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>

#include <tests/coloring/support.hpp>
#include <tests/support/data.hpp>

#include <string>
#include <vector>

namespace {

using namespace heddle::test;
namespace io = heddle::io;

constexpr Order orders[] = {Order::natural, Order::largest_first, Order::smallest_last,
                            Order::incidence};

struct Row {
  std::string name;
  Grid grid;
  std::int64_t nnz;
  std::int32_t lower_bound;
  std::vector<std::int32_t> colors;  // N, LF, SL, ID
  std::int32_t optimum;
  Kind kind = Kind::columns;
};

Grid file(std::string const& name) {
  auto const pattern = io::to_pattern(io::read_matrix(small_data(name)));
  std::vector<std::vector<std::int32_t>> rows(pattern.num_rows);
  for (std::int32_t i = 0; i < pattern.num_rows; ++i)
    for (auto p = pattern.row_offsets(i); p < pattern.row_offsets(i + 1); ++p)
      rows[i].push_back(pattern.columns(p));
  return grid_of(pattern.num_columns, rows);
}

std::vector<Row> table() {
  auto const cyclic = [](std::int32_t n) { return band(n, {-1, 0, 1}, true); };
  return {
      {"tridiagonal 12", tridiagonal(12), 34, 3, {3, 3, 3, 3}, 3},
      {"pentadiagonal 12", band(12, {-2, -1, 0, 1, 2}), 54, 5, {5, 5, 5, 5}, 5},
      {"cyclic 8", cyclic(8), 24, 3, {5, 5, 5, 5}, 4},
      {"cyclic 9", cyclic(9), 27, 3, {3, 3, 3, 3}, 3},
      {"cyclic 10", cyclic(10), 30, 3, {4, 4, 4, 4}, 4},
      {"cyclic 11", cyclic(11), 33, 3, {5, 5, 5, 5}, 4},
      {"5-point 3", five_point(3), 33, 5, {6, 6, 6, 6}, 5},
      {"5-point 5", five_point(5), 105, 5, {7, 6, 7, 6}, 5},
      {"5-point 10", five_point(10), 460, 5, {7, 7, 7, 6}, 5},
      {"5-point periodic 5", five_point(5, true), 125, 5, {8, 8, 8, 8}, 5},
      {"5-point periodic 6", five_point(6, true), 180, 5, {8, 8, 9, 10}, 6},
      {"5-point periodic 10", five_point(10, true), 500, 5, {10, 10, 9, 7}, 5},
      {"9-point 6", nine_point(6), 256, 9, {9, 9, 10, 9}, 9},
      {"9-point 10", nine_point(10), 784, 9, {9, 9, 10, 10}, 9},
      {"7-point 3", seven_point(3), 135, 7, {8, 8, 8, 8}, 7},
      {"7-point 5", seven_point(5), 725, 7, {11, 10, 9, 10}, 7},
      {"Brusselator 6", brusselator(6), 432, 6, {9, 9, 10, 10}, 6},
      {"bcsstk01", file("bcsstk01.rb"), 400, 12, {15, 17, 15, 17}, 13},
      {"jac_pat", file("jac_pat.mtx"), 78, 11, {11, 11, 11, 11}, 11},
      {"jac_pat rows", file("jac_pat.mtx"), 78, 6, {6, 6, 6, 6}, 6, Kind::rows},
      {"hess_pat", file("hess_pat.mtx"), 230, 12, {12, 12, 12, 12}, 12},
      {"Fano", fano(), 21, 3, {7, 7, 7, 7}, 7},
  };
}

TEST(Counts, of_the_four_orders) {
  for (auto const& row : table()) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(num_entries(row.grid), row.nnz);
    for (int k = 0; k < 4; ++k) {
      auto const result = color(row.grid, with(row.kind, orders[k]));
      EXPECT_EQ(result.num_colors, row.colors[k]) << to_string(orders[k]);
      EXPECT_EQ(result.lower_bound, row.lower_bound);
      EXPECT_TRUE(is_valid(row.grid, result));
    }
  }
}

TEST(Counts, of_the_optima) {
  for (auto const& row : table()) {
    SCOPED_TRACE(row.name);
    auto const result = color(row.grid, with(row.kind, Order::automatic, Method::exact));
    EXPECT_EQ(result.num_colors, row.optimum);
    EXPECT_EQ(result.lower_bound, row.optimum);
    EXPECT_EQ(result.status, heddle::coloring::Status::optimal);
    EXPECT_TRUE(is_valid(row.grid, result));
  }
}

TEST(Counts, of_bands_are_closed_forms) {
  for (std::int32_t half = 1; half <= 4; ++half)
    for (std::int32_t const n : {30, 101}) {
      std::vector<std::int32_t> offsets;
      for (std::int32_t d = -half; d <= half; ++d) offsets.push_back(d);
      auto const grid = band(n, offsets);
      for (auto const order : {Order::natural, Order::automatic}) {
        auto const star = color(grid, with(Kind::star, order));
        auto const acyclic = color(grid, with(Kind::acyclic, order));
        EXPECT_EQ(star.num_colors, 2 * half + 1) << half << " " << n << " " << to_string(order);
        EXPECT_EQ(acyclic.num_colors, half + 1) << half << " " << n << " " << to_string(order);
        EXPECT_TRUE(is_valid(grid, star));
        EXPECT_TRUE(is_valid(grid, acyclic));
      }
    }
}

}  // namespace
