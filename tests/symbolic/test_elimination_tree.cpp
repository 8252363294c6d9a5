// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/ordering/fill_order.hpp>
#include <heddle/symbolic/elimination_tree.hpp>

#include <tests/families.hpp>
#include <tests/reference/fill.hpp>
#include <tests/reference/fill_boxes.hpp>
#include <tests/support/patterns.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace {

using namespace heddle;
using test::SortedRows;

symbolic::EliminationTree tree_of(SortedRows const& rows) {
  return symbolic::elimination_tree(rows.n, rows.offsets, rows.columns);
}

/// Parents, counts and sums against the filled table of A + A^T.
void expect_tree_of(reference::Table const& filled, symbolic::EliminationTree const& tree) {
  auto const n = static_cast<std::int32_t>(filled.size());
  std::vector<std::int32_t> column_counts(n, 0), row_counts(n, 0), height(n, 1);
  std::int64_t num_entries = n;
  std::uint64_t multiply_adds = 0;
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < i; ++j)
      if (filled[i][j]) ++column_counts[j], ++row_counts[i], num_entries += 2;
  for (auto const count : column_counts) multiply_adds += static_cast<std::uint64_t>(count) * count;
  auto const parent = reference::parents_of_fill(filled);
  for (std::int32_t j = 0; j < n; ++j)
    if (parent[j] >= 0) height[parent[j]] = std::max(height[parent[j]], height[j] + 1);

  EXPECT_EQ(tree.parent, parent);
  EXPECT_EQ(tree.column_counts, column_counts);
  EXPECT_EQ(tree.row_counts, row_counts);
  EXPECT_EQ(tree.num_factor_entries, num_entries);
  EXPECT_EQ(tree.multiply_adds, multiply_adds);
  EXPECT_EQ(tree.height, n == 0 ? 0 : *std::max_element(height.begin(), height.end()));
}

TEST(EliminationTree, matches_brute_force_on_all_families) {
  for (auto const family : families::all)
    for (std::int32_t const size : {2, 5, 12, 33})
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        SCOPED_TRACE(families::name(family) + std::string(" ") + std::to_string(size) + " seed " +
                     std::to_string(seed));
        auto const rows = test::sorted_rows(families::make(family, size, seed));
        auto const filled =
            reference::fill_by_elimination(reference::with_mirror_images(test::table_of(rows)));
        expect_tree_of(filled, tree_of(rows));
      }
}

TEST(EliminationTree, takes_rows_columns_and_any_order_of_entries_alike) {
  std::vector<std::int64_t> const offsets{0, 3, 5, 7, 8};
  std::vector<std::int32_t> const sorted{0, 1, 3, 1, 2, 2, 3, 3};
  std::vector<std::int32_t> const shuffled{3, 0, 1, 2, 1, 3, 2, 3};
  std::vector<std::int64_t> const offsets_of_columns{0, 1, 3, 5, 8};
  std::vector<std::int32_t> const by_columns{0, 0, 1, 1, 2, 0, 2, 3};
  std::vector<std::int32_t> const parent{1, 2, 3, -1};
  for (auto const& tree : {symbolic::elimination_tree(4, offsets, sorted),
                           symbolic::elimination_tree(4, offsets, shuffled),
                           symbolic::elimination_tree(4, offsets_of_columns, by_columns)}) {
    EXPECT_EQ(tree.parent, parent);
    EXPECT_EQ(tree.column_counts, (std::vector<std::int32_t>{2, 2, 1, 0}));
    EXPECT_EQ(tree.num_factor_entries, 14);
  }
}

TEST(EliminationTree, predicts_the_fill_of_the_arrow_before_it_exists) {
  auto const small = tree_of(test::sorted_rows(families::arrow(6)));
  EXPECT_EQ(small.num_factor_entries, 36);
  auto const large = tree_of(test::sorted_rows(families::arrow(50'000)));
  EXPECT_EQ(large.num_factor_entries, 2'500'000'000);
  EXPECT_EQ(large.multiply_adds, 49'999ull * 50'000 * 99'999 / 6);
  EXPECT_EQ(large.height, 50'000);
}

TEST(EliminationTree, of_the_arrow_with_its_centre_last_has_no_fill) {
  for (auto const& [n, entries] : {std::pair{6, 16}, std::pair{50'000, 149'998}}) {
    std::vector<std::int32_t> order(n);
    std::iota(order.begin(), order.end(), 1);
    order.back() = 0;
    auto const tree = tree_of(test::sorted_rows(families::arrow(n), order));
    EXPECT_EQ(tree.num_factor_entries, entries);
    EXPECT_EQ(tree.height, 2);
  }
}

TEST(EliminationTree, of_the_arrow_in_amd_order_has_no_fill) {
  auto const arrow = test::sorted_rows(families::arrow(50'000));
  auto const order = ordering::amd(arrow.n, arrow.offsets, arrow.columns);
  auto const tree = tree_of(test::sorted_rows(families::arrow(50'000), order));
  EXPECT_EQ(tree.num_factor_entries, 149'998);
}

TEST(EliminationTree, of_grids_in_box_order_predicts_the_published_fill) {
  for (auto const& [k, entries] :
       {std::pair{10, 1568}, std::pair{20, 9708}, std::pair{50, 95410}}) {
    auto const rows = test::sorted_rows(families::grid(k), reference::BoxOrder::of_grid(k));
    EXPECT_EQ(tree_of(rows).num_factor_entries, entries) << k;
  }
}

TEST(EliminationTree, of_a_deep_chain_needs_no_deep_stack) {
  std::int32_t const n = 200'000;
  auto const tree = tree_of(test::sorted_rows(families::chain(n)));
  EXPECT_EQ(tree.height, n);
  EXPECT_EQ(tree.num_factor_entries, 3ll * n - 2);
  EXPECT_EQ(tree.parent[n - 2], n - 1);
}

/// The full factors of an arrow of this size take 2.5e19 multiply-adds; 64 bits hold 1.8e19.
TEST(EliminationTreeHugeData, multiply_adds_stop_at_the_largest_number) {
  std::int32_t const n = 4'200'000;
  std::vector<std::int64_t> offsets(n + 1, n);
  offsets[0] = 0;
  std::vector<std::int32_t> first_row(n);
  std::iota(first_row.begin(), first_row.end(), 0);
  auto const tree = symbolic::elimination_tree(n, offsets, first_row);
  EXPECT_EQ(tree.multiply_adds, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(tree.num_factor_entries, std::int64_t{n} * n);
}

ErrorCode code_of(std::int32_t const n, std::vector<std::int64_t> const& offsets,
                  std::vector<std::int32_t> const& indices, std::string& message) {
  try {
    symbolic::elimination_tree(n, offsets, indices);
  } catch (heddle::error const& error) {
    message = error.message();
    return error.code();
  }
  return ErrorCode::internal;
}

TEST(EliminationTree, refuses_bad_offsets_and_indices) {
  std::string message;
  EXPECT_EQ(code_of(2, {0, 1, 2}, {0, 2}, message), ErrorCode::invalid_matrix);
  EXPECT_EQ(message, "index 2 in line 1 is outside of 0..1");
  EXPECT_EQ(code_of(2, {0, 1, 2}, {0, -1}, message), ErrorCode::invalid_matrix);
  for (auto const& offsets : std::vector<std::vector<std::int64_t>>{
           {}, {0, 2}, {1, 1, 2}, {0, 1, 1}, {0, 1, 3}, {0, 3, 2}}) {
    EXPECT_EQ(code_of(2, offsets, {0, 1}, message), ErrorCode::invalid_matrix);
    EXPECT_EQ(message, "offsets must ascend from 0 to the number of entries, n + 1 of them");
  }
}

}  // namespace
