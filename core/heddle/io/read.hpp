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

/// What a reader accepts, and whom it tells how far it is.
struct ReadOptions {
  FileDuplicates duplicates = FileDuplicates::keep;  ///< reject: bad_format, naming both lines
  bool allow_non_finite = false;                     ///< otherwise NaN and Inf are bad_format
  int max_gzip_ratio = 256;  ///< longer text than this many times the file is refused (from 16 MiB)
  Observer observer = {};    ///< phase "heddle::io::read", in bytes
};

/// Reads a Matrix Market, Rutherford-Boeing or Harwell-Boeing file, gzip-compressed or not; the
/// kind is told from the contents. Cost: one pass over the text. Memory: the text and the matrix.
/// Nothing is allocated from a number that the size of the text does not bear out. Elements of
/// symmetric kinds may stand in either triangle, but not in both.
/// Throws file_not_found (with the reason), bad_format, out_of_memory.
Matrix read_matrix(std::string const& path, ReadOptions const& options = {});

/// The same for a file that is in memory already; `name` stands for it in messages.
Matrix parse_matrix(std::span<char const> contents, std::string const& name,
                    ReadOptions const& options = {});

/// Parses the text of a Matrix Market file. Values are rounded correctly: text that holds enough
/// digits gives back the very number that was written. Integers are exact up to 2^53.
Matrix parse_matrix_market(std::span<char const> text, std::string const& name,
                           ReadOptions const& options = {});

/// Parses the text of a Rutherford-Boeing or Harwell-Boeing file (assembled matrices; right-hand
/// sides are skipped). Fixed fields are read as Fortran reads them.
Matrix parse_harwell_boeing(std::span<char const> text, std::string const& name,
                            ReadOptions const& options = {});

}  // namespace heddle::io
