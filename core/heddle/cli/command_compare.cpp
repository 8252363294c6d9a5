// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/commands.hpp>

#include <heddle/base/timer.hpp>
#include <heddle/cli/compare_result.hpp>
#include <heddle/cli/hash/chart.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/progress.hpp>
#include <heddle/cli/runtime.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace heddle::cli {
namespace {

using Phases = std::vector<lu::PhaseReport>;

void append(Phases& all, Phases const& more) { all.insert(all.end(), more.begin(), more.end()); }

/// Runs the chain again and again. Every round visits all places in turn, so that a change of the
/// machine's speed meets them alike; the first round warms up and is discarded.
class Comparison {
 public:
  Comparison(CompareArguments const& arguments, std::vector<Backend> const& backends,
             ProgressLine& progress)
      : progress_(progress), observer_(progress.observer()) {
    report_.arguments = arguments;
    report_.device_in_build = std::any_of(backends.begin(), backends.end(),
                                          [](Backend const& backend) { return !backend.is_host; });
    for (auto const& backend : backends) {
      auto const& wanted = arguments.backends;
      bool const named = std::find(wanted.begin(), wanted.end(), backend.name) != wanted.end();
      if (!wanted.empty() && !named) continue;
      report_.places.emplace_back().backend = backend;
    }
  }

  CompareReport run() {
    measure();
    for (auto const& phase : report_.measurements.phases()) rule(phase);
    for (auto const& place : report_.places) {
      report_.exit_code = graver(report_.exit_code, exit_code(place.status));
    }
    return std::move(report_);
  }

 private:
  /// Every place in every round, whatever HEDDLE_PLACE says.
  void measure() {
    auto const without_rules = Runtime::without_rules();
    for (int round = 0; round <= report_.arguments.runs; ++round) {
      counts_ = round > 0;
      set_task("read", round);
      report_.system = read_system(report_.arguments.matrix, observer_);
      if (counts_) report_.measurements.add_run({report_.system.read});
      for (auto& place : report_.places) {
        if (!usable(place.status)) continue;  // it would only fail again
        set_task(place.backend.name, round);
        run_chain(place);
      }
      if (std::none_of(report_.places.begin(), report_.places.end(),
                       [](PlaceOutcome const& place) { return usable(place.status); })) {
        break;
      }
    }
  }

  /// Notes what HEDDLE_PLACE says about a phase that ran at several places.
  void rule(PhaseTimes const& phase) {
    auto const choice = report_.choice(phase);
    if (!choice.second) return;
    auto const is_host = [&](PlaceTimes const& at) { return report_.is_host(at.place); };
    bool const has_host = std::any_of(phase.places.begin(), phase.places.end(), is_host);
    bool const has_device = !std::all_of(phase.places.begin(), phase.places.end(), is_host);
    auto const usual = is_host(*choice.chosen) ? place::Where::host : place::Where::device;
    auto const decided = decide_by_rules(phase.phase, has_host, has_device, usual);
    if (!decided) return;
    report_.rulings.push_back(
        {phase.phase, decided->place == place::Where::host, decided->decided_by});
  }

  void set_task(std::string const& what, int round) {
    progress_.set_task(round == 0
                           ? what + ", warming up"
                           : fmt::format("{}, run {} of {}", what, round, report_.arguments.runs));
  }

  /// One pass at one place, as a user of the library would make it, timed from outside too.
  void run_chain(PlaceOutcome& place) {
    Vectors const b = times_ones(*report_.system.rows, false);
    auto const& matrix = *report_.system.rows;
    lu::AnalyzeOptions analyze_options;
    lu::PivotOptions pivot_options;
    analyze_options.observer = observer_;
    pivot_options.observer = observer_;
    // Left to themselves, phases of a device go to the host where that is faster.
    if (!place.backend.is_host) analyze_options.place.where = place::Where::device;

    Timer wall;
    auto analysis = analyze(place.backend.name, matrix, analyze_options);
    if (!usable(analysis.status)) return fail(place, std::move(analysis));
    auto const solver = make_solver(place.backend.name, Precision::f64, *analysis.plan);
    auto const factor = solver->factor(matrix, pivot_options);
    if (!usable(factor.status)) return end(place, factor, {});
    Vectors x;
    auto const solve = solver->solve(b, x, {});
    double const seconds = wall.seconds();

    end(place, factor, solve);
    place.solution = std::move(x.values);
    place.solution.insert(place.solution.end(), x.imaginary.begin(), x.imaginary.end());
    Phases chain = analysis.phases;
    append(chain, factor.phases);
    append(chain, solve.phases);
    record(place.backend.name, chain, seconds);
    record_refactor(place.backend.name, solver->refactor(matrix, pivot_options));
    report_.analysis = std::move(analysis);
  }

  void fail(PlaceOutcome& place, AnalysisReport analysis) {
    place.status = analysis.status;
    place.description = describe(analysis, report_.system.size);
    report_.analysis = std::move(analysis);
  }

  void end(PlaceOutcome& place, lu::FactorResult const& factor,
           std::optional<lu::SolveResult> const& solve) {
    place.status = combined_status(factor, solve);
    if (place.status != lu::Status::success) place.description = describe(factor, solve);
    if (solve) place.backward_error = solve->backward_error;
  }

  void record(std::string const& backend, Phases const& chain, double seconds) {
    if (!counts_) return;
    auto const in_phases = total(std::string(rest_phase), backend, chain);
    auto const& read = report_.system.read;
    Phases all = chain;
    // Checks, copies and memory between the phases; a clock cannot make them negative.
    all.push_back(
        {std::string(rest_phase), backend, std::max(0.0, seconds - in_phases.seconds), 0});
    all.push_back(
        {std::string(whole_phase), backend, read.seconds + seconds, in_phases.bytes_moved});
    report_.measurements.add_run(all);
  }

  void record_refactor(std::string const& backend, lu::FactorResult const& refactor) {
    if (!counts_ || !usable(refactor.status)) return;
    report_.measurements.add_run({total(std::string(refactor_phase), backend, refactor.phases)});
  }

  ProgressLine& progress_;
  Observer observer_;
  bool counts_ = false;
  CompareReport report_;
};

CompareReport compare_with_progress(CompareArguments const& arguments, Runtime const& runtime) {
  auto const backends = runtime.available_backends();
  for (auto const& name : arguments.backends) find_backend(backends, name);  // refuses early
  ProgressLine progress;  // wiped before anything else is printed
  return Comparison(arguments, backends, progress).run();
}

/// One line if all places say the same, as they should; else one for each that has something to
/// say.
void warn_about(CompareReport const& report) {
  auto const& file = report.system.file;
  auto const& first = report.places.front();
  bool const same = std::all_of(
      report.places.begin(), report.places.end(),
      [&](PlaceOutcome const& place) { return place.description == first.description; });
  if (same && first.status != lu::Status::success) {
    warn(fmt::format("{}: {}", file, first.description));
  }
  for (auto const& place : report.places) {
    if (same || place.status == lu::Status::success) continue;
    warn(fmt::format("{}: {}: {}", file, place.backend.name, place.description));
  }
}

}  // namespace

ExitCode run_command(CompareArguments const& arguments) {
  Runtime const runtime;  // outlives the report, which holds views
  auto const report = compare_with_progress(arguments, runtime);
  if (arguments.html) write_text(*arguments.html, compare_html(report));
  fmt::print("{}", arguments.json ? compare_json(report) + "\n" : compare_text(report));
  std::fflush(stdout);
  warn_about(report);
  return report.exit_code;
}

}  // namespace heddle::cli
