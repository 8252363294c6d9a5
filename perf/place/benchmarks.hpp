// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The parts of bench_place. The context and Kokkos outlive all benchmarks.
#pragma once

#include <heddle/place/context.hpp>

#include <Kokkos_Core.hpp>

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

#include "../axes.hpp"

namespace heddle::perf {

using Exec = Kokkos::DefaultExecutionSpace;

/// Registers place/<name>; the work runs once an iteration and leaves nothing enqueued.
inline void add(std::string const& name, std::int64_t items,
                std::function<void(benchmark::State&)> const& work) {
  benchmark::RegisterBenchmark(("place/" + name).c_str(),
                               [items, work](benchmark::State& state) {
                                 for (auto _ : state) work(state);
                                 state.SetItemsProcessed(items * state.iterations());
                               })
      ->Repetitions(repetitions)
      ->MinTime(seconds_per_repetition)
      ->UseRealTime();
}

/// A declared phase with four valid arrays and an empty body, beside DualView's flags.
void register_overhead(Exec const& exec);
/// The sequential sum of an array on the device: in bulk, element by element, and by the ways of
/// others.
void register_sums(Exec const& exec);

}  // namespace heddle::perf
