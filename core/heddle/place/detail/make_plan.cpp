// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/place/detail/phase_call.hpp>
#include <heddle/place/detail/plan_state.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace heddle::place::detail {
namespace {

/// The arrays of a program, and its steps in terms of them.
class ProgramOf {
 public:
  ProgramOf(User const& user, std::vector<PlannedStep> const& steps) : user_(user) {
    for (auto const& step : steps) add(step);
  }
  Program program;
  std::vector<double> sizes;

 private:
  int index_of(std::shared_ptr<Record> const& record) {
    auto const found = std::find(records_.begin(), records_.end(), record.get());
    if (found != records_.end()) return static_cast<int>(found - records_.begin());
    records_.push_back(record.get());
    std::lock_guard const lock(record->mutex);
    auto const bytes = static_cast<double>(record->bytes());
    CostedArray array;
    array.at_host = record->is_valid(Side::host);
    array.at_device = record->is_valid(Side::device);
    if (!record->is_shared() && bytes > 0 && user_.core.transfer_model) {
      array.to_host = user_.core.transfer_model->to_host.seconds(bytes);
      array.to_device = user_.core.transfer_model->to_device.seconds(bytes);
    }
    program.arrays.push_back(array);
    sizes.push_back(record->is_shared() ? 0 : bytes);
    return static_cast<int>(program.arrays.size()) - 1;
  }

  void add(PlannedStep const& step) {
    CostedStep costed;
    costed.repeat = step.repeat;
    if (step.is_measured) {
      if (step.host_seconds >= 0) costed.host = step.host_seconds;
      if (step.device_seconds >= 0) costed.device = step.device_seconds;
    } else {  // stays where it would run anyhow, at a cost that nobody knows
      auto const where = user_.core.decisions.decide(step.facts, {}).where;
      (where == Where::host ? costed.host : costed.device) = 0;
    }
    costed.eager = user_.core.decisions.decide(step.facts, {}).results == Results::eager;
    for (auto const& use : step.uses) {
      int const array = index_of(use.record);
      if (use.mode != Mode::overwrites) costed.reads.push_back(array);
      if (use.mode != Mode::reads) costed.writes.push_back(array);
    }
    program.steps.push_back(std::move(costed));
  }

  User const& user_;
  std::vector<Record const*> records_;
};

std::vector<int> alternatives_among(std::vector<PlannedStep> const& steps) {
  constexpr std::size_t most = 6;
  std::vector<int> found;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto const& facts = steps[i].facts;
    if (steps[i].has_alternative && facts.has_host && facts.has_device) {
      found.push_back(static_cast<int>(i));
    }
  }
  HEDDLE_EXPECTS(found.size() <= most, unsupported,
                 "a plan with more than six phases that have alternatives");
  return found;
}

void check(std::vector<PlannedStep> const& steps, int runs, double explore) {
  HEDDLE_EXPECTS(runs >= 1, invalid_argument, "autoplace: at least one run a place");
  HEDDLE_EXPECTS(explore >= 0 && explore <= 1, invalid_argument,
                 "autoplace: explore is a share between 0 and 1");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    HEDDLE_EXPECTS(steps[i].repeat >= 0, invalid_argument, "autoplace: a negative repeat");
    for (std::size_t j = 0; j < i; ++j) {
      HEDDLE_EXPECTS(
          !(steps[i].facts.name == steps[j].facts.name), invalid_argument,
          std::string("autoplace: ") + steps[i].facts.name.text + " stands twice among the steps");
    }
  }
}

/// What measuring has found goes to the context, for this process and for files.
void remember(ContextCore& core, PlanState const& plan) {
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    auto const& step = plan.steps[i];
    if (!step.is_measured) continue;
    Measurement measurement;
    measurement.place = plan.places[i];
    if (step.host_seconds >= 0) measurement.host_us = 1e6 * step.host_seconds;
    if (step.device_seconds >= 0) measurement.device_us = 1e6 * step.device_seconds;
    measurement.runs = plan.runs;
    PhaseFacts facts = step.facts;
    measure_sizes(step.uses, facts);
    core.decisions.measured[DecisionKey(facts)] = measurement;
  }
}

void note_bytes(PlannedStep& step) {
  for (auto const& use : step.uses) {
    auto const bytes = static_cast<std::int64_t>(use.record->bytes());
    if (use.mode != Mode::overwrites) step.bytes_in += bytes;
    if (use.mode != Mode::reads) step.bytes_out += bytes;
  }
}

/// A time that was found under the alternative that lost is better than none.
void keep_times(std::vector<PlannedStep>& steps, std::vector<PlannedStep> const& others) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].host_seconds < 0) steps[i].host_seconds = others[i].host_seconds;
    if (steps[i].device_seconds < 0) steps[i].device_seconds = others[i].device_seconds;
  }
}

}  // namespace

PlanState make_plan(User const& user, std::vector<PlannedStep> steps, int runs, double explore) {
  check(steps, runs, explore);
  Timer const timer;
  auto& core = user.core;
  if (!core.transfer_model) core.transfer_model = measure_transfers(user);
  for (auto& step : steps) note_bytes(step);
  auto const alternatives = alternatives_among(steps);

  // One measurement and one cut for each choice among alternatives: later phases depend on it.
  PlanState best;
  for (unsigned choice = 0; choice < 1u << alternatives.size(); ++choice) {
    auto trial = steps;
    std::vector<std::optional<Side>> only(steps.size());
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      only[alternatives[i]] = choice >> i & 1 ? Side::device : Side::host;
    }
    measure_steps(user, trial, only, runs);
    ProgramOf of(user, trial);
    auto placed = best_places(of.program);
    bool const first = best.steps.empty();
    if (first || placed.seconds < predicted_seconds(best.program, best.places)) {
      if (!first) keep_times(trial, best.steps);
      best.steps = std::move(trial);
      best.program = std::move(of.program);
      best.sizes = std::move(of.sizes);
      best.places = std::move(placed.places);
    } else {
      keep_times(best.steps, trial);
    }
  }
  best.histories.resize(best.steps.size());
  best.explore = explore;
  best.runs = runs;
  remember(core, best);
  best.calibration = timer.seconds();
  return best;
}

}  // namespace heddle::place::detail
