// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/jacobian/checks.hpp>
#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>

#include <algorithm>
#include <string>

namespace heddle::cli {
namespace {

std::string size_text(std::int64_t rows, std::int64_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

}  // namespace

JacobianCheck check_reference(std::string const& file, PlainJacobian const& got) {
  auto const matrix = io::read_matrix(file);
  if (matrix.num_rows != got.rows || matrix.num_columns != got.columns) {
    throw Failure(ExitCode::bad_input, file + ": " +
                                           size_text(matrix.num_rows, matrix.num_columns) +
                                           "; the Jacobian is " + size_text(got.rows, got.columns));
  }
  auto const expected = io::to_csr<double>(matrix);
  RowComparison comparison("reference", 1e-8);
  for (std::int32_t i = 0; i < got.rows; ++i) {
    auto p = got.offsets[i];
    auto q = expected.row_offsets(i);
    while (p < got.offsets[i + 1] || q < expected.row_offsets(i + 1)) {
      bool const mine = p < got.offsets[i + 1], theirs = q < expected.row_offsets(i + 1);
      auto const column =
          std::min(mine ? got.column[p] : got.columns, theirs ? expected.columns(q) : got.columns);
      double have = 0, want = 0;
      if (mine && got.column[p] == column) have = got.value[p++];
      for (; q < expected.row_offsets(i + 1) && expected.columns(q) == column; ++q) {
        want += expected.values(q);
      }
      comparison.add(column, want, have);
    }
    comparison.end_row(i);
  }
  return comparison.check();
}

}  // namespace heddle::cli
