// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/library_phase.hpp>

#include <heddle/place/context.hpp>
#include <heddle/place/detail/core.hpp>

#include <algorithm>
#include <exception>

namespace heddle::place {

namespace {

/// A device is worth its copies only for a clear gain.
constexpr double wanted_gain = 0.9;

bool has_estimates(PhaseQuestion const& question) {
  return question.predicted_host >= 0 && question.predicted_device >= 0;
}

/// The default policy; if it leaves the place open, the estimates decide.
Policy usual_of(PhaseQuestion const& question) {
  Policy usual = question.usual;
  if (usual.where == Where::automatic && has_estimates(question)) {
    bool const gains = question.predicted_device < wanted_gain * question.predicted_host;
    usual.where = gains ? Where::device : Where::host;
  }
  return usual;
}

}  // namespace

PhaseReport decide(PhaseQuestion const& question) {
  auto& core = Context::current().core();
  detail::PhaseFacts facts;
  facts.name = detail::intern(question.name);
  facts.has_host = question.has_host;
  facts.has_device = question.has_device;
  facts.default_policy = usual_of(question);
  facts.bytes = question.bytes;
  facts.nnz = question.nnz;
  auto const decision = core.decisions.decide(facts, question.call);
  PhaseReport report;
  report.phase = question.name;
  report.place = decision.where;
  report.decided_by = decision.decided_by;
  if (report.decided_by == DecidedBy::default_policy && has_estimates(question) &&
      question.usual.where == Where::automatic) {
    report.decided_by = DecidedBy::predicted;
  }
  std::string const device = *question.device_backend ? question.device_backend : core.backend;
  report.backend = report.place == Where::host ? question.host_backend : device;
  report.start = core.age.seconds();
  report.predicted_host = question.predicted_host;
  report.predicted_device = question.predicted_device;
  if (auto const* known = core.decisions.has_tables() ? core.decisions.find(facts) : nullptr) {
    if (known->host_us >= 0) report.predicted_host = 1e-6 * known->host_us;
    if (known->device_us >= 0) report.predicted_device = 1e-6 * known->device_us;
  }
  return report;
}

LibraryPhase::LibraryPhase(PhaseQuestion const& question) {
  auto& running = Context::current().core().running;
  if (!running.empty() && running.back()->report_.phase == question.name) {
    outer_ = running.back();
    report_ = outer_->report_;
  } else {
    report_ = decide(question);
  }
  running.push_back(this);
}

LibraryPhase::~LibraryPhase() {
  try {
    end();
  } catch (std::exception const&) {
    return;  // a report less, when there is no memory for it
  }
}

PhaseReport const& LibraryPhase::end() {
  if (has_ended_) return report_;
  has_ended_ = true;
  report_.seconds = timer_.seconds();
  auto& core = Context::current().core();
  core.running.erase(std::remove(core.running.begin(), core.running.end(), this),
                     core.running.end());
  if (core.keeps_reports && !outer_) core.reports.push_back(report_);
  return report_;
}

void LibraryPhase::copies(std::string_view array, Direction direction, std::int64_t bytes) {
  if (bytes == 0) return;
  if (outer_) {
    outer_->copies(array, direction, bytes);
  } else {
    auto& core = Context::current().core();
    Transfer const transfer{
        std::string(array), report_.phase, direction, Cause::first_use, bytes, 1, 0};
    core.allow(transfer);
    core.record(transfer, 0);
  }
  ++report_.copies;
  report_.bytes_moved += bytes;
}

}  // namespace heddle::place
