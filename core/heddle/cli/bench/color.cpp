// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colourings at their places: the sequential code of the host, the same result by kernels, and the
// speculative code, which takes more colours.
#include <heddle/cli/bench/matrices.hpp>
#include <heddle/cli/bench/report.hpp>
#include <heddle/cli/coloring/read_pattern.hpp>
#include <heddle/cli/coloring/report.hpp>

#include <fmt/format.h>

#include <utility>

namespace heddle::cli {
namespace {

using coloring::Kind, coloring::Method, coloring::Place;

std::string form_of(ColoringOutcome const& outcome) {
  return fmt::format("{} on {}", to_string(outcome.method), outcome.backend);
}

void add_pattern(BenchTable& table, std::string const& name, PlainPattern pattern,
                 std::string const& backend, int runs, Observer const& observer) {
  ColorArguments arguments;
  arguments.matrix = name;
  arguments.kinds = {Kind::columns};
  bool const square = pattern.num_rows == pattern.num_columns;
  if (square) arguments.kinds.push_back(Kind::distance2);
  arguments.symmetrize = true;
  arguments.methods = {Method::greedy, Method::speculative};
  arguments.places = {Place::host, Place::device};
  arguments.runs = runs;
  auto const report = color_pattern(backend, arguments, std::move(pattern), observer);
  ColoringOutcome const* reference = nullptr;  // greedy at the host comes first of each kind
  for (auto const& outcome : report.colorings) {
    if (!reference || reference->kind != outcome.kind) reference = &outcome;
    table.rows.push_back({fmt::format("{}, {}", name, to_string(outcome.kind)), form_of(outcome),
                          outcome.seconds, form_of(*reference), reference->seconds,
                          fmt::format("{} colours, at least {}",
                                      outcome.colors + outcome.row_colors, outcome.lower_bound)});
  }
}

}  // namespace

void bench_color(BenchReport& report, std::vector<Backend> const& backends,
                 Observer const& observer) {
  auto const& backend = backends.back().name;
  bool const quick = report.arguments.quick;
  BenchTable table{
      "color", fmt::format("Colourings at their places, copies included, {}", backend), {}};
  int const runs = quick ? 1 : 3;
  for (auto const& path : report.arguments.matrices) {
    add_pattern(table, file_name(path), read_pattern(path, false, observer), backend, runs,
                observer);
  }
  if (report.arguments.matrices.empty()) {
    int const side = quick ? 20 : 300;
    add_pattern(table, grid_name(side), pattern_of(grid(side), false), backend, runs, observer);
  }
  report.tables.push_back(std::move(table));
}

}  // namespace heddle::cli
