// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/matrix.hpp>

#include <heddle/base/error.hpp>
#include <heddle/io/detail/entries.hpp>

namespace heddle::io {
namespace {

// The same rules as the reader's, in words for whoever builds a Matrix.
void validate_kind(Matrix const& matrix) {
  bool const pattern = matrix.field == Field::pattern;
  HEDDLE_EXPECTS(matrix.num_rows >= 0 && matrix.num_columns >= 0, invalid_matrix,
                 "the number of rows or columns is negative");
  HEDDLE_EXPECTS(matrix.symmetry == Symmetry::general || matrix.num_rows == matrix.num_columns,
                 invalid_matrix, "a symmetric matrix is square");
  HEDDLE_EXPECTS(!pattern || matrix.layout == Layout::coordinate, invalid_matrix,
                 "a matrix with layout array has values");
  HEDDLE_EXPECTS(!pattern || matrix.symmetry != Symmetry::skew_symmetric, invalid_matrix,
                 "a pattern cannot be skew-symmetric");
  HEDDLE_EXPECTS(matrix.symmetry != Symmetry::hermitian || matrix.field == Field::complex,
                 invalid_matrix, "a Hermitian matrix has complex values");
}

void validate_lengths(Matrix const& matrix) {
  bool const coordinate = matrix.layout == Layout::coordinate;
  auto const entries =
      coordinate ? matrix.rows.size() : static_cast<std::size_t>(num_stored_in_array(matrix));
  auto const values = matrix.field == Field::pattern ? 0 : entries;
  auto const imaginary = matrix.field == Field::complex ? entries : 0;
  HEDDLE_EXPECTS(
      matrix.columns.size() == (coordinate ? entries : 0) && (coordinate || matrix.rows.empty()),
      invalid_matrix, "rows and columns do not have one item per stored entry");
  HEDDLE_EXPECTS(matrix.values.size() == values && matrix.imaginary.size() == imaginary,
                 invalid_matrix, "values or imaginary do not have one item per stored entry");
}

}  // namespace

std::int64_t num_stored_in_array(Matrix const& matrix) {
  std::int64_t const rows = matrix.num_rows;
  if (matrix.symmetry == Symmetry::general) return rows * matrix.num_columns;
  return rows * (rows + (matrix.symmetry == Symmetry::skew_symmetric ? -1 : 1)) / 2;
}

void validate(Matrix const& matrix) {
  validate_kind(matrix);
  validate_lengths(matrix);
  bool const general = matrix.symmetry == Symmetry::general;
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    HEDDLE_EXPECTS(matrix.rows[k] >= 0 && matrix.rows[k] < matrix.num_rows &&
                       matrix.columns[k] >= 0 && matrix.columns[k] < matrix.num_columns,
                   invalid_matrix, "entry " + std::to_string(k) + " is outside of the matrix");
    if (general) continue;
    char const* const fault = detail::entry_fault(matrix, k);
    HEDDLE_EXPECTS(!fault, invalid_matrix, "entry " + std::to_string(k) + ": " + fault);
  }
}

}  // namespace heddle::io
