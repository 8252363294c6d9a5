// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "benchmarks.hpp"

#include "../axes.hpp"

#include <heddle/ordering/fill_order.hpp>

#include <amd.h>
#include <benchmark/benchmark.h>
#include <btf.h>
#include <colamd.h>
#include <klu.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace heddle::perf {
namespace {

using Problem = std::shared_ptr<OrderingProblem const>;

/// `body` runs once an iteration; the rate counts stored entries of the matrix.
void register_one(Problem const& problem, std::string const& algorithm, std::string const& who,
                  std::function<void(benchmark::State&)> const& body) {
  auto const name = "ordering/" + problem->name + "/" + algorithm + "/" + who;
  benchmark::RegisterBenchmark(
      name.c_str(),
      [problem, body](benchmark::State& state) {
        for (auto _ : state) body(state);
        state.SetItemsProcessed(state.iterations() *
                                static_cast<std::int64_t>(problem->rows.size()));
      })
      ->Unit(benchmark::kMillisecond)
      ->MinTime(seconds_per_repetition)
      ->Repetitions(repetitions)
      ->UseRealTime();
}

void register_matchings(Problem const& problem) {
  register_one(problem, "weighted_matching", "heddle", [problem](benchmark::State&) {
    benchmark::DoNotOptimize(ordering::weighted_matching(problem->columns()));
  });
  register_one(problem, "maximum_matching", "heddle", [problem](benchmark::State&) {
    benchmark::DoNotOptimize(ordering::maximum_matching(problem->columns()));
  });
  auto const offsets =
      std::make_shared<std::vector<int>>(problem->offsets.begin(), problem->offsets.end());
  register_one(problem, "maximum_matching", "btf", [problem, offsets](benchmark::State& state) {
    int const n = problem->n;
    std::vector<int> match(n), workspace(5 * static_cast<std::size_t>(n));
    double work = 0;
    int const rank = btf_maxtrans(n, n, offsets->data(), const_cast<int*>(problem->rows.data()), 0,
                                  &work, match.data(), workspace.data());
    if (rank < problem->matching.structural_rank) state.SkipWithError("btf_maxtrans failed");
  });
}

void register_fill_orders(Problem const& problem) {
  register_one(problem, "amd", "heddle", [problem](benchmark::State&) {
    benchmark::DoNotOptimize(ordering::amd(problem->n, problem->offsets, problem->matched_rows));
  });
  auto const offsets =
      std::make_shared<std::vector<int>>(problem->offsets.begin(), problem->offsets.end());
  register_one(problem, "amd", "suitesparse", [problem, offsets](benchmark::State& state) {
    std::vector<int> order(problem->n);
    int const status = amd_order(problem->n, offsets->data(), problem->matched_rows.data(),
                                 order.data(), nullptr, nullptr);
    if (status != AMD_OK) state.SkipWithError("amd_order failed");
  });
  register_one(problem, "colamd", "heddle", [problem](benchmark::State&) {
    benchmark::DoNotOptimize(ordering::colamd(problem->n, problem->offsets, problem->matched_rows));
  });
}

/// KLU on the same scaled matrix with the same orders and threshold, without BTF and scaling; its
/// symbolic object is made anew as Heddle's call does all of it too.
void klu_pivots(OrderingProblem const& problem, std::vector<int>& offsets,
                benchmark::State& state) {
  klu_common common;
  klu_defaults(&common);
  common.btf = 0;
  common.scale = -1;
  common.tol = 1e-3;
  auto* rows = const_cast<int*>(problem.matched_rows.data());
  auto* order = const_cast<int*>(problem.fill_order.data());
  auto* symbolic = klu_analyze_given(problem.n, offsets.data(), rows, order, order, &common);
  auto* values = const_cast<double*>(problem.scaled_values.data());
  auto* numeric = klu_factor(offsets.data(), rows, values, symbolic, &common);
  if (common.status != KLU_OK) state.SkipWithError("klu_factor failed");
  if (numeric) state.counters["entries"] = numeric->lnz + numeric->unz - problem.n;
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
}

void register_pivoting(Problem const& problem) {
  std::vector<std::int32_t> diagonal(problem->n);
  std::iota(diagonal.begin(), diagonal.end(), 0);
  register_one(problem, "partial_pivoting", "heddle", [problem, diagonal](benchmark::State& state) {
    auto const result = ordering::pivot_by_partial_pivoting(
        {problem->n, problem->offsets, problem->matched_rows, problem->scaled_values},
        problem->fill_order, diagonal);
    state.counters["entries"] = static_cast<double>(result.num_entries);
  });
  auto const offsets =
      std::make_shared<std::vector<int>>(problem->offsets.begin(), problem->offsets.end());
  register_one(problem, "partial_pivoting", "klu", [problem, offsets](benchmark::State& state) {
    klu_pivots(*problem, *offsets, state);
  });
}

}  // namespace

void register_orderings(Problem const& problem, bool const heavy) {
  register_matchings(problem);
  if (!problem->has_matched()) return;
  register_fill_orders(problem);
  if (!heavy) register_pivoting(problem);
}

}  // namespace heddle::perf
