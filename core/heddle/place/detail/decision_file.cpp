// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/decision_file.hpp>

#include <heddle/base/error.hpp>
#include <heddle/place/detail/core.hpp>

#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace heddle::place::detail {
namespace {

/// The model name of the processor.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    auto const colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

DecisionFile read_decisions(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  std::string const text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  HEDDLE_EXPECTS(file.is_open() && !file.bad(), file_not_found,
                 path + ": decisions of placement cannot be read");
  try {
    return parse_decisions(text);
  } catch (heddle::error const& problem) {
    throw heddle::error(problem.code(), path + ": " + problem.message(), __FILE__, __LINE__);
  }
}

void write_decisions(DecisionFile const& decisions, std::string const& path) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << decisions_text(decisions);
  file.close();
  HEDDLE_EXPECTS(file.good(), file_not_found, path + ": decisions of placement cannot be written");
}

Hardware hardware_of(ContextCore const& core) {
  return {core.memory().hardware(), processor_name(), core.threads};
}

void apply(DecisionFile const& file, ContextCore& core) {
  bool const same = file.hardware == hardware_of(core);
  if (same && file.transfer) core.transfer_model = file.transfer;
  for (auto const& [key, decision] : file.decisions) {
    if (same || decision.pinned) {
      core.decisions.file[key] = decision;
    } else {
      ++core.decisions.ignored;
    }
  }
}

DecisionFile decisions_of(ContextCore const& core) {
  DecisionFile file{hardware_of(core), core.transfer_model, core.decisions.file};
  for (auto const& [key, measurement] : core.decisions.measured) {
    auto& entry = file.decisions[key];
    bool const pinned = entry.pinned;  // a person's word outlives measurements
    auto const place = entry.place;
    entry = measurement;
    entry.pinned = pinned;
    if (pinned) entry.place = place;
  }
  return file;
}

}  // namespace heddle::place::detail
