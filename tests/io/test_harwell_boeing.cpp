// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Harwell-Boeing and Rutherford-Boeing text of every kind, against values worked out by hand.
#include <heddle/io/read.hpp>

#include <gtest/gtest.h>

#include "refusal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using heddle::io::Field;
using heddle::io::Matrix;
using heddle::io::parse_harwell_boeing;
using heddle::io::Symmetry;
using heddle::test::refusal_of;
using Indices = std::vector<std::int32_t>;
using Values = std::vector<double>;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

/// A file with two columns and three entries unless told otherwise.
struct File {
  std::string counts = "             3             1             1             1";
  std::string type = "rua";
  std::string sizes = "             2             2             3             0";
  std::string formats = "(3I4)           (3I4)           (3F6.2)";
  std::string rest = "   1   3   4\n   1   2   2\n  1.50 -2.25  4.00\n";

  std::string text() const {
    return padded("A title", 72) + padded("KEY", 8) + "\n" + counts + "\n" + padded(type, 14) +
           sizes + "\n" + formats + "\n" + rest;
  }
  Matrix parse(heddle::io::ReadOptions const& options = {}) const {
    return parse_harwell_boeing(text(), "file", options);
  }
  std::string refusal(heddle::io::ReadOptions const& options = {}) const {
    return refusal_of([&] { parse(options); });
  }
};

File with_type(std::string const& type) {
  File file;
  file.type = type;
  return file;
}

/// The first value of a file with this value format and line of values.
double first_value(std::string const& format, std::string const& values) {
  File file;
  file.formats = "(3I4)           (3I4)           " + format;
  file.rest = "   1   3   4\n   1   2   2\n" + values + "\n";
  heddle::io::ReadOptions options;
  options.allow_non_finite = true;
  return file.parse(options).values.at(0);
}

TEST(HarwellBoeing, RealUnsymmetric) {
  auto const matrix = File().parse();
  EXPECT_EQ(matrix.title, "A title (KEY)");
  EXPECT_EQ(matrix.num_rows, 2);
  EXPECT_EQ(matrix.num_columns, 2);
  EXPECT_EQ(matrix.field, Field::real);
  EXPECT_EQ(matrix.symmetry, Symmetry::general);
  EXPECT_EQ(matrix.rows, (Indices{0, 1, 1}));
  EXPECT_EQ(matrix.columns, (Indices{0, 0, 1}));
  EXPECT_EQ(matrix.values, (Values{1.5, -2.25, 4}));
}

TEST(HarwellBoeing, TypesAndSymmetries) {
  EXPECT_EQ(with_type("RSA").parse().symmetry, Symmetry::symmetric);
  EXPECT_EQ(with_type("psa").parse().field, Field::pattern);
  EXPECT_TRUE(with_type("pua").parse().values.empty());
  EXPECT_EQ(with_type("rra").parse().symmetry, Symmetry::general);
  auto skew = with_type("rza");
  skew.rest = "   1   2   2\n   2\n  1.50\n";
  skew.sizes = "  2 2 1 0";
  EXPECT_EQ(skew.parse().symmetry, Symmetry::skew_symmetric);
  auto complex = with_type("cha");
  complex.rest = "   1   3   4\n   1   2   2\n  1.50  0.00  4.00\n -3.00  5.00  0.00\n";
  auto const matrix = complex.parse();
  EXPECT_EQ(matrix.symmetry, Symmetry::hermitian);
  EXPECT_EQ(matrix.values, (Values{1.5, 4, 5}));
  EXPECT_EQ(matrix.imaginary, (Values{0, -3, 0}));
  auto integer = with_type("iua");
  integer.formats = "(3I4)           (3I4)           (2I3)";
  integer.rest = "   1   3   4\n   1   2   2\n  7 -8\n +9\n";
  EXPECT_EQ(integer.parse().field, Field::integer);
  EXPECT_EQ(integer.parse().values, (Values{7, -8, 9}));
}

TEST(HarwellBoeing, RutherfordHeadAndRightHandSides) {
  auto file = File();
  file.formats += "             (3F6.2)";
  file.counts += "             1";
  file.rest = "F                          1             0\n" + file.rest + "  1.00  1.00\n";
  EXPECT_EQ(file.parse().values, (Values{1.5, -2.25, 4}));
  auto rutherford = File();
  rutherford.sizes = "             2             2             3";
  EXPECT_EQ(rutherford.parse().values, (Values{1.5, -2.25, 4}));
}

TEST(HarwellBoeing, FieldsTouchAndLinesAreLongerOrShorter) {
  auto file = File();
  file.formats = "(2I1)           (3I1,3X)        (2(F5.2,1X))";
  file.rest = "13\r\n4 \r\n122 sequence number\r\n 1.50x-2.25x\r\n    4\r\n";
  auto const matrix = file.parse();
  EXPECT_EQ(matrix.rows, (Indices{0, 1, 1}));
  EXPECT_EQ(matrix.values, (Values{1.5, -2.25, 0.04}));  // F5.2 implies the point
}

TEST(HarwellBoeing, FortranNumbers) {
  std::string const rest(24, '1');
  EXPECT_EQ(first_value("(1P3D12.5)", " 1.25000D+02" + rest), 125.0);
  EXPECT_EQ(first_value("(1P,3E12.5)", " 1.25000E-02" + rest), 0.0125);
  EXPECT_EQ(first_value("(1p , 3e12.5e3)", "1.25000E+002" + rest), 125.0);
  EXPECT_EQ(first_value("(3G12.5)", "   1.25+102 " + rest), 1.25e102);
  EXPECT_EQ(first_value("(3ES12.5)", "  -1.25q-3  " + rest), -0.00125);
  EXPECT_EQ(first_value("(3E12.5)", "      0.1   " + rest), 0.1);
  EXPECT_EQ(first_value("(3E12.5)", "      12    " + rest), 0.00012);
  EXPECT_EQ(first_value("(3E12.5)", "      12E5  " + rest), 12.0);
  EXPECT_EQ(first_value("(1P,3F12.5)", "      12.5  " + rest), 1.25);
  EXPECT_EQ(first_value("(-1P,3F12.5)", "      12.5  " + rest), 125.0);
  EXPECT_EQ(first_value("(0P,3F12.5)", "     +12.5  " + rest), 12.5);
  EXPECT_EQ(first_value("(3I12)", "         -12" + rest), -12.0);
  EXPECT_EQ(first_value("(3E12.5)", "   -Infinity" + rest),
            -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(first_value("(3E12.5)", "         NaN" + rest)));
}

TEST(HarwellBoeing, EmptyMatrix) {
  auto file = File();
  file.sizes = " 3 0 0 0";
  file.rest = "   1\n";
  EXPECT_EQ(file.parse().num_rows, 3);
}

TEST(BadHarwellBoeing, Head) {
  auto const title = padded("title", 80) + "\n";
  auto const refusal = [](std::string const& text) {
    return refusal_of([&] { parse_harwell_boeing(text, "file"); });
  };
  EXPECT_EQ(refusal(""), "bad_format: file:1: the file is empty");
  EXPECT_EQ(refusal(title),
            "bad_format: file:2: the file ends where the numbers of lines should stand");
  EXPECT_EQ(refusal(title + "1 2 x\n"),
            "bad_format: file:2: not a valid number of index lines: 'x'");
  EXPECT_EQ(refusal(title + "1 2 3\n"),
            "bad_format: file:2: the line ends before the number of value lines");
  EXPECT_EQ(with_type("xua").refusal(), "bad_format: file:3: unknown matrix type 'xua'");
  EXPECT_EQ(with_type("rxa").refusal(), "bad_format: file:3: unknown matrix type 'rxa'");
  EXPECT_EQ(with_type("rux").refusal(), "bad_format: file:3: unknown matrix type 'rux'");
  EXPECT_EQ(with_type("long").refusal(), "bad_format: file:3: unknown matrix type 'long'");
  EXPECT_EQ(with_type("rue").refusal(),
            "bad_format: file:3: elemental (unassembled) matrices are not read");
  EXPECT_EQ(with_type("rha").refusal(), "bad_format: file:3: matrix type 'rha' contradicts itself");
  auto file = with_type("rsa");
  file.sizes = " 3 2 3 0";
  EXPECT_EQ(file.refusal(),
            "bad_format: file:3: a symmetric matrix is square, this one has 3 rows and 2 columns");
  file = File();
  file.sizes = " 3000000000 2 3 0";
  EXPECT_EQ(file.refusal(), "bad_format: file:3: number of rows 3000000000 is beyond 2147483647");
  file.sizes = " 2 2 -3 0";
  EXPECT_EQ(file.refusal(), "bad_format: file:3: not a valid number of entries: '-3'");
}

TEST(BadHarwellBoeing, Formats) {
  auto file = File();
  for (std::string const format :
       {"3I4", "(3I4", "(3I)", "(I0)", "(3A4)", "()", "(9999I9999)", "(0I4)", "(P)",
        "((((((I4))))))", "(9999(I4))", "(3(,))", "(I99999999999)"}) {
    file.formats = format;
    EXPECT_EQ(file.refusal(),
              "bad_format: file:4: no usable Fortran format for the pointers: '" + format + "'");
  }
  file.formats = "(3I4) (3F4.1) (3F6.2)";
  EXPECT_EQ(file.refusal(), "bad_format: file:4: the format of the row indices is not I");
  file.formats = "(3I4) (3I4)";
  EXPECT_EQ(file.refusal(), "bad_format: file:4: no usable Fortran format for the values: ''");
}

TEST(BadHarwellBoeing, Numbers) {
  auto file = File();
  auto const refusal_with = [&](std::string const& rest) {
    file.rest = rest;
    return file.refusal();
  };
  std::string const good = "   1   3   4\n   1   2   2\n";
  EXPECT_EQ(refusal_with("   1   3\n"),
            "bad_format: file:5: blank field among column pointers, number 3 of 3");
  EXPECT_EQ(refusal_with("   0   3   4\n"),
            "bad_format: file:5: column pointer 0 is not in 1 ... 1");
  EXPECT_EQ(refusal_with("   1   3   2\n"),
            "bad_format: file:5: column pointer 2 is not in 3 ... 4");
  EXPECT_EQ(refusal_with("   1   3   9\n"),
            "bad_format: file:5: column pointer 9 is not in 3 ... 4");
  EXPECT_EQ(
      refusal_with("   1   3   3\n"),
      "bad_format: file:5: the last column pointer is 3, not the number of entries plus one, 4");
  EXPECT_EQ(refusal_with("   1   x   4\n"), "bad_format: file:5: not a valid column pointer: 'x'");
  EXPECT_EQ(refusal_with("   1   3   4\n   1   2   3\n"),
            "bad_format: file:6: row index 3 is not in 1 ... 2");
  EXPECT_EQ(refusal_with("   1   3   4\n   1   0   3\n"),
            "bad_format: file:6: row index 0 is not in 1 ... 2");
  EXPECT_EQ(refusal_with("   1   3   4\n   1 1 2   3\n"),
            "bad_format: file:6: not a valid row index: '1 2'");
  EXPECT_EQ(
      refusal_with(good),
      "bad_format: file:6: the head announces 3 values, more than the rest of the file can hold");
  EXPECT_EQ(refusal_with(good + "  1.50\n"),
            "bad_format: file:7: blank field among values, number 2 of 3");
  EXPECT_EQ(refusal_with(good + "  1.50   NaN  4.00\n"),
            "bad_format: file:7: the value is not finite");
  EXPECT_EQ(refusal_with(good + "  1.50 1E999  4.00\n"),
            "bad_format: file:7: the value is not finite");
  EXPECT_EQ(refusal_with(good + "  1.50  2.5z  4.00\n"),
            "bad_format: file:7: not a valid value: '2.5z'");
}

TEST(BadHarwellBoeing, SizesBeyondTheText) {
  auto file = File();
  file.sizes = " 2 2000000000 3 0";
  EXPECT_EQ(
      file.refusal(),
      "bad_format: file:4: the head announces 2000000001 column pointers, more than the rest of "
      "the file can hold");
  file.sizes = " 2 2 9000000000000000000 0";
  EXPECT_EQ(
      file.refusal(),
      "bad_format: file:4: the head announces 9000000000000000000 entries, more than the rest "
      "of the file can hold");
}

TEST(BadHarwellBoeing, SymmetryAndDuplicates) {
  auto file = with_type("rsa");
  file.rest = "   1   3   4\n   1   2   1\n  1.50 -2.25  4.00\n";
  EXPECT_EQ(file.refusal(), "bad_format: file:6: entry (1, 2) mirrors the one of line 6");
  file.type = "rza";
  EXPECT_EQ(file.refusal(),
            "bad_format: file:7: a skew-symmetric matrix has no entries on the diagonal");
  file = File();
  file.rest = "   1   3   4\n   2   2   1\n  1.50 -2.25  4.00\n";
  EXPECT_EQ(file.refusal(), "");
  heddle::io::ReadOptions options;
  options.duplicates = heddle::io::FileDuplicates::reject;
  EXPECT_EQ(file.refusal(options), "bad_format: file:6: entry (2, 1) repeats the one of line 6");
}

}  // namespace
