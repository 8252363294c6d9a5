// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposes a matrix file by reading it, exchanging its indices and writing it. No kernel runs, so
// Kokkos is never initialised: files need none.
#include <heddle/base/error.hpp>
#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <cstdio>
#include <string>
#include <utility>

int main() {
  std::string const text =
      "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 3 0.1\n2 1 -4\n";
  auto matrix = heddle::io::parse_matrix(text, "example.mtx");
  std::swap(matrix.num_rows, matrix.num_columns);
  std::swap(matrix.rows, matrix.columns);
  auto const transposed = heddle::io::format_matrix_market(matrix);
  std::printf("%s", transposed.c_str());
  if (transposed.find("\n3 2 2\n3 1 0.1\n1 2 -4\n") == std::string::npos) return 1;

  // Errors cross the boundary of the library as heddle::error.
  try {
    heddle::io::parse_matrix(text.substr(0, text.size() - 5), "truncated.mtx");
  } catch (heddle::error const& refusal) {
    std::printf("refused: %s\n", refusal.message().c_str());
    return refusal.code() == heddle::ErrorCode::bad_format ? 0 : 1;
  }
  return 1;
}
