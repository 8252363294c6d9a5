// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A table of text: first column to the left, the others as asked. Knows no Kokkos.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

enum class Align { left, right };

/// Rows of cells, padded to the widest of each column. A line of dashes stands below the heads.
class Table {
 public:
  void add_column(std::string head, Align align);
  /// One cell per column; missing ones are empty.
  void add_row(std::vector<std::string> cells);
  /// A line of dashes before the next row.
  void add_rule();
  /// The whole table; each line ends with a newline and none with spaces.
  std::string text() const;

 private:
  std::vector<std::string> heads_;
  std::vector<Align> aligns_;
  std::vector<std::vector<std::string>> rows_;  // an empty row is a rule
};

}  // namespace heddle::cli
