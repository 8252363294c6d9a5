// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/library_phase.hpp>

#include <heddle/place/context.hpp>
#include <heddle/place/detail/core.hpp>

#include <exception>

namespace heddle::place {

LibraryPhase::LibraryPhase(PhaseQuestion const& question) {
  auto& core = Context::current().core();
  detail::PhaseFacts facts;
  facts.name = detail::intern(question.name);
  facts.has_host = question.has_host;
  facts.has_device = question.has_device;
  facts.default_policy = question.usual;
  facts.bytes = question.bytes;
  facts.nnz = question.nnz;
  auto const decision = core.decisions.decide(facts, question.call);
  report_.phase = question.name;
  report_.place = decision.where;
  report_.decided_by = decision.decided_by;
  report_.start = core.age.seconds();
}

LibraryPhase::~LibraryPhase() {
  auto& core = Context::current().core();
  if (!core.keeps_reports) return;
  report_.seconds = timer_.seconds();
  try {
    core.reports.push_back(report_);
  } catch (std::exception const&) {
    return;  // a report less, when there is no memory for it
  }
}

void LibraryPhase::copies(std::string_view array, Direction direction, std::int64_t bytes) {
  if (bytes == 0) return;
  auto& core = Context::current().core();
  Transfer const transfer{
      std::string(array), report_.phase, direction, Cause::first_use, bytes, 1, 0};
  core.allow(transfer);
  core.record(transfer, 0);
  ++report_.copies;
  report_.bytes_copied += bytes;
}

}  // namespace heddle::place
