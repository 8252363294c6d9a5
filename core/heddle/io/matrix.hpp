// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A matrix as a file states it: plain vectors, no Kokkos, no expansion of symmetry.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::io {

/// The kind of the values in a file.
enum class Field { real, integer, pattern, complex };

/// Which entries a file leaves out because symmetry gives them.
enum class Symmetry { general, symmetric, skew_symmetric, hermitian };

/// Coordinate files list entries; array files hold every value, column by column.
enum class Layout { coordinate, array };

/// What a file holds, entry by entry in the order of the file. Indices start at 0.
///
/// Coordinate: `rows`, `columns` and (unless the field is pattern) `values` have one item per
/// stored entry. Array: `rows` and `columns` are empty and `values` holds the stored part column by
/// column (for symmetric kinds the lower triangle, without the diagonal if skew-symmetric). Complex
/// files put real parts in `values` and imaginary parts in `imaginary`, which is empty otherwise.
struct Matrix {
  std::int32_t num_rows = 0;
  std::int32_t num_columns = 0;
  Layout layout = Layout::coordinate;
  Field field = Field::real;
  Symmetry symmetry = Symmetry::general;
  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<double> imaginary;
  std::string title;  ///< title and key of Harwell-Boeing kinds; empty for Matrix Market
};

/// Number of values an array file of this size and symmetry stores. Cost: O(1).
std::int64_t num_stored_in_array(Matrix const& matrix);

/// Throws invalid_matrix, saying what is wrong, unless the vectors fit the layout, field, symmetry
/// and sizes as described above. What the readers return is valid. Cost: O(entries).
void validate(Matrix const& matrix);

}  // namespace heddle::io
