// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/convert.hpp>

#include <gtest/gtest.h>

#include "refusal.hpp"
#include "tests/support/data.hpp"

#include <limits>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using heddle::io::Field;
using heddle::io::from_csr;
using heddle::io::from_dense;
using heddle::io::Matrix;
using heddle::io::parse_matrix_market;
using heddle::io::to_csr;
using heddle::io::to_dense;
using heddle::io::to_pattern;
using heddle::test::refusal_of;
using Complex = Kokkos::complex<double>;

template <class View>
auto to_vector(View const& view) {
  using Item = typename View::non_const_value_type;
  return std::vector<Item>(view.data(), view.data() + view.extent(0));
}

Matrix parse(std::string const& banner, std::string const& rest) {
  return parse_matrix_market("%%MatrixMarket matrix " + banner + "\n" + rest, "file");
}

/// The dense matrix by definition, element by element.
std::map<std::pair<int, int>, Complex> elements_of(Matrix const& matrix) {
  std::map<std::pair<int, int>, Complex> elements;
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    int const i = matrix.rows[k];
    int const j = matrix.columns[k];
    Complex const value(matrix.field == Field::pattern ? 1.0 : matrix.values[k],
                        matrix.field == Field::complex ? matrix.imaginary[k] : 0.0);
    elements[{i, j}] += value;
    if (i == j) continue;
    switch (matrix.symmetry) {
      case heddle::io::Symmetry::general: break;
      case heddle::io::Symmetry::symmetric: elements[{j, i}] += value; break;
      case heddle::io::Symmetry::skew_symmetric: elements[{j, i}] -= value; break;
      case heddle::io::Symmetry::hermitian: elements[{j, i}] += Kokkos::conj(value); break;
    }
  }
  return elements;
}

TEST(Convert, ColumnsAscendAndDuplicatesKeepTheirOrder) {
  auto const csr = to_csr<double>(
      parse("coordinate real general", "3 4 6\n1 4 1\n3 1 2\n1 2 3\n1 4 4\n3 3 0\n1 1 6\n"));
  EXPECT_EQ(csr.num_rows, 3);
  EXPECT_EQ(csr.num_columns, 4);
  EXPECT_EQ(to_vector(csr.row_offsets), (std::vector<std::int64_t>{0, 4, 4, 6}));
  EXPECT_EQ(to_vector(csr.columns), (std::vector<int>{0, 1, 3, 3, 0, 2}));
  EXPECT_EQ(to_vector(csr.values), (std::vector<double>{6, 3, 1, 4, 2, 0}));
}

TEST(Convert, SymmetriesGiveBothTriangles) {
  auto const symmetric =
      to_csr<float>(parse("coordinate integer symmetric", "2 2 2\n1 1 3\n2 1 5\n"));
  EXPECT_EQ(to_vector(symmetric.columns), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(to_vector(symmetric.values), (std::vector<float>{3, 5, 5}));
  auto const skew = to_csr<double>(parse("coordinate real skew-symmetric", "2 2 1\n2 1 5\n"));
  EXPECT_EQ(to_vector(skew.values), (std::vector<double>{-5, 5}));
  auto const hermitian = to_csr<Complex>(parse("coordinate complex hermitian", "2 2 1\n2 1 5 1\n"));
  EXPECT_EQ(to_vector(hermitian.values), (std::vector<Complex>{{5, -1}, {5, 1}}));
  auto const skew_complex =
      to_csr<Complex>(parse("coordinate complex skew-symmetric", "2 2 1\n2 1 5 1\n"));
  EXPECT_EQ(to_vector(skew_complex.values), (std::vector<Complex>{{-5, -1}, {5, 1}}));
}

TEST(Convert, PatternFilesGetOnes) {
  auto const matrix = parse("coordinate pattern symmetric", "3 3 2\n1 3\n2 2\n");
  auto const csr = to_csr<double>(matrix);
  EXPECT_EQ(to_vector(csr.values), (std::vector<double>{1, 1, 1}));
  auto const pattern = to_pattern(matrix);
  EXPECT_EQ(to_vector(pattern.row_offsets), (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(to_vector(pattern.columns), (std::vector<int>{2, 1, 0}));
}

TEST(Convert, ArraysLoseTheirZeros) {
  auto const csr = to_csr<double>(parse("array real general", "2 2\n1\n0\n3\n4\n"));
  EXPECT_EQ(to_vector(csr.row_offsets), (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(to_vector(csr.columns), (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(to_vector(csr.values), (std::vector<double>{1, 3, 4}));
  auto const skew = to_csr<double>(parse("array real skew-symmetric", "3 3\n1\n2\n0\n"));
  EXPECT_EQ(to_vector(skew.columns), (std::vector<int>{1, 2, 0, 0}));
  EXPECT_EQ(to_vector(skew.values), (std::vector<double>{-1, -2, 1, 2}));
}

TEST(Convert, EmptyMatrices) {
  auto const none = to_csr<double>(parse("coordinate real general", "0 0 0\n"));
  EXPECT_EQ(to_vector(none.row_offsets), std::vector<std::int64_t>{0});
  EXPECT_EQ(none.num_entries(), 0);
  auto const tall = to_csr<double>(parse("coordinate real general", "2 0 0\n"));
  EXPECT_EQ(to_vector(tall.row_offsets), (std::vector<std::int64_t>{0, 0, 0}));
  EXPECT_EQ(from_csr(none).rows.size(), 0u);
  EXPECT_EQ(to_dense<double>(parse("coordinate real general", "0 3 0\n")).extent(1), 3u);
}

TEST(Convert, SmallRealMatricesAgreeWithTheDefinition) {
  for (std::string const name : {"west0479.mtx", "USPowerGrid.mtx", "bcsstk01.rb", "karate.mtx",
                                 "w156.mtx", "lp_afiro.mtx", "arrow_klu.mtx"}) {
    auto const matrix = heddle::io::read_matrix(heddle::test::small_data(name));
    auto const csr = to_csr<Complex>(matrix);
    auto const pattern = to_pattern(matrix);
    std::map<std::pair<int, int>, Complex> found;
    for (int row = 0; row < csr.num_rows; ++row) {
      for (auto k = csr.row_offsets(row); k < csr.row_offsets(row + 1); ++k) {
        found[{row, csr.columns(k)}] += csr.values(k);
        EXPECT_TRUE(k == csr.row_offsets(row) || csr.columns(k - 1) <= csr.columns(k));
      }
    }
    EXPECT_TRUE(found == elements_of(matrix)) << name;
    EXPECT_EQ(to_vector(pattern.columns), to_vector(csr.columns)) << name;
    EXPECT_EQ(to_vector(pattern.row_offsets), to_vector(csr.row_offsets)) << name;
  }
}

TEST(Convert, CsrThereAndBack) {
  auto const matrix = parse("coordinate complex general", "2 3 3\n1 2 1 -1\n2 1 2 0\n2 3 .1 4\n");
  auto const back = from_csr(to_csr<Complex>(matrix));
  EXPECT_EQ(back.field, Field::complex);
  EXPECT_EQ(back.num_columns, 3);
  EXPECT_EQ(back.rows, matrix.rows);
  EXPECT_EQ(back.columns, matrix.columns);
  EXPECT_EQ(back.values, matrix.values);
  EXPECT_EQ(back.imaginary, matrix.imaginary);
}

TEST(Convert, DenseThereAndBack) {
  auto const matrix = parse("array real general", "2 3\n1\n2\n0\n4\n5\n-6\n");
  auto const dense = to_dense<double>(matrix);
  EXPECT_EQ(dense.extent(0), 2u);
  EXPECT_EQ(dense(1, 0), 2.0);
  EXPECT_EQ(dense(0, 1), 0.0);
  EXPECT_EQ(dense(1, 2), -6.0);
  EXPECT_EQ(from_dense<double>(dense).values, matrix.values);
  EXPECT_EQ(from_dense<double>(dense).layout, heddle::io::Layout::array);
  // A sparse file as a right-hand side: duplicates add up.
  auto const sparse = to_dense<double>(parse("coordinate real general", "3 1 2\n2 1 1\n2 1 4\n"));
  EXPECT_EQ(sparse(0, 0), 0.0);
  EXPECT_EQ(sparse(1, 0), 5.0);
}

TEST(Convert, Refusals) {
  auto const complex = parse("coordinate complex general", "1 1 1\n1 1 1 2\n");
  std::string const unsupported =
      "unsupported: a complex matrix does not fit into a real value type";
  EXPECT_EQ(refusal_of([&] { to_csr<double>(complex); }), unsupported);
  EXPECT_EQ(refusal_of([&] { to_dense<float>(complex); }), unsupported);
  auto broken = parse("coordinate real general", "1 1 1\n1 1 1\n");
  broken.rows[0] = 7;
  EXPECT_EQ(refusal_of([&] { to_csr<double>(broken); }),
            "invalid_matrix: entry 0 is outside of the matrix");
  EXPECT_EQ(refusal_of([&] { to_pattern(broken); }),
            "invalid_matrix: entry 0 is outside of the matrix");
  auto csr = to_csr<double>(parse("coordinate real general", "2 2 2\n1 1 1\n2 2 1\n"));
  csr.num_rows = 3;
  EXPECT_EQ(refusal_of([&] { from_csr(csr); }),
            "invalid_matrix: row offsets, columns and values do not fit together");
}

TEST(Convert, SizesBeyondTheMachine) {
  Matrix huge;
  huge.num_rows = huge.num_columns = std::numeric_limits<std::int32_t>::max();
  auto const refusal = refusal_of([&] { to_dense<double>(huge); });
  EXPECT_TRUE(refusal.starts_with("out_of_memory: heddle::io::dense needs 36893488")) << refusal;
}

}  // namespace
