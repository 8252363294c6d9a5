// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Real patterns: published counts, equality of places, large stencils.
#include <heddle/backends/traits.hpp>
#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>

#include <tests/coloring/support.hpp>
#include <tests/support/data.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

namespace {

using namespace heddle::test;
namespace coloring = heddle::coloring;
namespace io = heddle::io;
namespace reference = heddle::reference;

constexpr Order orders[] = {Order::natural, Order::largest_first, Order::smallest_last,
                            Order::incidence};

/// The entries of a file; without its zeros if wanted.
Grid grid_of_file(std::string const& path, bool const keep_zeros) {
  auto const csr = io::to_csr<Kokkos::complex<double>>(io::read_matrix(path));
  std::vector<std::vector<std::int32_t>> rows(csr.num_rows);
  for (std::int32_t i = 0; i < csr.num_rows; ++i)
    for (auto p = csr.row_offsets(i); p < csr.row_offsets(i + 1); ++p)
      if (keep_zeros || csr.values(p) != Kokkos::complex<double>(0)) {
        rows[i].push_back(csr.columns(p));
      }
  return grid_of(csr.num_columns, rows);
}

std::optional<std::string> path_of(std::string const& name) {
  for (auto const* ending : {".mtx", ".mtx.gz", ".rb"}) {
    if (auto const path = large_data(name + ending); !path.empty()) return path;
  }
  return std::nullopt;
}

struct Published {
  char const* name;
  std::int32_t m, n;
  std::int64_t nnz;
  std::int32_t lower_columns, lower_rows;
  std::int32_t columns[4], rows[4];  // N, LF, SL, ID
};

// ColPack, ACM TOMS 40, 2013, tables VI and VII; zeros dropped.
constexpr Published published[] = {
    {"lp_cre_a", 3516, 7248, 18168, 360, 14, {360, 360, 360, 360}, {16, 14, 14, 14}},
    {"lp_ken_11", 14694, 21349, 49058, 122, 3, {130, 128, 125, 124}, {5, 4, 4, 4}},
    {"lp_ken_13", 28632, 42659, 97246, 170, 3, {176, 174, 171, 171}, {4, 5, 4, 5}},
    {"lp_maros_r7", 3136, 9408, 144848, 48, 46, {74, 70, 83, 90}, {72, 100, 80, 88}},
    {"lp_cre_d", 8926, 73948, 246614, 808, 13, {813, 808, 808, 808}, {15, 13, 15, 15}},
    {"lp_ken_18", 105127, 154699, 358171, 325, 3, {330, 328, 325, 326}, {5, 5, 4, 5}},
    {"cage11", 39082, 39082, 559722, 31, 31, {81, 67, 64, 67}, {81, 67, 64, 67}},
    {"cage12", 130228, 130228, 2032536, 33, 33, {96, 73, 67, 72}, {96, 73, 67, 72}}};

/// Natural and largest-first counts are exact; the tie rules of the others differ.
void expect_published(Grid const& grid, Kind const kind, std::int32_t const lower,
                      std::int32_t const (&counts)[4]) {
  for (int k = 0; k < 4; ++k) {
    auto const result = color(grid, with(kind, orders[k]));
    EXPECT_EQ(result.lower_bound, lower);
    EXPECT_TRUE(result.verified);
    double const slack = k < 2 ? 0 : std::fmax(2, 0.15 * counts[k]);
    EXPECT_NEAR(result.num_colors, counts[k], slack) << to_string(orders[k]);
  }
}

TEST(PublishedData, has_the_published_counts) {
  int found = 0;
  for (auto const& one : published) {
    SCOPED_TRACE(one.name);
    auto const path = path_of(one.name);
    if (!path) continue;
    ++found;
    auto const grid = grid_of_file(*path, false);
    EXPECT_EQ(num_entries(grid), one.nnz);
    expect_published(grid, Kind::columns, one.lower_columns, one.columns);
    expect_published(grid, Kind::rows, one.lower_rows, one.rows);
  }
  if (found == 0) GTEST_SKIP() << "none of the published matrices is in HEDDLE_DATA";
}

// Gebremedhin, Manne, Pothen, SIAM Review 47, 2005, tables 3.1 and 3.2; explicit zeros kept.
TEST(PublishedData, has_the_counts_of_the_review) {
  std::map<std::string, std::int32_t> const natural{
      {"lp_dfl001", 228}, {"lp_stocfor3", 16},  {"lp_pds_10", 96},   {"lp_pds_20", 96},
      {"lhr10", 65},      {"lhr14", 65},        {"lhr34", 65},       {"lhr71c", 65},
      {"lp_cre_b", 845},  {"lp_osa_07", 17613}, {"lp_fit2d", 10501}, {"e30r2000", 65}};
  int found = 0;
  for (auto const& [name, colors] : natural) {
    auto const path = path_of(name);
    if (!path) continue;
    ++found;
    EXPECT_EQ(count(grid_of_file(*path, true), Kind::columns, Order::natural), colors) << name;
  }
  if (found == 0) GTEST_SKIP() << "none of the matrices of the review is in HEDDLE_DATA";
}

/// Every way to colour a kind of this pattern, against the textbook greedy.
void check_file(Grid const& grid) {
  for (auto const kind : {Kind::columns, Kind::rows}) {
    auto const expected = greedy_oracle(grid, kind);
    for (auto const place : {Place::host, Place::device}) {
      auto const result = color(grid, with(kind, Order::natural, Method::greedy, place));
      EXPECT_EQ(colors_of(result), expected);
      EXPECT_TRUE(result.verified);
    }
    auto const parallel = color(grid, with(kind, Order::automatic, Method::speculative));
    EXPECT_TRUE(parallel.verified);
    EXPECT_FALSE(parallel.replaced);
  }
  auto const both = color(grid, with(Kind::bidirectional));
  EXPECT_LE(both.num_colors + both.num_row_colors,
            std::min(count(grid, Kind::columns), count(grid, Kind::rows)));
  if (grid.num_rows != grid.num_columns) return;
  auto const graph = symmetric(grid, true);
  for (auto const kind : {Kind::distance1, Kind::distance2}) {
    auto const expected = greedy_oracle(graph, kind);
    EXPECT_EQ(colors_of(color(graph, with(kind))), expected);
    EXPECT_EQ(colors_of(color(graph, with(kind, Order::natural, Method::greedy, Place::device))),
              expected);
  }
  for (auto const kind : {Kind::star, Kind::acyclic}) {
    auto const result = color(graph, with(kind));
    EXPECT_TRUE(result.verified);
    EXPECT_LE(result.lower_bound, result.num_colors);
  }
}

TEST(FilesData, are_colored_alike_at_every_place) {
  char const* folder = std::getenv("HEDDLE_DATA");
  if (!folder) GTEST_SKIP() << "set HEDDLE_DATA to a folder with matrices";
  auto const matrices = std::filesystem::path(folder) / "matrices";
  int found = 0;
  for (auto const& item : std::filesystem::directory_iterator(
           std::filesystem::exists(matrices) ? matrices : std::filesystem::path(folder))) {
    auto const name = item.path().filename().string();
    if (name.starts_with("bad_") || !item.is_regular_file()) continue;
    auto const grid = grid_of_file(item.path().string(), true);
    // A dense line makes the textbook greedy quadratic and the frontier a chain.
    if (color(grid, with(Kind::columns)).lower_bound > 600) continue;
    if (color(grid, with(Kind::rows)).lower_bound > 600) continue;
    SCOPED_TRACE(name);
    ++found;
    check_file(grid);
  }
  EXPECT_GT(found, 20);
}

struct Large {
  char const* name;
  Grid grid;
};

/// The guide's grids with all extents divided by `part`.
std::vector<Large> large_grids(std::int32_t const part = 1) {
  return {{"5-point", five_point(500 / part)},
          {"27-point", all_27_points(40 / part)},
          {"random 8 per row", regular_random(50'000 / part, 8, 1)}};
}

TEST(LargeData, greedy_is_equal_at_every_place) {
  for (auto const& [name, grid] : large_grids()) {
    SCOPED_TRACE(name);
    auto const expected = greedy_oracle(grid, Kind::columns);
    for (auto const place : {Place::host, Place::device}) {
      auto const result = color(grid, with(Kind::columns, Order::natural, Method::greedy, place));
      EXPECT_EQ(colors_of(result), expected);
      RecordProperty(std::string(name) + " rounds", result.rounds);
    }
  }
}

void expect_valid(std::vector<Large> const& grids, std::uint64_t const num_seeds) {
  for (auto const& [name, grid] : grids) {
    SCOPED_TRACE(name);
    auto const pattern = pattern_of<Exec::memory_space>(grid);
    auto const greedy = coloring::color(Exec(), pattern).num_colors;
    auto options = with(Kind::columns, Order::automatic, Method::speculative);
    for (options.seed = 0; options.seed < num_seeds; ++options.seed) {
      auto const result = coloring::color(Exec(), pattern, options);
      ASSERT_TRUE(result.verified);
      ASSERT_FALSE(result.replaced);
      ASSERT_LE(result.num_colors, 2.2 * greedy) << options.seed;
    }
  }
}

TEST(LargeData, speculation_is_valid_for_a_hundred_seeds) {
  // Colours of a seed are equal on all backends, so hosts need not repeat all that a device does.
  bool const is_host = heddle::backends::traits<Exec>::is_host;
  expect_valid(large_grids(), is_host ? 4 : 100);
  expect_valid(large_grids(4), 100);
}

}  // namespace
