// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix Market text of every kind, against values worked out by hand.
#include <heddle/io/read.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using heddle::io::Field;
using heddle::io::Layout;
using heddle::io::Matrix;
using heddle::io::parse_matrix_market;
using heddle::io::Symmetry;
using Indices = std::vector<std::int32_t>;
using Values = std::vector<double>;

Matrix parse(std::string const& text, heddle::io::ReadOptions const& options = {}) {
  return parse_matrix_market(text, "file", options);
}

double parse_value(std::string const& digits) {
  heddle::io::ReadOptions options;
  options.allow_non_finite = true;
  return parse("%%MatrixMarket matrix array real general\n1 1\n" + digits, options).values.at(0);
}

TEST(MatrixMarket, RealGeneral) {
  auto const matrix = parse(
      "%%MatrixMarket matrix coordinate real general\n% a comment\n2 3 3\n"
      "1 1 1.5\n2 3 -2e3\n1 2 +.25\n");
  EXPECT_EQ(matrix.num_rows, 2);
  EXPECT_EQ(matrix.num_columns, 3);
  EXPECT_EQ(matrix.layout, Layout::coordinate);
  EXPECT_EQ(matrix.field, Field::real);
  EXPECT_EQ(matrix.symmetry, Symmetry::general);
  EXPECT_EQ(matrix.rows, (Indices{0, 1, 0}));
  EXPECT_EQ(matrix.columns, (Indices{0, 2, 1}));
  EXPECT_EQ(matrix.values, (Values{1.5, -2000, 0.25}));
  EXPECT_TRUE(matrix.imaginary.empty());
}

TEST(MatrixMarket, IntegerSymmetric) {
  auto const matrix = parse(
      "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 +7\n2 1 -9007199254740992\n");
  EXPECT_EQ(matrix.field, Field::integer);
  EXPECT_EQ(matrix.symmetry, Symmetry::symmetric);
  EXPECT_EQ(matrix.values, (Values{7, -9007199254740992.0}));
}

TEST(MatrixMarket, PatternAcceptsEitherTriangle) {
  auto const upper = parse("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n1 2\n1 3\n");
  EXPECT_EQ(upper.rows, (Indices{0, 0}));
  EXPECT_EQ(upper.columns, (Indices{1, 2}));
  EXPECT_TRUE(upper.values.empty());
  // A mixture is fine as long as no element is stated twice.
  auto const mixed = parse("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n1 2\n3 1\n");
  EXPECT_EQ(mixed.rows, (Indices{0, 2}));
}

TEST(MatrixMarket, ComplexHermitian) {
  auto const matrix =
      parse("%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 4 0\n2 1 1.5 -0.5\n");
  EXPECT_EQ(matrix.field, Field::complex);
  EXPECT_EQ(matrix.symmetry, Symmetry::hermitian);
  EXPECT_EQ(matrix.values, (Values{4, 1.5}));
  EXPECT_EQ(matrix.imaginary, (Values{0, -0.5}));
}

TEST(MatrixMarket, SkewSymmetric) {
  auto const matrix = parse("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n");
  EXPECT_EQ(matrix.symmetry, Symmetry::skew_symmetric);
  EXPECT_EQ(matrix.values, Values{3});
}

TEST(MatrixMarket, ArraysOfAllSymmetries) {
  auto const head = [](char const* rest) {
    return "%%MatrixMarket matrix array " + std::string(rest);
  };
  EXPECT_EQ(parse(head("real general\n2 3\n1\n2\n3\n4\n5\n6\n")).values,
            (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(parse(head("integer symmetric\n2 2\n1 2 3\n")).values, (Values{1, 2, 3}));
  EXPECT_EQ(parse(head("real skew-symmetric\n3 3\n1\n2\n3\n")).values, (Values{1, 2, 3}));
  auto const hermitian = parse(head("complex hermitian\n2 2\n1 0\n2 -3\n4 0\n"));
  EXPECT_EQ(hermitian.values, (Values{1, 2, 4}));
  EXPECT_EQ(hermitian.imaginary, (Values{0, -3, 0}));
  EXPECT_EQ(hermitian.layout, Layout::array);
  EXPECT_TRUE(hermitian.rows.empty());
}

TEST(MatrixMarket, EmptyMatrices) {
  EXPECT_EQ(parse("%%MatrixMarket matrix coordinate real general\n0 0 0\n").num_rows, 0);
  auto const wide = parse("%%MatrixMarket matrix coordinate real general\n0 5 0");
  EXPECT_EQ(wide.num_columns, 5);
  EXPECT_TRUE(wide.rows.empty());
  EXPECT_EQ(parse("%%MatrixMarket matrix array real general\n3 0\n").num_rows, 3);
  EXPECT_EQ(parse("%%MatrixMarket matrix array real skew-symmetric\n0 0\n").num_rows, 0);
}

TEST(MatrixMarket, LayoutOfTheTextDoesNotMatter) {
  std::string const expected_lines =
      "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 2\n";
  auto const expected = parse(expected_lines);
  for (std::string const text :
       {"%%MATRIXMARKET MATRIX COORDINATE REAL GENERAL\r\n2 2 2\r\n1 1 1\r\n2 2 2\r\n",
        "%%MatrixMarket  matrix\tcoordinate real   general  \n\n%c\n \n 2\t2 2 \n\n% c\n"
        "  1 1 1\n%late\n2 2 2",
        "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 2\n\n \r\n% the end"}) {
    auto const matrix = parse(text);
    EXPECT_EQ(matrix.rows, expected.rows) << text;
    EXPECT_EQ(matrix.columns, expected.columns) << text;
    EXPECT_EQ(matrix.values, expected.values) << text;
  }
}

TEST(MatrixMarket, NumbersAreRoundedCorrectly) {
  EXPECT_EQ(parse_value("0.1"), 0.1);
  EXPECT_EQ(parse_value("9007199254740993"), 9007199254740992.0);  // half way: to even
  EXPECT_EQ(parse_value("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(parse_value("4.9e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parse_value("2.2250738585072011e-308"),
            std::strtod("2.2250738585072011e-308", nullptr));
  EXPECT_EQ(parse_value("1e-400"), 0.0);
  EXPECT_TRUE(std::signbit(parse_value("-1e-400")));
  EXPECT_EQ(parse_value("0." + std::string(400, '0') + "1e401"), 1.0);
  EXPECT_EQ(parse_value("0." + std::string(400, '0') + "1e10"), 0.0);
  EXPECT_EQ(parse_value(std::string(400, '9') + "e-99999999999999999999"), 0.0);
}

TEST(MatrixMarket, NonFiniteOnRequest) {
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(parse_value("NaN")));
  EXPECT_EQ(parse_value("-inf"), -infinity);
  EXPECT_EQ(parse_value("+Infinity"), infinity);
  EXPECT_EQ(parse_value("1e400"), infinity);
  EXPECT_EQ(parse_value("-1e99999999999999999999"), -infinity);
  EXPECT_EQ(parse_value(std::string(400, '9')), infinity);
}

TEST(MatrixMarket, DuplicatesAreKeptByDefault) {
  auto const matrix = parse("%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 1\n1 1 2\n");
  EXPECT_EQ(matrix.values, (Values{1, 2}));
}

TEST(MatrixMarket, ObserverSeesTheEnd) {
  heddle::io::ReadOptions options;
  std::int64_t done = 0;
  std::int64_t total = 0;
  options.observer = [&](heddle::Progress const& progress) {
    EXPECT_EQ(progress.phase, "heddle::io::read");
    EXPECT_GE(progress.done, done);
    done = progress.done;
    total = progress.total;
  };
  std::string const text = "%%MatrixMarket matrix array real general\n1 1\n5\n";
  parse(text, options);
  EXPECT_EQ(done, static_cast<std::int64_t>(text.size()));
  EXPECT_EQ(total, done);
}

}  // namespace
