// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/json_parts.hpp>

#include <heddle/base/configuration.hpp>

namespace heddle::cli {
namespace {

constexpr int schema = 1;  // rises when a field changes its meaning or goes; new fields may come

std::vector<std::int64_t> counted_from_one(std::vector<std::int32_t> const& indices) {
  std::vector<std::int64_t> counted;
  counted.reserve(indices.size());
  for (auto const index : indices) counted.push_back(std::int64_t{index} + 1);
  return counted;
}

Json index_or_null(std::int64_t index) { return index < 0 ? Json() : Json(index + 1); }

}  // namespace

Json json_head(std::string const& command) {
  Json json;
  json["schema"] = schema;
  json["command"] = command;
  json["version"] = configuration().version;
  return json;
}

Json json_of(System const& system) {
  Json json;
  json["file"] = system.file;
  json["rows"] = system.size;
  json["columns"] = system.size;
  json["stored_entries"] = system.stored_entries;
  json["entries"] = system.entries;
  json["field"] = field_text(system.field);
  json["symmetry"] = symmetry_text(system.symmetry);
  return json;
}

Json json_of(std::optional<lu::Position> const& position) {
  if (!position) return {};
  Json json;
  json["step"] = index_or_null(position->step);
  json["row"] = index_or_null(position->row);
  json["column"] = index_or_null(position->column);
  return json;
}

Json json_of(AnalysisReport const& analysis) {
  Json json;
  json["status"] = lu::to_string(analysis.status);
  json["structural_rank"] = analysis.structural_rank;
  json["unmatched_rows"] = counted_from_one(analysis.unmatched_rows);
  json["unmatched_columns"] = counted_from_one(analysis.unmatched_columns);
  json["first_bad"] = json_of(analysis.first_bad);
  json["blocks"] = analysis.num_blocks;
  json["largest_block"] = analysis.largest_block;
  json["levels"] = analysis.num_levels;
  json["longest_column"] = analysis.longest_column;
  json["factor_entries"] = analysis.num_factor_entries;
  json["multiply_adds"] = analysis.multiply_adds;
  json["bytes"] = analysis.bytes;
  json["pattern_symmetry"] = analysis.pattern_symmetry;
  json["exact_pattern"] = analysis.exact_pattern;
  return json;
}

Json json_of(std::vector<lu::PhaseReport> const& phases) {
  auto json = Json::array();
  for (auto const& phase : phases) {
    Json item;
    item["phase"] = phase.phase;
    item["place"] = phase.backend;
    item["seconds"] = phase.seconds;
    item["bytes_moved"] = phase.bytes_moved;
    item["decided_by"] = place::to_string(phase.decided_by);
    json.push_back(std::move(item));
  }
  return json;
}

std::string json_text(Json const& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace heddle::cli
