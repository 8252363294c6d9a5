// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which class an entry has in a spy plot, and how the classes are named.
#include <heddle/cli/coloring/spy_plot.hpp>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

using coloring::Kind;

/// Per row: the colour of an entry's column if no other entry of the row has it, else -1.
class AloneInRow {
 public:
  explicit AloneInRow(ColorReport const& report)
      : report_(report), seen_(report.colorings.front().colors, 0) {}

  void enter(std::int32_t row) { count(row, +1); }
  void leave(std::int32_t row) { count(row, -1); }
  bool holds(std::int32_t column) const {
    auto const color = report_.colors[column];
    return color >= 0 && seen_[color] == 1;
  }

 private:
  void count(std::int32_t row, int by) {
    auto const& pattern = report_.pattern;
    for (auto p = pattern.offsets[row]; p < pattern.offsets[row + 1]; ++p) {
      auto const color = report_.colors[pattern.columns[p]];
      if (color >= 0) seen_[color] += by;
    }
  }

  ColorReport const& report_;
  std::vector<std::int32_t> seen_;
};

std::vector<std::string> names_of(ColoringOutcome const& outcome) {
  bool const both = outcome.kind == Kind::bidirectional;
  std::vector<std::string> names;
  for (std::int64_t c = 0; c < outcome.colors; ++c) {
    names.push_back(fmt::format("{} {}", both ? "column colour" : "colour", c));
  }
  for (std::int64_t c = 0; c < outcome.row_colors; ++c) {
    names.push_back(fmt::format("row colour {}", c));
  }
  return names;
}

}  // namespace

std::vector<std::int32_t> classes_of(ColorReport const& report) {
  auto const& pattern = report.pattern;
  auto const& outcome = report.colorings.front();
  std::vector<std::int32_t> classes(pattern.columns.size());
  AloneInRow alone(report);
  for (std::int32_t i = 0; i < pattern.num_rows; ++i) {
    if (outcome.kind == Kind::bidirectional) alone.enter(i);
    for (auto p = pattern.offsets[i]; p < pattern.offsets[i + 1]; ++p) {
      auto const j = pattern.columns[p];
      switch (outcome.kind) {
        case Kind::rows: classes[p] = report.colors[i]; break;
        case Kind::bidirectional:
          classes[p] = alone.holds(j)
                           ? report.colors[j]
                           : static_cast<std::int32_t>(outcome.colors) + report.row_colors[i];
          break;
        default: classes[p] = report.colors[j];
      }
    }
    if (outcome.kind == Kind::bidirectional) alone.leave(i);
  }
  return classes;
}

std::string spy_plot_of(ColorReport const& report) {
  auto const& outcome = report.colorings.front();
  SpyPlot plot;
  plot.title = report.arguments.matrix;
  plot.subtitle = fmt::format("{} x {}, {} entries; {}, {} order, {}: {} colours, at least {}",
                              report.pattern.num_rows, report.pattern.num_columns,
                              report.pattern.columns.size(), to_string(outcome.kind),
                              to_string(outcome.order), to_string(outcome.method),
                              outcome.colors + outcome.row_colors, outcome.lower_bound);
  plot.entry_class = classes_of(report);
  plot.class_names = names_of(outcome);
  return svg_of(plot, report.pattern);
}

}  // namespace heddle::cli
