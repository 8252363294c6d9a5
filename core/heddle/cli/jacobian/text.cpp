// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/jacobian/report.hpp>
#include <heddle/cli/table.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <cmath>

namespace heddle::cli {
namespace {

std::string fact(std::string_view name, std::string const& value) {
  return fmt::format("{:<14} {}\n", name, value);
}

std::string problem_text(JacobianArguments const& arguments) {
  using Problem = JacobianArguments::Problem;
  switch (arguments.problem) {
    case Problem::brusselator: return fmt::format("brusselator, {0} x {0} points", arguments.side);
    case Problem::rosenbrock: return fmt::format("rosenbrock, {} variables", arguments.variables);
    case Problem::powerflow:
      return fmt::format("powerflow, {}{}", arguments.case_file,
                         arguments.flat ? ", flat start" : "");
  }
  return {};
}

std::string counted(std::int64_t count, char const* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string work_text(JacobianReport const& report) {
  std::string text;
  if (report.sweeps > 0) {
    text = fmt::format("{} of {}{}", counted(report.sweeps, "sweep"),
                       counted(report.lanes, "direction"),
                       report.in_groups ? ", in groups of rows" : "");
  }
  if (report.products > 0) {
    text.append(text.empty() ? "" : ", ")
        .append(counted(report.products, "vector-Jacobian product"));
  }
  return text.empty() ? "nothing to compute" : text;
}

std::string candidates_text(JacobianReport const& report) {
  Table table;
  table.add_column("candidate", Align::left);
  for (auto const* head : {"colours", "at least", "cost"}) table.add_column(head, Align::right);
  for (auto const& candidate : report.candidates) {
    auto name = candidate.direction + (candidate.reverse ? " (reverse)" : "");
    auto const count = candidate.direction == "bidirectional"
                           ? fmt::format("{}+{}", candidate.colors, candidate.row_colors)
                           : fmt::format("{}", candidate.colors + candidate.row_colors);
    auto const cost = !std::isfinite(candidate.cost) ? std::string("-")
                      : report.measured              ? duration_text(candidate.cost)
                                                     : fmt::format("{:.4g}", candidate.cost);
    table.add_row({std::move(name), candidate.colored ? count : "-",
                   fmt::format("{}", candidate.lower_bound), cost});
  }
  return table.text();
}

std::string times_text(JacobianTimes const& times) {
  Table table;
  table.add_column("step", Align::left);
  table.add_column("time", Align::right);
  table.add_column("residuals", Align::right);
  auto const add = [&](char const* step, double seconds) {
    if (std::isnan(seconds)) return;
    table.add_row({step, duration_text(seconds), fmt::format("{:.2f}", seconds / times.residual)});
  };
  add("residual", times.residual);
  add("sweep", times.sweep);
  add("gather", times.gather);
  add("whole", times.whole);
  return table.text();
}

std::string check_text(JacobianCheck const& check) {
  return fmt::format("{}: {} entries, largest difference {}, {} of the row{}", check.against,
                     check.entries, error_text(check.largest_difference),
                     error_text(check.relative), check.passed() ? "" : ": TOO LARGE");
}

}  // namespace

std::string text_of(JacobianReport const& report) {
  auto text = fact("problem", problem_text(report.arguments)) +
              fact("Jacobian", fmt::format("{} x {}, {} nonzeros, on {}", report.rows,
                                           report.columns, report.nonzeros, report.backend));
  text += fact("direction",
               fmt::format("{}{}: {} colours, at least {}; {}", report.direction,
                           report.reverse ? " (reverse)" : "", report.colors + report.row_colors,
                           report.lower_bound, work_text(report)));
  text +=
      fact("once", fmt::format("traced in {}, planned in {}, first evaluation {}",
                               duration_text(report.times.trace), duration_text(report.times.plan),
                               duration_text(report.times.first)));
  if (report.skipped_rows > 0) {
    text += fact("not finite",
                 fmt::format("{} rows, left out of the pattern check", report.skipped_rows));
  }
  for (auto const& check : report.checks) text += fact("checked", check_text(check));
  text.append("\n").append(candidates_text(report));
  return text.append("\n").append(times_text(report.times));
}

}  // namespace heddle::cli
