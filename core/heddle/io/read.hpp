// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Reading matrices. Bad input is heddle::error with one line: file, line, what is wrong.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/io/matrix.hpp>

#include <span>
#include <string>

namespace heddle::io {

/// What to do with an entry that a coordinate file states twice.
enum class FileDuplicates { keep, reject };

struct ReadOptions {
  FileDuplicates duplicates = FileDuplicates::keep;  ///< reject: bad_format, naming both lines
  bool allow_non_finite = false;                     ///< otherwise NaN and Inf are bad_format
  Observer observer = {};                            ///< phase "heddle::io::read", in bytes
};

/// Reads a Matrix Market, Rutherford-Boeing or Harwell-Boeing file, gzip-compressed or not; the
/// kind is told from the contents. Cost: one pass over the text. Memory: the text and the matrix.
/// Nothing is allocated from a number that the size of the text does not bear out.
/// Throws file_not_found, bad_format, out_of_memory.
Matrix read_matrix(std::string const& path, ReadOptions const& options = {});

/// Parses the text of a Matrix Market file. `name` stands for the file in messages.
Matrix parse_matrix_market(std::span<char const> text, std::string const& name,
                           ReadOptions const& options = {});

/// Parses the text of a Rutherford-Boeing or Harwell-Boeing file (assembled matrices).
Matrix parse_harwell_boeing(std::span<char const> text, std::string const& name,
                            ReadOptions const& options = {});

}  // namespace heddle::io
