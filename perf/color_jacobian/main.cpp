// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_color_jacobian [--side=707] [--dense-side=16] [--prefix=50000] [--lanes=0] [--backend=name]
//                      [--json]
//
// Where should a sequential colouring run if the Jacobian is evaluated on the device? Five places
// on the columns of the Brusselator with 2 side^2 unknowns, each followed by 50 Jacobians; then a
// whole Jacobian against one residual, compressed finite differences, and on a small grid dense
// automatic differentiation; the gather against a copy. The two sequential loops on device arrays
// colour a prefix of the vertices (a hundredth of --prefix element by element) and are
// extrapolated where that is shorter; the report says so. Values are checked by the stencil first.
// The last lines hold what was measured against the goals of the design.
#include "experiment.hpp"

#include <heddle/backends/selection.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace {

namespace perf = heddle::perf;

struct Arguments {
  int side = 707, dense_side = 16, prefix = 50'000;
  int lanes = 0;  ///< as in JacobianOptions
  std::string backend = heddle::backends::backend_names().back();
  bool json = false;
};

int number(std::string_view text, int most, int least = 3) {
  char* end = nullptr;
  std::string const copy(text);
  long const value = std::strtol(copy.c_str(), &end, 10);
  if (copy.empty() || *end != '\0' || value < least || value > most) {
    throw std::invalid_argument("'" + copy + "' is not between " + std::to_string(least) + " and " +
                                std::to_string(most));
  }
  return static_cast<int>(value);
}

Arguments arguments_of(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    std::string_view const text = argv[i];
    auto const value = text.substr(std::min(text.find('=') + 1, text.size()));
    if (text.starts_with("--side=")) {
      arguments.side = number(value, 20'000);
    } else if (text.starts_with("--dense-side=")) {
      arguments.dense_side = number(value, 64);
    } else if (text.starts_with("--prefix=")) {
      arguments.prefix = number(value, 1'000'000'000);
    } else if (text.starts_with("--lanes=")) {
      arguments.lanes = number(value, 16, 0);
    } else if (text.starts_with("--backend=")) {
      arguments.backend = value;
    } else if (text == "--json") {
      arguments.json = true;
    } else {
      throw std::invalid_argument("'" + std::string(text) + "' is no argument of this program");
    }
  }
  return arguments;
}

struct Outcome {
  std::string backend;
  std::int64_t unknowns = 0, entries = 0;
  std::vector<perf::Row> rows;
  perf::Costs costs, small, small_dense;
};

void print_rows(Outcome const& outcome) {
  std::printf("%-32s %12s %9s %10s %8s %14s %7s\n", "colouring", "ms", "copies", "MB", "colours",
              "50 Jacobians ms", "share");
  for (auto const& row : outcome.rows) {
    std::printf("%-32s %12.4g %9lld %10.4g %8s %14.4g %6.1f%%  %s\n", row.name.c_str(),
                row.coloring_ms, static_cast<long long>(row.copies.count),
                1e-6 * static_cast<double>(row.copies.bytes),
                row.colors > 0 ? std::to_string(row.colors).c_str() : "-", row.jacobians_ms,
                100 * row.coloring_ms / (row.coloring_ms + row.jacobians_ms), row.note.c_str());
  }
}

void print_costs(char const* name, perf::Costs const& costs) {
  std::printf("\n%s: %lld colours, %lld sweeps of %lld\n", name,
              static_cast<long long>(costs.colors), static_cast<long long>(costs.sweeps),
              static_cast<long long>(costs.lanes));
  auto const line = [&](char const* what, double ms) {
    if (ms > 0) std::printf("  %-22s %10.4g ms %9.2f residuals\n", what, ms, ms / costs.residual);
  };
  line("residual", costs.residual);
  line("sweep", costs.sweep);
  line("gather", costs.gather);
  line("whole Jacobian", costs.whole);
  line("through memory", costs.through_memory);
  line("sweeps + gather", static_cast<double>(costs.sweeps) * costs.sweep + costs.gather);
  line("finite differences", costs.differences);
  std::printf("  gather %.4g GB/s, copy %.4g GB/s: %.0f%%\n", costs.gather_gb_per_s,
              costs.copy_gb_per_s, 100 * costs.gather_gb_per_s / costs.copy_gb_per_s);
  std::printf("  largest difference from the stencil %.3g, of finite differences %.3g\n",
              costs.stencil_error, costs.differences_error);
}

/// What the design asks for, and what was measured.
void print_goals(Outcome const& outcome) {
  auto const& costs = outcome.costs;
  auto const line = [](char const* goal, double measured, char const* relation, double wanted) {
    std::printf("  %-62s %9.3g %s %.3g\n", goal, measured, relation, wanted);
  };
  std::printf("\ngoals\n");
  line("gather over a copy, bytes per second", costs.gather_gb_per_s / costs.copy_gb_per_s,
       ">=", 0.8);
  line("whole Jacobian over its sweeps and a gather",
       costs.whole / (static_cast<double>(costs.sweeps) * costs.sweep + costs.gather), "<=", 1.05);
  line("whole Jacobian over residuals", costs.whole / costs.residual,
       "<=", 3.0 * static_cast<double>(costs.colors) / static_cast<double>(costs.lanes));
  for (auto const& row : outcome.rows) {
    if (&row == &outcome.rows.front()) continue;
    auto const name = row.name + " over host greedy";
    std::printf("  %-62s %9.3g\n", name.c_str(),
                row.coloring_ms / outcome.rows.front().coloring_ms);
  }
}

void print_json_costs(char const* name, perf::Costs const& costs, char const* end) {
  std::printf(
      "  \"%s\": {\"colors\": %lld, \"sweeps\": %lld, \"lanes\": %lld, \"residual_ms\": %.9g, "
      "\"sweep_ms\": %.9g, \"gather_ms\": %.9g, \"whole_ms\": %.9g, \"through_memory_ms\": %.9g, "
      "\"differences_ms\": %.9g, "
      "\"gather_gb_per_s\": %.9g, \"copy_gb_per_s\": %.9g, \"stencil_error\": %.9g, "
      "\"differences_error\": %.9g}%s\n",
      name, static_cast<long long>(costs.colors), static_cast<long long>(costs.sweeps),
      static_cast<long long>(costs.lanes), costs.residual, costs.sweep, costs.gather, costs.whole,
      costs.through_memory, costs.differences, costs.gather_gb_per_s, costs.copy_gb_per_s,
      costs.stencil_error, costs.differences_error, end);
}

void print_json(Outcome const& outcome) {
  std::printf(
      "{\n  \"backend\": \"%s\", \"unknowns\": %lld, \"entries\": %lld,\n  \"colorings\": [",
      outcome.backend.c_str(), static_cast<long long>(outcome.unknowns),
      static_cast<long long>(outcome.entries));
  char const* comma = "";
  for (auto const& row : outcome.rows) {
    std::printf(
        "%s\n    {\"name\": \"%s\", \"coloring_ms\": %.9g, \"copies\": %lld, \"bytes\": %lld, "
        "\"colors\": %lld, \"jacobians_ms\": %.9g, \"note\": \"%s\"}",
        comma, row.name.c_str(), row.coloring_ms, static_cast<long long>(row.copies.count),
        static_cast<long long>(row.copies.bytes), static_cast<long long>(row.colors),
        row.jacobians_ms, row.note.c_str());
    comma = ",";
  }
  std::printf("\n  ],\n");
  print_json_costs("jacobian", outcome.costs, ",");
  print_json_costs("small", outcome.small, ",");
  print_json_costs("small_dense", outcome.small_dense, "\n}");
}

void expect_right(perf::Costs const& costs) {
  if (!(costs.stencil_error < 1e-12)) throw std::runtime_error("wrong Jacobian");
}

template <class Exec>
Outcome measure(Arguments const& arguments) {
  using heddle::jacobian::Direction;
  Outcome outcome;
  outcome.backend = arguments.backend;
  perf::Experiment<Exec> large(arguments.side);
  outcome.unknowns = large.model().size();
  outcome.entries = large.num_entries();
  outcome.costs = large.whole_jacobians(Direction::columns, arguments.lanes);
  expect_right(outcome.costs);
  outcome.rows = large.color_everywhere(arguments.prefix);
  perf::Experiment<Exec> small(arguments.dense_side);
  outcome.small = small.whole_jacobians(Direction::columns, arguments.lanes);
  outcome.small_dense = small.whole_jacobians(Direction::dense, arguments.lanes);
  expect_right(outcome.small);
  expect_right(outcome.small_dense);
  return outcome;
}

int run(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto const arguments = arguments_of(argc, argv);
  Outcome outcome;
  bool const found = heddle::backends::with_backend(
      arguments.backend,
      [&]<class Exec>(std::type_identity<Exec>) { outcome = measure<Exec>(arguments); });
  if (!found) throw std::invalid_argument("no backend of the name " + arguments.backend);
  if (arguments.json) {
    print_json(outcome);
    return 0;
  }
  std::printf("Brusselator, %lld unknowns, %lld nonzeros, on %s\n\n",
              static_cast<long long>(outcome.unknowns), static_cast<long long>(outcome.entries),
              outcome.backend.c_str());
  print_rows(outcome);
  print_costs("whole Jacobian", outcome.costs);
  print_costs("small, coloured", outcome.small);
  print_costs("small, dense", outcome.small_dense);
  print_goals(outcome);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_color_jacobian: %s\n", failure.what());
    return 1;
  }
}
