// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/core.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace heddle::place::detail {
namespace {

std::string listed(std::vector<Name> const& names) {
  std::string text;
  for (auto const name : names) text += std::string(text.empty() ? "" : ", ") + name.text;
  return text.empty() ? "none" : text;
}

}  // namespace

void ContextCore::note_device_phase(Name phase) {
  constexpr std::size_t most = 16;
  if (!unwaited.empty() && unwaited.back() == phase) return;
  if (unwaited.size() == most) unwaited.erase(unwaited.begin());
  unwaited.push_back(phase);
}

void ContextCore::wait(backends::WorkQueue& queue) {
  auto const fault = memory().wait(queue);
  auto const phases = std::exchange(unwaited, {});
  HEDDLE_EXPECTS(
      fault.empty(), device_fault,
      "the device reports: " + fault + "; phases since the last wait: " + listed(phases));
}

void ContextCore::allow(Transfer const& transfer) {
  bool const allowed = std::all_of(allowances.begin(), allowances.end(),
                                   [](Allowance const* scope) { return scope->copies > 0; });
  HEDDLE_EXPECTS(allowed, copy_refused,
                 transfer.array + ": a strict scope refuses a copy " +
                     std::string(to_string(transfer.direction)) + " for " + transfer.phase + " (" +
                     std::string(to_string(transfer.cause)) + ")");
  for (auto* const scope : allowances) --scope->copies;
}

void ContextCore::record(Transfer transfer, double seconds) {
  transfer.seconds = seconds;
  log.add(transfer);
}

}  // namespace heddle::place::detail
