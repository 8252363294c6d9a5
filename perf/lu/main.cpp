// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_lu [--data=<folder>] [--matrices=<name>,...] [--heavy] [--seed] [Google Benchmark's
// options]
//
// Heddle on each backend of this build, KLU and UMFPACK, phase by phase on the same matrices in one
// process; each result is judged by its componentwise backward error, a counter of the report.
// Matrices: memplus of the repository, and those named in axes.hpp (or by --matrices) that lie in
// --data or HEDDLE_DATA; grid_<k> is a generated grid of k x k cells. --heavy adds those that KLU
// factors for many seconds. --seed compares, in place of the solvers, the forms of the published
// GPU pipeline with Heddle's own.
#include "phases.hpp"
#include "seed_forms.hpp"

#include "../axes.hpp"
#include "../matrix_arguments.hpp"

#include <Kokkos_Core.hpp>

#include <benchmark/benchmark.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace perf = heddle::perf;
using Names = std::vector<std::string>;

struct Arguments : perf::MatrixArguments {
  bool heavy = false;
  bool seed = false;
};

Arguments take_arguments(int& argc, char** argv) {
  Arguments arguments;
  static_cast<perf::MatrixArguments&>(arguments) =
      perf::take_matrix_arguments(argc, argv, [&arguments](std::string_view text) {
        if (text == "--heavy") arguments.heavy = true;
        if (text == "--seed") arguments.seed = true;
        return text == "--heavy" || text == "--seed";
      });
  return arguments;
}

Names chosen_matrices(Arguments const& arguments) {
  if (!arguments.matrices.empty()) return arguments.matrices;
  Names names;
  perf::append_names(names, perf::light_matrices);
  perf::append_names(names, perf::mesh_matrices);
  if (arguments.heavy) perf::append_names(names, perf::heavy_matrices);
  return names;
}

/// The peers run on one thread. A BLAS reads its thread count when it is loaded, hence the restart.
void keep_blas_to_one_thread(char** argv) {
  if (std::getenv("OPENBLAS_NUM_THREADS")) return;
  for (auto const* name : {"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"}) {
    setenv(name, "1", 1);
  }
  execv("/proc/self/exe", argv);  // returns only if it cannot; then the count stays as it is
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

void add_context() {
  benchmark::AddCustomContext("processor", processor());
  char const* threads = std::getenv("OPENBLAS_NUM_THREADS");
  benchmark::AddCustomContext("blas_threads", threads ? threads : "unknown");
  for (auto const& [key, text] : perf::heddle_context()) benchmark::AddCustomContext(key, text);
}

int run(int argc, char** argv) {
  auto const arguments = take_arguments(argc, argv);
  benchmark::Initialize(&argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  add_context();
  std::vector<perf::SolverKind> kinds = {perf::klu(), perf::umfpack()};
  for (auto const& kind : perf::heddle_solvers()) kinds.push_back(kind);
  perf::SolverRuns runs;
  bool complete = true;
  for (auto const& name : chosen_matrices(arguments)) {
    auto const generated = perf::generated_problem(name);
    auto const path = generated ? std::string() : perf::find_matrix(name, arguments.data);
    if (!generated && path.empty()) {
      std::fprintf(stderr, "bench_lu: no file of the matrix %s; give its folder with --data\n",
                   name.c_str());
      if (!arguments.matrices.empty()) complete = false;  // who names matrices wants all of them
      continue;
    }
    auto const problem = std::make_shared<perf::Problem const>(
        generated ? *generated : perf::load_problem(name, path));
    if (arguments.seed) {
      perf::register_seed_forms(problem);
    } else {
      perf::register_phases(problem, kinds, runs);
    }
  }
  if (!complete) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  keep_blas_to_one_thread(argv);
  try {
    return run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_lu: %s\n", failure.what());
    return 1;
  }
}
