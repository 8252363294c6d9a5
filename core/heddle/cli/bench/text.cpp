// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/bench/report.hpp>
#include <heddle/cli/table.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace heddle::cli {
namespace {

std::string rows_text(BenchTable const& bench) {
  Table table;
  table.add_column("what", Align::left);
  table.add_column("form", Align::left);
  table.add_column("time", Align::right);
  table.add_column("over", Align::left);
  table.add_column("time", Align::right);
  table.add_column("ratio", Align::right);
  table.add_column("", Align::left);
  std::string subject;
  for (auto const& row : bench.rows) {
    table.add_row({row.subject == subject ? "" : row.subject, row.form, duration_text(row.seconds),
                   row.over, duration_text(row.over_seconds), fmt::format("{:.3g}", row.ratio()),
                   row.note});
    subject = row.subject;
  }
  return table.text();
}

/// The geometric mean of each pair of forms over all subjects, where there are several.
std::string means_text(BenchTable const& bench) {
  std::map<std::pair<std::string, std::string>, std::pair<double, int>> sums;
  for (auto const& row : bench.rows) {
    if (!bench.has_means || row.form == row.over) continue;
    auto& [sum, count] = sums[{row.form, row.over}];
    sum += std::log(row.ratio());
    ++count;
  }
  std::string text;
  for (auto const& [forms, total] : sums) {
    if (total.second < 2) continue;
    text += fmt::format("geometric mean of {} ratios, {} over {}: {:.3g}\n", total.second,
                        forms.first, forms.second, std::exp(total.first / total.second));
  }
  return text;
}

}  // namespace

std::string text_of(BenchReport const& report) {
  std::string text = report.machine + "\n";
  text += "Ratios of times within this run; below 1 the form is faster than what it stands over.\n";
  for (auto const& table : report.tables) {
    text += fmt::format("\n{}\n\n{}{}", table.title, rows_text(table), means_text(table));
  }
  return text;
}

}  // namespace heddle::cli
