// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_ordering [--data=<folder>] [--matrices=<name>,...] [Google Benchmark's options]
//
// Matchings, fill orders and partial pivoting beside their peers of SuiteSparse (BTF, AMD, KLU) on
// the same matrices in one process, one thread. Matrices: memplus of the repository, and those
// named in axes.hpp (or by --matrices) that lie in --data or HEDDLE_DATA. The weighted matching has
// no peer: no freely licensed packaged library offers it.
#include "benchmarks.hpp"

#include "../axes.hpp"
#include "../matrix_arguments.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>

namespace {

namespace perf = heddle::perf;
perf::MatrixArguments take_arguments(int& argc, char** argv) {
  auto arguments = perf::take_matrix_arguments(argc, argv, [](std::string_view) { return false; });
  if (arguments.matrices.empty()) {
    perf::append_names(arguments.matrices, perf::light_matrices);
    perf::append_names(arguments.matrices, perf::mesh_matrices);
    perf::append_names(arguments.matrices, perf::heavy_matrices);
  }
  return arguments;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

int run(int argc, char** argv) {
  auto const arguments = take_arguments(argc, argv);
  benchmark::Initialize(&argc, argv);
  benchmark::AddCustomContext("processor", processor());
  benchmark::AddCustomContext("compiler", std::string("g++ ") + __VERSION__);
  for (auto const& name : arguments.matrices) {
    auto const path = perf::find_matrix(name, arguments.data);
    if (path.empty()) {
      std::fprintf(stderr,
                   "bench_ordering: no file of the matrix %s; give its folder with --data\n",
                   name.c_str());
      continue;
    }
    auto const& heavy = perf::heavy_matrices;
    bool const is_heavy = std::find(heavy.begin(), heavy.end(), name) != heavy.end();
    auto problem = perf::load_ordering_problem(name, path);
    perf::register_orderings(std::make_shared<perf::OrderingProblem const>(std::move(problem)),
                             is_heavy);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_ordering: %s\n", failure.what());
    return 1;
  }
}
