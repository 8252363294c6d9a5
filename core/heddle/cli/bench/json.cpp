// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/bench/report.hpp>
#include <heddle/cli/json_parts.hpp>

namespace heddle::cli {

std::string json_text_of(BenchReport const& report) {
  auto json = json_head("bench");
  json["quick"] = report.arguments.quick;
  json["machine"] = report.machine;
  json["backends"] = report.backends;
  json["tables"] = Json::array();
  for (auto const& table : report.tables) {
    Json entry;
    entry["name"] = table.name;
    entry["title"] = table.title;
    entry["rows"] = Json::array();
    for (auto const& row : table.rows) {
      Json line;
      line["subject"] = row.subject;
      line["form"] = row.form;
      line["seconds"] = row.seconds;
      line["over"] = row.over;
      line["over_seconds"] = row.over_seconds;
      line["ratio"] = row.ratio();
      line["note"] = row.note;
      entry["rows"].push_back(std::move(line));
    }
    json["tables"].push_back(std::move(entry));
  }
  return json_text(json);
}

}  // namespace heddle::cli
