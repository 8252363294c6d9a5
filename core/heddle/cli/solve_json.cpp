// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/json_parts.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/solve_result.hpp>

namespace heddle::cli {
namespace {

Json factor_json(lu::FactorResult const& factor) {
  Json json;
  json["status"] = lu::to_string(factor.status);
  json["first_bad"] = json_of(factor.first_bad);
  json["perturbed"] = factor.perturbed;
  json["recovered"] = factor.recovered;
  json["reciprocal_growth"] = factor.reciprocal_growth;
  json["reciprocal_condition"] = factor.reciprocal_condition;
  json["log_determinant"] = factor.determinant.log_magnitude;
  json["determinant_sign"] = factor.determinant.sign;
  json["determinant_phase"] = {factor.determinant.phase.real(), factor.determinant.phase.imag()};
  return json;
}

Json solution_json(lu::SolveResult const& solve) {
  Json json;
  json["status"] = lu::to_string(solve.status);
  json["backward_error"] = solve.backward_error;
  json["refinements"] = solve.refinements;
  json["first_bad"] = json_of(solve.first_bad);
  return json;
}

Json step_json(SolveStep const& step) {
  Json json;
  json["file"] = step.file;
  json["refactored"] = step.refactored;
  json["status"] = lu::to_string(combined_status(step.factor, step.solve));
  json["factor"] = factor_json(step.factor);
  json["solve"] = step.solve ? solution_json(*step.solve) : Json();
  json["error_against_ones"] = step.error_against_ones;
  json["phases"] = json_of(step.phases);
  return json;
}

Json place_json(Placement const& place) {
  Json json;
  json["backend"] = place.backend;
  json["reason"] = place.reason;
  json["decided_by"] = place::to_string(place.decided_by);
  return json;
}

}  // namespace

std::string solve_json(SolveReport const& report) {
  auto json = json_head("solve");
  json["exit_code"] = static_cast<int>(report.exit_code);
  json["matrix"] = json_of(report.system);
  json["transpose"] = report.arguments.transpose;
  json["precision"] = report.arguments.precision == Precision::f64 ? "f64" : "f32";
  json["right_hand_side"] =
      report.arguments.right_hand_side ? Json(*report.arguments.right_hand_side) : Json();
  json["analysis_place"] = place_json(report.analysis_place);
  json["numeric_place"] = report.steps.empty() ? Json() : place_json(report.numeric_place);
  json["threads"] = report.backend.is_host ? Json(report.backend.concurrency) : Json();
  json["analysis"] = json_of(report.analysis);
  json["analysis"]["phases"] = json_of(report.analysis.phases);
  json["steps"] = Json::array();
  for (auto const& step : report.steps) json["steps"].push_back(step_json(step));
  return json_text(json);
}

}  // namespace heddle::cli
