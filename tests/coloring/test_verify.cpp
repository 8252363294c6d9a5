// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verification against brute force on colourings that are right, wrong and nearly right.
#include <tests/coloring/support.hpp>

namespace {

using namespace heddle::test;
using heddle::ErrorCode;
namespace coloring = heddle::coloring;
using coloring::Defect;
namespace reference = heddle::reference;
using Memory = Exec::memory_space;

/// A result that claims some colours.
Result claim(Kind const kind, Colors const& colors, Colors const& row_colors = {}) {
  Result result;
  result.kind = kind;
  result.colors = to_memory<Memory>(colors);
  result.row_colors = to_memory<Memory>(row_colors);
  result.num_colors = reference::count_colors(colors);
  result.num_row_colors = reference::count_colors(row_colors);
  return result;
}

coloring::Verification verify(Grid const& grid, Result const& result) {
  return coloring::verify(Exec(), pattern_of(grid), result);
}

/// Some vertices get other colours of those in use.
Colors disturbed(Colors colors, std::uint64_t const seed) {
  heddle::families::Random random(seed);
  std::int32_t const k = reference::count_colors(colors);
  for (int change = random.below(3); change >= 0; --change) {
    colors[random.below(static_cast<std::int32_t>(colors.size()))] = random.below(k);
  }
  return colors;
}

bool is_dense(Colors const& colors) {
  std::set<std::int32_t> const used(colors.begin(), colors.end());
  return static_cast<std::int32_t>(used.size()) == reference::count_colors(colors);
}

TEST(Verify, agrees_with_brute_force) {
  int wrong = 0, right = 0;
  for (auto const kind :
       {Kind::columns, Kind::rows, Kind::distance1, Kind::distance2, Kind::star, Kind::acyclic})
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      auto const grid = random_graph(4 + static_cast<std::int32_t>(seed % 20), 2, seed);
      auto const colors = disturbed(colors_of(color(grid, with(kind, Order::natural))), seed);
      if (!is_dense(colors)) continue;
      auto const result = claim(kind, colors);
      bool const valid = is_valid(grid, result);
      auto const found = verify(grid, result);
      EXPECT_EQ(found.valid(), valid) << to_string(kind) << " " << seed << to_string(found);
      (valid ? right : wrong) += 1;
      if (found.defect == Defect::clash) {
        EXPECT_LT(found.first, found.second);
        EXPECT_EQ(colors[found.first], colors[found.second]);
      }
    }
  EXPECT_GT(wrong, 50);
  EXPECT_GT(right, 50);
}

TEST(Verify, of_many_colors_agrees_with_brute_force) {
  // More colours than a word has bits.
  int wrong = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto const grid = random_grid(40, 500, 60, seed);
    auto const colors = disturbed(colors_of(color(grid, with(Kind::columns))), seed);
    ASSERT_GT(reference::count_colors(colors), 64);
    if (!is_dense(colors)) continue;
    auto const result = claim(Kind::columns, colors);
    bool const valid = is_valid(grid, result);
    EXPECT_EQ(verify(grid, result).valid(), valid);
    wrong += !valid;
  }
  EXPECT_GT(wrong, 5);
}

TEST(Verify, of_two_sides_agrees_with_brute_force) {
  int wrong = 0, right = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto grid = random_grid(12, 10, 2, seed);
    grid.rows[3] = reference::natural_order(10);
    auto const good = color(grid, with(Kind::bidirectional));
    auto columns = colors_of(good), rows = to_vector(good.row_colors);
    if (good.num_colors > 0) columns = disturbed(columns, seed);
    if (good.num_row_colors > 0 && seed % 2 == 0) rows = disturbed(rows, seed + 1);
    auto const result = claim(Kind::bidirectional, columns, rows);
    auto const found = verify(grid, result);
    if (found.defect == Defect::unused_color) continue;
    bool const valid = reference::is_bidirectional(grid, columns, rows);
    EXPECT_EQ(found.valid() || found.defect == Defect::too_few_colors, valid) << seed;
    (valid ? right : wrong) += 1;
  }
  EXPECT_GT(wrong, 5);
  EXPECT_GT(right, 5);
}

TEST(Verify, names_the_first_clash) {
  auto const grid = grid_of(5, {{0, 1}, {1, 2, 4}, {2, 3}});
  auto const found = verify(grid, claim(Kind::columns, {0, 1, 0, 2, 1}));
  EXPECT_EQ(found.defect, Defect::clash);
  EXPECT_EQ(found.first, 1);
  EXPECT_EQ(found.second, 4);
  EXPECT_EQ(found.line, 1);
  EXPECT_EQ(to_string(found), "vertices 1 and 4 have one colour and meet in line 1");
  auto const by_rows = verify(grid, claim(Kind::rows, {0, 1, 1}));
  EXPECT_EQ(by_rows.first, 1);
  EXPECT_EQ(by_rows.second, 2);
  EXPECT_EQ(by_rows.line, 2);
}

TEST(Verify, names_paths_and_cycles) {
  auto const square = grid_of(4, {{1, 3}, {0, 2}, {1, 3}, {0, 2}});
  auto const two_colors = Colors{0, 1, 0, 1};
  auto const path = verify(square, claim(Kind::star, two_colors));
  EXPECT_EQ(path.defect, Defect::clash);
  EXPECT_EQ(path.first + path.second, path.line % 2 == 0 ? 4 : 2);
  auto const cycle = verify(square, claim(Kind::acyclic, two_colors));
  EXPECT_EQ(cycle.defect, Defect::cycle);
  EXPECT_NE(to_string(cycle).find("cycle"), std::string::npos);
  EXPECT_TRUE(verify(square, claim(Kind::distance1, two_colors)).valid());
  EXPECT_TRUE(verify(square, claim(Kind::acyclic, {0, 1, 0, 2})).valid());
}

TEST(Verify, wants_dense_colors_of_all_vertices) {
  auto const grid = tridiagonal(4);
  EXPECT_EQ(verify(grid, claim(Kind::columns, {0, 1, 3, 0})).defect, Defect::unused_color);
  EXPECT_EQ(verify(grid, claim(Kind::columns, {0, 1, -1, 2})).defect, Defect::uncolored);
  EXPECT_EQ(verify(grid, claim(Kind::columns, {0, 1, -5, 2})).defect, Defect::out_of_range);
  auto many = claim(Kind::columns, {0, 1, 2, 0});
  many.num_colors = 2'000'000'000;
  EXPECT_EQ(verify(grid, many).defect, Defect::unused_color);
  auto few = claim(Kind::columns, {0, 1, 2, 0});
  few.num_colors = 2;
  EXPECT_EQ(verify(grid, few).defect, Defect::out_of_range);
}

TEST(Verify, refuses_colors_of_another_size) {
  auto const [code, message] = refusal_of([] {
    verify(tridiagonal(4), claim(Kind::columns, {0, 1, 2}));
  });
  EXPECT_EQ(code, ErrorCode::size_mismatch);
  EXPECT_EQ(message, "there are 3 colours of vertices, expected 4");
}

TEST(Adopt, counts_and_hashes_what_it_takes) {
  auto const grid = five_point(5);
  Colors colors(25);
  for (int v = 0; v < 25; ++v) colors[v] = (v % 5 + 2 * (v / 5)) % 5;
  auto const made = color(grid, with(Kind::columns));
  for (auto const& result :
       {coloring::adopt(Exec(), pattern_of(grid), Kind::columns, to_memory<Memory>(colors)),
        coloring::adopt(Exec(), pattern_of<Memory>(grid), Kind::columns,
                        to_memory<Kokkos::HostSpace>(colors))}) {
    EXPECT_EQ(colors_of(result), colors);
    EXPECT_EQ(result.num_colors, 5);
    EXPECT_EQ(result.set_sizes, (std::vector<std::int64_t>{5, 5, 5, 5, 5}));
    EXPECT_EQ(result.lower_bound, 5);
    EXPECT_TRUE(result.adopted);
    EXPECT_TRUE(result.verified);
    EXPECT_EQ(result.pattern_hash, made.pattern_hash);
  }
}

TEST(Adopt, refuses_wrong_colors_with_the_clash) {
  auto const refused = [](Grid const& grid, Colors const& colors) {
    return refusal_of([&] {
      coloring::adopt(Exec(), pattern_of(grid), Kind::columns, to_memory<Memory>(colors));
    });
  };
  auto const clash = refused(grid_of(3, {{1}, {0, 2}, {1}}), {0, 1, 0});
  EXPECT_EQ(clash.first, ErrorCode::invalid_coloring);
  EXPECT_EQ(clash.second, "vertices 0 and 2 have one colour and meet in line 1");
  EXPECT_EQ(refused(tridiagonal(3), {0, 1}).first, ErrorCode::size_mismatch);
  auto const huge = refused(tridiagonal(3), {0, 1, 2'147'483'647});
  EXPECT_EQ(huge.first, ErrorCode::invalid_coloring);
  EXPECT_EQ(huge.second, "the colour of vertex 2 is out of range");
}

}  // namespace
