// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/commands.hpp>

#include <heddle/cli/input.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/placement.hpp>
#include <heddle/cli/progress.hpp>
#include <heddle/cli/runtime.hpp>
#include <heddle/cli/solve_result.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::cli {
namespace {

/// The chain in the order of the command: each member function is one part of it.
class SolveChain {
 public:
  SolveChain(SolveArguments const& arguments, std::vector<Backend> const& backends,
             ProgressLine& progress)
      : backends_(backends), progress_(progress), observer_(progress.observer()) {
    report_.arguments = arguments;
  }

  SolveReport run() {
    read();
    analyse();
    if (!usable(report_.analysis.status)) return std::move(report_);
    make_factors();
    factor_and_solve(report_.system, false);
    for (auto const& file : report_.arguments.refactor) {
      if (!usable(report_.steps.front().factor.status)) break;  // nothing there to refactor
      progress_.set_task(file);
      factor_and_solve(read_same_size(file), true);
    }
    auto const& last = report_.steps.back();
    bool const solved = last.solve && usable(last.solve->status);
    if (report_.arguments.output && solved) write_vectors(*report_.arguments.output, solution_);
    return std::move(report_);
  }

 private:
  void read() {
    auto const& arguments = report_.arguments;
    progress_.set_task(arguments.matrix);
    report_.system = read_system(arguments.matrix, observer_);
    if (arguments.right_hand_side) {
      given_ = read_right_hand_sides(*arguments.right_hand_side, report_.system, observer_);
    }
  }

  System read_same_size(std::string const& file) {
    auto system = read_system(file, observer_);
    if (system.size != report_.system.size) {
      throw Failure(ExitCode::bad_input, fmt::format("{}: {} rows; {} has {}", file, system.size,
                                                     report_.system.file, report_.system.size));
    }
    if (is_complex(system) != is_complex(report_.system)) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}: {} values; {} has {} ones", file, field_text(system.field),
                                report_.system.file, field_text(report_.system.field)));
    }
    return system;
  }

  void analyse() {
    report_.analysis_place = ruled(place_analysis(report_.arguments, backends_), "lu::analyze",
                                   report_.arguments, backends_);
    report_.backend = find_backend(backends_, report_.analysis_place.backend);
    lu::AnalyzeOptions options;
    options.ordering = report_.arguments.ordering;
    options.matching = report_.arguments.matching;
    options.observer = observer_;
    if (report_.arguments.place == Place::device) options.place.where = place::Where::device;
    report_.analysis = analyze(report_.analysis_place.backend, *report_.system.rows, options);
    note_decision(report_.analysis.phases, report_.analysis_place);
    report_.exit_code = exit_code(report_.analysis.status);
  }

  void make_factors() {
    auto const& analysis = report_.analysis;
    bool const has_native_kernels =
        !is_complex(report_.system) && std::any_of(backends_.begin(), backends_.end(),
                                                   [](auto const& at) { return at.has_native_lu; });
    Work const work{
        analysis.multiply_adds, analysis.num_factor_entries,
        analysis.num_levels,    1 + static_cast<std::int64_t>(report_.arguments.refactor.size()),
        has_native_kernels,     analysis.longest_column};
    report_.numeric_place = ruled(place_numeric(report_.arguments, backends_, work), "lu::numeric",
                                  report_.arguments, backends_);
    report_.backend = find_backend(backends_, report_.numeric_place.backend);
    solver_ = make_solver(report_.backend.name, report_.arguments.precision, *analysis.plan);
  }

  void factor_and_solve(System const& system, bool refactor) {
    SolveStep step;
    step.file = system.file;
    step.refactored = refactor;
    lu::PivotOptions options;
    options.observer = observer_;
    step.factor = refactor ? refactored(system, options) : solver_->factor(*system.rows, options);
    step.phases.push_back(system.read);
    append(step.phases, step.factor.phases);
    if (usable(step.factor.status)) solve(system, step);
    note_decision(step.phases, report_.numeric_place);
    report_.exit_code =
        graver(report_.exit_code, exit_code(combined_status(step.factor, step.solve)));
    report_.steps.push_back(std::move(step));
  }

  /// The library does not know files, and counts from 0.
  lu::FactorResult refactored(System const& system, lu::PivotOptions const& options) {
    try {
      return solver_->refactor(*system.rows, options);
    } catch (error const& raised) {
      if (raised.code() != ErrorCode::pattern_mismatch) throw;
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}: {} (counted from 0)", system.file, raised.message()));
    }
  }

  void solve(System const& system, SolveStep& step) {
    bool const transpose = report_.arguments.transpose;
    Vectors const b = given_ ? *given_ : times_ones(*system.rows, transpose);
    lu::SolveOptions options;
    options.operation = transpose ? lu::Operation::transpose : lu::Operation::none;
    step.solve = solver_->solve(b, solution_, options);
    append(step.phases, step.solve->phases);
    if (!given_) step.error_against_ones = error_against_ones();
  }

  double error_against_ones() const {
    double largest = 0;
    for (std::size_t item = 0; item < solution_.values.size(); ++item) {
      double const rest = solution_.imaginary.empty() ? 0 : solution_.imaginary[item];
      double const error = std::hypot(solution_.values[item] - 1, rest);
      if (!(error <= largest)) largest = error;  // NaN is kept, not passed over
      if (std::isnan(largest)) break;
    }
    return largest;
  }

  static void append(std::vector<lu::PhaseReport>& all, std::vector<lu::PhaseReport> const& more) {
    all.insert(all.end(), more.begin(), more.end());
  }

  std::vector<Backend> const& backends_;
  ProgressLine& progress_;
  Observer observer_;
  std::optional<Vectors> given_;
  Vectors solution_{0, 0, {}, {}};
  std::unique_ptr<Solver> solver_;
  SolveReport report_;
};

void warn_about(SolveReport const& report) {
  if (!usable(report.analysis.status)) {
    warn(fmt::format("{}: {}", report.system.file, describe(report.analysis, report.system.size)));
  }
  for (auto const& step : report.steps) {
    if (combined_status(step.factor, step.solve) == lu::Status::success) continue;
    warn(fmt::format("{}: {}", step.file, describe(step.factor, step.solve)));
  }
}

SolveReport solve_with_progress(SolveArguments const& arguments, Runtime const& runtime) {
  auto const backends = runtime.available_backends();
  ProgressLine progress;  // wiped before anything else is printed
  return SolveChain(arguments, backends, progress).run();
}

}  // namespace

ExitCode run_command(SolveArguments const& arguments) {
  Runtime const runtime;  // outlives the report, which holds views
  auto const report = solve_with_progress(arguments, runtime);
  fmt::print("{}", arguments.json ? solve_json(report) + "\n" : solve_text(report));
  std::fflush(stdout);
  warn_about(report);
  return report.exit_code;
}

}  // namespace heddle::cli
