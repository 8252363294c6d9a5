// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the scales of a matching make of a matrix.
#pragma once

#include <tests/ordering/columns.hpp>
#include <tests/reference/matching.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heddle::test {

/// Magnitudes after scaling; of matched entries those that are not zero.
struct ScaledSizes {
  double largest = 0;
  double largest_matched = 0;
  double least_matched = std::numeric_limits<double>::infinity();
};

inline ScaledSizes scaled_sizes(reference::Entries const& entries,
                                ordering::Matching const& matching) {
  ScaledSizes sizes;
  for (auto const& entry : entries.list) {
    // Rows first: this order cannot overflow.
    double const size = std::fabs(entry.value) * matching.row_scale[entry.row] *
                        matching.column_scale[entry.column];
    EXPECT_TRUE(std::isfinite(size));
    sizes.largest = std::max(sizes.largest, size);
    if (matching.row_of_column[entry.column] != entry.row || entry.value == 0) continue;
    sizes.largest_matched = std::max(sizes.largest_matched, size);
    sizes.least_matched = std::min(sizes.least_matched, size);
  }
  return sizes;
}

inline void expect_powers_of_two(ordering::Matching const& matching) {
  EXPECT_EQ(matching.row_scale.size(), matching.row_of_column.size());
  EXPECT_EQ(matching.column_scale.size(), matching.row_of_column.size());
  for (auto const* scales : {&matching.row_scale, &matching.column_scale})
    for (double const scale : *scales) {
      int exponent = 0;
      EXPECT_TRUE(std::isnormal(scale) && scale > 0) << scale;
      EXPECT_EQ(std::frexp(scale, &exponent), 0.5) << scale;
    }
}

}  // namespace heddle::test
