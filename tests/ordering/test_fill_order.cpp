// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tests/families.hpp>
#include <tests/io/refusal.hpp>
#include <tests/ordering/columns.hpp>
#include <tests/reference/fill.hpp>

#include <heddle/ordering/fill_order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

using heddle::ordering::amd;
using heddle::ordering::colamd;
using heddle::ordering::nested_dissection;
using heddle::reference::Entries;
using heddle::test::refusal_of;
using heddle::test::StoredColumns;
using Order = std::vector<std::int32_t>;

bool is_permutation_of_all(Order order, std::int32_t const n) {
  std::sort(order.begin(), order.end());
  for (std::int32_t k = 0; k < static_cast<std::int32_t>(order.size()); ++k)
    if (order[k] != k) return false;
  return static_cast<std::int32_t>(order.size()) == n;
}

/// Entries of the factors of A + A^T, eliminated in that order.
std::int64_t fill_of(Entries const& entries, Order const& order) {
  std::vector<std::int32_t> step(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) step[order[k]] = static_cast<std::int32_t>(k);
  heddle::reference::Table table(order.size(), std::vector<char>(order.size(), 0));
  for (auto const& entry : entries.list) table[step[entry.row]][step[entry.column]] = 1;
  table = heddle::reference::fill_by_elimination(heddle::reference::with_mirror_images(table));
  std::int64_t count = 0;
  for (auto const& row : table) count += std::count(row.begin(), row.end(), 1);
  return count;
}

TEST(FillOrder, FamiliesGivePermutations) {
  for (auto const family : heddle::families::all) {
    SCOPED_TRACE(heddle::families::name(family));
    for (std::int32_t const size : {1, 2, 30, 400}) {
      StoredColumns const stored(heddle::families::make(family, size, 1));
      auto const order = amd(stored.n, stored.offsets, stored.rows);
      EXPECT_TRUE(is_permutation_of_all(order, stored.n));
      EXPECT_EQ(order, amd(stored.n, stored.offsets, stored.rows));
      auto const columns = colamd(stored.n, stored.offsets, stored.rows);
      EXPECT_TRUE(is_permutation_of_all(columns, stored.n));
      EXPECT_EQ(columns, colamd(stored.n, stored.offsets, stored.rows));
      auto const dissected = nested_dissection(stored.n, stored.offsets, stored.rows);
      EXPECT_TRUE(is_permutation_of_all(dissected, stored.n));
      EXPECT_EQ(dissected, nested_dissection(stored.n, stored.offsets, stored.rows));
    }
  }
}

TEST(FillOrder, AmdKeepsAnArrowFreeOfFill) {
  for (std::int32_t const n : {6, 100}) {
    auto const entries = heddle::families::arrow(n);
    StoredColumns const stored(entries);
    EXPECT_EQ(fill_of(entries, amd(n, stored.offsets, stored.rows)), 3 * n - 2);
    Order natural(n);
    for (std::int32_t k = 0; k < n; ++k) natural[k] = k;
    EXPECT_EQ(fill_of(entries, natural), n * n);  // what the order is good for
  }
  // The same at a size that no table holds: the hub is among the last two.
  std::int32_t const n = 50000;
  StoredColumns const stored(heddle::families::arrow(n));
  auto const order = amd(n, stored.offsets, stored.rows);
  EXPECT_TRUE(order[n - 1] == 0 || order[n - 2] == 0);
}

TEST(FillOrder, AmdIsNearThreeFifthsOfTheNaturalOrderOnAGrid) {
  auto const entries = heddle::families::grid(16);
  StoredColumns const stored(entries);
  Order natural(stored.n);
  for (std::int32_t k = 0; k < stored.n; ++k) natural[k] = k;
  auto const order = amd(stored.n, stored.offsets, stored.rows);
  EXPECT_LT(5 * fill_of(entries, order), 3 * fill_of(entries, natural));
}

TEST(FillOrder, DissectionKeepsAGridBelowThreeFifthsOfTheNaturalOrder) {
  auto const entries = heddle::families::grid(20);
  StoredColumns const stored(entries);
  Order natural(stored.n);
  for (std::int32_t k = 0; k < stored.n; ++k) natural[k] = k;
  auto const order = nested_dissection(stored.n, stored.offsets, stored.rows);
  EXPECT_LT(5 * fill_of(entries, order), 3 * fill_of(entries, natural));
}

// The estimate is an upper bound that is exact for a symmetric pattern without dense rows.
TEST(FillOrder, AmdSaysWhatItsOrderCosts) {
  for (auto const family : {heddle::families::Family::grid, heddle::families::Family::chain,
                            heddle::families::Family::banded}) {
    SCOPED_TRACE(heddle::families::name(family));
    auto const entries = heddle::families::make(family, 150, 3);
    StoredColumns const stored(entries);
    heddle::ordering::AmdEstimate estimate;
    auto const order = amd(stored.n, stored.offsets, stored.rows, &estimate);
    auto const fill = static_cast<double>(fill_of(entries, order));
    EXPECT_GE(estimate.num_factor_entries, fill);
    EXPECT_LE(estimate.num_factor_entries, 1.2 * fill);
    EXPECT_GT(estimate.multiply_adds, 0);
  }
}

TEST(FillOrder, ColamdPutsADenseColumnLast) {
  std::int32_t const n = 400;
  Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    entries.add(i, 7, 1);
    if (i != 7) entries.add(i, i, 1);
  }
  StoredColumns const stored(entries);
  EXPECT_EQ(colamd(n, stored.offsets, stored.rows).back(), 7);
}

TEST(FillOrder, NoRowsNoOrder) {
  std::vector<std::int64_t> const offsets{0};
  EXPECT_TRUE(amd(0, offsets, {}).empty());
  EXPECT_TRUE(colamd(0, offsets, {}).empty());
  EXPECT_TRUE(nested_dissection(0, offsets, {}).empty());
}

TEST(FillOrder, Refusals) {
  std::vector<std::int64_t> const offsets{0, 1, 2};
  std::vector<std::int32_t> const rows{0, 2};
  auto const expected = "invalid_matrix: a row index is outside 0 ... n - 1";
  EXPECT_EQ(refusal_of([&] { amd(2, offsets, rows); }), expected);
  EXPECT_EQ(refusal_of([&] { colamd(2, offsets, rows); }), expected);
  EXPECT_EQ(refusal_of([&] { nested_dissection(2, offsets, rows); }), expected);
  auto const extents = "invalid_argument: offsets need n + 1 = 4 items, not 3";
  EXPECT_EQ(refusal_of([&] { amd(3, offsets, rows); }), extents);
  EXPECT_EQ(refusal_of([&] { colamd(3, offsets, rows); }), extents);
  EXPECT_EQ(refusal_of([&] { nested_dissection(3, offsets, rows); }), extents);
}

}  // namespace
