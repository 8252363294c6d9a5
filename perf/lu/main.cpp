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

#include <Kokkos_Core.hpp>

#include <benchmark/benchmark.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace {

namespace perf = heddle::perf;
using Names = std::vector<std::string>;

struct Arguments {
  std::string data;
  Names matrices;
  bool heavy = false;
  bool seed = false;
};

/// Takes the arguments of this program and leaves those of Google Benchmark and Kokkos.
Arguments take_arguments(int& argc, char** argv) {
  Arguments arguments;
  if (char const* folder = std::getenv("HEDDLE_DATA")) arguments.data = folder;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view const text = argv[i];
    if (text.starts_with("--data=")) {
      arguments.data = text.substr(7);
    } else if (text.starts_with("--matrices=")) {
      std::istringstream names{std::string(text.substr(11))};
      for (std::string name; std::getline(names, name, ',');) arguments.matrices.push_back(name);
    } else if (text == "--heavy") {
      arguments.heavy = true;
    } else if (text == "--seed") {
      arguments.seed = true;
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  argv[argc] = nullptr;
  return arguments;
}

template <class List>
void append(Names& names, List const& list) {
  names.insert(names.end(), list.begin(), list.end());
}

Names chosen_matrices(Arguments const& arguments) {
  if (!arguments.matrices.empty()) return arguments.matrices;
  Names names;
  append(names, perf::light_matrices);
  append(names, perf::mesh_matrices);
  if (arguments.heavy) append(names, perf::heavy_matrices);
  return names;
}

/// The file of that name in the data folder or in the repository; empty if there is none.
std::string find_matrix(std::string const& name, std::string const& data) {
  Names folders;
  if (!data.empty()) append(folders, Names{data, data + "/matrices"});
  if (name == perf::bundled_matrix) {
    char const* root = std::getenv("HEDDLE_TEST_ROOT");  // the source tree, where a build was moved
    folders.push_back(root ? std::string(root) + "/examples/data" : HEDDLE_EXAMPLE_DATA);
  }
  for (auto const& folder : folders) {
    for (auto const* ending : {".mtx.gz", ".mtx", ".rb", ".rua"}) {
      auto const path = folder + "/" + name + ending;
      if (std::filesystem::exists(path)) return path;
    }
  }
  return {};
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
    auto const path = generated ? std::string() : find_matrix(name, arguments.data);
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
