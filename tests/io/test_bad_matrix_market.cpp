// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every way a Matrix Market text can be wrong, with the code and the message users get.
#include <gtest/gtest.h>

#include "refusal.hpp"
#include "tests/support/data.hpp"

#include <string>
#include <vector>

namespace {

using heddle::test::refusal_of;
using heddle::test::refusal_of_text;
using heddle::test::small_data;

struct Case {
  std::string text;
  std::string message;
};

std::string const real_general = "%%MatrixMarket matrix coordinate real general\n";
std::string const real_symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";

void expect_refusals(std::vector<Case> const& cases, heddle::io::ReadOptions const& options = {}) {
  for (auto const& [text, message] : cases) {
    EXPECT_EQ(refusal_of_text(text, options), "bad_format: file:" + message) << text;
  }
}

TEST(BadMatrixMarket, Banner) {
  std::string const banner = "%%MatrixMarket";
  expect_refusals({
      {"", "1: the file is empty"},
      {"1 1 1\n", "1: neither a Matrix Market banner nor a Harwell-Boeing head"},
      {"%MatrixMarket matrix", "1: neither a Matrix Market banner nor a Harwell-Boeing head"},
      {banner, "1: the object of the banner is not 'matrix' but ''"},
      {banner + "s matrix coordinate real general\n", "1: no banner '%%MatrixMarket'"},
      {banner + " vector x", "1: the object of the banner is not 'matrix' but 'vector'"},
      {banner + " matrix", "1: the banner ends before the layout"},
      {banner + " matrix sparse", "1: unknown layout in the banner: 'sparse'"},
      {banner + " matrix coordinate\n1 1 1", "1: the banner ends before the field"},
      {banner + " matrix coordinate double general", "1: unknown field in the banner: 'double'"},
      {banner + " matrix coordinate real", "1: the banner ends before the symmetry"},
      {banner + " matrix coordinate real lower", "1: unknown symmetry in the banner: 'lower'"},
      {banner + " matrix coordinate real general x\n", "1: unexpected text after the banner"},
      {banner + " matrix array pattern general\n", "1: an array file has values"},
      {banner + " matrix coordinate pattern skew-symmetric\n",
       "1: a pattern cannot be skew-symmetric"},
      {banner + " matrix coordinate real hermitian\n", "1: a Hermitian matrix has complex values"},
  });
}

TEST(BadMatrixMarket, Sizes) {
  expect_refusals({
      {real_general, "2: the file ends before the size line"},
      {real_general + "% nothing\n\n", "4: the file ends before the size line"},
      {real_general + "2 2\n1 1 1\n", "2: the line ends where the number of entries should stand"},
      {real_general + "2", "2: the file ends where the number of columns should stand"},
      {real_general + "two 2 1\n", "2: not a valid number of rows: 'two'"},
      {real_general + "-2 2 1\n", "2: not a valid number of rows: '-2'"},
      {real_general + "2 2.5 1\n", "2: not a valid number of columns: '2.5'"},
      {real_general + "2 2 1 1\n", "2: unexpected text after the size line: '1'"},
      {real_general + "3000000000 1 0\n", "2: number of rows 3000000000 is beyond 2147483647"},
      {real_general + "1 99999999999999999999 0\n",
       "2: not a valid number of columns: '99999999999999999999'"},
      {real_general + "5 5 1000000000\n1 1 1\n",
       "2: the size line announces 1000000000 entries, more than the rest of the file can hold"},
      {"%%MatrixMarket matrix array real general\n100000 100000\n1\n",
       "2: the size line announces 10000000000 entries, more than the rest of the file can hold"},
      {"%%MatrixMarket matrix array complex hermitian\n2147483647 2147483647\n1 0\n",
       "2: the size line announces 2305843008139952128 entries, more than the rest of the file can "
       "hold"},
      {real_symmetric + "2 3 1\n1 1 1\n",
       "2: a symmetric matrix is square, this one has 2 rows and 3 columns"},
  });
}

TEST(BadMatrixMarket, Entries) {
  expect_refusals({
      {real_general + "2 2 2\n1 1 1.000000\n", "4: the file ends after 1 of 2 entries"},
      {real_general + "2 2 1\n1 1 1\n2 2 2\n", "4: the file goes on after the announced 1 entries"},
      {real_general + "2 2 1\n0 1 1\n", "3: row index 0 is not in 1 ... 2"},
      {real_general + "2 2 1\n3 1 1\n", "3: row index 3 is not in 1 ... 2"},
      {real_general + "2 2 1\n1 9999999999 1\n", "3: column index 9999999999 is not in 1 ... 2"},
      {real_general + "0 0 1\n1 1 1\n", "3: row index 1 is not in 1 ... 0"},
      {real_general + "2 2 1\n1.0 1 1\n", "3: not a valid row index: '1.0'"},
      {real_general + "2 2 1\n1 -1 1\n", "3: not a valid column index: '-1'"},
      {real_general + "2 2 1\n1 1  \n\n", "3: the line ends where the value should stand"},
      {real_general + "2 2 2\n1 1 1 1\n2 2 2\n", "3: unexpected text after the entry: '1'"},
      {real_general + "2 2 1\n1 1 x\n", "3: not a valid value: 'x'"},
      {real_general + "2 2 1\n1 1 1.5x\n", "3: not a valid value: '1.5x'"},
      {real_general + "2 2 1\n1 1 +-5\n", "3: not a valid value: '+-5'"},
      {real_general + "2 2 1\n1 1 0x10\n", "3: not a valid value: '0x10'"},
      {real_general + "2 2 1\n1 1 1e\n", "3: not a valid value: '1e'"},
      {real_general + "2 2 1\n1 1 nan\n", "3: the value is not finite"},
      {real_general + "2 2 1\n1 1 -Inf\n", "3: the value is not finite"},
      {real_general + "2 2 1\n1 1 1e999\n", "3: the value is not finite"},
      {"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n",
       "3: not a valid integer value: '1.5'"},
      {"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n",
       "3: integer value is beyond 2^53"},
      {"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1   -\n",
       "3: not a valid integer value: '-'"},
      {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 12345678\n",
       "3: the line ends where the imaginary part should stand"},
      {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 nan\n",
       "3: the value is not finite"},
  });
}

TEST(BadMatrixMarket, Symmetry) {
  expect_refusals({
      {real_symmetric + "2 2 2\n2 1 5\n% here\n1 2 5\n",
       "5: entry (1, 2) mirrors the one of line 3"},
      {"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 5\n",
       "3: a skew-symmetric matrix has no entries on the diagonal"},
      {"%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 2 5 1\n",
       "3: the diagonal of a Hermitian matrix is real"},
      {"%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 1\n",
       "5: the diagonal of a Hermitian matrix is real"},
  });
}

TEST(BadMatrixMarket, DuplicatesOnRequest) {
  heddle::io::ReadOptions options;
  options.duplicates = heddle::io::FileDuplicates::reject;
  expect_refusals(
      {
          {"%%MatrixMarket matrix coordinate real general\n%\n\n3 3 4\n1 1 1\n2 1 1\n\n1 2 1\n"
           "2 1 4\n",
           "9: entry (2, 1) repeats the one of line 6"},
          {real_symmetric + "2 2 2\n2 1 5\n1 2 5\n", "4: entry (1, 2) mirrors the one of line 3"},
          {real_symmetric + "2 2 2\n2 1 5\n2 1 5\n", "4: entry (2, 1) repeats the one of line 3"},
      },
      options);
  EXPECT_EQ(refusal_of_text(real_general + "2 2 2\n2 1 5\n1 2 5\n", options), "");
}

TEST(BadMatrixMarket, MessagesShowNoBinaryBytes) {
  EXPECT_EQ(refusal_of_text(real_general + "2 2 1\n1 1 \x01\xff\x1b[31m\n"),
            "bad_format: file:3: not a valid value: '???[31m'");
  EXPECT_EQ(refusal_of_text(real_general + "2 2 1\n1 1 " + std::string(100, 'z') + "\n"),
            "bad_format: file:3: not a valid value: '" + std::string(40, 'z') + "...'");
  EXPECT_EQ(refusal_of_text(std::string("\0\1\2\3binary", 10)),
            "bad_format: file:1: neither a Matrix Market banner nor a Harwell-Boeing head");
  EXPECT_EQ(refusal_of([] { heddle::io::parse_matrix(std::string("x"), "bad\nname\x1b"); }),
            "bad_format: bad?name?:1: neither a Matrix Market banner nor a Harwell-Boeing head");
}

TEST(BadMatrixMarket, SamplesOfTheDataSet) {
  std::vector<Case> const samples = {
      {"bad_empty_file.mtx", "1: the file is empty"},
      {"bad_many_lines.mtx", "5: the file goes on after the announced 2 entries"},
      {"bad_missing_data.mtx",
       "3: the size line announces 1 entries, more than the rest of the file can hold"},
      {"bad_symmetric_rectangular.mtx",
       "2: a symmetric matrix is square, this one has 4 rows and 3 columns"},
      {"bad_wrong_dims.mtx",
       "2: the size line announces 1 entries, more than the rest of the file can hold"},
      {"bad_wrong_header.mtx", "1: the object of the banner is not 'matrix' but 'wrong'"},
  };
  for (auto const& [name, message] : samples) {
    auto const path = small_data(name);
    EXPECT_EQ(refusal_of([&] { heddle::io::read_matrix(path); }),
              "bad_format: " + path + ":" + message);
  }
}

}  // namespace
