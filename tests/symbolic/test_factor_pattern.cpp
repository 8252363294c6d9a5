// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <tests/families.hpp>
#include <tests/reference/fill.hpp>
#include <tests/reference/fill_boxes.hpp>
#include <tests/support/factor_patterns.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace heddle;
using symbolic::Method;
using symbolic::SymbolicOptions;
using test::SortedRows;
using Exec = TEST_EXECSPACE;

constexpr bool is_host = backends::traits<Exec>::is_host;

/// Every way to the exact pattern that this backend has.
std::vector<SymbolicOptions> exact_ways() {
  std::vector<SymbolicOptions> ways(6);
  ways[1].method = Method::etree_filter;
  ways[2].method = Method::etree_filter;
  ways[2].workers = 100;  // more than there are cores, and often more than rows
  ways[3].method = Method::fill2;
  ways[4].method = Method::fill2_chunked;
  ways[5].method = Method::fill2_chunked;
  ways[5].memory_limit = 2000;  // a few rows at once, or one
  if (is_host) {
    ways.emplace_back();
    ways.back().method = Method::row_merge;
  }
  return ways;
}

void expect_pattern(SortedRows const& rows, reference::Table const& filled) {
  auto const expected = test::expected_factors(filled);
  for (auto const& way : exact_ways()) {
    EXPECT_EQ(test::factors_of(Exec{}, rows, way), expected)
        << "method " << static_cast<int>(way.method) << " workers " << way.workers;
  }
}

TEST(FactorPattern, matches_the_path_theorem_on_all_families) {
  for (auto const family : families::all)
    for (std::int32_t const size : {1, 3, 10, 32})
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        SCOPED_TRACE(families::name(family) + std::string(" ") + std::to_string(size) + " seed " +
                     std::to_string(seed));
        auto const rows = test::sorted_rows(families::make(family, size, seed));
        expect_pattern(rows, reference::fill_by_paths(test::table_of(rows)));
      }
}

/// Densities from nearly empty to nearly full, with and without a leaning to symmetry.
SortedRows random_rows(std::uint64_t const seed) {
  families::Random random(seed);
  std::int32_t const n = 1 + random.below(60), one_in = 1 + random.below(n);
  bool const mirrored = random.below(3) == 0;
  reference::Table table(n, std::vector<char>(n));
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j)
      if (random.below(one_in) == 0) {
        table[i][j] = 1;
        if (mirrored && random.below(10) > 0) table[j][i] = 1;
      }
  return test::rows_of(table);
}

TEST(FactorPattern, matches_elimination_on_random_patterns) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto const rows = random_rows(seed);
    expect_pattern(rows, reference::fill_by_elimination(test::table_of(rows)));
  }
}

/// The filter needs many columns in flight to go wrong, so this is larger and runs often.
TEST(FactorPattern, is_the_same_in_every_run_with_any_number_of_workers) {
  auto const rows = test::sorted_rows(families::make(families::Family::random, 300, 7));
  auto const expected =
      test::expected_factors(reference::fill_by_elimination(test::table_of(rows)));
  SymbolicOptions options;
  options.method = Method::etree_filter;
  for (int run = 0; run < 20; ++run) {
    options.workers = 1 + 7 * run;
    EXPECT_EQ(test::factors_of(Exec{}, rows, options), expected) << options.workers;
  }
  options.scratch_bytes = 1;  // one worker, however many were asked for
  EXPECT_EQ(test::factors_of(Exec{}, rows, options), expected);
  options = {};
  options.method = Method::fill2;
  for (int run = 0; run < 10; ++run) {
    options.workers = 1 + 11 * run;
    EXPECT_EQ(test::factors_of(Exec{}, rows, options), expected) << options.workers;
  }
}

TEST(FactorPattern, keeps_the_superset_only_where_it_may) {
  // A grid without one of its entries: symmetry about 0.99, and the exact pattern is smaller.
  auto entries = families::grid(6);
  std::erase_if(entries.list, [](auto const& e) { return e.row == 1 && e.column == 7; });
  auto const rows = test::sorted_rows(entries);
  auto const table = test::table_of(rows);
  auto const exact = test::expected_factors(reference::fill_by_elimination(table));
  auto superset =
      test::expected_factors(reference::fill_by_elimination(reference::with_mirror_images(table)));
  superset.exact = false;
  ASSERT_LT(exact.rows.size(), superset.rows.size());

  SymbolicOptions options;
  EXPECT_EQ(test::factors_of(Exec{}, rows, options), exact);
  options.exact = false;
  EXPECT_EQ(test::factors_of(Exec{}, rows, options), superset);
  options.method = Method::etree_filter;
  EXPECT_EQ(test::factors_of(Exec{}, rows, options), exact);
}

TEST(FactorPattern, drops_the_superset_of_an_unsymmetric_matrix) {
  auto const rows = test::sorted_rows(families::make(families::Family::random, 40, 3));
  SymbolicOptions options;
  options.exact = false;
  EXPECT_EQ(test::factors_of(Exec{}, rows, options),
            test::expected_factors(reference::fill_by_elimination(test::table_of(rows))));
}

TEST(FactorPattern, of_the_arrow_is_full_or_free_of_fill) {
  EXPECT_EQ(test::factors_of(Exec{}, test::sorted_rows(families::arrow(6))).rows.size(), 36u);
  EXPECT_EQ(test::factors_of(Exec{}, test::sorted_rows(families::arrow(6), {1, 2, 3, 4, 5, 0}))
                .rows.size(),
            16u);
}

void expect_grid_fill(std::int32_t const k, std::size_t const entries) {
  auto const rows = test::sorted_rows(families::grid(k), reference::BoxOrder::of_grid(k));
  for (auto const& way : exact_ways()) {
    EXPECT_EQ(test::factors_of(Exec{}, rows, way).rows.size(), entries) << k;
  }
}

TEST(FactorPattern, of_grids_in_box_order_has_the_published_fill) {
  expect_grid_fill(10, 1568);
  expect_grid_fill(20, 9708);
  expect_grid_fill(50, 95410);
}

TEST(FactorPatternGridsData, have_the_published_fill) {
  expect_grid_fill(100, 509858);
  expect_grid_fill(200, 2595314);
}

// Too large for the searches, whose cost is n times nnz(A).
TEST(FactorPatternGridsData, of_160000_cells_has_the_published_fill) {
  auto const rows = test::sorted_rows(families::grid(400), reference::BoxOrder::of_grid(400));
  SymbolicOptions filter;
  filter.method = Method::etree_filter;
  for (auto const& way : {SymbolicOptions(), filter}) {
    EXPECT_EQ(test::factors_of(Exec{}, rows, way).rows.size(), 12711702u);
  }
}

template <class Call>
void expect_error(ErrorCode const code, std::string const& message, Call&& call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown";
  } catch (heddle::error const& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_EQ(error.message(), message);
  }
}

TEST(FactorPattern, refuses_bad_input) {
  Exec const exec;
  auto const good = test::sorted_rows(families::chain(3));
  auto const tree = test::tree_of(good);
  auto const with = [&](SortedRows const& rows) {
    symbolic::factor_pattern(exec, test::to_device(exec, rows), tree);
  };
  auto rows = good;
  rows.columns = {1, 0, 0, 1, 2, 1, 2};
  expect_error(ErrorCode::invalid_matrix, "1 rows do not ascend strictly within the matrix",
               [&] { with(rows); });
  rows.columns = {0, 1, 0, 1, 3, 2, 2};
  expect_error(ErrorCode::invalid_matrix, "2 rows do not ascend strictly within the matrix",
               [&] { with(rows); });
  rows = good;
  rows.offsets = {0, 2, 5};
  expect_error(ErrorCode::invalid_matrix, "a pattern of 3 rows needs 4 offsets, not 3",
               [&] { with(rows); });
  expect_error(ErrorCode::invalid_argument, "the elimination tree belongs to another matrix",
               [&] { with(test::sorted_rows(families::chain(4))); });
  auto matrix = test::to_device(exec, good);
  matrix.num_columns = 5;
  expect_error(ErrorCode::invalid_matrix,
               "the pattern of the factors needs a square matrix, not 3 x 5",
               [&] { symbolic::factor_pattern(exec, matrix, tree); });
}

TEST(FactorPattern, runs_the_row_merge_at_the_host_alone) {
  SymbolicOptions options;
  options.method = Method::row_merge;
  auto const merge = [&] {
    return test::factors_of(Exec{}, test::sorted_rows(families::chain(3)), options);
  };
  EXPECT_EQ(merge().rows.size(), 7u);
  options.place.where = place::Where::device;
  expect_error(ErrorCode::unsupported_place,
               "symbolic::row_merge has no body for the device, which call asks for", merge);
}

TEST(FactorPattern, reports_to_its_observer) {
  std::vector<std::string> phases;
  SymbolicOptions options;
  options.observer = [&](Progress const& progress) {
    phases.emplace_back(progress.phase);
    EXPECT_EQ(progress.done, 3);
    EXPECT_EQ(progress.total, 3);
  };
  test::factors_of(Exec{}, test::sorted_rows(families::chain(3)), options);
  EXPECT_EQ(phases, std::vector<std::string>{"heddle::symbolic::factor_pattern"});
}

}  // namespace
