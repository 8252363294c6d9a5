// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Greedy colourings against the textbook algorithm: kinds, orders, places, memories.
#include <tests/coloring/support.hpp>
#include <tests/reference/coloring_order.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace {

using namespace heddle::test;
namespace coloring = heddle::coloring;
namespace reference = heddle::reference;
using Memory = Exec::memory_space;

constexpr Kind plain_kinds[] = {Kind::columns, Kind::rows, Kind::distance1, Kind::distance2};
constexpr Place places[] = {Place::host, Place::device};

/// Random patterns that suit a kind: rectangular ones, or graphs with and without diagonals.
std::vector<Grid> grids_for(Kind const kind) {
  bool const square = kind != Kind::columns && kind != Kind::rows;
  std::vector<Grid> grids;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    auto const n = static_cast<std::int32_t>(7 + 23 * seed);
    grids.push_back(square ? random_graph(n, 2, seed) : random_grid(n, n + 20, 4, seed));
  }
  // More colours than a window holds.
  auto const dense = random_grid(150, 200, 60, 7);
  grids.push_back(square ? random_graph(150, 25, 8) : dense);
  grids.push_back(arrow(square ? 140 : 200));
  grids.push_back(square ? symmetric(five_point(9), true) : nine_point(9));
  return grids;
}

Colors oracle_order(Grid const& grid, Kind const kind, Order const order) {
  auto const table = conflicts_of(grid, kind);
  if (order == Order::largest_first) return reference::largest_first(table);
  if (order == Order::smallest_last) return reference::smallest_last(table);
  if (order == Order::incidence) return reference::incidence(table);
  return reference::natural_order(static_cast<std::int32_t>(table.size()));
}

TEST(Greedy, is_the_textbook_greedy_in_every_order_at_every_place) {
  for (auto const kind : plain_kinds)
    for (auto const order :
         {Order::natural, Order::largest_first, Order::smallest_last, Order::incidence}) {
      SCOPED_TRACE(std::string(to_string(kind)) + ", " + std::string(to_string(order)));
      for (auto const& grid : grids_for(kind)) {
        auto const expected = greedy_oracle(grid, kind, oracle_order(grid, kind, order));
        for (auto const place : places) {
          auto const result = color(grid, with(kind, order, Method::greedy, place));
          EXPECT_EQ(colors_of(result), expected) << grid.num_rows << " " << to_string(place);
          EXPECT_EQ(result.num_colors, reference::count_colors(expected));
          EXPECT_EQ(result.ran_at, place);
          EXPECT_TRUE(result.verified);
        }
      }
    }
}

TEST(Greedy, follows_a_given_order) {
  for (auto const kind : {Kind::columns, Kind::rows, Kind::distance1, Kind::distance2}) {
    auto const grid = kind == Kind::columns || kind == Kind::rows ? random_grid(90, 90, 4, 3)
                                                                  : random_graph(90, 3, 4);
    heddle::families::Random random(5);
    auto const order = random.permutation(90);
    auto const expected = greedy_oracle(grid, kind, order);
    for (auto const place : places) {
      auto const options = with(kind, Order::automatic, Method::greedy, place);
      auto const host =
          coloring::color(Exec(), pattern_of(grid), to_memory<Kokkos::HostSpace>(order), options);
      auto const device =
          coloring::color(Exec(), pattern_of<Memory>(grid), to_memory<Memory>(order), options);
      EXPECT_EQ(colors_of(host), expected);
      EXPECT_EQ(colors_of(device), expected);
    }
  }
}

TEST(Greedy, takes_all_offsets_and_memories) {
  auto const grid = random_grid(80, 120, 5, 11);
  auto const expected = greedy_oracle(grid, Kind::columns);
  for (auto const place : places) {
    auto const options = with(Kind::columns, Order::automatic, Method::greedy, place);
    auto const check = [&](auto const& pattern) {
      auto const result = coloring::color(Exec(), pattern, options);
      EXPECT_EQ(colors_of(result), expected);
      EXPECT_TRUE(coloring::verify(Exec(), pattern, result).valid());
      EXPECT_EQ(coloring::pattern_hash(Exec(), pattern), result.pattern_hash);
    };
    check(pattern_of<Kokkos::HostSpace, std::int32_t>(grid));
    check(pattern_of<Kokkos::HostSpace, std::int64_t>(grid));
    check(pattern_of<Memory, std::int32_t>(grid));
    check(pattern_of<Memory, std::int64_t>(grid));
  }
}

TEST(Greedy, has_the_same_colors_in_every_run) {
  auto const grid = nine_point(30);
  auto const expected = greedy_oracle(grid, Kind::columns);
  auto const options = with(Kind::columns, Order::natural, Method::greedy, Place::device);
  for (int run = 0; run < 20; ++run) EXPECT_EQ(colors_of(color(grid, options)), expected);
}

TEST(Greedy, opens_a_window_for_every_64_colors) {
  for (std::int32_t const n : {64, 65, 128, 129, 300}) {
    auto const one_row = grid_of(n, {reference::natural_order(n)});
    for (auto const place : places) {
      auto const result =
          color(one_row, with(Kind::columns, Order::natural, Method::greedy, place));
      EXPECT_EQ(colors_of(result), reference::natural_order(n));
      EXPECT_EQ(result.windows, (n + 63) / 64);
    }
  }
}

TEST(Greedy, needs_as_many_rounds_as_its_longest_chain) {
  // In a tridiagonal pattern every column meets the one before: n rounds.
  auto const options = with(Kind::columns, Order::natural, Method::greedy, Place::device);
  EXPECT_EQ(color(tridiagonal(700), options).rounds, 700);
  EXPECT_EQ(color(grid_of(9, {{0}, {3}, {8}}), options).rounds, 1);
}

TEST(Results, count_their_classes) {
  for (auto const place : places)
    for (auto const kind : plain_kinds) {
      auto const grid = random_graph(60, 3, 21);
      auto const result = color(grid, with(kind, Order::natural, Method::greedy, place));
      auto const colors = colors_of(result);
      ASSERT_EQ(result.set_sizes.size(), static_cast<std::size_t>(result.num_colors));
      for (std::int32_t c = 0; c < result.num_colors; ++c)
        EXPECT_EQ(result.set_sizes[c], std::count(colors.begin(), colors.end(), c));
    }
}

TEST(Results, balance_moves_vertices_between_classes_only) {
  for (auto const place : places)
    for (auto const kind : plain_kinds) {
      auto const grid = random_graph(200, 3, 22);
      auto options = with(kind, Order::natural, Method::greedy, place);
      auto const plain = color(grid, options);
      options.balance = true;
      auto const balanced = color(grid, options);
      EXPECT_EQ(balanced.num_colors, plain.num_colors);
      EXPECT_TRUE(is_valid(grid, balanced));
      auto const spread = [](Result const& result) {
        auto const [least, most] =
            std::minmax_element(result.set_sizes.begin(), result.set_sizes.end());
        return *most - *least;
      };
      EXPECT_LT(spread(balanced), spread(plain)) << to_string(kind);
      EXPECT_EQ(std::accumulate(balanced.set_sizes.begin(), balanced.set_sizes.end(), 0), 200);
    }
}

/// Whether every colour has a vertex with entries, by which no colour can be left out.
bool all_colors_serve(Grid const& grid, Colors const& colors) {
  auto const columns = reference::transposed(grid);
  std::set<std::int32_t> all, serving;
  for (std::int32_t j = 0; j < grid.num_columns; ++j) {
    if (colors[j] < 0) continue;
    all.insert(colors[j]);
    if (!columns.rows[j].empty()) serving.insert(colors[j]);
  }
  return all == serving;
}

TEST(Results, balance_leaves_no_color_to_vertices_without_entries) {
  // Most columns are empty and crowd the first colour.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto const grid = random_grid(20, 300, 2, seed);
    for (auto const kind : {Kind::columns, Kind::bidirectional})
      for (bool const neutral : {false, true}) {
        auto options = with(kind, Order::natural);
        options.neutral_empty = neutral;
        auto const plain = color(grid, options);
        options.balance = true;
        auto const balanced = color(grid, options);
        EXPECT_TRUE(is_valid(grid, balanced));
        EXPECT_EQ(balanced.num_colors, plain.num_colors);
        EXPECT_TRUE(all_colors_serve(grid, colors_of(balanced))) << seed;
      }
  }
}

}  // namespace
