// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A repetition of a benchmark: untimed preparation, the timed loop, then the proof that the result
// is right. The solver of a matrix stays between repetitions and phases, so that a phase does not
// pay again for those before it.
#include "phases.hpp"

#include "../axes.hpp"

#include <benchmark/benchmark.h>

namespace heddle::perf {
namespace {

enum class Phase { analyze, factor, refactor, solve, refined_solve, first_solution };

struct PhaseName {
  Phase phase;
  char const* name;
};
constexpr PhaseName phase_names[] = {{Phase::analyze, "analyze"},
                                     {Phase::factor, "factor"},
                                     {Phase::refactor, "refactor"},
                                     {Phase::solve, "solve"},
                                     {Phase::refined_solve, "refined_solve"},
                                     {Phase::first_solution, "first_solution"}};

}  // namespace

/// A solver, and how far it is with its problem.
class SolverRun {
 public:
  SolverRun(std::shared_ptr<Problem const> problem, SolverKind const& kind)
      : problem_(std::move(problem)), solver_(kind.make(*problem_)) {}

  void prepare(Phase phase) {
    bool const needs_analysis = phase != Phase::analyze && phase != Phase::first_solution;
    if (needs_analysis && !analyzed_) run(Phase::analyze);
    if (needs_analysis && phase != Phase::factor && !factored_) run(Phase::factor);
  }

  void run(Phase phase) {
    switch (phase) {
      case Phase::analyze:
        factored_ = false;
        solver_->analyze();
        analyzed_ = true;
        return;
      case Phase::factor: solver_->factor(); return set_factored(Values::given);
      case Phase::refactor: {  // alternates, so that each call meets values it did not just factor
        auto const other = values_ == Values::given ? Values::next : Values::given;
        solver_->refactor(other);
        return set_factored(other);
      }
      case Phase::solve: return solver_->solve();
      case Phase::refined_solve: return solver_->solve_refined(values_);
      case Phase::first_solution:
        solver_->first_solution();
        analyzed_ = true;
        return set_factored(Values::given);
    }
  }

  /// Completes what the phase began and judges the solution.
  double verified_error(Phase phase) {
    prepare(Phase::solve);
    bool const has_solution =
        phase == Phase::solve || phase == Phase::refined_solve || phase == Phase::first_solution;
    if (!has_solution) run(Phase::solve);
    return backward_error(*problem_, values_, solver_->solution());
  }

  Problem const& problem() const { return *problem_; }
  std::map<std::string, double> facts() { return solver_->facts(); }

 private:
  void set_factored(Values values) {
    factored_ = true;
    values_ = values;
  }

  std::shared_ptr<Problem const> problem_;
  std::unique_ptr<Solver> solver_;
  Values values_ = Values::given;
  bool analyzed_ = false, factored_ = false;
};

SolverRuns::SolverRuns() = default;
SolverRuns::~SolverRuns() = default;

void SolverRuns::drop(SolverKind const& kind) { current_.erase(kind.name); }

SolverRun& SolverRuns::of(std::shared_ptr<Problem const> const& problem, SolverKind const& kind) {
  auto& run = current_[kind.name];
  if (!run || &run->problem() != problem.get()) {
    run.reset();  // the old factors go before the new ones are made
    run = std::make_unique<SolverRun>(problem, kind);
  }
  return *run;
}

namespace {

void run_repetition(benchmark::State& state, SolverRun& run, Phase phase) {
  run.prepare(phase);
  for (auto _ : state) run.run(phase);
  state.counters["backward_error"] = run.verified_error(phase);
  state.counters["n"] = run.problem().n;
  state.counters["entries"] = static_cast<double>(run.problem().values.size());
  for (auto const& [name, figure] : run.facts()) state.counters[name] = figure;
}

void register_phase(std::shared_ptr<Problem const> const& problem, SolverKind const& kind,
                    PhaseName const& phase, SolverRuns& runs) {
  auto const name = "lu/" + problem->name + "/" + phase.name + "/" + kind.name;
  auto const body = [problem, kind, phase = phase.phase, &runs](benchmark::State& state) {
    try {
      run_repetition(state, runs.of(problem, kind), phase);
    } catch (std::exception const& failure) {
      runs.drop(kind);
      state.SkipWithError(failure.what());
    }
  };
  benchmark::RegisterBenchmark(name.c_str(), body)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(seconds_per_repetition)
      ->Repetitions(repetitions);
}

}  // namespace

void register_phases(std::shared_ptr<Problem const> const& problem,
                     std::vector<SolverKind> const& kinds, SolverRuns& runs) {
  for (auto const& phase : phase_names) {
    for (auto const& kind : kinds) {
      if (phase.phase == Phase::refined_solve && !kind.refines) continue;
      register_phase(problem, kind, phase, runs);
    }
  }
}

}  // namespace heddle::perf
