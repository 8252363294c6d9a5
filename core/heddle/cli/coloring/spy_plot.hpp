// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The pattern of a matrix as an SVG file, coloured by class. Knows no Kokkos.
#pragma once

#include <heddle/cli/coloring/report.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cli {

/// What is drawn: each entry belongs to a class.
struct SpyPlot {
  std::string title, subtitle;
  std::vector<std::int32_t> entry_class;  ///< one per entry of the pattern
  std::vector<std::string> class_names;
};

/// At most 240 x 240 cells. A cell that stands for several positions has the class with most
/// entries in it, of equals the first. Self-contained: no scripts, no fonts, nothing from
/// elsewhere. Cost: O(nnz), and O(cells x classes in a cell).
std::string svg_of(SpyPlot const& plot, PlainPattern const& pattern);

/// The class by which a plan reads each entry: the colour of its column (rows: of its row); of
/// bidirectional colourings the colour of its column if that is alone in the row, else of its row,
/// counted on from the column colours.
std::vector<std::int32_t> classes_of(ColorReport const& report);

}  // namespace heddle::cli
