// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_coloring [--data=<folder>] [--matrices=<name>,...] [--patterns=<name>,...] [--everywhere]
//                [Google Benchmark's options]
//
// Colourings of columns in natural order: Heddle's net-based greedy, a plain vertex-based one and
// ColPack's in one process, then whole calls of the library on the host and on devices. Each
// contender's colours are judged before it is timed: greedy ones must equal the plain algorithm's,
// others must be valid. Patterns: the stencils and the random one of problem.hpp, and matrices of
// axes.hpp that lie in --data or HEDDLE_DATA. --everywhere measures the device algorithms on host
// backends, too.
#include "contenders.hpp"
#include "patterns.hpp"

#include "../axes.hpp"

#include <Kokkos_Core.hpp>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace {

namespace perf = heddle::perf;
using Names = std::vector<std::string>;

struct Arguments {
  std::string data;
  Names matrices, patterns = perf::pattern_names();
  bool everywhere = false;
};

Names split(std::string_view list) {
  Names names;
  std::istringstream words{std::string(list)};
  for (std::string name; std::getline(words, name, ',');) names.push_back(name);
  return names;
}

/// Takes the arguments of this program and leaves those of Google Benchmark and Kokkos.
Arguments take_arguments(int& argc, char** argv) {
  Arguments arguments;
  if (char const* folder = std::getenv("HEDDLE_DATA")) arguments.data = folder;
  arguments.matrices.assign(perf::light_matrices.begin(), perf::light_matrices.end());
  arguments.matrices.insert(arguments.matrices.end(), perf::mesh_matrices.begin(),
                            perf::mesh_matrices.end());
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view const text = argv[i];
    if (text.starts_with("--data=")) {
      arguments.data = text.substr(7);
    } else if (text.starts_with("--matrices=")) {
      arguments.matrices = split(text.substr(11));
    } else if (text.starts_with("--patterns=")) {
      arguments.patterns = split(text.substr(11));
    } else if (text == "--everywhere") {
      arguments.everywhere = true;
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  argv[argc] = nullptr;
  return arguments;
}

std::string find_matrix(std::string const& name, std::string const& data) {
  if (data.empty()) return {};
  for (auto const& folder : {data, data + "/matrices"}) {
    for (auto const* ending : {".mtx.gz", ".mtx", ".rb", ".rua"}) {
      auto path = std::filesystem::path(folder) / (name + ending);
      if (std::filesystem::exists(path)) return path.string();
    }
  }
  return {};
}

/// Runs once and judges the colours; the number of them is a counter of the report.
bool judge(benchmark::State& state, perf::ColoringProblem const& problem,
           perf::Contender const& contender) {
  contender.run();
  if (!contender.colors) return true;
  auto const colors = contender.colors();
  bool const good = contender.is_greedy ? colors == problem.expected
                                        : perf::is_valid(problem.rows.view(), colors);
  if (!good) state.SkipWithError("wrong colours");
  state.counters["colors"] = perf::count_colors(colors);
  if (contender.rounds) state.counters["rounds"] = contender.rounds();
  return good;
}

void register_one(perf::ProblemHandle const& problem, perf::Contender const& contender) {
  auto const name = "coloring/" + problem->name + "/columns/" + contender.name;
  benchmark::RegisterBenchmark(
      name.c_str(),
      [problem, contender](benchmark::State& state) {
        if (!judge(state, *problem, contender)) return;
        for (auto _ : state) contender.run();
        state.SetItemsProcessed(state.iterations() * problem->rows.view().num_entries());
      })
      ->Unit(benchmark::kMillisecond)
      ->MinTime(perf::seconds_per_repetition)
      ->Repetitions(perf::repetitions)
      ->UseRealTime();
}

/// All contenders of one pattern.
void register_problem(perf::ColoringProblem made, bool everywhere) {
  auto const problem = std::make_shared<perf::ColoringProblem const>(std::move(made));
  for (auto const& contender : perf::heddle_contenders(problem, everywhere)) {
    register_one(problem, contender);
  }
  for (auto const& contender : perf::colpack_contenders(problem)) register_one(problem, contender);
}

int run(int argc, char** argv) {
  auto const arguments = take_arguments(argc, argv);
  benchmark::Initialize(&argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto const missing = perf::missing_colpack();
  benchmark::AddCustomContext("absent_peers", missing.empty() ? "none" : missing);
  for (auto const& [key, text] : perf::coloring_context()) benchmark::AddCustomContext(key, text);
  for (auto const& name : arguments.patterns) {
    register_problem(perf::make_problem(name), arguments.everywhere);
  }
  for (auto const& name : arguments.matrices) {
    auto const path = find_matrix(name, arguments.data);
    if (path.empty()) {
      std::fprintf(stderr,
                   "bench_coloring: no file of the matrix %s; give its folder with --data\n",
                   name.c_str());
      continue;
    }
    register_problem(perf::load_coloring_problem(name, path), arguments.everywhere);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();  // they hold views
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_coloring: %s\n", failure.what());
    return 1;
  }
}
