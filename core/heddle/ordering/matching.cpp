// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/ordering/matching.hpp>

#include <heddle/ordering/detail/check_pattern.hpp>
#include <heddle/ordering/detail/transversal.hpp>

#include <utility>

namespace heddle::ordering {

Matching maximum_matching(Columns const& matrix) {
  detail::check_pattern(matrix.n, matrix.offsets, matrix.rows);
  detail::Pairing pairing(matrix.n);
  auto const every_entry = [](std::int64_t) { return true; };
  detail::match_diagonal(matrix, every_entry, pairing);
  detail::augment_to_maximum(matrix, every_entry, pairing);

  Matching result;
  for (std::int32_t index = 0; index < matrix.n; ++index) {
    if (pairing.row_of_column[index] < 0) result.unmatched_columns.push_back(index);
    if (pairing.column_of_row[index] < 0) result.unmatched_rows.push_back(index);
  }
  result.structural_rank = matrix.n - static_cast<std::int64_t>(result.unmatched_columns.size());
  result.row_of_column = std::move(pairing.row_of_column);
  return result;
}

}  // namespace heddle::ordering
