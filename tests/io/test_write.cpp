// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <gtest/gtest.h>

#include "refusal.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using heddle::io::Field;
using heddle::io::format_matrix_market;
using heddle::io::Layout;
using heddle::io::Matrix;
using heddle::io::parse_matrix_market;
using heddle::io::Symmetry;
using heddle::test::refusal_of;

/// Equal bit by bit, so that signed zeros count.
void expect_equal(Matrix const& a, Matrix const& b) {
  EXPECT_EQ(a.num_rows, b.num_rows);
  EXPECT_EQ(a.num_columns, b.num_columns);
  EXPECT_EQ(a.layout, b.layout);
  EXPECT_EQ(a.field, b.field);
  EXPECT_EQ(a.symmetry, b.symmetry);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.columns, b.columns);
  auto const expect_same_bits = [](std::vector<double> const& x, std::vector<double> const& y) {
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(x[k]), std::bit_cast<std::uint64_t>(y[k]));
    }
  };
  expect_same_bits(a.values, b.values);
  expect_same_bits(a.imaginary, b.imaginary);
}

Matrix small_real() {
  Matrix matrix;
  matrix.num_rows = 2;
  matrix.num_columns = 3;
  matrix.rows = {0, 1};
  matrix.columns = {2, 0};
  matrix.values = {0.1, -2};
  return matrix;
}

TEST(Write, TextIsAsExpected) {
  heddle::io::WriteOptions options;
  options.comment = "two\nlines";
  EXPECT_EQ(format_matrix_market(small_real(), options),
            "%%MatrixMarket matrix coordinate real general\n% two\n% lines\n2 3 2\n1 3 0.1\n"
            "2 1 -2\n");
}

TEST(Write, RandomBitsRoundTrip) {
  std::mt19937_64 random(1);
  Matrix matrix;
  matrix.num_rows = matrix.num_columns = 100;
  matrix.layout = Layout::array;
  while (matrix.values.size() < 10000) {
    auto const value = std::bit_cast<double>(random());
    if (std::isfinite(value)) matrix.values.push_back(value);
  }
  matrix.values[0] = -0.0;
  matrix.values[1] = std::numeric_limits<double>::denorm_min();
  matrix.values[2] = std::numeric_limits<double>::max();
  expect_equal(parse_matrix_market(format_matrix_market(matrix), "file"), matrix);
}

/// A valid matrix of this kind with three rows.
Matrix matrix_of_kind(Layout layout, Field field, Symmetry symmetry) {
  Matrix matrix;
  matrix.num_rows = matrix.num_columns = 3;
  matrix.layout = layout;
  matrix.field = field;
  matrix.symmetry = symmetry;
  auto count = static_cast<std::size_t>(heddle::io::num_stored_in_array(matrix));
  if (layout == Layout::coordinate) {
    matrix.rows = {2, 1};
    matrix.columns = {0, 0};
    count = 2;
  }
  if (field != Field::pattern) {
    for (std::size_t k = 0; k < count; ++k) matrix.values.push_back(static_cast<double>(k) - 1);
  }
  // Zero, so that the diagonal of a Hermitian array stays real.
  if (field == Field::complex) matrix.imaginary.assign(count, 0.0);
  if (field == Field::complex && layout == Layout::coordinate) matrix.imaginary = {0.5, -3e-300};
  return matrix;
}

TEST(Write, EveryKindRoundTrips) {
  int kinds = 0;
  for (auto const layout : {Layout::coordinate, Layout::array}) {
    for (auto const field : {Field::real, Field::integer, Field::pattern, Field::complex}) {
      for (auto const symmetry : {Symmetry::general, Symmetry::symmetric, Symmetry::skew_symmetric,
                                  Symmetry::hermitian}) {
        auto const matrix = matrix_of_kind(layout, field, symmetry);
        bool const allowed = (symmetry != Symmetry::hermitian || field == Field::complex) &&
                             (field != Field::pattern || (layout == Layout::coordinate &&
                                                          symmetry != Symmetry::skew_symmetric));
        if (!allowed) {
          EXPECT_NE(refusal_of([&] { format_matrix_market(matrix); }), "");
          continue;
        }
        expect_equal(parse_matrix_market(format_matrix_market(matrix), "file"), matrix);
        ++kinds;
      }
    }
  }
  EXPECT_EQ(kinds, 22);
}

TEST(Write, NonFiniteRoundTripsOnRequest) {
  auto matrix = small_real();
  matrix.values = {std::numeric_limits<double>::infinity(),
                   -std::numeric_limits<double>::infinity()};
  auto const text = format_matrix_market(matrix);
  EXPECT_EQ(refusal_of([&] { parse_matrix_market(text, "file"); }),
            "bad_format: file:3: the value is not finite");
  heddle::io::ReadOptions options;
  options.allow_non_finite = true;
  expect_equal(parse_matrix_market(text, "file", options), matrix);
}

TEST(Write, RefusesInvalidMatrices) {
  auto const refusal_after = [](auto const& change) {
    auto matrix = small_real();
    change(matrix);
    return refusal_of([&] { format_matrix_market(matrix); });
  };
  EXPECT_EQ(refusal_after([](Matrix& m) { m.rows[1] = 2; }),
            "invalid_matrix: entry 1 is outside of the matrix");
  EXPECT_EQ(refusal_after([](Matrix& m) { m.columns[0] = -1; }),
            "invalid_matrix: entry 0 is outside of the matrix");
  EXPECT_EQ(refusal_after([](Matrix& m) { m.num_rows = -1; }),
            "invalid_matrix: the number of rows or columns is negative");
  EXPECT_EQ(refusal_after([](Matrix& m) { m.rows.pop_back(); }),
            "invalid_matrix: rows and columns do not have one item per stored entry");
  EXPECT_EQ(refusal_after([](Matrix& m) { m.values.pop_back(); }),
            "invalid_matrix: values or imaginary do not have one item per stored entry");
  EXPECT_EQ(refusal_after([](Matrix& m) { m.symmetry = Symmetry::symmetric; }),
            "invalid_matrix: a symmetric matrix is square");
  EXPECT_EQ(refusal_after([](Matrix& m) { m.field = Field::integer; }),
            "invalid_matrix: a value of an integer matrix is not an integer of at most 2^53");
  EXPECT_EQ(refusal_after([](Matrix& m) {
              m.num_rows = m.num_columns = 3;
              m.symmetry = Symmetry::skew_symmetric;
              m.rows = {0, 1};
              m.columns = {2, 1};
            }),
            "invalid_matrix: entry 1: a skew-symmetric matrix has no entries on the diagonal");
}

}  // namespace
