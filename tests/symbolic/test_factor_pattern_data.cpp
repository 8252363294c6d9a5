// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Real matrices: the methods share no code behind the input, so they are each other's oracle.
#include <heddle/backends/traits.hpp>
#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>
#include <heddle/ordering/fill_order.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <tests/support/data.hpp>
#include <tests/support/factor_patterns.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace {

using namespace heddle;
using symbolic::Method;
using symbolic::SymbolicOptions;
using test::SortedRows;
using Exec = TEST_EXECSPACE;

/// The pattern of a file in AMD order.
SortedRows ordered_rows(std::string const& path) {
  auto const matrix = io::read_matrix(path);
  auto const pattern = io::to_pattern(matrix);
  auto const order =
      ordering::amd(pattern.num_rows, {pattern.row_offsets.data(), pattern.row_offsets.extent(0)},
                    {pattern.columns.data(), pattern.columns.extent(0)});
  std::vector<std::int32_t> position(order.size());
  for (std::size_t s = 0; s < order.size(); ++s) position[order[s]] = static_cast<std::int32_t>(s);
  std::vector<std::set<std::int32_t>> rows(order.size());
  for (DefaultIndex i = 0; i < pattern.num_rows; ++i)
    for (auto p = pattern.row_offsets(i); p < pattern.row_offsets(i + 1); ++p)
      rows[position[i]].insert(position[pattern.columns(p)]);
  return test::sorted_rows(rows);
}

void expect_methods_agree(std::string const& name) {
  auto const path = test::large_data(name + ".mtx.gz");
  if (path.empty()) GTEST_SKIP() << "HEDDLE_DATA does not hold " << name;
  auto const rows = ordered_rows(path);
  SymbolicOptions filter;
  filter.method = Method::etree_filter;
  auto const factors = test::factors_of(Exec{}, rows, filter);
  EXPECT_TRUE(factors.exact);
  EXPECT_EQ(test::factors_of(Exec{}, rows), factors);
  // The host backends agree with the row merge, which is the other method wherever it runs.
  SymbolicOptions merge;
  merge.method = Method::row_merge;
  Kokkos::DefaultHostExecutionSpace const host;
  EXPECT_EQ(test::factors_of(host, rows, merge), factors);
  // A search costs up to nnz(A) a row, which takes too long where everything fills in.
  bool const is_sparse = factors.rows.size() < 4'000'000;
  for (auto const method : {Method::fill2, Method::fill2_chunked}) {
    if (!is_sparse) break;
    SymbolicOptions search;
    search.method = method;
    search.memory_limit = std::uint64_t{64} << 20;
    EXPECT_EQ(test::factors_of(Exec{}, rows, search), factors);
  }
  auto const tree = test::tree_of(rows);
  EXPECT_LE(static_cast<DefaultOffset>(factors.rows.size()), tree.num_factor_entries);
}

TEST(FactorPatternRealData, methods_agree_on_memplus) { expect_methods_agree("memplus"); }
TEST(FactorPatternRealData, methods_agree_on_mna_ram2k) { expect_methods_agree("mna_ram2k"); }
TEST(FactorPatternRealData, methods_agree_on_west2021) { expect_methods_agree("west2021"); }
TEST(FactorPatternRealData, methods_agree_on_gemat12) { expect_methods_agree("gemat12"); }
TEST(FactorPatternRealData, methods_agree_on_basker_matrix1) {
  expect_methods_agree("basker_matrix1");
}
TEST(FactorPatternRealData, methods_agree_on_ScaleMicrogrid) {
  expect_methods_agree("ScaleMicrogrid_Jacobian_N1000_01");
}
TEST(FactorPatternRealData, methods_agree_on_pf_case9241pegase) {
  expect_methods_agree("pf_case9241pegase");
}
TEST(FactorPatternRealData, methods_agree_on_cage10) { expect_methods_agree("cage10"); }

}  // namespace
