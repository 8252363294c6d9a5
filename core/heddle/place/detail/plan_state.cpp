// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/plan_state.hpp>

#include <heddle/place/detail/phase_call.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace heddle::place::detail {
namespace {

Where other_place(Where where) { return where == Where::host ? Where::device : Where::host; }

std::vector<std::uint64_t> versions_of_arrays(PlannedStep const& step) {
  std::vector<std::uint64_t> versions;
  for (auto const& use : step.uses) {
    std::lock_guard const lock(use.record->mutex);
    versions.push_back(use.record->version);
  }
  return versions;
}

bool has_place(CostedStep const& step, Where where) {
  return std::isfinite(where == Where::host ? step.host : step.device);
}

/// Every step at one place that can run there.
std::vector<Where> all_at(Program const& program, Where where) {
  std::vector<Where> places;
  for (auto const& step : program.steps) {
    places.push_back(has_place(step, where) ? where : other_place(where));
  }
  return places;
}

/// The chosen program with copies that cost what `cost` says, and phases that cost nothing.
template <class Cost>
double copies_priced(PlanState const& plan, Cost cost) {
  Program program = plan.program;
  for (std::size_t i = 0; i < program.arrays.size(); ++i) {
    program.arrays[i].to_host = program.arrays[i].to_device = cost(plan.sizes[i]);
  }
  return predicted_copy_seconds(program, plan.places);
}

}  // namespace

int PlanState::find(Name phase) const {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].facts.name == phase) return static_cast<int>(i);
  }
  return -1;
}

bool PlanState::needed(int step) const {
  return histories[step].versions.empty() ||
         histories[step].versions != versions_of_arrays(steps[step]);
}

Where PlanState::next_place(int step) {
  auto const chosen = places[step];
  auto& history = histories[step];
  bool const can_explore = explore > 0 && !steps[step].has_alternative &&
                           has_place(program.steps[step], other_place(chosen));
  if (!can_explore) return chosen;
  history.until_exploring -= explore;
  if (history.until_exploring > 0) return chosen;
  history.until_exploring += 1;
  return other_place(chosen);
}

void PlanState::note_run(User const& user, int step, Where place, std::optional<double> seconds) {
  auto& history = histories[step];
  history.versions = versions_of_arrays(steps[step]);
  auto& costed = program.steps[step];
  double& predicted = place == Where::host ? costed.host : costed.device;
  if (!seconds || !steps[step].is_measured || !std::isfinite(predicted)) return;
  history.slower = *seconds > 2 * predicted ? history.slower + 1 : 0;
  history.faster = 2 * *seconds < predicted ? history.faster + 1 : 0;
  constexpr int many = 5;
  if (history.slower >= many || history.faster >= many) history.drifting = true;
  if (explore <= 0) return;  // nothing changes by itself
  predicted = 0.5 * (predicted + *seconds);
  (place == Where::host ? steps[step].host_seconds : steps[step].device_seconds) = predicted;
  places = best_places(program).places;
  PhaseFacts facts = steps[step].facts;
  measure_sizes(steps[step].uses, facts);
  auto& known = user.core.decisions.measured[DecisionKey(facts)];
  known.place = places[step];
  (place == Where::host ? known.host_us : known.device_us) = 1e6 * predicted;
}

ComparedPhase PlanState::compare(ContextCore& core, int step) const {
  auto const& planned = steps[step];
  ComparedPhase row;
  row.phase = planned.facts.name.text;
  row.host = planned.host_seconds;
  row.device = planned.device_seconds;
  row.repeat = planned.repeat;
  row.bytes_in = planned.bytes_in;
  row.bytes_out = planned.bytes_out;
  for (int const array : program.steps[step].reads) {
    row.copy_seconds += program.arrays[array].to_device;
  }
  for (int const array : program.steps[step].writes) {
    row.copy_seconds += program.arrays[array].to_host;
  }
  auto const decision = core.decisions.decide(planned.facts, {}, places[step]);
  row.chosen = decision.where;
  row.decided_by = decision.decided_by;
  auto const rival = other_place(decision.where);
  if (has_place(program.steps[step], rival)) {
    Program fixed = program;
    fixed.steps[step].fixed = rival;
    double const total = predicted_seconds(program, places);
    row.second_best = rival;
    row.loss = total > 0 ? best_places(fixed).seconds / total - 1 : 0;
  }
  row.drifting = histories[step].drifting;
  return row;
}

Comparison PlanState::compare(ContextCore& core) const {
  Comparison result;
  for (int step = 0; step < static_cast<int>(steps.size()); ++step) {
    result.phases.push_back(compare(core, step));
  }
  result.all_host = predicted_seconds(program, all_at(program, Where::host));
  result.all_device = predicted_seconds(program, all_at(program, Where::device));
  result.chosen = predicted_seconds(program, places);
  result.copy_seconds = predicted_copy_seconds(program, places);
  result.copies = copies_priced(*this, [](double bytes) { return bytes > 0 ? 1.0 : 0.0; });
  result.bytes_copied = copies_priced(*this, [](double bytes) { return bytes; });
  result.calibration = calibration;
  result.small = core.log.small();
  return result;
}

}  // namespace heddle::place::detail
