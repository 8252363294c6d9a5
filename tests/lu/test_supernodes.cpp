// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long columns: the order that keeps supernodes together, and panels of columns subtracted at once.
// The oracle takes one column after the other.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>

#include <heddle/lu/detail/analysis_data.hpp>
#include <heddle/lu/detail/panel.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

namespace heddle::test {
namespace {

using families::Random;
using lu::detail::AnalysisData;

/// Eight entries a row and a strong diagonal: fills in to long columns.
Entries scattered(std::int32_t n, std::uint64_t seed) {
  Random random(seed);
  Entries entries{n, n, {}};
  for (std::int32_t row = 0; row < n; ++row) {
    entries.add(row, row, 20 + random.value() / 3);
    for (int k = 0; k < 7; ++k) entries.add(row, random.below(n), random.value() / 3);
  }
  return reference::summed(entries);
}

/// Rows and columns both ways: a symmetric pattern, as of finite elements.
Entries symmetric(std::int32_t n, std::uint64_t seed) {
  Entries entries = scattered(n, seed);
  auto const other = reference::transposed(entries);
  entries.list.insert(entries.list.end(), other.list.begin(), other.list.end());
  return reference::summed(entries);
}

/// In the given order a column, a dense block that depends on it, a dense block of which the second
/// half depends on the first block, and a dense block that depends on all: the second one starts
/// before the first and has to come after it.
Entries joined_late(std::int32_t block) {
  Random random(7);
  auto const n = 1 + 3 * block;
  Entries entries{n, n, {}};
  auto const part = [&](std::int32_t i) { return i == 0 ? -1 : (i - 1) / block; };
  for (std::int32_t row = 0; row < n; ++row) {
    for (std::int32_t column = 0; column < n; ++column) {
      auto const low = std::min(row, column), high = std::max(row, column);
      bool const joined = part(low) == part(high) || part(high) == 2 ||
                          (low == 0 && part(high) == 0) || (part(low) == 0 && high > 3 * block / 2);
      if (!joined) continue;
      entries.add(row, column, row == column ? 4 * n : random.value() / 3);
    }
  }
  return entries;
}

std::set<DefaultIndex> lower_rows(AnalysisData const& data, DefaultIndex k) {
  auto const& f = data.factors;
  return {f.rows.data() + f.diagonal(k) + 1, f.rows.data() + f.column_offsets(k + 1)};
}

std::vector<DefaultIndex> subtracted(AnalysisData const& data, DefaultIndex j) {
  auto const& f = data.factors;
  std::vector<DefaultIndex> columns;
  auto const first = f.column_offsets(j);
  for (auto at = first; at < f.diagonal(j); ++at) {
    columns.push_back(f.rows(first + data.order.upper(at)));
  }
  return columns;
}

/// Every column of U once, and none before one that still changes its x(k).
void expect_valid_order(AnalysisData const& data) {
  auto const& f = data.factors;
  std::vector<std::vector<bool>> lower(f.n, std::vector<bool>(f.n, false));
  for (DefaultIndex k = 0; k < f.n; ++k) {
    for (auto const row : lower_rows(data, k)) lower[k][row] = true;
  }
  for (DefaultIndex j = 0; j < f.n; ++j) {
    auto const order = subtracted(data, j);
    std::set<DefaultIndex> const once(order.begin(), order.end());
    EXPECT_EQ(once.size(), order.size());
    EXPECT_EQ(once, std::set<DefaultIndex>(f.rows.data() + f.column_offsets(j),
                                           f.rows.data() + f.diagonal(j)));
    for (std::size_t late = 0; late < order.size(); ++late) {
      for (std::size_t early = 0; early < late; ++early) {
        ASSERT_FALSE(lower[order[late]][order[early]]) << "column " << j;
      }
    }
  }
}

/// Each supernode's columns have one pattern, and no other column comes between them.
int expect_supernodes_together(AnalysisData const& data) {
  auto const& supernode = data.order.supernode;
  int inside = 0;
  for (DefaultIndex k = 1; k < data.factors.n; ++k) {
    if (supernode(k) != supernode(k - 1)) {
      EXPECT_EQ(supernode(k), k);
      continue;
    }
    ++inside;
    auto rows = lower_rows(data, k - 1);
    EXPECT_EQ(rows.erase(k), 1u);
    EXPECT_EQ(rows, lower_rows(data, k));
    EXPECT_EQ(data.order.rank(k), data.order.rank(k - 1) + 1);
  }
  return inside;
}

/// L + U by the definition: column by column, in the order of the analysis.
std::vector<double> factored_by_columns(AnalysisData const& data, std::vector<double> const& a) {
  auto const& f = data.factors;
  std::vector<double> values(f.rows.extent(0), 0), x(static_cast<std::size_t>(f.n));
  for (std::size_t entry = 0; entry < a.size(); ++entry) {
    values[data.slot(entry)] = a[entry] * data.entry_scale(entry);
  }
  for (DefaultIndex j = 0; j < f.n; ++j) {
    auto const first = f.column_offsets(j), middle = f.diagonal(j), last = f.column_offsets(j + 1);
    for (auto slot = first; slot < last; ++slot) x[f.rows(slot)] = values[slot];
    for (DefaultIndex const k : subtracted(data, j)) {
      for (auto slot = f.diagonal(k) + 1; slot < f.column_offsets(k + 1); ++slot) {
        x[f.rows(slot)] -= values[slot] * x[k];
      }
    }
    for (auto slot = first; slot < last; ++slot) {
      values[slot] = slot > middle ? x[f.rows(slot)] / x[j] : x[f.rows(slot)];
    }
  }
  return values;
}

TEST(LuSupernodes, StayTogetherWhereColumnsAreLong) {
  for (auto const& entries : {scattered(450, 1), symmetric(400, 2), symmetric(500, 3)}) {
    auto const analyzed = lu::analyze(Exec(), csr(entries));
    ASSERT_EQ(analyzed.status, lu::Status::success);
    auto const& data = analyzed.analysis.data();
    ASSERT_GT(data.order.supernode.extent(0), 0u);
    expect_valid_order(data);
    EXPECT_GT(expect_supernodes_together(data), 50);
  }
}

TEST(LuSupernodes, ComeAsLateAsTheirLastColumn) {
  lu::AnalyzeOptions options;
  options.matching = lu::Matching::none;
  options.ordering = lu::Ordering::natural;
  auto const analyzed = lu::analyze(Exec(), csr(joined_late(100)), options);
  ASSERT_EQ(analyzed.status, lu::Status::success);
  auto const& data = analyzed.analysis.data();
  ASSERT_GT(data.order.supernode.extent(0), 0u);
  ASSERT_LT(data.factors.num_entries(), 301 * 301);
  expect_valid_order(data);
  // the first block, and the other two: below the second one is all of the last
  EXPECT_EQ(expect_supernodes_together(data), 99 + 199);
}

TEST(LuSupernodes, ShortColumnsGoByRankAlone) {
  for (auto const& entries : {families::grid(14), families::chain(50), families::arrow(40)}) {
    auto const analyzed = lu::analyze(Exec(), csr(entries));
    EXPECT_EQ(analyzed.analysis.data().order.supernode.extent(0), 0u);
    expect_valid_order(analyzed.analysis.data());
  }
}

// Backends without panels make the same bits, and so does the definition.
TEST(LuSupernodes, FactorsAreThoseOfColumnAfterColumn) {
  for (auto const& entries : {scattered(450, 4), symmetric(400, 5)}) {
    lu::AnalyzeOptions options;
    options.matching = lu::Matching::none;
    Solver<> const solver(csr(entries), options);
    ASSERT_EQ(solver.factored.status, lu::Status::success);
    auto const& data = solver.analyzed.analysis.data();
    ASSERT_GT(data.order.supernode.extent(0), 0u);
    std::vector<double> canonical;  // rows ascending, columns ascending within them
    for (auto const& entry : reference::summed(entries).list) canonical.push_back(entry.value);
    EXPECT_TRUE(same_bits(solver.values(), factored_by_columns(data, canonical)));
  }
}

/// A panel of `Width` columns, at once and one after the other. Thirds, so that sums are rounded.
template <int Width>
void expect_panel_equals_columns(Random& random) {
  for (int count = 0; count < 14; ++count) {
    std::vector<DefaultIndex> rows;
    for (int row = 0; row < count; ++row) rows.push_back(3 * row % 40);
    std::vector<double> x(40), columns(static_cast<std::size_t>(Width * count) + 1);
    for (auto& item : x) item = random.value() / 3;
    for (auto& item : columns) item = random.value() / 3;
    if (count > 2) x[rows[1]] = -0.0;
    if (count > 5) columns[5] = std::numeric_limits<double>::infinity();
    lu::detail::Panel<double> panel{rows.data(), count, {}, {}};
    auto expected = x;
    for (int k = 0; k < Width; ++k) {
      panel.columns[k] = columns.data() + k * count;
      panel.factors[k] = k == 2 ? 0 : random.value() / 3;
      for (int i = 0; i < count; ++i) expected[rows[i]] -= panel.columns[k][i] * panel.factors[k];
    }
    lu::detail::subtract_panel<Width>(panel, x.data());
    EXPECT_TRUE(same_bits(x, expected)) << Width << " columns of " << count;
  }
}

TEST(LuSupernodes, PanelsRoundLikeColumns) {
  Random random(6);
  expect_panel_equals_columns<1>(random);
  expect_panel_equals_columns<2>(random);
  expect_panel_equals_columns<4>(random);
  expect_panel_equals_columns<8>(random);
}

}  // namespace
}  // namespace heddle::test
