// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_place [Google Benchmark's options]
//
// What a declared phase costs beside the flags of Kokkos::DualView, and the sequential sum of an
// array on the device: in bulk, element by element, with DualView and with managed memory.
#include "benchmarks.hpp"

#include <cstdio>
#include <exception>

namespace {

void run(int argc, char** argv) {
  namespace perf = heddle::perf;
  Kokkos::ScopeGuard const kokkos(argc, argv);
  perf::Exec const exec;
  heddle::place::Context const context(exec);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return;
  perf::register_overhead(exec);
  perf::register_sums(exec);
  benchmark::AddCustomContext("execution space", perf::Exec::name());
  benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();  // they hold Views and arrays
  benchmark::Shutdown();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_place: %s\n", failure.what());
    return 1;
  }
  return 0;
}
