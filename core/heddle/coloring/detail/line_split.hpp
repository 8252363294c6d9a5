// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bidirectional colouring by a split of lines. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/nets.hpp>
#include <heddle/coloring/options.hpp>

#include <cstdint>
#include <vector>

namespace heddle::coloring::detail {

/// Colours of the columns and of the rows; -1 for what no entry needs.
struct SplitColoring {
  std::vector<std::int32_t> column_colors, row_colors;
  std::int32_t num_column_colors = 0, num_row_colors = 0;
  int windows = 0;  ///< of both sides
};

/// Rows with more than some number of entries are read through row colours, the others through
/// column colours; or the same with columns and rows exchanged. Every distinct length is tried as
/// that number, at most 32 of each direction, spaced geometrically; the split of least
/// num_column_colors * column_cost + num_row_colors * row_cost is kept, the earliest of equal ones
/// (first columns alone, then rows alone). Independent of how well an order does on the whole
/// matrix: dense lines leave before anything is coloured. Cost: at most 66 greedy colourings.
SplitColoring color_by_line_split(Lines const& rows, Lines const& columns,
                                  ColoringOptions const& options);

}  // namespace heddle::coloring::detail
