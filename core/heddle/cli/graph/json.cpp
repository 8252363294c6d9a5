// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/graph/report.hpp>
#include <heddle/cli/json_parts.hpp>

namespace heddle::cli {
namespace {

Json json_of(GraphTime const& time) {
  Json json;
  json["median"] = time.median;
  json["lowest"] = time.lowest;
  json["highest"] = time.highest;
  return json;
}

}  // namespace

std::string json_text_of(GraphReport const& report) {
  auto json = json_head("graph");
  json["backend"] = report.backend;
  json["native"] = report.native;
  json["steps"] = report.arguments.steps;
  json["runs"] = report.arguments.runs;
  json["rows"] = Json::array();
  for (auto const& row : report.rows) {
    Json entry;
    entry["way"] = row.way;
    entry["kernels"] = row.nodes;
    entry["dynamic"] = row.dynamic;
    entry["host_seconds"] = json_of(row.host);
    entry["latency_seconds"] = json_of(row.latency);
    entry["throughput_seconds"] = json_of(row.throughput);
    entry["correct"] = row.correct;
    json["rows"].push_back(entry);
  }
  return json_text(json);
}

}  // namespace heddle::cli
