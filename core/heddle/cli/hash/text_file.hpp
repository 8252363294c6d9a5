// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Text files and the words in them. Knows no Kokkos.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// A run of bytes of a text.
struct Span {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

inline std::string_view view_of(std::string const& text, Span span) {
  return std::string_view(text).substr(span.offset, span.length);
}

/// All bytes of a file. Throws Failure (bad_input) with the reason.
std::string read_text(std::string const& path);

/// Runs of bytes between white space (ASCII), in order.
std::vector<Span> words_of(std::string_view text);
/// Lines without their ends (LF or CR LF); a last one without an end counts, too.
std::vector<Span> lines_of(std::string_view text);

/// One field of a line that is not blank.
struct Field {
  Span line, key;
};
/// Field number `column`, counted from 1, of every line that is not blank. Fields lie between white
/// space, or between single `separator`s if that is not 0; then blanks around them do not count.
/// Throws Failure (bad_input) naming file and line where a line has fewer.
std::vector<Field> column_of(std::string const& path, std::string_view text, int column,
                             char separator);

}  // namespace heddle::cli
