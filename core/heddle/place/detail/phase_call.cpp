// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/phase_call.hpp>

#include <heddle/base/error.hpp>
#include <heddle/place/detail/backend.hpp>
#include <heddle/place/detail/recorder.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace heddle::place::detail {

void measure_sizes(std::span<Use const> uses, PhaseFacts& facts) {
  for (auto const& use : uses) {
    auto const bytes = static_cast<std::int64_t>(use.record->bytes());
    facts.bytes += bytes;
    facts.nnz = std::max(facts.nnz, use.record->rows.load());
  }
}

PhaseCall::PhaseCall(User user, PhaseFacts facts, std::span<Use const> uses, Policy const& policy,
                     std::optional<Where> planned)
    : user_(std::move(user)),
      facts_(facts),
      copies_before_(user_.core.log.count()),
      bytes_before_(user_.core.log.bytes()) {
  auto& core = user_.core;
  bool const needs_sizes = core.keeps_reports || core.decisions.has_tables();
  if (needs_sizes) measure_sizes(uses, facts_);
  decision_ = core.decisions.decide(facts_, policy, planned);
  side_ = decision_.where == Where::host ? Side::host : Side::device;
  bool const recorded = core.recorder && (!core.replays || core.recorder->knows(facts.name));
  if (in_parallel_region()) {
    begin_quietly(facts_, uses, Still::parallel_region);
  } else if (recorded || core.memory().is_capturing(*user_.queue)) {
    begin_quietly(facts_, uses, Still::capture);
  } else {
    accesses_.emplace(user_, side_, uses);
  }
}

/// In a parallel region the host's body runs on the calling thread; in a capture the device's is
/// recorded. Neither may copy or allocate.
void PhaseCall::begin_quietly(PhaseFacts const& facts, std::span<Use const> uses, Still still) {
  auto& core = user_.core;
  std::string const name = facts.name.text;
  is_quiet_ = true;
  Restored const quiet(core.still, still);
  if (still == Still::parallel_region) {
    HEDDLE_EXPECTS(facts.has_host, unsupported_place,
                   name + " has no body for the host, and runs in a parallel region");
    side_ = Side::host;
    accesses_.emplace(user_, side_, uses);
    return;
  }
  if (core.recorder && side_ == Side::host) {
    core.recorder->check_node(facts.name, uses);
    is_node_ = true;
    return;
  }
  HEDDLE_EXPECTS(side_ == Side::device, refused_in_capture,
                 name + ": a host phase cannot become part of a graph");
  if (core.recorder) return core.recorder->check(facts.name, uses);
  for (auto const& use : uses) {
    HEDDLE_EXPECTS(use.mode == Mode::reads, refused_in_capture,
                   name + " writes " + use.record->label +
                       " in a capture that heddle::place::record does not know");
  }
  accesses_.emplace(user_, side_, uses);
}

void PhaseCall::add_node(std::span<Use const> uses, std::function<void()> body) const {
  user_.core.recorder->add_node(user_, uses, std::move(body));
}

void PhaseCall::succeed() {
  if (accesses_) accesses_->succeed(decision_.results == Results::eager && !is_quiet_);
  if (user_.core.keeps_reports) report(facts_);
}

void PhaseCall::report(PhaseFacts const& facts) {
  auto& core = user_.core;
  PhaseReport report;
  report.phase = facts.name.text;
  report.backend = side_ == Side::host && facts.has_host ? "host" : core.backend;
  report.place = where_of(side_);
  report.decided_by = decision_.decided_by;
  report.seconds = timer_.seconds();
  report.start = core.age.seconds() - report.seconds;
  report.copies = core.log.count() - copies_before_;
  report.bytes_moved = core.log.bytes() - bytes_before_;
  if (auto const* known = core.decisions.find(facts)) {
    if (known->host_us >= 0) report.predicted_host = 1e-6 * known->host_us;
    if (known->device_us >= 0) report.predicted_device = 1e-6 * known->device_us;
  }
  core.reports.push_back(std::move(report));
}

}  // namespace heddle::place::detail
