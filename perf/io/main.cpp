// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_io [--megabytes=N] [Google Benchmark's options]
//
// Reading and writing Matrix Market files on one thread: a generated file of 100 MB and the real
// memplus. Peers on the same file in the same process: the loops with fscanf and iostreams that
// everybody writes first, and SuiteSparse's reader (CHOLMOD) where it is installed. Files lie in
// the page cache, so that readers are measured and not the disk. Rates count bytes of text.
#include "input.hpp"
#include "readers.hpp"

#include "../axes.hpp"

#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <numeric>
#include <string_view>

namespace {

namespace perf = heddle::perf;
using perf::Found;

Found found(heddle::io::Matrix const& matrix) {
  return {static_cast<std::int64_t>(matrix.values.size()),
          std::accumulate(matrix.values.begin(), matrix.values.end(), 0.0)};
}

/// Registers io/<input>/<phase>/<solver>; what the work finds is compared with what it should.
void add(perf::Input const& input, std::string const& phase, std::string const& solver,
         std::function<Found()> const& work) {
  auto const expected = found(input.matrix);
  auto const bytes = static_cast<std::int64_t>(input.text.size());
  auto const run = [=](benchmark::State& state) {
    for (auto _ : state) {
      auto const result = work();
      if (result.num_entries != expected.num_entries || result.sum != expected.sum) {
        state.SkipWithError("other entries than the file has");
        return;
      }
    }
    state.SetBytesProcessed(bytes * state.iterations());
  };
  auto const name = "io/" + input.name + "/" + phase + "/" + solver;
  benchmark::RegisterBenchmark(name.c_str(), run)
      ->Unit(benchmark::kMillisecond)
      ->Repetitions(perf::repetitions)
      ->MinTime(perf::seconds_per_repetition)
      ->UseRealTime();
}

void add_all(perf::Input const& input) {
  auto const* const kept = &input;  // lives until all benchmarks have run
  add(input, "read_file", "heddle", [=] { return found(heddle::io::read_matrix(kept->path)); });
  std::vector<perf::NamedReader> peers = {{"fscanf", perf::read_with_fscanf},
                                          {"iostream", perf::read_with_iostream}};
  for (auto const& peer : perf::cholmod_reader()) peers.push_back(peer);
  for (auto const& peer : peers) {
    add(input, "read_file", peer.name, [=] { return peer.read(kept->path); });
  }
  add(input, "read_memory", "heddle",
      [=] { return found(heddle::io::parse_matrix_market(kept->text, kept->name)); });
  add(input, "read_gzip", "heddle",
      [=] { return found(heddle::io::read_matrix(kept->compressed_path)); });
  add(input, "write_memory", "heddle", [=] {
    benchmark::DoNotOptimize(heddle::io::format_matrix_market(kept->matrix));
    return found(kept->matrix);
  });
}

/// Takes the argument of this program and leaves those of Google Benchmark.
int take_megabytes(int& argc, char** argv) {
  int megabytes = 100;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view const text = argv[i];
    if (text.starts_with("--megabytes=")) {
      megabytes = std::max(1, std::atoi(argv[i] + 12));
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  argv[argc] = nullptr;
  return megabytes;
}

void run(int argc, char** argv) {
  int const megabytes = take_megabytes(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return;
  perf::Inputs inputs;
  inputs.add_random(megabytes);
  char const* const root = std::getenv("HEDDLE_TEST_ROOT");  // where a build tree was moved
  auto const folder = root ? std::string(root) + "/examples/data" : HEDDLE_EXAMPLE_DATA;
  inputs.add_file("memplus", folder + "/memplus.mtx.gz");
  for (auto const& input : inputs.all()) add_all(input);
  benchmark::AddCustomContext("compiler", std::string("g++ ") + __VERSION__);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_io: %s\n", failure.what());
    return 1;
  }
  return 0;
}
