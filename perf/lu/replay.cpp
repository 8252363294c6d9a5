// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_lu_replay [--data=<folder>] [--matrices=<name>,...] [--backend=<name>] [Google Benchmark's
// options]
//
// What a simulator pays for each step: refactorization and solve with the factors alone, on numbers
// that change in place. Four forms: refactor and solve each enqueued and waited for, both as a
// replayed graph, and a stream of replays waited for at its end. Each matrix under the automatic
// order and under nested dissection, whose critical path is shorter. The solution is judged by its
// componentwise backward error, a counter of the report; `levels` are the hops of a factorization.
#include "copy_to.hpp"
#include "problem.hpp"

#include "../axes.hpp"
#include "../matrix_arguments.hpp"

#include <heddle/backends/selection.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/lu/replay.hpp>

#include <Kokkos_Core.hpp>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::perf {
namespace {

constexpr int launches_of_stream = 16;

lu::SolveOptions factors_alone() {
  lu::SolveOptions options;
  options.refinement = lu::Refinement::off;
  return options;
}

/// One matrix on one backend, factored once, ready for steps.
template <class Exec>
class Steps {
  using Memory = typename Exec::memory_space;

 public:
  Steps(Problem const& problem, lu::Ordering ordering) : problem_(problem) {
    std::vector<DefaultOffset> const offsets(problem.offsets.begin(), problem.offsets.end());
    Csc<double, DefaultOffset, DefaultIndex, Memory> const matrix{
        problem.n, problem.n, copy_to(exec_, "heddle::perf::column_offsets", offsets),
        copy_to(exec_, "heddle::perf::rows", problem.rows),
        copy_to(exec_, "heddle::perf::values", problem.values)};
    next_ = copy_to(exec_, "heddle::perf::next_values", problem.next_values);
    b_ = copy_to(exec_, "heddle::perf::b", problem.right_hand_side);
    x_ = copy_to(exec_, "heddle::perf::x", problem.right_hand_side);
    lu::AnalyzeOptions options;
    options.ordering = ordering;
    options.expected_factorizations = 1000;
    analyzed_ = lu::analyze(exec_, matrix, options);
    if (analyzed_.analysis.empty()) return;
    factors_ = std::make_unique<lu::Factorization<double, Exec>>(exec_, analyzed_.analysis);
    if (factors_->factor(exec_, matrix).status > lu::Status::pivot_degraded) factors_.reset();
  }

  bool usable() const { return factors_ != nullptr; }
  void refactor() { factors_->refactor_async(exec_, next_); }
  void solve() { factors_->solve_async(exec_, b_, x_, workspace_, factors_alone()); }
  void fence() { exec_.fence("heddle::perf::step"); }
  auto record() {
    return lu::record_refactor_solve(exec_, *factors_, next_, b_, x_, workspace_, factors_alone());
  }
  Exec const& exec() const { return exec_; }

  void report(benchmark::State& state) {
    if (factors_->finish_refactor(exec_).status > lu::Status::pivot_degraded) {
      return state.SkipWithError("the refactorization failed");
    }
    std::vector<double> x(x_.extent(0));
    Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const to(x.data(), x.size());
    Kokkos::deep_copy(exec_, to, x_);
    fence();
    state.counters["backward_error"] = backward_error(problem_, Values::next, x);
    state.counters["levels"] = static_cast<double>(analyzed_.num_levels);
    state.counters["factor_entries"] = static_cast<double>(analyzed_.num_factor_entries);
    state.counters["multiply_adds"] = static_cast<double>(analyzed_.multiply_adds);
  }

 private:
  Exec exec_;
  Problem const& problem_;
  Kokkos::View<double*, Memory> next_, b_, x_;
  lu::AnalyzeResult analyzed_;
  std::unique_ptr<lu::Factorization<double, Exec>> factors_;
  lu::SolveWorkspace<Exec> workspace_;
};

enum class Form { refactor, solve, replay, stream };

template <class Exec>
void run(benchmark::State& state, Steps<Exec>& steps, Form form) {
  if (!steps.usable()) return state.SkipWithError("no factors");
  steps.refactor();
  steps.solve();
  steps.fence();
  if (form == Form::refactor || form == Form::solve) {
    for (auto _ : state) {
      form == Form::refactor ? steps.refactor() : steps.solve();
      steps.fence();
    }
  } else {
    auto replay = steps.record();
    int const launches = form == Form::stream ? launches_of_stream : 1;
    for (auto _ : state) {
      for (int launch = 0; launch < launches; ++launch) replay.launch(steps.exec());
      replay.wait();
    }
    state.counters["steps"] = launches;
  }
  steps.report(state);
}

template <class Exec>
void add_forms(std::shared_ptr<Problem const> const& problem, lu::Ordering ordering) {
  struct Named {
    char const* name;
    Form form;
  };
  // Made by the first form that runs; the problem lives as long as the benchmarks.
  auto const steps = std::make_shared<std::unique_ptr<Steps<Exec>>>();
  std::string const order = ordering == lu::Ordering::automatic ? "automatic" : "dissection";
  for (auto const& [name, form] : {Named{"refactor", Form::refactor}, Named{"solve", Form::solve},
                                   Named{"replay", Form::replay}, Named{"stream", Form::stream}}) {
    auto const title =
        std::string(name) + "/" + problem->name + "/" + order + "/" + backends::traits<Exec>::name;
    benchmark::RegisterBenchmark(title.c_str(),
                                 [problem, ordering, steps, form = form](benchmark::State& state) {
                                   if (!*steps)
                                     *steps = std::make_unique<Steps<Exec>>(*problem, ordering);
                                   run(state, **steps, form);
                                   if (form == Form::stream) steps->reset();
                                 })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->MinTime(seconds_per_repetition)
        ->Repetitions(repetitions)
        ->ReportAggregatesOnly();
  }
}

struct Arguments : MatrixArguments {
  std::string backend;
};

Arguments take_arguments(int& argc, char** argv) {
  Arguments arguments;
  static_cast<MatrixArguments&>(arguments) =
      take_matrix_arguments(argc, argv, [&arguments](std::string_view text) {
        bool const is_backend = text.starts_with("--backend=");
        if (is_backend) arguments.backend = text.substr(10);
        return is_backend;
      });
  if (arguments.matrices.empty()) {
    append_names(arguments.matrices, light_matrices);
    append_names(arguments.matrices, mesh_matrices);
  }
  return arguments;
}

int run_all(int argc, char** argv) {
  auto const arguments = take_arguments(argc, argv);
  benchmark::Initialize(&argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  for (auto const& name : arguments.matrices) {
    auto const path = find_matrix(name, arguments.data);
    if (path.empty()) {
      std::fprintf(stderr,
                   "bench_lu_replay: no file of the matrix %s; give its folder with --data\n",
                   name.c_str());
      continue;
    }
    auto const problem = std::make_shared<Problem const>(load_problem(name, path));
    backends::for_each_backend([&]<class Exec>(std::type_identity<Exec>) {
      if (!arguments.backend.empty() && arguments.backend != backends::traits<Exec>::name) return;
      add_forms<Exec>(problem, lu::Ordering::automatic);
      add_forms<Exec>(problem, lu::Ordering::nested_dissection);
    });
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();  // they hold Views
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace heddle::perf

int main(int argc, char** argv) {
  try {
    return heddle::perf::run_all(argc, argv);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "bench_lu_replay: %s\n", failure.what());
    return 1;
  }
}
