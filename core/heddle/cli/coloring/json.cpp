// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/coloring/report.hpp>
#include <heddle/cli/json_parts.hpp>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

Json json_of(ColoringOutcome const& outcome) {
  Json json;
  json["kind"] = to_string(outcome.kind);
  json["order"] = to_string(outcome.order);
  json["method"] = to_string(outcome.method);
  json["place"] = to_string(outcome.place);
  json["backend"] = outcome.backend;
  json["colors"] = outcome.colors;
  json["row_colors"] = outcome.row_colors;
  json["lower_bound"] = outcome.lower_bound;
  json["largest_class"] = outcome.largest_class;
  json["smallest_class"] = outcome.smallest_class;
  json["rounds"] = outcome.rounds;
  json["windows"] = outcome.windows;
  json["status"] = to_string(outcome.status);
  json["seconds"] = outcome.seconds;
  json["verify_seconds"] = outcome.verify_seconds;
  json["verified"] = outcome.verified;
  return json;
}

}  // namespace

std::string json_text_of(ColorReport const& report) {
  auto json = json_head("color");
  json["file"] = report.arguments.matrix;
  json["rows"] = report.pattern.num_rows;
  json["columns"] = report.pattern.num_columns;
  json["entries"] = report.pattern.columns.size();
  json["pattern_hash"] = fmt::format("{:016x}", report.pattern_hash);
  json["read_seconds"] = report.read_seconds;
  json["backend"] = report.backend;
  json["runs"] = report.arguments.runs;
  json["colorings"] = Json::array();
  for (auto const& outcome : report.colorings) json["colorings"].push_back(json_of(outcome));
  json["left_out"] = Json::array();
  for (auto const& left : report.left_out) {
    Json item;
    item["kind"] = to_string(left.kind);
    item["reason"] = left.reason;
    json["left_out"].push_back(std::move(item));
  }
  return json_text(json);
}

}  // namespace heddle::cli
