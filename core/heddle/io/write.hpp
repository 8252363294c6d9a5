// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Writing matrices as Matrix Market files.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/io/matrix.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace heddle::io {

/// What a writer adds, and whom it tells how far it is.
struct WriteOptions {
  std::string comment = {};  ///< comment lines below the banner; may hold several lines
  Observer observer = {};    ///< phase "heddle::io::write", in entries
};

/// Writes a Matrix Market file, compressed if the name ends in ".gz". Each value gets the fewest
/// digits that give back the same number, so reading the file returns an equal matrix (the title
/// aside). NaN and infinities are written as words, which only allow_non_finite reads again.
/// Cost: O(entries), one megabyte of memory. On failure an incomplete file may be left.
/// Throws invalid_matrix (see validate; also a value that is not an integer under the field
/// integer) before the file is touched, file_not_found with the reason if it cannot be written.
void write_matrix(std::string const& path, Matrix const& matrix, WriteOptions const& options = {});

/// The same text in memory.
std::string format_matrix_market(Matrix const& matrix, WriteOptions const& options = {});

}  // namespace heddle::io
