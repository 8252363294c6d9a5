// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/coloring/report.hpp>
#include <heddle/cli/table.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

std::string count_of(ColoringOutcome const& outcome) {
  if (outcome.kind != coloring::Kind::bidirectional) return fmt::format("{}", outcome.colors);
  return fmt::format("{}+{}", outcome.colors, outcome.row_colors);
}

std::string status_of(ColoringOutcome const& outcome) {
  if (outcome.status != coloring::Status::ok) return std::string(to_string(outcome.status));
  bool const optimal = outcome.colors + outcome.row_colors == outcome.lower_bound;
  return optimal ? "optimal" : "";
}

}  // namespace

std::string text_of(ColorReport const& report) {
  auto const& pattern = report.pattern;
  std::string text = fmt::format("{}: {} x {}, {} entries, read in {}\n", report.arguments.matrix,
                                 pattern.num_rows, pattern.num_columns, pattern.columns.size(),
                                 duration_text(report.read_seconds));
  Table table;
  for (auto const* head : {"kind", "order", "method", "place"}) {
    table.add_column(head, Align::left);
  }
  for (auto const* head : {"colours", "at least", "classes", "rounds", "time", "verified in"}) {
    table.add_column(head, Align::right);
  }
  table.add_column("", Align::left);
  for (auto const& outcome : report.colorings) {
    bool const on_host = outcome.place == coloring::Place::host;
    table.add_row({std::string(to_string(outcome.kind)), std::string(to_string(outcome.order)),
                   std::string(to_string(outcome.method)), outcome.backend, count_of(outcome),
                   fmt::format("{}", outcome.lower_bound),
                   fmt::format("{}..{}", outcome.smallest_class, outcome.largest_class),
                   on_host ? "-" : fmt::format("{}", outcome.rounds),
                   duration_text(outcome.seconds), duration_text(outcome.verify_seconds),
                   status_of(outcome)});
  }
  if (!report.colorings.empty()) text.append("\n").append(table.text());
  for (auto const& left : report.left_out) {
    text += fmt::format("left out: {}: {}\n", to_string(left.kind), left.reason);
  }
  return text;
}

}  // namespace heddle::cli
