// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tests/families.hpp>
#include <tests/ordering/columns.hpp>
#include <tests/ordering/pivoting_oracle.hpp>
#include <tests/support/data.hpp>

#include <heddle/ordering/fill_order.hpp>
#include <heddle/ordering/partial_pivoting.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace {

using heddle::families::Random;
using heddle::ordering::PartialPivotingOptions;
using heddle::ordering::PartialPivotingStatus;
using heddle::ordering::pivot_by_partial_pivoting;
using heddle::reference::Entries;
using heddle::test::StoredColumns;
using Order = std::vector<std::int32_t>;

Order natural(std::int32_t const n) {
  Order order(n);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/// Factors and lets the dense replay judge every pivot, the fill and the least pivot.
void expect_sound(Entries const& entries, Order const& columns, Order const& preferred,
                  double const threshold) {
  PartialPivotingOptions options;
  options.threshold = threshold;
  auto const result =
      pivot_by_partial_pivoting(StoredColumns(entries).valued(), columns, preferred, options);
  ASSERT_EQ(result.status, PartialPivotingStatus::success);
  EXPECT_EQ(result.first_bad_step, -1);
  double const least = heddle::test::expect_threshold_pivots(entries, columns, preferred,
                                                             result.row_of_step, threshold);
  if (entries.num_rows > 0) {
    EXPECT_NEAR(result.smallest_pivot, least, 1e-9 * (1 + least));
  }
  EXPECT_EQ(result.num_entries, heddle::test::count_fill(entries, columns, result.row_of_step));
}

/// Sparse to full, values spread over many sizes; the permuted diagonal makes it regular.
Entries random_matrix(Random& random, std::int32_t const n, std::int32_t const per_column) {
  Entries entries{n, n, {}};
  auto const transversal = random.permutation(n);
  for (std::int32_t j = 0; j < n; ++j) {
    entries.add(transversal[j], j, random.large());
    for (std::int32_t k = 0; k < per_column; ++k) {
      std::int32_t const i = random.below(n);
      entries.add(i, j, std::ldexp(random.value(), random.below(20) - 14));
    }
  }
  return heddle::reference::summed(entries);
}

TEST(PartialPivoting, RandomMatricesAgreeWithTheDenseReplay) {
  Random random(17);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    std::int32_t const n = 1 + random.below(40);
    auto const entries = random_matrix(random, n, 1 + random.below(6));
    auto const columns = random.permutation(n);
    auto const preferred = random.permutation(n);
    expect_sound(entries, columns, preferred, 1e-3);
    expect_sound(entries, columns, preferred, 0.5);
    expect_sound(entries, columns, {}, 1.0);
  }
}

TEST(PartialPivoting, FullMatricesFormOneChain) {
  // The columns of a full matrix share their rows, so updates take four, two and one at once.
  Random random(23);
  for (std::int32_t n = 1; n <= 24; ++n) {
    Entries entries{n, n, {}};
    for (std::int32_t i = 0; i < n; ++i)
      for (std::int32_t j = 0; j < n; ++j) entries.add(i, j, random.value());
    expect_sound(entries, natural(n), {}, 1.0);
    expect_sound(entries, random.permutation(n), natural(n), 1e-2);
  }
}

TEST(PartialPivoting, FamiliesAgreeWithTheDenseReplay) {
  for (auto const family : heddle::families::all) {
    if (family == heddle::families::Family::structurally_singular) continue;
    SCOPED_TRACE(heddle::families::name(family));
    auto const entries = heddle::reference::summed(heddle::families::make(family, 81, 2));
    StoredColumns const stored(entries);
    auto const order = heddle::ordering::amd(stored.n, stored.offsets, stored.rows);
    expect_sound(entries, order, natural(stored.n), 1e-3);
    auto const columns = heddle::ordering::colamd(stored.n, stored.offsets, stored.rows);
    expect_sound(entries, columns, {}, 1.0);
  }
}

/// As a solver recovers: matched, scaled, columns by COLAMD, matched rows preferred.
void expect_sound_file(std::string const& name) {
  SCOPED_TRACE(name);
  auto entries = heddle::test::entries_of_file(heddle::test::small_data(name));
  StoredColumns const stored(entries);
  auto const matching = heddle::ordering::weighted_matching(stored.columns());
  auto const order = heddle::ordering::colamd(stored.n, stored.offsets, stored.rows);
  for (auto& entry : entries.list)
    entry.value *= matching.row_scale[entry.row] * matching.column_scale[entry.column];
  expect_sound(entries, order, matching.row_of_column, 1e-3);
}

TEST(PartialPivoting, RealMatrices) {
  for (auto const* name : {"west0067.mtx", "pf_case118.mtx", "rajat11.mtx", "west0479.mtx"})
    expect_sound_file(name);
}

TEST(PartialPivotingData, WhereMatchedPivotsVanish) { expect_sound_file("nnc1374.mtx.gz"); }

TEST(PartialPivoting, DuplicatesAddUp) {
  auto const entries = heddle::families::make(heddle::families::Family::duplicates, 60, 4);
  auto const apart = pivot_by_partial_pivoting(StoredColumns(entries).valued(), natural(60));
  auto const sums = pivot_by_partial_pivoting(
      StoredColumns(heddle::reference::summed(entries)).valued(), natural(60));
  EXPECT_EQ(apart.row_of_step, sums.row_of_step);
  EXPECT_EQ(apart.num_entries, sums.num_entries);
}

TEST(PartialPivoting, EqualCallsGiveEqualBits) {
  auto const entries = heddle::families::make(heddle::families::Family::dense_row, 300, 5);
  StoredColumns const stored(entries);
  auto const first = pivot_by_partial_pivoting(stored.valued(), natural(300));
  for (int repeat = 0; repeat < 5; ++repeat) {
    auto const again = pivot_by_partial_pivoting(stored.valued(), natural(300));
    EXPECT_EQ(again.row_of_step, first.row_of_step);
    EXPECT_EQ(again.smallest_pivot, first.smallest_pivot);
  }
}

TEST(PartialPivoting, LongChainNeedsNoRecursion) {
  std::int32_t const n = 200000;
  StoredColumns const stored(heddle::families::chain(n));
  auto const result = pivot_by_partial_pivoting(stored.valued(), natural(n), natural(n));
  EXPECT_EQ(result.status, PartialPivotingStatus::success);
  EXPECT_EQ(result.row_of_step, natural(n));
  EXPECT_EQ(result.num_entries, 3 * std::int64_t{n} - 2);
}

}  // namespace
