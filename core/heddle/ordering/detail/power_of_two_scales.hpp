// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// From the duals of a weighted matching to scales.
#pragma once

#include <heddle/ordering/detail/shortest_paths.hpp>
#include <heddle/ordering/matching.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace heddle::ordering::detail {

struct Scales {
  std::vector<double> row, column;
};

/// Scales stay normal numbers whatever the duals are.
constexpr double largest_exponent = 1022;

/// The exponent of the nearest power of two (of two equally near ones the larger).
inline double rounded_exponent(double logarithm) {
  return std::clamp(std::floor(logarithm + 0.5), -largest_exponent, largest_exponent);
}

/// 2^exponent for whole exponents in the range above.
inline double power_of_two(double exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// The exponent that brings the largest entry of a column to 1, the rows being scaled already.
inline double equilibrating_exponent(Columns const& matrix,
                                     std::vector<double> const& row_exponents,
                                     std::int32_t column) {
  double largest = -std::numeric_limits<double>::infinity();
  for (auto entry = matrix.offsets[column]; entry < matrix.offsets[column + 1]; ++entry) {
    double const magnitude = matrix.magnitudes[entry];
    if (magnitude == 0) continue;
    largest = std::max(largest, std::log2(magnitude) + row_exponents[matrix.rows[entry]]);
  }
  return rounded_exponent(-largest);
}

/// 2^u_i and 2^v_j / max_i|a_ij|, each rounded to a power of two: matched entries come to lie in
/// [1/2, 2], no entry above 2. A row or column without nonzeros gets a dual of 0 and the scale 1.
/// A row dual below the range of a double (chains of hundreds of extreme entries) is clamped; then
/// columns are equilibrated after their rows, which keeps the bound of 2, and matched entries may
/// end below 1/2. O(n), or O(nnz) in that case.
inline Scales power_of_two_scales(Columns const& matrix, ShortestPaths& paths) {
  Scales scales{std::vector<double>(matrix.n), std::vector<double>(matrix.n)};
  bool clamped = false;
  for (std::int32_t row = 0; row < matrix.n; ++row) {
    clamped |= paths.row_dual(row) < -largest_exponent;
    scales.row[row] = rounded_exponent(paths.row_dual(row));
  }
  for (std::int32_t column = 0; column < matrix.n; ++column) {
    double const maximum = paths.column_maximum(column);
    if (maximum == 0) continue;
    scales.column[column] = clamped
                                ? equilibrating_exponent(matrix, scales.row, column)
                                : rounded_exponent(paths.column_dual(column) - std::log2(maximum));
  }
  for (double& scale : scales.row) scale = power_of_two(scale);
  for (double& scale : scales.column) scale = power_of_two(scale);
  return scales;
}

}  // namespace heddle::ordering::detail
