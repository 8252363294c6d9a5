// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search is the library's own kernel; only the memory of its states differs. Page faults are
// the whole point: a state takes 12 n bytes, and all states together five times what is free.
#include "unified_memory.hpp"

#include "ordered_pattern.hpp"

#include "../axes.hpp"

#include <heddle/backends/cuda/unified_memory.hpp>
#include <heddle/symbolic/detail/fill2.hpp>

#include <Kokkos_Core.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::perf {
namespace {

namespace search = symbolic::detail;
using Exec = Kokkos::Cuda;
using Device = Kokkos::CudaSpace;
using Managed = Kokkos::View<DefaultIndex*, backends::SharedPages>;

constexpr double least_bytes = 1e9, most_bytes = 48e9;

double bytes_of_states(Problem const& problem) {
  auto const n = static_cast<std::uint64_t>(problem.n);
  return static_cast<double>(search::state_bytes<Device>(n, n)) * static_cast<double>(n);
}

/// Takes device memory until `left` bytes are free.
Kokkos::View<char*, Device> take_all_but(std::size_t left) {
  std::size_t const free_bytes = backends::free_device_bytes();
  std::size_t const taken = free_bytes > left ? free_bytes - left : 0;
  return Kokkos::View<char*, Device>(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "heddle::perf::ballast"), taken);
}

/// A state for every row, in memory that moves.
struct UnifiedStates {
  Managed stamps, queues, counters;
  search::SearchStates<Device> states;
  std::size_t n;

  explicit UnifiedStates(DefaultIndex size)
      : stamps("heddle::perf::stamps", items(size, size)),
        queues("heddle::perf::queues", items(size, 2 * std::size_t(size))),
        counters("heddle::perf::counters", items(size, search::SearchStates<Device>::num_counters)),
        n(static_cast<std::size_t>(size)) {
    states.stamps = search::Indices<Device>(stamps.data(), stamps.extent(0));
    states.queues = search::Indices<Device>(queues.data(), queues.extent(0));
    states.counters = search::Indices<Device>(counters.data(), counters.extent(0));
    states.queue_capacity = size;
  }

  /// Brings the states of `count` rows to the device in bulk.
  void prefetch(Exec const& exec, std::size_t first, std::size_t count) const {
    auto const bring = [&](Managed const& view, std::size_t per_row) {
      auto const bytes = count * per_row * sizeof(DefaultIndex);
      if (!backends::prefetch_pages(exec, view.data() + first * per_row, bytes)) {
        throw std::runtime_error("pages of unified memory cannot be prefetched here");
      }
    };
    bring(stamps, n);
    bring(queues, 2 * n);
    bring(counters, search::SearchStates<Device>::num_counters);
  }

 private:
  static std::size_t items(DefaultIndex rows, std::size_t per_row) {
    return static_cast<std::size_t>(rows) * per_row;
  }
};

/// Rows [first, first + league), each with the state of its number.
struct SearchOwnState {
  search::SearchRow<Exec> searcher;
  DefaultIndex first;
  KOKKOS_FUNCTION void operator()(search::SearchRow<Exec>::Member const& team) const {
    DefaultIndex const row = first + team.league_rank();
    searcher.search(team, row, static_cast<std::size_t>(row));
  }
};

void run_unified(benchmark::State& state, ProblemPtr const& problem, bool prefetch) {
  OrderedPattern<Exec> const input(*problem);
  auto const n = problem->n;
  auto const left = static_cast<std::size_t>(bytes_of_states(*problem) / 5);
  auto const ballast = take_all_but(left);
  UnifiedStates const unified(n);
  auto const per_row = search::state_bytes<Device>(n, n);
  // With prefetch half of the free memory is filled at a time, so that the next half can come.
  auto const chunk = prefetch ? static_cast<DefaultIndex>(std::clamp<std::uint64_t>(
                                    left / 2 / per_row, 1, static_cast<std::uint64_t>(n)))
                              : n;
  auto const pass = [&](search::SearchResults<Device> const& results) {
    heddle::detail::fill(input.exec, "heddle::perf::clear_stamps", unified.states.stamps, 0);
    for (DefaultIndex first = 0; first < n; first += chunk) {
      DefaultIndex const count = std::min(chunk, n - first);
      if (prefetch) unified.prefetch(input.exec, first, count);
      Kokkos::parallel_for("heddle::perf::search_unified",
                           Kokkos::TeamPolicy<Exec>(input.exec, count, 1, 32),
                           SearchOwnState{{input.matrix, unified.states, results}, first});
    }
  };
  for (auto _ : state) {
    DefaultOffset size = 0;
    auto const offsets = search::count_rows(input.exec, n, pass, size);
    auto const factors = search::write_rows(input.exec, offsets, size, pass);
    input.exec.fence("heddle::perf::unified");
    state.counters["factor_entries"] = static_cast<double>(factors.num_entries());
  }
  state.counters["state_bytes"] = bytes_of_states(*problem);
  state.counters["free_bytes"] = static_cast<double>(left);
}

void run_chunks(benchmark::State& state, ProblemPtr const& problem) {
  OrderedPattern<Exec> const input(*problem);
  auto const left = static_cast<std::size_t>(bytes_of_states(*problem) / 5);
  auto const ballast = take_all_but(left);
  symbolic::Fill2Report report;
  symbolic::SymbolicOptions options;
  options.method = symbolic::Method::fill2_chunked;
  options.memory_limit = left / 2;
  options.fill2_report = &report;
  for (auto _ : state) symbolic::factor_pattern(input.exec, input.matrix, input.tree, options);
  state.counters["chunks"] = static_cast<double>(report.num_chunks);
  state.counters["free_bytes"] = static_cast<double>(left);
}

template <class Call>
void add(std::string const& name, Call const& call) {
  benchmark::RegisterBenchmark(name.c_str(), call)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->Iterations(1)
      ->Repetitions(repetitions)
      ->ReportAggregatesOnly();
}

}  // namespace

void register_unified_memory(ProblemPtr const& problem) {
  double const bytes = bytes_of_states(*problem);
  if (bytes < least_bytes || bytes > most_bytes) return;
  std::string const end = "/" + problem->name + "/cuda";
  add("symbolic/fill2_unified" + end,
      [problem](benchmark::State& state) { run_unified(state, problem, false); });
  add("symbolic/fill2_unified_prefetch" + end,
      [problem](benchmark::State& state) { run_unified(state, problem, true); });
  add("symbolic/fill2_chunked_fifth" + end,
      [problem](benchmark::State& state) { run_chunks(state, problem); });
}

}  // namespace heddle::perf
