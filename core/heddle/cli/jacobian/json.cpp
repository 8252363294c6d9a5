// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/jacobian/report.hpp>
#include <heddle/cli/json_parts.hpp>

#include <cmath>

namespace heddle::cli {
namespace {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json index(std::int64_t value) { return value < 0 ? Json() : Json(value + 1); }

Json json_of(JacobianCandidate const& candidate) {
  Json json;
  json["direction"] = candidate.direction;
  json["reverse"] = candidate.reverse;
  json["colored"] = candidate.colored;
  json["colors"] = candidate.colors;
  json["row_colors"] = candidate.row_colors;
  json["lower_bound"] = candidate.lower_bound;
  json["cost"] = number(candidate.cost);
  return json;
}

Json json_of(JacobianCheck const& check) {
  Json json;
  json["against"] = check.against;
  json["entries"] = check.entries;
  json["largest_difference"] = number(check.largest_difference);
  json["relative_difference"] = number(check.relative);
  json["tolerance"] = check.tolerance;
  json["row"] = index(check.row);
  json["column"] = index(check.column);
  json["passed"] = check.passed();
  return json;
}

Json problem_json(JacobianArguments const& arguments) {
  using Problem = JacobianArguments::Problem;
  Json json;
  json["name"] = to_string(arguments.problem);
  if (arguments.problem == Problem::brusselator) json["n"] = arguments.side;
  if (arguments.problem == Problem::rosenbrock) json["n"] = arguments.variables;
  if (arguments.problem == Problem::powerflow) {
    json["case"] = arguments.case_file;
    json["flat"] = arguments.flat;
  }
  return json;
}

}  // namespace

std::string json_text_of(JacobianReport const& report) {
  auto json = json_head("jacobian");
  json["problem"] = problem_json(report.arguments);
  json["backend"] = report.backend;
  json["rows"] = report.rows;
  json["columns"] = report.columns;
  json["nonzeros"] = report.nonzeros;
  json["direction"] = report.direction;
  json["reverse"] = report.reverse;
  json["colors"] = report.colors;
  json["row_colors"] = report.row_colors;
  json["lower_bound"] = report.lower_bound;
  json["coloring_verified"] = report.coloring_verified;
  json["lanes"] = report.lanes;
  json["sweeps"] = report.sweeps;
  json["products"] = report.products;
  json["in_groups"] = report.in_groups;
  json["measured"] = report.measured;
  json["candidates"] = Json::array();
  for (auto const& candidate : report.candidates) json["candidates"].push_back(json_of(candidate));
  auto const& times = report.times;
  json["trace_seconds"] = times.trace;
  json["plan_seconds"] = times.plan;
  json["first_seconds"] = times.first;
  json["residual_seconds"] = number(times.residual);
  json["sweep_seconds"] = number(times.sweep);
  json["gather_seconds"] = number(times.gather);
  json["whole_seconds"] = number(times.whole);
  json["sweep_over_residual"] = number(times.sweep / times.residual);
  json["gather_over_residual"] = number(times.gather / times.residual);
  json["whole_over_residual"] = number(times.whole / times.residual);
  json["skipped_rows"] = report.skipped_rows;
  json["checks"] = Json::array();
  for (auto const& check : report.checks) json["checks"].push_back(json_of(check));
  return json_text(json);
}

}  // namespace heddle::cli
