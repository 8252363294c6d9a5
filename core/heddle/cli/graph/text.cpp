// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/graph/report.hpp>
#include <heddle/cli/hash/chart.hpp>
#include <heddle/cli/table.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {
namespace {

/// Median and spread: "12.3 (11.9-14.0)", in microseconds.
std::string microseconds(GraphTime const& time) {
  return fmt::format("{:.2f} ({:.2f}-{:.2f})", 1e6 * time.median, 1e6 * time.lowest,
                     1e6 * time.highest);
}

}  // namespace

std::string text_of(GraphReport const& report) {
  Table table;
  table.add_column("kernels", Align::right);
  table.add_column("dynamic", Align::right);
  table.add_column("way", Align::left);
  for (auto const* head : {"host us", "latency us", "throughput us"}) {
    table.add_column(head, Align::right);
  }
  table.add_column("result", Align::left);
  int nodes = 0, dynamic = 0;
  for (auto const& row : report.rows) {
    bool const same = row.nodes == nodes && row.dynamic == dynamic;
    if (!same && nodes > 0) table.add_rule();
    nodes = row.nodes;
    dynamic = row.dynamic;
    table.add_row({fmt::format("{}", nodes), fmt::format("{}", dynamic), row.way,
                   microseconds(row.host), microseconds(row.latency), microseconds(row.throughput),
                   row.correct ? "right" : "WRONG"});
  }
  return fmt::format(
             "graphs on {}: {}\n"
             "per step: median of {} runs of {} steps (lowest-highest run)\n\n",
             report.backend, report.native ? "the backend's own" : "replayed call by call",
             report.arguments.runs, report.arguments.steps) +
         table.text();
}

std::string svg_of(GraphReport const& report) {
  Chart chart;
  chart.title = "A step of kernels that all get new values, on " + report.backend;
  chart.x_label = "kernels";
  chart.y_label = "microseconds until done";
  for (auto const& row : report.rows) {
    if (row.dynamic != row.nodes) continue;
    auto const same = [&](ChartSeries const& series) { return series.name == row.way; };
    auto found = std::find_if(chart.series.begin(), chart.series.end(), same);
    if (found == chart.series.end()) found = chart.series.insert(found, {row.way, {}});
    found->points.emplace_back(row.nodes, 1e6 * row.latency.median);
  }
  for (auto& series : chart.series) std::sort(series.points.begin(), series.points.end());
  return svg_of(chart);
}

}  // namespace heddle::cli
