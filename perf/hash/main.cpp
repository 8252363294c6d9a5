// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_hash [--backends=..] [--bytes=4,8] [--log2-slots=20,28] [--loads=.5,.8,.95]
//            [--keys=distinct,sequential,zipf1.0,zipf1.5,equal] [--operations=insert,hit,..]
//            [--tables=heddle_direct,kokkos,..] [--json] [Google Benchmark's options]
//
// Heddle's tables and their peers, operation by operation on the same keys in one process; each
// result is checked. The limits of the memory (random reads of 16 bytes, random 64-bit
// compare-exchanges, copy) are measured in the same process for each size of table.
#include "peers.hpp"
#include "plan.hpp"
#include "reporter.hpp"

#include <heddle/backends/device_info.hpp>

#include <Kokkos_Core.hpp>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace {

namespace perf = heddle::perf;

/// Whether --json stands among the arguments; taken out.
bool take_json(int& argc, char** argv) {
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--json") argv[kept++] = argv[i];
  }
  bool const found = kept < argc;
  argc = kept;
  argv[argc] = nullptr;
  return found;
}

void add_context() {
  std::string_view const absent = HEDDLE_PERF_ABSENT;
  benchmark::AddCustomContext("absent_peers", absent.empty() ? "none" : std::string(absent));
  benchmark::AddCustomContext("host_threads",
                              std::to_string(Kokkos::DefaultHostExecutionSpace().concurrency()));
  for (auto const& device : heddle::backends::devices()) {
    benchmark::AddCustomContext("device", device.name);
  }
}

int run(int argc, char** argv) {
  auto const plan = perf::take_arguments(argc, argv);
  bool const json = take_json(argc, argv);
  benchmark::Initialize(&argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  add_context();
  perf::register_4(plan);
  perf::register_8(plan);
  perf::RateReporter rates;
  benchmark::JSONReporter whole;
  if (json) {
    benchmark::RunSpecifiedBenchmarks(&whole);
  } else {
    benchmark::RunSpecifiedBenchmarks(&rates);
  }
  perf::forget_4();
  perf::forget_8();
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_hash: %s\n", failure.what());
    return 1;
  }
}
