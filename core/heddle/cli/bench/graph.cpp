// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways to change a recorded chain of kernels, as `heddle graph` measures them.
#include <heddle/cli/bench/report.hpp>
#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/graph/report.hpp>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

GraphRow const* find_way(GraphReport const& graphs, GraphRow const& like, std::string const& way) {
  for (auto const& row : graphs.rows) {
    if (row.nodes == like.nodes && row.dynamic == like.dynamic && row.way == way) return &row;
  }
  return nullptr;
}

void add_row(BenchTable& table, GraphRow const& row, GraphRow const* peer) {
  if (!peer || peer == &row) return;
  table.rows.push_back({fmt::format("{} kernels, {} dynamic", row.nodes, row.dynamic), row.way,
                        row.latency.median, peer->way, peer->latency.median,
                        fmt::format("host {:.2f} us", 1e6 * row.host.median)});
}

}  // namespace

void bench_graph(BenchReport& report, std::vector<Backend> const& backends,
                 Observer const& observer) {
  GraphArguments arguments;
  if (report.arguments.quick) {
    arguments.nodes = {8};
    arguments.steps = 10;
    arguments.runs = 3;
  }
  auto const graphs = measure_graphs(backends.back().name, arguments, observer);
  for (auto const& row : graphs.rows) {
    if (row.correct) continue;
    throw Failure(
        ExitCode::not_available,
        fmt::format("{} with {} of {} kernels dynamic gives another result than plain code",
                    row.way, row.dynamic, row.nodes));
  }
  BenchTable table{
      "graph",
      fmt::format("Steps of small kernels on {} ({}), until done", graphs.backend,
                  graphs.native ? "the backend's own graphs" : "replayed call by call"),
      {}};
  for (auto const& row : graphs.rows) {  // over launches one by one, and over changing nothing
    if (row.way == "stream") continue;
    add_row(table, row, find_way(graphs, row, "stream"));
    add_row(table, row, find_way(graphs, row, "replay_only"));
  }
  report.tables.push_back(std::move(table));
  report.charts.push_back({"graph_times", svg_of(graphs)});
}

}  // namespace heddle::cli
