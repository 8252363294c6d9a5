// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The cases as benchmarks `hash/<input>/<operation>/<table>`. One set of keys and one table live
/// at a time, so that tables of many gigabytes fit; the limits of the memory are measured once for
/// each size, in the same process.
#pragma once

#include "../axes.hpp"
#include "contenders.hpp"
#include "plan.hpp"

#include <heddle/backends/selection.hpp>
#include <heddle/cli/hash/limits.hpp>
#include <heddle/cli/hash/table_run.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace heddle::perf {

using namespace cli;

/// What the cases of one backend and word share.
template <class Word, class Exec>
struct Session {
  std::string input_name, table_name;
  std::shared_ptr<Input<Word, Exec>> input;
  std::unique_ptr<TableRun<Word, Exec>> run;
  std::map<std::size_t, Limits> limits;

  TableRun<Word, Exec>& use(InputSpec const& spec, std::string const& name,
                            TableKind<Word, Exec> const& kind) {
    if (run && input_name == name && table_name == kind.name) return *run;
    run.reset();  // the old table goes before the new one is made
    if (!input || input_name != name) {
      input.reset();
      input = std::make_shared<Input<Word, Exec>>(spec);
      input_name = name;
    }
    table_name = kind.name;
    run = std::make_unique<TableRun<Word, Exec>>(input, kind);
    return *run;
  }
  Limits const& limits_of(std::size_t bytes) {
    bytes = std::max<std::size_t>(std::bit_floor(bytes), 4096);
    auto const found = limits.find(bytes);
    if (found != limits.end()) return found->second;
    return limits[bytes] = measure_limits(Exec(), bytes);
  }
  void forget() {
    run.reset();
    input.reset();
    input_name = table_name = "";
  }
};

template <class Word, class Exec>
Session<Word, Exec>& session() {
  static Session<Word, Exec> one;  // emptied by `forget` before Kokkos is finalised
  return one;
}

/// "4+4_2^28_0.80_distinct_cuda"
inline std::string name_of(InputSpec const& spec, int bytes, std::string const& backend) {
  char text[96];
  std::snprintf(text, sizeof text, "%d+%d_2^%d_%.2f_", bytes, bytes, std::countr_zero(spec.slots),
                spec.load);
  std::string name = text + std::string(to_string(spec.distribution));
  if (spec.distribution == Distribution::zipf) {
    std::snprintf(text, sizeof text, "%.1f", spec.exponent);
    name += text;
  }
  return name + "_" + backend;
}

/// The limit that an operation runs against, in keys/s: random reads if it only looks, random
/// exchanges if it changes a table, a copy if it streams through the slots and writes the pairs.
inline double limit_of(Operation operation, Limits const& limits, InputSpec const& spec,
                       std::size_t word_bytes) {
  switch (operation) {
    case Operation::hit:
    case Operation::miss:
    case Operation::reinsert: return limits.reads_per_s;
    case Operation::iterate:
    case Operation::rehash:
    case Operation::freeze: {
      auto const pairs = spec.slots + spec.keys();
      auto const bytes = static_cast<double>(pairs * 2 * word_bytes);
      return limits.copy_bytes_per_s * static_cast<double>(spec.keys()) / bytes;
    }
    default: return limits.cas_per_s;
  }
}

template <class Word, class Exec>
void report(benchmark::State& state, TableRun<Word, Exec>& run, Operation operation,
            InputSpec const& spec) {
  auto const& limits = session<Word, Exec>().limits_of(spec.slots * 2 * sizeof(Word));
  state.counters["keys"] = static_cast<double>(run.items(operation));
  state.counters["bytes_per_key"] =
      static_cast<double>(run.bytes()) / static_cast<double>(spec.keys());
  state.counters["limit_per_s"] = limit_of(operation, limits, spec, sizeof(Word));
  state.counters["limit_reads_per_s"] = limits.reads_per_s;
  state.counters["limit_cas_per_s"] = limits.cas_per_s;
  state.counters["limit_copy_bytes_per_s"] = limits.copy_bytes_per_s;
}

template <class Word, class Exec>
void run_repetition(benchmark::State& state, TableRun<Word, Exec>& run, Operation operation,
                    InputSpec const& spec) {
  for (auto _ : state) {
    run.prepare(operation);
    Timer timer;
    run.run(operation);
    state.SetIterationTime(timer.seconds());
    run.verify(operation);
  }
  report(state, run, operation, spec);
}

/// Small batches run more often within one repetition.
inline int iterations_of(InputSpec const& spec) {
  return static_cast<int>(std::clamp<std::size_t>((std::size_t(1) << 21) / spec.keys(), 1, 50));
}

template <class Word, class Exec>
void register_case(InputSpec const& spec, TableKind<Word, Exec> const& kind, Operation operation) {
  auto const input = name_of(spec, sizeof(Word), backends::traits<Exec>::name);
  auto const name = "hash/" + input + "/" + to_string(operation) + "/" + kind.name;
  auto const body = [=](benchmark::State& state) {
    try {
      run_repetition(state, session<Word, Exec>().use(spec, input, kind), operation, spec);
    } catch (std::exception const& failure) {
      session<Word, Exec>().forget();
      state.SkipWithError(failure.what());
    }
  };
  benchmark::RegisterBenchmark(name.c_str(), body)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(iterations_of(spec))
      ->Repetitions(repetitions);
}

template <class Word, class Exec>
void register_input(Plan const& plan, InputSpec const& spec) {
  for (auto const& kind : contenders<Word, Exec>()) {
    if (!chosen(plan.tables, kind.name)) continue;
    auto const can = kind.make(16, 8);  // a tiny one, to ask what it can
    for (auto const operation : cli::all_operations) {
      bool const wanted = plan.operations.empty() ? operation != Operation::reinsert
                                                  : chosen(plan.operations, operation);
      if (wanted && applies(operation, spec) && can->can(operation)) {
        register_case(spec, kind, operation);
      }
    }
  }
}

template <class Word, class Exec>
void register_backend(Plan const& plan) {
  constexpr bool is_host = backends::traits<Exec>::is_host;
  auto const sizes = !plan.log2_slots.empty() ? plan.log2_slots
                     : is_host                ? std::vector<int>{13, 18, 24}
                               : std::vector<int>{14, 20, 22, 28 - (sizeof(Word) == 8)};
  auto const loads = plan.loads.empty() ? std::vector<double>{.5, .8, .95} : plan.loads;
  auto const keys =
      plan.keys.empty() ? std::vector<KeyChoice>{{Distribution::distinct, 1}} : plan.keys;
  for (auto const& choice : keys)
    for (int const size : sizes)
      for (double const load : loads)
        register_input<Word, Exec>(
            plan, {std::size_t(1) << size, load, choice.distribution, choice.exponent});
}

template <class Word>
void register_all(Plan const& plan) {
  if (!chosen(plan.bytes, static_cast<int>(sizeof(Word)))) return;
  backends::for_each_backend([&]<class Exec>(std::type_identity<Exec>) {
    // Serial only if it is asked for: the peers of a host run on the threads of OpenMP.
    bool const is_last_host =
        std::is_same_v<Exec, Kokkos::DefaultHostExecutionSpace> || !backends::traits<Exec>::is_host;
    std::string const name = backends::traits<Exec>::name;
    if (plan.backends.empty() ? is_last_host : chosen(plan.backends, name)) {
      register_backend<Word, Exec>(plan);
    }
  });
}

template <class Word>
void forget_all() {
  backends::for_each_backend(
      [&]<class Exec>(std::type_identity<Exec>) { session<Word, Exec>().forget(); });
}

}  // namespace heddle::perf
