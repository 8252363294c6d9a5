// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_graph [--nodes=8,32,128,512] [Google Benchmark's options]
//
// A chain of N small kernels of which D get new values each step: plain launches, Heddle's graphs,
// Kokkos' own, and with CUDA its functions called directly, in one process on the same chain. Each
// result is compared with plain code. Counters in microseconds a step: host, latency, throughput,
// with the spread of the runs' medians; the time of an entry is its latency. Then a loop of unknown
// length by a while node and by a flag that the host reads.
#include "contenders.hpp"

#include <heddle/cli/graph/timing.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace perf = heddle::perf;
using perf::Contender;
using perf::Exec;
using perf::Plan;

constexpr int runs = 7;

/// The value of --nodes, taken out of the arguments.
std::vector<int> take_nodes(int& argc, char** argv) {
  std::vector<int> nodes = {8, 32, 128, 512};
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view const argument = argv[i];
    if (!argument.starts_with("--nodes=")) {
      argv[kept++] = argv[i];
      continue;
    }
    nodes.clear();
    std::stringstream list{std::string(argument.substr(8))};
    for (std::string part; std::getline(list, part, ',');) nodes.push_back(std::stoi(part));
  }
  argc = kept;
  argv[argc] = nullptr;
  return nodes;
}

void count(benchmark::State& state, std::string const& name, heddle::cli::GraphTime const& time) {
  state.counters[name + "_us"] = 1e6 * time.median;
  state.counters[name + "_us_low"] = 1e6 * time.lowest;
  state.counters[name + "_us_high"] = 1e6 * time.highest;
}

void run_chain(benchmark::State& state, Contender const& contender, Plan const& plan) {
  Exec const exec;
  int const steps = std::max(20, 4000 / plan.nodes);
  for (auto unused : state) {
    static_cast<void>(unused);
    auto const way = contender.make(exec, plan);
    auto const row = heddle::cli::graph_chain::measure(exec, contender.name, plan, *way,
                                                       contender.follows, steps, runs);
    if (!row.correct) state.SkipWithError("the result is not that of plain code");
    state.SetIterationTime(row.latency.median);
    count(state, "host", row.host);
    count(state, "latency", row.latency);
    count(state, "throughput", row.throughput);
  }
}

void register_chains(std::vector<int> const& nodes) {
  auto contenders = perf::kokkos_ways();
  for (auto& raw : perf::raw_ways()) contenders.push_back(std::move(raw));
  for (int const n : nodes) {
    for (int const dynamic : std::set<int>{1, std::max(1, n / 4), n}) {
      for (auto const& contender : contenders) {
        if (contender.needs_all && dynamic != n) continue;
        auto const name =
            "chain/" + std::to_string(n) + "/" + std::to_string(dynamic) + "/" + contender.name;
        benchmark::RegisterBenchmark(name.c_str(), run_chain, contender, Plan{n, dynamic})
            ->Iterations(1)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
      }
    }
  }
}

template <class Seconds>
void register_loop(char const* name, Seconds seconds) {
  auto const run = [seconds](benchmark::State& state) {
    Exec const exec;
    constexpr int rounds = 1000;
    for (auto unused : state) {
      static_cast<void>(unused);
      state.SetIterationTime(seconds(exec, rounds) / rounds);
    }
  };
  benchmark::RegisterBenchmark(name, run)->Iterations(1)->Repetitions(runs)->UseManualTime()->Unit(
      benchmark::kMicrosecond);
}

int run(int argc, char** argv) {
  auto const nodes = take_nodes(argc, argv);
  benchmark::Initialize(&argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  benchmark::AddCustomContext("backend", Exec::name());
  register_chains(nodes);
  register_loop("loop/heddle_while_node", perf::while_node_seconds);
  register_loop("loop/host_checked", perf::host_checked_seconds);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_graph: %s\n", failure.what());
    return 1;
  }
}
