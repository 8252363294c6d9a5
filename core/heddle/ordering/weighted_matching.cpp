// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/ordering/detail/check_pattern.hpp>
#include <heddle/ordering/detail/power_of_two_scales.hpp>
#include <heddle/ordering/detail/shortest_paths.hpp>
#include <heddle/ordering/matching.hpp>

#include <heddle/base/error.hpp>

#include <utility>

namespace heddle::ordering {
namespace {

/// Matches what nonzeros can match. False as soon as the whole stored pattern proves deficient.
bool match_nonzeros(Columns const& matrix, detail::ShortestPaths& paths, bool& perfect) {
  perfect = true;
  for (std::int32_t column = 0; column < matrix.n; ++column) {
    if (paths.pairing().row_of_column[column] >= 0 || paths.augment(column)) continue;
    if (perfect && maximum_matching(matrix).structural_rank < matrix.n) return false;
    perfect = false;
  }
  return true;
}

}  // namespace

Matching weighted_matching(Columns const& matrix) {
  detail::check_pattern(matrix.n, matrix.offsets, matrix.rows);
  if (matrix.magnitudes.empty()) return maximum_matching(matrix);
  HEDDLE_EXPECTS(matrix.magnitudes.size() == matrix.rows.size(), invalid_argument,
                 "magnitudes and row indices differ in number");
  detail::ShortestPaths paths(matrix);
  bool perfect = true;
  if (!match_nonzeros(matrix, paths, perfect)) return maximum_matching(matrix);

  Matching result;
  auto scales = detail::power_of_two_scales(matrix, paths);
  result.row_scale = std::move(scales.row);
  result.column_scale = std::move(scales.column);
  detail::Pairing pairing = paths.release_pairing();
  if (!perfect) {
    auto const every_entry = [](std::int64_t) { return true; };
    detail::augment_to_maximum(matrix, every_entry, pairing);
  }
  result.row_of_column = std::move(pairing.row_of_column);
  result.structural_rank = matrix.n;
  result.used_zeros = !perfect;
  return result;
}

}  // namespace heddle::ordering
