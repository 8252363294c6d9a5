// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How the tests hand lists of entries to ordering, and read matrices from files.
#pragma once

#include <tests/reference/entries.hpp>

#include <heddle/io/read.hpp>
#include <heddle/ordering/matching.hpp>
#include <heddle/ordering/partial_pivoting.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

/// A square matrix by columns; entries of a column stand in the order of the list.
struct StoredColumns {
  std::int32_t n = 0;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> rows;
  std::vector<double> values, magnitudes;

  explicit StoredColumns(reference::Entries const& entries)
      : n(entries.num_columns),
        offsets(n + 1, 0),
        rows(entries.list.size()),
        values(rows.size()),
        magnitudes(rows.size()) {
    for (auto const& entry : entries.list) ++offsets[entry.column + 1];
    for (std::int32_t column = 0; column < n; ++column) offsets[column + 1] += offsets[column];
    auto next = offsets;
    for (auto const& entry : entries.list) {
      auto const place = next[entry.column]++;
      rows[place] = entry.row;
      values[place] = entry.value;
      magnitudes[place] = std::fabs(entry.value);
    }
  }

  ordering::Columns pattern() const { return {n, offsets, rows, {}}; }
  ordering::Columns columns() const { return {n, offsets, rows, magnitudes}; }
  ordering::ValuedColumns valued() const { return {n, offsets, rows, values}; }
};

/// The entries of a file, both triangles; of complex ones the magnitudes, of patterns 1.
inline reference::Entries entries_of_file(std::string const& path) {
  auto const matrix = io::read_matrix(path);
  reference::Entries entries{matrix.num_rows, matrix.num_columns, {}};
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    double value = matrix.values.empty() ? 1 : matrix.values[k];
    if (!matrix.imaginary.empty()) value = std::hypot(value, matrix.imaginary[k]);
    entries.add(matrix.rows[k], matrix.columns[k], value);
    bool const mirrored =
        matrix.symmetry != io::Symmetry::general && matrix.rows[k] != matrix.columns[k];
    bool const skew = matrix.symmetry == io::Symmetry::skew_symmetric;
    if (mirrored) entries.add(matrix.columns[k], matrix.rows[k], skew ? -value : value);
  }
  return entries;
}

}  // namespace heddle::test
