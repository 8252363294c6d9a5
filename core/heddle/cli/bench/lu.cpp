// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of the published GPU pipeline for sparse LU beside Heddle's own: ways to the pattern of
// the factors, ways to the levels, numeric forms; on every backend of the build.
#include <heddle/cli/bench/matrices.hpp>
#include <heddle/cli/bench/report.hpp>
#include <heddle/cli/input.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/solver.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace heddle::cli {
namespace {

/// A matrix to factor, how often each form runs, and who hears of it.
struct Job {
  std::string name;
  HostMatrixHandle matrix;
  int runs = 3;
  Observer observer = {};
};

struct Timing {
  std::string form, backend;
  double seconds = 0;
  std::string note = {};
  std::string text() const { return form + " on " + backend; }
};

double median(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

double seconds_of(std::vector<lu::PhaseReport> const& phases, std::string_view name) {
  double seconds = 0;
  for (auto const& phase : phases) {
    if (name.empty() || phase.phase == name) seconds += phase.seconds;
  }
  return seconds;
}

AnalysisReport analyzed(Job const& job, Backend const& backend, lu::AnalyzeOptions options) {
  options.observer = job.observer;
  if (!backend.is_host) options.place.where = place::Where::device;  // else the host may win
  auto analysis = analyze(backend.name, *job.matrix, options);
  if (!usable(analysis.status)) {
    throw Failure(ExitCode::no_solution,
                  fmt::format("{}: {}", job.name, lu::to_string(analysis.status)));
  }
  return analysis;
}

/// The median of one phase over analyses that differ from the default in this way.
Timing phase_time(Job const& job, Backend const& backend, std::string_view phase, char const* form,
                  lu::AnalyzeOptions const& options) {
  std::vector<double> seconds;
  AnalysisReport analysis;
  for (int run = 0; run <= job.runs; ++run) {
    analysis = analyzed(job, backend, options);
    if (run > 0) seconds.push_back(seconds_of(analysis.phases, phase));  // the first warms up
  }
  return {form, backend.name, median(seconds),
          phase == "levels" ? fmt::format("{} levels", analysis.num_levels)
                            : fmt::format("{} entries", analysis.num_factor_entries)};
}

void add_over(BenchTable& table, Job const& job, Timing const& time, Timing const& over) {
  table.rows.push_back({job.name, time.text(), time.seconds, over.text(), over.seconds, time.note});
}

struct SymbolicForm {
  lu::Symbolic method;
  char const* name;
  bool on_devices = true;
};
constexpr SymbolicForm symbolic_forms[] = {{lu::Symbolic::row_merge, "row_merge", false},
                                           {lu::Symbolic::etree_filter, "etree_filter"},
                                           {lu::Symbolic::fill2, "fill2"},
                                           {lu::Symbolic::fill2_chunked, "fill2_chunked, 8 MB"}};

void add_symbolic(BenchTable& table, Job const& job, std::vector<Backend> const& backends) {
  std::vector<Timing> times;
  for (auto const& backend : backends) {
    for (auto const& form : symbolic_forms) {
      if (!backend.is_host && !form.on_devices) continue;
      lu::AnalyzeOptions options;
      options.symbolic = form.method;
      options.symbolic_memory_limit = std::uint64_t(8) << 20;
      times.push_back(phase_time(job, backend, "symbolic", form.name, options));
      add_over(table, job, times.back(), times.front());
    }
  }
}

struct LevelForm {
  lu::Levelize method;
  char const* name;
  bool on_devices = true;
};
constexpr LevelForm level_forms[] = {{lu::Levelize::ascending, "one pass", false},
                                     {lu::Levelize::tickets, "flags"},
                                     {lu::Levelize::kahn, "Kahn"}};

void add_levels(BenchTable& table, Job const& job, std::vector<Backend> const& backends) {
  std::vector<Timing> times;
  for (auto const& backend : backends) {
    for (auto const& form : level_forms) {
      if (!backend.is_host && !form.on_devices) continue;
      lu::AnalyzeOptions options;
      options.levelize = form.method;
      times.push_back(phase_time(job, backend, "levels", form.name, options));
      add_over(table, job, times.back(), times.front());
    }
  }
}

/// Refactorizations in one form; `dense_columns` becomes what the form had of them.
Timing numeric_time(Job const& job, Backend const& backend, char const* form,
                    lu::AnalyzeOptions const& options, std::int64_t& dense_columns) {
  auto const analysis = analyzed(job, backend, options);
  auto const solver = make_solver(backend.name, Precision::f64, *analysis.plan);
  lu::PivotOptions pivots;
  pivots.estimate_condition = false;
  auto result = solver->factor(*job.matrix, pivots);
  std::vector<double> seconds;
  for (int run = 0; run <= job.runs; ++run) {
    if (!usable(result.status)) {
      throw Failure(ExitCode::no_solution,
                    fmt::format("{}: {}", job.name, lu::to_string(result.status)));
    }
    result = solver->refactor(*job.matrix, pivots);
    if (run > 0) seconds.push_back(seconds_of(result.phases, ""));
  }
  Timing time{form, backend.name, median(seconds)};
  dense_columns = result.right_looking ? result.right_looking->dense_columns : 0;
  if (dense_columns > 0) time.note = fmt::format("dense columns: {}", dense_columns);
  return time;
}

void add_numeric(BenchTable& table, Job const& job, std::int64_t rows,
                 std::vector<Backend> const& backends) {
  std::vector<Timing> left;
  for (auto const& backend : backends) {
    std::int64_t dense = 0;
    lu::AnalyzeOptions options;
    left.push_back(numeric_time(job, backend, "left-looking", options, dense));
    add_over(table, job, left.back(), left.front());

    options.numeric = lu::Numeric::right_looking;
    options.column_format = lu::ColumnFormat::search;
    auto const search = numeric_time(job, backend, "right-looking, search", options, dense);
    add_over(table, job, search, left.back());

    options.column_format = lu::ColumnFormat::dense;
    add_over(table, job, numeric_time(job, backend, "right-looking, dense", options, dense),
             search);
    if (dense < 4) continue;
    options.column_memory_limit = static_cast<std::uint64_t>(dense / 4 * rows * 8);
    add_over(table, job,
             numeric_time(job, backend, "right-looking, a quarter dense", options, dense), search);
  }
}

}  // namespace

void bench_lu(BenchReport& report, std::vector<Backend> const& backends, Observer const& observer) {
  bool const quick = report.arguments.quick;
  BenchTable symbolic{"lu_symbolic", "LU: ways to the pattern of the factors", {}},
      levels{"lu_levels", "LU: ways to the levels", {}},
      numeric{"lu_numeric", "LU: refactorization, forms of the numeric phase", {}};
  auto const add = [&](std::string const& name, HostMatrixHandle const& matrix, std::int64_t rows) {
    Job const job{name, matrix, quick ? 1 : 5, observer};
    add_symbolic(symbolic, job, backends);
    add_levels(levels, job, backends);
    add_numeric(numeric, job, rows, backends);
  };
  for (auto const& path : report.arguments.matrices) {
    auto const system = read_system(path, observer);
    add(file_name(path), system.rows, system.size);
  }
  if (report.arguments.matrices.empty()) {
    int const side = quick ? 20 : 100;
    add(grid_name(side), to_host_matrix(grid(side)), std::int64_t(side) * side);
  }
  for (auto* const table : {&symbolic, &levels, &numeric}) {
    report.tables.push_back(std::move(*table));
  }
}

}  // namespace heddle::cli
