// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/outcome.hpp>

#include <heddle/cli/json_parts.hpp>

namespace heddle::cli {
namespace {

Json head(char const* action, std::string const& backend) {
  auto json = json_head("hash");
  json["action"] = action;
  json["backend"] = backend;
  return json;
}

template <class Outcome>
void add_table(Json& json, Outcome const& outcome) {
  json["table_seconds"] = outcome.seconds;
  json["table_bytes"] = outcome.table_bytes;
}

Json json_of(ProbeReport const& probes) {
  Json json;
  json["keys"] = probes.count;
  json["sum"] = probes.sum;
  json["mean"] = probes.mean;
  json["max"] = probes.max;
  return json;
}

Json json_of(Rate const& rate) {
  Json json;
  json["load"] = rate.load;
  json["operation"] = to_string(rate.operation);
  json["slots"] = rate.slots;
  json["keys"] = rate.items;
  json["table_bytes"] = rate.bytes;
  json["median_seconds"] = rate.median_seconds;
  json["best_seconds"] = rate.best_seconds;
  json["keys_per_second"] = static_cast<double>(rate.items) / rate.median_seconds;
  return json;
}

}  // namespace

std::string json_text_of(CountOutcome const& outcome) {
  auto json = head("count", outcome.backend);
  json["file"] = outcome.file;
  json["words"] = outcome.words;
  json["distinct"] = outcome.distinct;
  add_table(json, outcome);
  json["top"] = Json::array();
  for (auto const& [word, count] : outcome.top) {
    Json item;
    item["word"] = word;
    item["count"] = count;
    json["top"].push_back(std::move(item));
  }
  return json_text(json);
}

std::string json_text_of(EdgesOutcome const& outcome) {
  auto json = head("edges", outcome.backend);
  json["file"] = outcome.file;
  json["directed"] = outcome.directed;
  json["vertices"] = outcome.vertices;
  json["entries"] = outcome.entries;
  json["loops"] = outcome.loops;
  json["edges"] = outcome.distinct;
  json["most_listed"] = outcome.most_listed;
  add_table(json, outcome);
  return json_text(json);
}

std::string json_text_of(JoinOutcome const& outcome) {
  auto json = head("join", outcome.backend);
  json["left"] = outcome.left;
  json["right"] = outcome.right;
  json["left_rows"] = outcome.left_rows;
  json["right_rows"] = outcome.right_rows;
  json["right_keys"] = outcome.right_keys;
  json["matched_left_rows"] = outcome.matched_left_rows;
  json["joined_rows"] = outcome.joined_rows;
  add_table(json, outcome);
  return json_text(json);
}

std::string json_text_of(SeedTimingReport const& report) {
  auto json = head("seed-timing", report.backend);
  json["pairs"] = report.options.pairs;
  json["slots"] = report.options.capacity;
  json["insert_batches"] = report.options.insert_batches;
  json["erase_batches"] = report.options.erase_batches;
  json["live"] = report.live;
  json["insert_seconds"] = report.insert_seconds;
  json["erase_seconds"] = report.erase_seconds;
  json["iterate_seconds"] = report.iterate_seconds;
  json["total_seconds"] = report.total_seconds;
  json["std_unordered_map_seconds"] = report.options.compare ? Json(report.std_seconds) : Json();
  json["checked"] = report.checked;
  json["probes"] = json_of(report.probes);
  return json_text(json);
}

std::string json_text_of(SeedLoadReport const& report) {
  auto json = head("seed-load", report.backend);
  json["slots"] = report.options.capacity;
  json["batch"] = report.options.capacity / 32;
  json["keys"] = report.keys;
  json["probes"] = json_of(report.probes);
  json["batches"] = Json::array();
  for (auto const& batch : report.batches) {
    Json item;
    item["load"] = batch.drawn_load;
    item["seed_seconds"] = batch.seed_seconds;
    item["map_seconds"] = batch.map_seconds;
    json["batches"].push_back(std::move(item));
  }
  return json_text(json);
}

std::string json_text_of(RateReport const& report) {
  auto json = head("rates", report.backend);
  json["mode"] = to_string(report.options.mode);
  json["bytes"] = report.options.bytes;
  json["distribution"] = to_string(report.options.distribution);
  json["zipf_exponent"] =
      report.options.distribution == Distribution::zipf ? Json(report.options.exponent) : Json();
  json["runs"] = report.options.runs;
  json["rates"] = Json::array();
  for (auto const& rate : report.rates) json["rates"].push_back(json_of(rate));
  return json_text(json);
}

}  // namespace heddle::cli
