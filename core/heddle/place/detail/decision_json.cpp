// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/decision_file.hpp>

#include <heddle/base/error.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace heddle::place::detail {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(std::string const& message) {
  throw heddle::error(ErrorCode::bad_format, message, __FILE__, __LINE__);
}

/// A field of the wanted type; `where` names the object in messages.
template <class T>
T field(Json const& object, char const* name, std::string const& where) {
  auto const found = object.is_object() ? object.find(name) : object.end();
  if (!object.is_object() || found == object.end()) refuse(where + " has no '" + name + "'");
  try {
    return found->template get<T>();
  } catch (nlohmann::json::exception const&) {
    refuse(where + ": '" + name + "' has the wrong type");
  }
}

int small_number(Json const& object, char const* name, std::string const& where) {
  auto const number = field<double>(object, name, where);
  if (!(number >= 0 && number <= 1e9) || number != std::floor(number)) {
    refuse(where + ": '" + name + "' is not a small whole number");
  }
  return static_cast<int>(number);
}

Line line_of(Json const& object, char const* name) {
  auto const values = field<std::vector<double>>(object, name, "transfer");
  if (values.size() != 2 || !(values[0] >= 0) || !(values[1] >= 0)) {
    refuse(std::string("transfer: '") + name + "' wants two numbers that are not negative");
  }
  return {values[0], values[1]};
}

std::optional<Where> place_of(std::string const& word, std::string const& where) {
  if (word == "host") return Where::host;
  if (word == "device") return Where::device;
  if (word != "auto") refuse(where + ": '" + word + "' is not host, device or auto");
  return {};
}

void add_decision(Json const& entry, std::string const& where, Decisions::Table& table) {
  DecisionKey const key{intern(field<std::string>(entry, "phase", where)),
                        small_number(entry, "bytes_log2", where),
                        small_number(entry, "nnz_log2", where)};
  Measurement decision;
  decision.place = place_of(field<std::string>(entry, "place", where), where);
  decision.host_us = field<double>(entry, "host_us", where);
  decision.device_us = field<double>(entry, "device_us", where);
  decision.runs = small_number(entry, "runs", where);
  decision.pinned = field<bool>(entry, "pinned", where);
  table[key] = decision;
}

Json parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (nlohmann::json::parse_error const& problem) {
    refuse("no JSON at byte " + std::to_string(problem.byte));
  }
}

}  // namespace

DecisionFile parse_decisions(std::string_view text) {
  Json const json = parse(text);
  if (small_number(json, "heddle_place", "the file") != 1) {
    refuse("'heddle_place' is not 1: a file of another version");
  }
  DecisionFile file;
  file.hardware = {field<std::string>(json, "device", "the file"),
                   field<std::string>(json, "host", "the file"),
                   small_number(json, "threads", "the file")};
  if (json.contains("transfer")) {
    file.transfer =
        TransferModel{line_of(json["transfer"], "h2d"), line_of(json["transfer"], "d2h")};
  }
  auto const entries = field<std::vector<Json>>(json, "decisions", "the file");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    add_decision(entries[i], "decision " + std::to_string(i + 1), file.decisions);
  }
  return file;
}

std::string decisions_text(DecisionFile const& file) {
  Json json{{"heddle_place", 1},
            {"device", file.hardware.device},
            {"host", file.hardware.host},
            {"threads", file.hardware.threads}};
  if (file.transfer) {
    auto const& [to_device, to_host] = *file.transfer;
    json["transfer"] = {{"h2d", {to_device.a, to_device.b}}, {"d2h", {to_host.a, to_host.b}}};
  }
  json["decisions"] = Json::array();
  for (auto const& [key, decision] : file.decisions) {
    json["decisions"].push_back({{"phase", key.phase.text},
                                 {"bytes_log2", key.bytes_log2},
                                 {"nnz_log2", key.nnz_log2},
                                 {"place", !decision.place                  ? "auto"
                                           : *decision.place == Where::host ? "host"
                                                                            : "device"},
                                 {"host_us", decision.host_us},
                                 {"device_us", decision.device_us},
                                 {"runs", decision.runs},
                                 {"pinned", decision.pinned}});
  }
  return json.dump(1) + "\n";
}

}  // namespace heddle::place::detail
