// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A line chart as a self-contained SVG file. Knows no Kokkos.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heddle::cli {

struct ChartSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< x ascending
};

/// Both axes start at 0.
struct Chart {
  std::string title, x_label, y_label;
  std::vector<ChartSeries> series;
};

/// The file's text: no scripts, no fonts, nothing from elsewhere.
std::string svg_of(Chart const& chart);

/// Writes the file. Throws Failure (bad_input) naming it if it cannot be written.
void write_text(std::string const& path, std::string const& text);

}  // namespace heddle::cli
