// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Names of nodes, with the line that recorded them. Knows no Kokkos.
#pragma once

#include <string>
#include <utility>

namespace heddle::graph {

/// The name of a node, branch, parameter or condition. Made from a string where one is wanted; it
/// notes the file and line of that call, for reports. Names of nodes are not empty and differ
/// within a graph.
class Name {
 public:
  /// The defaults stand for the caller's place.
  Name(char const* text, char const* file = __builtin_FILE(), int line = __builtin_LINE())
      : text_(text), file_(file), line_(line) {}
  /// The same from a string that was put together.
  Name(std::string text, char const* file = __builtin_FILE(), int line = __builtin_LINE())
      : text_(std::move(text)), file_(file), line_(line) {}

  /// The name itself.
  std::string const& text() const { return text_; }
  /// The source file of the recording call, as the compiler spells it.
  char const* file() const { return file_; }
  /// The line in that file.
  int line() const { return line_; }

 private:
  std::string text_;
  char const* file_;
  int line_;
};

}  // namespace heddle::graph
