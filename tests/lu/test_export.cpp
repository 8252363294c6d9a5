// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exported factors multiply to the permuted, scaled matrix, entry by entry.
#include <tests/families.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using reference::Dense;

template <class Value>
Dense dense_of(Csc<Value> const& matrix) {
  Dense result(matrix.num_columns);
  for (std::int32_t j = 0; j < matrix.num_columns; ++j)
    for (auto p = matrix.column_offsets(j); p < matrix.column_offsets(j + 1); ++p)
      result(matrix.rows(p), j) += matrix.values(p);
  return result;
}

template <class Value>
void expect_product(lu::ExportedFactors<Value> const& factors, Entries const& entries) {
  int const n = entries.num_rows;
  Dense const a(entries), lower = dense_of(factors.lower), upper = dense_of(factors.upper);
  Dense const between = dense_of(factors.between);
  double const eps = std::numeric_limits<Value>::epsilon();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      long double product = between(i, j), size = std::fabs(between(i, j));
      for (int k = 0; k < n; ++k) {
        product += lower(i, k) * upper(k, j);
        size += std::fabs(lower(i, k) * upper(k, j));
      }
      auto const row = factors.row_of_step[i], column = factors.column_of_step[j];
      auto const given = a(row, column) * factors.row_scale[row] * factors.column_scale[column];
      EXPECT_LE(std::fabs(product - given), 2 * n * eps * size) << i << " " << j;
    }
}

void expect_triangles(lu::ExportedFactors<double> const& factors, std::int32_t const n) {
  auto const& offsets = factors.block_offsets;
  std::vector<int> block(n);
  for (std::size_t b = 0; b + 1 < offsets.size(); ++b)
    for (auto k = offsets[b]; k < offsets[b + 1]; ++k) block[k] = static_cast<int>(b);
  for (std::int32_t j = 0; j < n; ++j) {
    EXPECT_EQ(factors.lower.rows(factors.lower.column_offsets(j)), j);
    EXPECT_EQ(factors.lower.values(factors.lower.column_offsets(j)), 1);
    EXPECT_EQ(factors.upper.rows(factors.upper.column_offsets(j + 1) - 1), j);
    for (auto p = factors.lower.column_offsets(j); p < factors.lower.column_offsets(j + 1); ++p)
      EXPECT_TRUE(factors.lower.rows(p) >= j && block[factors.lower.rows(p)] == block[j]);
    for (auto p = factors.upper.column_offsets(j); p < factors.upper.column_offsets(j + 1); ++p)
      EXPECT_TRUE(factors.upper.rows(p) <= j && block[factors.upper.rows(p)] == block[j]);
    for (auto p = factors.between.column_offsets(j); p < factors.between.column_offsets(j + 1); ++p)
      EXPECT_LT(block[factors.between.rows(p)], block[j]);
  }
}

TEST(LuExport, MultipliesToTheMatrix) {
  for (auto const family : families::all)
    for (std::int32_t const size : {1, 2, 25}) {
      SCOPED_TRACE(families::name(family) + std::string(" ") + std::to_string(size));
      Entries const entries = families::make(family, size, 12);
      Solver<> const solver(csr(entries));
      if (!solver.usable()) continue;
      auto const factors = solver.factors->export_factors(solver.exec);
      expect_product(factors, entries);
      expect_triangles(factors, entries.num_rows);
      Solver<float> const single(csr(entries));
      if (single.usable()) expect_product(single.factors->export_factors(single.exec), entries);
    }
}

TEST(LuExport, WithBlocks) {
  Entries triangle{12, 12, {}};
  for (std::int32_t i = 0; i < 12; ++i)
    for (std::int32_t j = i; j < 12; j += 1 + i % 3) triangle.add(i, j, i == j ? 3 : 1);
  triangle.add(7, 5, 2);
  triangle.add(5, 7, 1);
  Solver<> const solver(csr(triangle));
  auto const factors = solver.factors->export_factors(solver.exec);
  EXPECT_EQ(factors.block_offsets.size(), 12u);  // eleven blocks: one of two, ten of one
  EXPECT_GT(factors.between.num_entries(), 0);
  expect_product(factors, triangle);
  expect_triangles(factors, 12);
}

TEST(LuExport, RefusesAnEmptyObject) {
  auto const matrix = csr(families::grid(3));
  lu::Factorization<double, Exec> const factors(Exec(), lu::analyze(Exec(), matrix).analysis);
  EXPECT_EQ(thrown_by([&] { (void)factors.export_factors(Exec()); }).code,
            ErrorCode::invalid_state);
}

}  // namespace
}  // namespace heddle::test
