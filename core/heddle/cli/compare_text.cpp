// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/compare_result.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/table.hpp>
#include <heddle/cli/text.hpp>
#include <heddle/cli/timeline.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {
namespace {

/// The columns of times: the host's sequential phases, then the backends.
std::vector<std::string> place_columns(CompareReport const& report) {
  std::vector<std::string> columns = {"host"};
  for (auto const& place : report.places) columns.push_back(place.backend.name);
  return columns;
}

/// "2.41 MB (cuda)" for the place that moved most; hosts share one memory.
std::string moved_text(PhaseTimes const& phase) {
  auto const most = std::max_element(phase.places.begin(), phase.places.end(),
                                     [](PlaceTimes const& left, PlaceTimes const& right) {
                                       return left.bytes_moved < right.bytes_moved;
                                     });
  if (most == phase.places.end() || most->bytes_moved == 0) return "0 B";
  return fmt::format("{} ({})", bytes_text(most->bytes_moved), most->place);
}

std::string second_text(Choice const& choice) {
  if (!choice.second) return "-";
  return fmt::format("{} ({:.2f}x)", choice.second->place, choice.ratio());
}

void add_phase(Table& table, CompareReport const& report, PhaseTimes const& phase) {
  std::vector<std::string> cells = {phase.phase};
  for (auto const& column : place_columns(report)) {
    auto const* const times = phase.at(column);
    cells.push_back(times ? duration_text(times->median()) : "-");
  }
  auto const choice = report.choice(phase);
  cells.push_back(moved_text(phase));
  cells.push_back(choice.chosen->place);
  cells.emplace_back(place::to_string(choice.decided_by));
  cells.push_back(second_text(choice));
  table.add_row(std::move(cells));
}

std::string times_table(CompareReport const& report) {
  Table table;
  table.add_column("phase", Align::left);
  for (auto const& column : place_columns(report)) table.add_column(column, Align::right);
  table.add_column("moved", Align::right);
  table.add_column("chosen", Align::left);
  table.add_column("decided by", Align::left);
  table.add_column("second best", Align::left);

  auto const is_summary = [](std::string_view phase) {
    return phase == rest_phase || phase == whole_phase || phase == refactor_phase;
  };
  for (auto const& phase : report.measurements.phases()) {
    if (!is_summary(phase.phase)) add_phase(table, report, phase);
  }
  auto const add_summary = [&](std::string_view name) {
    if (auto const* phase = report.measurements.find(name)) add_phase(table, report, *phase);
  };
  add_summary(rest_phase);
  table.add_rule();
  add_summary(whole_phase);
  add_summary(refactor_phase);
  return table.text();
}

std::string choice_line(CompareReport const& report, PhaseTimes const& phase) {
  auto const choice = report.choice(phase);
  auto line = fmt::format("{}: chosen {} {}", phase.phase, choice.chosen->place,
                          duration_text(choice.chosen->median()));
  if (!choice.second) return line + ", no second place\n";
  return line + fmt::format(", second best {} {} ({:.2f}x)\n", choice.second->place,
                            duration_text(choice.second->median()), choice.ratio());
}

std::string device_line(CompareReport const& report) {
  if (!report.device_in_build) {
    return "GPU: none in this build of heddle; only places on the host were compared\n";
  }
  bool const compared =
      std::any_of(report.places.begin(), report.places.end(),
                  [](PlaceOutcome const& place) { return !place.backend.is_host; });
  return compared ? "" : "GPU: in this build, but left out by --backends\n";
}

std::string outcome_lines(CompareReport const& report) {
  std::string text;
  for (auto const& place : report.places) {
    text += fmt::format("{}: {}, backward error {}\n", backend_text(place.backend),
                        lu::to_string(place.status), error_text(place.backward_error));
  }
  if (report.places.size() > 1) {
    text +=
        report.solutions_equal()
            ? "solutions: equal bit for bit at all places\n"
            : fmt::format("solutions: differ between places by at most {} of the largest value\n",
                          error_text(report.largest_difference()));
  }
  return text;
}

}  // namespace

std::string compare_text(CompareReport const& report) {
  auto text = system_text(report.system) + "\n";
  if (!report.measurements.find(whole_phase)) return text + outcome_lines(report);
  auto const& analysis = report.analysis;
  text += fmt::format("factors: {} entries in L + U, {} levels, {} multiply-adds\n",
                      analysis.num_factor_entries, analysis.num_levels,
                      count_text(static_cast<double>(analysis.multiply_adds)));
  text += fmt::format("times: median of {} run{} after one discarded\n\n", report.arguments.runs,
                      report.arguments.runs == 1 ? "" : "s");
  text += times_table(report) + "\n";
  text +=
      "rest: checks, copies and memory outside the phases; whole: read to refine; refactor: with "
      "the pivots in use, not in whole\n";
  text += outcome_lines(report) + device_line(report);
  if (auto const* refactor = report.measurements.find(refactor_phase)) {
    text += choice_line(report, *refactor);
  }
  text += choice_line(report, *report.measurements.find(whole_phase));
  return text + timeline_text(timeline_of(report));
}

}  // namespace heddle::cli
