// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_placement [--share=1] [--runs=5] [--only=<name>,...] [--data=<folder>]
//                 [--matrices=<name>,...]
//
// Automatic placement against every fixed one: colouring and 50 Jacobians on the patterns of the
// guide, placed by measurement; LU of real matrices (ten unless named), placed by the default
// policies. Medians in milliseconds; the ratio is of the automatic way to the best fixed one. Ways
// of a program take turns in each round, so that a change of the machine's speed meets them alike.
#include "automatic.hpp"

#include "../matrix_arguments.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace perf = heddle::perf;

struct Arguments {
  double share = 1;
  int runs = 5;
  std::vector<std::string> only;
  perf::MatrixArguments matrices;
};

Arguments take_arguments(int argc, char** argv) {
  Arguments arguments;
  arguments.matrices = perf::take_matrix_arguments(argc, argv, [&](std::string_view text) {
    if (text.starts_with("--share=")) {
      arguments.share = std::stod(std::string(text.substr(8)));
    } else if (text.starts_with("--runs=")) {
      arguments.runs = std::stoi(std::string(text.substr(7)));
    } else if (text.starts_with("--only=")) {
      arguments.only = perf::split_names(text.substr(7));
    } else {
      return false;
    }
    return true;
  });
  if (arguments.matrices.matrices.empty()) {
    arguments.matrices.matrices = {
        "add32",       "memplus",           "basker_matrix1",    "lap2D_5pt_n100", "lap3D_7pt_n20",
        "wathenSmall", "pf_case2869pegase", "pf_case9241pegase", "mna_mem_plus",   "cryg2500"};
  }
  return arguments;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Prints a line; the ratio.
double report(perf::PlacedProgram const& program, int runs) {
  auto const ways = static_cast<int>(program.ways.size());
  std::vector<std::vector<double>> fixed(program.ways.size());
  std::vector<double> automatic;
  for (int run = 0; run <= runs; ++run) {
    for (int way = 0; way < ways; ++way) {
      double const seconds = program.fixed(way);
      if (run > 0) fixed[static_cast<std::size_t>(way)].push_back(seconds);
    }
    double const seconds = program.automatic();
    if (run > 0) automatic.push_back(seconds);
  }
  auto const chosen = program.chosen();
  std::vector<double> medians;
  for (auto const& times : fixed) medians.push_back(median(times));
  auto const best = std::min_element(medians.begin(), medians.end()) - medians.begin();
  double const ratio = median(automatic) / medians[static_cast<std::size_t>(best)];
  std::printf("%-20s %10.2f %-14s %10.2f %-14s %6.2f ", program.name.c_str(),
              1e3 * median(automatic), chosen.c_str(),
              1e3 * medians[static_cast<std::size_t>(best)],
              program.ways[static_cast<std::size_t>(best)].c_str(), ratio);
  for (int way = 0; way < ways; ++way) {
    std::printf(" %10.2f", 1e3 * medians[static_cast<std::size_t>(way)]);
  }
  if (program.preparation) std::printf("  measuring %.0f ms", 1e3 * program.preparation());
  std::printf("\n");
  std::fflush(stdout);
  return ratio;
}

void run_all(std::vector<perf::PlacedProgram> const& programs, Arguments const& arguments) {
  if (programs.empty()) return;
  std::printf("%-20s %10s %-14s %10s %-14s %6s ", "", "auto", "chosen", "best fixed", "", "ratio");
  for (auto const& way : programs.front().ways) std::printf(" %10s", way.substr(0, 13).c_str());
  std::printf("\n");
  int within = 0, measured = 0;
  for (auto const& program : programs) {
    auto const& only = arguments.only;
    if (!only.empty() && std::find(only.begin(), only.end(), program.name) == only.end()) continue;
    try {
      within += report(program, arguments.runs) <= 1.1 ? 1 : 0;
      ++measured;
    } catch (std::exception const& failure) {
      std::printf("%-20s %s\n", program.name.c_str(), failure.what());
    }
  }
  std::printf("within 10 %% of the best fixed placement: %d of %d\n\n", within, measured);
}

void run(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto const arguments = take_arguments(argc, argv);
  perf::Exec const exec;
  heddle::place::Context const context(exec);
  std::printf("%s, %d threads on the host; milliseconds\n\n", perf::Exec::name(),
              Kokkos::DefaultHostExecutionSpace().concurrency());
  std::printf("colouring and 50 Jacobians, places of both (host: greedy; device: speculative)\n");
  run_all(perf::jacobian_programs(exec, arguments.share), arguments);
  std::vector<perf::PlacedProgram> programs;
  for (auto const& name : arguments.matrices.matrices) {
    auto const path = perf::find_matrix(name, arguments.matrices.data);
    if (path.empty()) {
      std::printf("%s: no such matrix here\n", name.c_str());
      continue;
    }
    programs.push_back(perf::lu_program(exec, name, path));
  }
  std::printf("analysis, factorization, 10 x (refactorization, solve), places of both parts\n");
  run_all(programs, arguments);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_placement: %s\n", failure.what());
    return 1;
  }
  return 0;
}
