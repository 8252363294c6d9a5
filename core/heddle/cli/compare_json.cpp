// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/compare_result.hpp>
#include <heddle/cli/json_parts.hpp>
#include <heddle/cli/timeline.hpp>

namespace heddle::cli {
namespace {

Json outcome_json(PlaceOutcome const& place) {
  Json json;
  json["place"] = place.backend.name;
  json["is_host"] = place.backend.is_host;
  json["threads"] = place.backend.is_host ? Json(place.backend.concurrency) : Json();
  json["status"] = lu::to_string(place.status);
  json["description"] = place.description;
  json["backward_error"] = place.backward_error;
  return json;
}

Json times_json(PlaceTimes const& times) {
  Json json;
  json["place"] = times.place;
  json["median_seconds"] = times.median();
  json["fastest_seconds"] = times.fastest();
  json["slowest_seconds"] = times.slowest();
  json["runs"] = times.seconds.size();
  json["bytes_moved"] = times.bytes_moved;
  return json;
}

Json phase_json(CompareReport const& report, PhaseTimes const& phase) {
  Json json;
  auto const choice = report.choice(phase);
  json["phase"] = phase.phase;
  json["in_whole"] = phase.phase != whole_phase && phase.phase != refactor_phase;
  json["chosen"] = choice.chosen->place;
  json["decided_by"] = place::to_string(choice.decided_by);
  json["second_best"] = choice.second ? Json(choice.second->place) : Json();
  json["ratio"] = choice.second ? Json(choice.ratio()) : Json();
  json["places"] = Json::array();
  for (auto const& times : phase.places) json["places"].push_back(times_json(times));
  return json;
}

Json bar_json(TimelineLane const& lane, TimelineBar const& bar) {
  Json json;
  json["place"] = lane.place;
  json["phase"] = bar.phase;
  json["ran_at"] = bar.ran_at;
  json["start_seconds"] = bar.start;
  json["seconds"] = bar.seconds;
  return json;
}

}  // namespace

std::string compare_json(CompareReport const& report) {
  auto json = json_head("compare");
  json["exit_code"] = static_cast<int>(report.exit_code);
  json["matrix"] = json_of(report.system);
  json["runs"] = report.arguments.runs;
  json["gpu_in_build"] = report.device_in_build;
  json["analysis"] = json_of(report.analysis);
  json["places"] = Json::array();
  for (auto const& place : report.places) json["places"].push_back(outcome_json(place));
  json["solutions_equal_bitwise"] = report.solutions_equal();
  json["largest_solution_difference"] = report.largest_difference();
  json["phases"] = Json::array();
  for (auto const& phase : report.measurements.phases()) {
    json["phases"].push_back(phase_json(report, phase));
  }
  json["timeline"] = Json::array();
  for (auto const& lane : timeline_of(report)) {
    for (auto const& bar : lane.bars) json["timeline"].push_back(bar_json(lane, bar));
  }
  return json_text(json);
}

}  // namespace heddle::cli
