// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/solve_result.hpp>
#include <heddle/cli/table.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <complex>

namespace heddle::cli {
namespace {

std::string fact(std::string_view name, std::string const& value) {
  return fmt::format("{:<16} {}\n", name, value);
}

std::string place_text(SolveReport const& report) {
  auto const& place = report.steps.empty() ? report.analysis_place : report.numeric_place;
  return fmt::format("{} ({})", backend_text(report.backend), place.reason);
}

std::string analysis_facts(AnalysisReport const& analysis) {
  if (!usable(analysis.status)) return {};
  auto const count = [](auto number) { return count_text(static_cast<double>(number)); };
  return fact("factors", fmt::format("{} entries in L + U, {} levels, {} multiply-adds, {}",
                                     analysis.num_factor_entries, analysis.num_levels,
                                     count(analysis.multiply_adds),
                                     bytes_text(static_cast<std::int64_t>(analysis.bytes))));
}

/// A sign, or a point of the unit circle.
std::string phase_text(std::complex<double> const& phase) {
  if (phase.imag() == 0) return fmt::format("sign {:+d}", phase.real() < 0 ? -1 : 1);
  return fmt::format("phase {:.12g} {:+.12g} i", phase.real(), phase.imag());
}

std::string factor_facts(lu::FactorResult const& factor) {
  auto const& determinant = factor.determinant;
  std::string text =
      fact("determinant", determinant.sign == 0
                              ? std::string("0")
                              : fmt::format("ln |det A| = {:.12g}, {}", determinant.log_magnitude,
                                            phase_text(determinant.phase)));
  if (!std::isnan(factor.reciprocal_condition)) {
    text += fact("condition",
                 fmt::format("reciprocal estimate {}", error_text(factor.reciprocal_condition)));
  }
  if (factor.recovered > 0) text += fact("pivots", "chosen anew after a failed check");
  if (factor.perturbed > 0) text += fact("pivots", fmt::format("{} replaced", factor.perturbed));
  return text;
}

std::string step_facts(SolveStep const& step) {
  auto const status = combined_status(step.factor, step.solve);
  std::string text = fact("status", std::string(lu::to_string(status)));
  if (step.solve) {
    auto const count = step.solve->refinements;
    text += fact("backward error",
                 fmt::format("{} (componentwise, {} refinement{})",
                             error_text(step.solve->backward_error), count, count == 1 ? "" : "s"));
  }
  if (!std::isnan(step.error_against_ones)) {
    text += fact("error", fmt::format("{} (largest |x_i - 1|, as b = A 1)",
                                      error_text(step.error_against_ones)));
  }
  if (usable(step.factor.status)) text += factor_facts(step.factor);
  return text;
}

void add_rows(Table& table, std::vector<lu::PhaseReport> const& phases) {
  for (auto const& phase : phases) {
    table.add_row({phase.phase, phase.backend, duration_text(phase.seconds),
                   bytes_text(phase.bytes_moved), std::string(place::to_string(phase.decided_by))});
  }
}

Table phase_table() {
  Table table;
  table.add_column("phase", Align::left);
  table.add_column("where", Align::left);
  table.add_column("time", Align::right);
  table.add_column("moved", Align::right);
  table.add_column("decided by", Align::left);
  return table;
}

/// The first matrix: its reading, then the analysis, then its numbers.
std::string first_phases(SolveReport const& report) {
  auto table = phase_table();
  add_rows(table, {report.system.read});
  add_rows(table, report.analysis.phases);
  if (!report.steps.empty()) {
    auto const& phases = report.steps.front().phases;
    add_rows(table, {phases.begin() + 1, phases.end()});
  }
  return table.text();
}

std::string later_phases(SolveStep const& step) {
  auto table = phase_table();
  add_rows(table, step.phases);
  return table.text();
}

}  // namespace

std::string solve_text(SolveReport const& report) {
  auto text = fact("matrix", system_text(report.system));
  text += fact("place", place_text(report));
  text += analysis_facts(report.analysis);
  if (report.steps.empty()) {
    text += fact("status", std::string(lu::to_string(report.analysis.status)));
  } else {
    text += step_facts(report.steps.front());
  }
  text += '\n';
  text += first_phases(report);
  for (std::size_t i = 1; i < report.steps.size(); ++i) {
    auto const& step = report.steps[i];
    text += fmt::format("\n{}{}\n{}", fact("refactored", step.file), step_facts(step),
                        later_phases(step));
  }
  return text;
}

}  // namespace heddle::cli
