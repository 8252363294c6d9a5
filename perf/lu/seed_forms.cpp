// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "seed_forms.hpp"

#include "ordered_pattern.hpp"
#include "unified_memory.hpp"

#include "../axes.hpp"

#include <heddle/backends/selection.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/levels/levelize.hpp>
#include <heddle/lu/factorization.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::perf {
namespace {

template <class Exec>
void run_symbolic(benchmark::State& state, ProblemPtr const& problem, symbolic::Method method,
                  std::uint64_t memory_limit) {
  OrderedPattern<Exec> const input(*problem);
  symbolic::Fill2Report report;
  symbolic::SymbolicOptions options;
  options.method = method;
  options.memory_limit = memory_limit;
  options.fill2_report = &report;
  DefaultOffset entries = 0;
  for (auto _ : state) {
    entries = symbolic::factor_pattern(input.exec, input.matrix, input.tree, options).num_entries();
  }
  state.counters["factor_entries"] = static_cast<double>(entries);
  state.counters["chunks"] = static_cast<double>(report.num_chunks);
  state.counters["overflows"] = static_cast<double>(report.num_overflows);
  state.counters["state_bytes"] = static_cast<double>(report.state_bytes);
}

/// Finished rows leave for pinned host memory in about eight runs.
template <class Exec>
void run_spilled(benchmark::State& state, ProblemPtr const& problem) {
  OrderedPattern<Exec> const input(*problem);
  symbolic::Fill2Report report;
  symbolic::SymbolicOptions options;
  options.method = symbolic::Method::fill2_chunked;
  options.fill2_report = &report;
  options.finished_limit =
      static_cast<std::uint64_t>(input.tree.num_factor_entries) * sizeof(std::uint64_t) / 8;
  for (auto _ : state) symbolic::factor_pattern(input.exec, input.matrix, input.tree, options);
  state.counters["spills"] = static_cast<double>(report.num_spills);
  state.counters["spilled_bytes"] = static_cast<double>(report.spilled_bytes);
}

template <class Exec>
void run_levels(benchmark::State& state, ProblemPtr const& problem, levels::Method method) {
  OrderedPattern<Exec> const input(*problem);
  auto const factors = symbolic::factor_pattern(input.exec, input.matrix, input.tree);
  levels::LevelsOptions options;
  options.method = method;
  options.rule = levels::Rule::right_looking;
  DefaultIndex count = 0;
  for (auto _ : state) count = levels::levelize(input.exec, factors, options).num_levels;
  state.counters["levels"] = count;
}

/// `share`: of the workers that get a dense column; 0 is the binary search, below 0 left-looking.
template <class Exec>
void run_numeric(benchmark::State& state, ProblemPtr const& problem, double share) {
  using Memory = typename Exec::memory_space;
  Exec const exec;
  std::vector<DefaultOffset> const offsets(problem->offsets.begin(), problem->offsets.end());
  Csc<double, DefaultOffset, DefaultIndex, Memory> const matrix{
      problem->n, problem->n, copy_to(exec, "heddle::perf::column_offsets", offsets),
      copy_to(exec, "heddle::perf::rows", problem->rows),
      copy_to(exec, "heddle::perf::values", problem->values)};
  lu::AnalyzeOptions options;
  if (share >= 0) options.numeric = lu::Numeric::right_looking;
  options.column_format = share > 0 ? lu::ColumnFormat::dense : lu::ColumnFormat::search;
  double const workers = backends::traits<Exec>::workers(exec);
  options.column_memory_limit = static_cast<std::uint64_t>(
      std::max(1.0, share * workers * sizeof(double) * std::max(1, problem->n)));
  auto const analyzed = lu::analyze(exec, matrix, options);
  if (analyzed.analysis.empty()) return state.SkipWithError("the analysis failed");
  lu::Factorization<double, Exec> factors(exec, analyzed.analysis);
  if (factors.factor(exec, matrix).status != lu::Status::success) {
    return state.SkipWithError("the factorization failed");
  }
  lu::FactorResult result;
  for (auto _ : state) result = factors.refactor(exec, matrix);
  if (result.status != lu::Status::success) state.SkipWithError("the refactorization failed");
  state.counters["levels"] = static_cast<double>(analyzed.num_levels);
  if (!result.right_looking) return;
  state.counters["dense_columns"] = static_cast<double>(result.right_looking->dense_columns);
  state.counters["levels_a"] = static_cast<double>(result.right_looking->levels_a);
  state.counters["levels_b"] = static_cast<double>(result.right_looking->levels_b);
  state.counters["levels_c"] = static_cast<double>(result.right_looking->levels_c);
}

template <class Call>
void add(std::string const& name, Call const& call) {
  benchmark::RegisterBenchmark(name.c_str(), call)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->MinTime(seconds_per_repetition)
      ->Repetitions(repetitions)
      ->ReportAggregatesOnly();
}

template <class Exec>
void register_on(ProblemPtr const& problem) {
  using backends::traits;
  std::string const end = "/" + problem->name + "/" + traits<Exec>::name;
  auto const symbolic = [&](char const* name, symbolic::Method method, std::uint64_t limit) {
    add(std::string("symbolic/") + name + end, [problem, method, limit](benchmark::State& state) {
      run_symbolic<Exec>(state, problem, method, limit);
    });
  };
  if (traits<Exec>::is_host) symbolic("row_merge", symbolic::Method::row_merge, 0);
  symbolic("etree_filter", symbolic::Method::etree_filter, 0);
  symbolic("fill2", symbolic::Method::fill2, 0);
  symbolic("fill2_chunked_64MB", symbolic::Method::fill2_chunked, std::uint64_t{64} << 20);
  symbolic("fill2_chunked_8MB", symbolic::Method::fill2_chunked, std::uint64_t{8} << 20);
  add("symbolic/fill2_spilled" + end,
      [problem](benchmark::State& state) { run_spilled<Exec>(state, problem); });

  auto const levels = [&](char const* name, levels::Method method) {
    add(std::string("levels/") + name + end,
        [problem, method](benchmark::State& state) { run_levels<Exec>(state, problem, method); });
  };
  if (traits<Exec>::is_host) levels("ascending", levels::Method::ascending);
  levels("tickets", levels::Method::tickets);
  levels("kahn", levels::Method::kahn);

  auto const numeric = [&](char const* name, double share) {
    add(std::string("numeric/") + name + end,
        [problem, share](benchmark::State& state) { run_numeric<Exec>(state, problem, share); });
  };
  numeric("left_looking", -1);
  numeric("right_looking_search", 0);
  for (auto const& [name, share] :
       {std::pair{"right_looking_dense_25%", 0.25}, std::pair{"right_looking_dense_50%", 0.5},
        std::pair{"right_looking_dense_100%", 1.0}, std::pair{"right_looking_dense_400%", 4.0}}) {
    numeric(name, share);
  }
}

}  // namespace

void register_seed_forms(ProblemPtr const& problem) {
  backends::for_each_backend(
      [&]<class Exec>(std::type_identity<Exec>) { register_on<Exec>(problem); });
  register_unified_memory(problem);
}

}  // namespace heddle::perf
