// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/bench/matrices.hpp>

#include <fmt/format.h>

namespace heddle::cli {

io::Matrix grid(int side) {
  io::Matrix matrix;
  matrix.num_rows = matrix.num_columns = side * side;
  auto const add = [&](int row, int column, double value) {
    matrix.rows.push_back(row);
    matrix.columns.push_back(column);
    matrix.values.push_back(value);
  };
  for (int cell = 0; cell < side * side; ++cell) {
    int const x = cell % side, y = cell / side;
    add(cell, cell, 4.3);
    if (x > 0) add(cell, cell - 1, -1.3);
    if (x + 1 < side) add(cell, cell + 1, -1);
    if (y > 0) add(cell, cell - side, -1);
    if (y + 1 < side) add(cell, cell + side, -1);
  }
  return matrix;
}

std::string grid_name(int side) { return fmt::format("grid {0} x {0}", side); }

std::string file_name(std::string const& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace heddle::cli
