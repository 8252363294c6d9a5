// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Compares what a reader made of a file with what the slow reader makes of it.
#pragma once

#include <heddle/io/read.hpp>

#include <gtest/gtest.h>

#include "tests/reference/slow_reader.hpp"

#include <string>
#include <vector>

namespace heddle::test {

inline std::string word_for(io::Field field) {
  char const* const words[] = {"real", "integer", "pattern", "complex"};
  return words[static_cast<int>(field)];
}

inline std::string word_for(io::Symmetry symmetry) {
  char const* const words[] = {"general", "symmetric", "skew-symmetric", "hermitian"};
  return words[static_cast<int>(symmetry)];
}

inline void expect_as_read_slowly(std::string const& path, io::Matrix const& matrix) {
  auto const expected = reference::read_slowly(path);
  EXPECT_EQ(matrix.num_rows, expected.num_rows) << path;
  EXPECT_EQ(matrix.num_columns, expected.num_columns) << path;
  EXPECT_EQ(word_for(matrix.field), expected.field) << path;
  EXPECT_EQ(word_for(matrix.symmetry), expected.symmetry) << path;
  auto const widened = [](std::vector<std::int32_t> const& indices) {
    return std::vector<long>(indices.begin(), indices.end());
  };
  // Not EXPECT_EQ: gtest would print thousands of numbers.
  EXPECT_TRUE(widened(matrix.rows) == expected.rows) << path;
  EXPECT_TRUE(widened(matrix.columns) == expected.columns) << path;
  EXPECT_TRUE(matrix.values == expected.values) << path;
  EXPECT_TRUE(matrix.imaginary == expected.imaginary) << path;
}

}  // namespace heddle::test
