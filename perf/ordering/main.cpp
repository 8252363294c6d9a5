// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_ordering [--data=<folder>] [--matrices=<name>,...] [Google Benchmark's options]
//
// Matchings, fill orders and partial pivoting beside their peers of SuiteSparse (BTF, AMD, KLU) on
// the same matrices in one process, one thread. Matrices: memplus of the repository, and those
// named in axes.hpp (or by --matrices) that lie in --data or HEDDLE_DATA. The weighted matching has
// no peer: no freely licensed packaged library offers it.
#include "benchmarks.hpp"

#include "../axes.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
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
};

/// Takes the arguments of this program and leaves those of Google Benchmark.
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
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  argv[argc] = nullptr;
  if (arguments.matrices.empty()) {
    auto& names = arguments.matrices;
    names.assign(perf::light_matrices.begin(), perf::light_matrices.end());
    names.insert(names.end(), perf::mesh_matrices.begin(), perf::mesh_matrices.end());
    names.insert(names.end(), perf::heavy_matrices.begin(), perf::heavy_matrices.end());
  }
  return arguments;
}

/// The file of that name in the data folder or in the repository; empty if there is none.
std::string find_matrix(std::string const& name, std::string const& data) {
  Names folders;
  if (!data.empty()) folders = {data, data + "/matrices"};
  char const* root = std::getenv("HEDDLE_TEST_ROOT");  // the source tree, where a build was moved
  folders.push_back(root ? std::string(root) + "/examples/data" : HEDDLE_EXAMPLE_DATA);
  for (auto const& folder : folders) {
    for (auto const* ending : {".mtx.gz", ".mtx", ".rb", ".rua"}) {
      auto path = std::filesystem::path(folder) / (name + ending);
      if (std::filesystem::exists(path)) return path.string();
    }
  }
  return {};
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
    auto const path = find_matrix(name, arguments.data);
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
