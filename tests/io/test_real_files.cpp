// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Real matrices: the small ones of the repository always, the large set where HEDDLE_DATA points.
#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <gtest/gtest.h>

#include "compare.hpp"
#include "tests/reference/slow_reader.hpp"
#include "tests/support/data.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using heddle::io::Matrix;
using heddle::test::small_data;

std::vector<std::string> matrices_in(std::filesystem::path const& folder) {
  std::vector<std::string> paths;
  for (auto const& file : std::filesystem::directory_iterator(folder)) {
    auto const name = file.path().filename().string();
    bool const is_matrix =
        file.is_regular_file() && name.rfind("bad_", 0) != 0 && name != "README.md";
    if (is_matrix) paths.push_back(file.path().string());
  }
  return paths;
}

TEST(SlowReader, HandWorkedValues) {
  auto const market = heddle::reference::slow_matrix_market(
      "%%MatrixMarket matrix coordinate complex general\n%\n2 3 1\n2 3 1.5 -2\n");
  EXPECT_EQ(market.num_rows, 2);
  EXPECT_EQ(market.num_columns, 3);
  EXPECT_EQ(market.rows, std::vector<long>{1});
  EXPECT_EQ(market.columns, std::vector<long>{2});
  EXPECT_EQ(market.values, std::vector<double>{1.5});
  EXPECT_EQ(market.imaginary, std::vector<double>{-2});
  auto const boeing = heddle::reference::slow_harwell_boeing(
      "title\n 3 1 1 1\nRUA 2 2 3\n(3I4)           (2I2)           (3D6.2)\n   1   3   4\n 1 2\n"
      " 2\n 1.5D1  -2.5 4D-1\n");
  EXPECT_EQ(boeing.rows, (std::vector<long>{0, 1, 1}));
  EXPECT_EQ(boeing.columns, (std::vector<long>{0, 0, 1}));
  EXPECT_EQ(boeing.values, (std::vector<double>{15, -2.5, 0.4}));
}

TEST(SmallFiles, AgreeWithTheSlowReader) {
  auto const paths = matrices_in(small_data(""));
  EXPECT_GE(paths.size(), 30u);
  for (auto const& path : paths) {
    heddle::test::expect_as_read_slowly(path, heddle::io::read_matrix(path));
  }
}

TEST(SmallFiles, SameMatrixInTwoFormats) {
  auto const market = heddle::io::read_matrix(small_data("west0479.mtx"));
  auto const boeing = heddle::io::read_matrix(small_data("west0479_rb.rb"));
  EXPECT_EQ(boeing.title, "HB/west0479; 1983; A. Westerberg; ed: I. Duff et al. (267)");
  EXPECT_EQ(market.rows, boeing.rows);
  EXPECT_EQ(market.columns, boeing.columns);
  EXPECT_EQ(market.values, boeing.values);
}

TEST(SmallFiles, RoundTrip) {
  for (auto const& path : matrices_in(small_data(""))) {
    auto const matrix = heddle::io::read_matrix(path);
    auto const text = heddle::io::format_matrix_market(matrix);
    auto const back = heddle::io::parse_matrix_market(text, path);
    EXPECT_TRUE(back.rows == matrix.rows && back.columns == matrix.columns) << path;
    EXPECT_TRUE(back.values == matrix.values && back.imaginary == matrix.imaginary) << path;
  }
}

/// File name to number of stored entries, from the table of the data set's description.
std::map<std::string, std::size_t> stored_entries_in_table(std::string const& readme) {
  std::map<std::string, std::size_t> table;
  std::ifstream file(readme);
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::string none, name, short_name, size, stored;
    std::getline(cells, none, '|');
    for (auto* cell : {&name, &short_name, &size, &stored}) {
      std::getline(cells, *cell, '|');
      if (cell->size() > 2) *cell = cell->substr(1, cell->size() - 2);
    }
    if (name.find(".mtx") == std::string::npos && name.find(".r") == std::string::npos) continue;
    if (auto const count = std::strtoul(stored.c_str(), nullptr, 10)) table[name] = count;
  }
  return table;
}

TEST(RealFilesData, AllAgreeWithTheSlowReaderAndTheTable) {
  char const* const folder = std::getenv("HEDDLE_DATA");
  if (!folder) GTEST_SKIP() << "HEDDLE_DATA is not set";
  auto const paths = matrices_in(std::filesystem::path(folder) / "matrices");
  auto const table = stored_entries_in_table(std::string(folder) + "/README.md");
  EXPECT_EQ(table.size(), paths.size());
  for (auto const& path : paths) {
    auto const matrix = heddle::io::read_matrix(path);
    heddle::test::expect_as_read_slowly(path, matrix);
    auto const stored = table.find(std::filesystem::path(path).filename().string());
    ASSERT_NE(stored, table.end()) << path;
    EXPECT_EQ(matrix.rows.size(), stored->second) << path;
  }
}

}  // namespace
