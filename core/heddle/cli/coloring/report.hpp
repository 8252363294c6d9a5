// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What `heddle color` found, behind an interface that knows no Kokkos.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/cli/coloring/arguments.hpp>
#include <heddle/coloring/options.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// A pattern by rows as plain arrays, columns ascending.
struct PlainPattern {
  std::int32_t num_rows = 0, num_columns = 0;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> columns;
};

/// One colouring. -1 is neutral.
struct ColoringOutcome {
  coloring::Kind kind = coloring::Kind::columns;
  coloring::Order order = coloring::Order::automatic;
  coloring::Method method = coloring::Method::greedy;
  coloring::Place place = coloring::Place::host;
  std::string backend;  ///< that ran it; "host" for the sequential code
  std::int64_t colors = 0, row_colors = 0, lower_bound = 0;
  std::int64_t largest_class = 0, smallest_class = 0;
  int rounds = 0, windows = 0;
  coloring::Status status = coloring::Status::ok;
  double seconds = 0;         ///< median; copies to and from the device included
  double verify_seconds = 0;  ///< median
  bool verified = false;
};

/// A combination that was not coloured, and why.
struct LeftOut {
  coloring::Kind kind = coloring::Kind::columns;
  std::string reason;
};

struct ColorReport {
  ColorArguments arguments;
  std::string backend;
  PlainPattern pattern;
  std::uint64_t pattern_hash = 0;
  double read_seconds = 0;
  std::vector<ColoringOutcome> colorings;
  std::vector<LeftOut> left_out;
  std::vector<std::int32_t> colors, row_colors;  ///< of the first colouring
};

/// Reads the file and colours it in every way asked for. Without --kind, kinds that the pattern or
/// the options do not allow are left out, with the reason; else they throw as coloring::color
/// does. Throws Failure (bad_input) for sizes that the entries do not bear out, and what
/// read_matrix throws; error (internal) if a colouring fails its verification.
ColorReport color_file(std::string_view backend, ColorArguments const& arguments,
                       Observer const& observer);

/// The same for a pattern that was read or made already; `arguments.matrix` is its name.
ColorReport color_pattern(std::string_view backend, ColorArguments const& arguments,
                          PlainPattern plain, Observer const& observer);

std::string text_of(ColorReport const& report);
std::string json_text_of(ColorReport const& report);
/// The spy plot of the first colouring.
std::string spy_plot_of(ColorReport const& report);

}  // namespace heddle::cli
