// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/compare_result.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/text.hpp>
#include <heddle/cli/timeline.hpp>

#include <fmt/format.h>

#include <string_view>

namespace heddle::cli {
namespace {

std::string cells(std::vector<std::string> const& texts, std::string_view tag) {
  std::string row = "<tr>";
  for (auto const& text : texts) row += fmt::format("<{0}>{1}</{0}>", tag, escaped(text));
  return row + "</tr>\n";
}

/// Why a phase is where it is, in words.
std::string reason_of(Choice const& choice) {
  if (!choice.second) return "the only place";
  return fmt::format("{}; {} takes {:.2f} times as long", place::to_string(choice.decided_by),
                     choice.second->place, choice.ratio());
}

std::string phases_table(CompareReport const& report) {
  std::vector<std::string> places = {"host"};
  for (auto const& place : report.places) places.push_back(place.backend.name);
  std::vector<std::string> heads = {"phase"};
  heads.insert(heads.end(), places.begin(), places.end());
  heads.insert(heads.end(), {"moved", "chosen", "why"});
  auto table = "<table>\n" + cells(heads, "th");
  for (auto const& phase : report.measurements.phases()) {
    std::vector<std::string> row = {phase.phase};
    std::int64_t moved = 0;
    for (auto const& place : places) {
      auto const* const times = phase.at(place);
      row.push_back(times ? duration_text(times->median()) : "-");
      if (times) moved = std::max(moved, times->bytes_moved);
    }
    row.push_back(bytes_text(moved));
    auto const choice = report.choice(phase);
    row.push_back(choice.chosen->place);
    row.push_back(reason_of(choice));
    table += cells(row, "td");
  }
  return table + "</table>\n";
}

std::string outcomes(CompareReport const& report) {
  std::string list = "<ul>\n";
  for (auto const& place : report.places) {
    list +=
        fmt::format("<li>{}: {}, backward error {}</li>\n", escaped(backend_text(place.backend)),
                    lu::to_string(place.status), error_text(place.backward_error));
  }
  return list + "</ul>\n";
}

}  // namespace

std::string compare_html(CompareReport const& report) {
  auto const& analysis = report.analysis;
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<title>heddle compare {0}</title>\n<style>\n"
             "body {{ font-family: sans-serif; margin: 2em; }}\n"
             "td, th {{ padding: 2px 10px; text-align: right; }}\n"
             "td:first-child, th:first-child, td:last-child {{ text-align: left; }}\n"
             "</style>\n</head>\n<body>\n<h1>heddle compare {0}</h1>\n"
             "<p>{1}; {2} entries in L + U, {3} levels. Medians of {4} runs after one that does "
             "not count.</p>\n",
             escaped(report.system.file), escaped(system_text(report.system)),
             analysis.num_factor_entries, analysis.num_levels, report.arguments.runs) +
         timeline_svg(timeline_of(report)) + phases_table(report) + outcomes(report) +
         "<p>rest: checks, copies and memory outside the phases; whole: read to refine; refactor: "
         "with the pivots in use, not in whole.</p>\n</body>\n</html>\n";
}

}  // namespace heddle::cli
