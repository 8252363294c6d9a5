// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Places chosen by measurement, copies included.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/place/comparison.hpp>
#include <heddle/place/detail/plan_state.hpp>
#include <heddle/place/phase.hpp>

#include <Kokkos_Core.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heddle::place {

/// A phase of a program, and in how many of its rounds it runs (cost_model.hpp).
struct Step {
  Phase phase;
  double repeat = 1;
};

/// What can be chosen about measurements.
struct AutoplaceOptions {
  int runs = 3;        ///< at each place, after one that does not count; the median is taken
  double explore = 0;  ///< share of runs that try the other place and may change the plan
};

/// Phases with the places where their program takes least time. Used by one thread at a time.
class Plan {
 public:
  /// Made by autoplace.
  Plan(std::vector<Phase> phases, detail::PlanState state)
      : phases_(std::move(phases)), state_(std::move(state)) {}

  /// Runs a phase where the plan says, unless somebody higher decides (HEDDLE_PLACE, a pin, a
  /// file). Phases that are not in the plan run as by `run`.
  template <CompiledBackend Exec>
  void run(Exec const& exec, Phase const& phase) {
    int const step = state_.find(phase.state().facts.name);
    if (step < 0) return place::run(exec, phase);
    auto const user = detail::user_of(exec, phase.state().facts.name);
    auto const place = state_.next_place(step);
    bool const must_wait = state_.explore > 0;  // else the time of device phases is not known
    auto const body = detail::run_planned(exec, phase, {}, place);
    Timer const waiting;
    if (must_wait) user.core.wait(*user.queue);
    std::optional<double> seconds;
    if (must_wait || body.place == Where::host) seconds = body.seconds + waiting.seconds();
    state_.note_run(user, step, body.place, seconds);
  }

  /// Whether running the phase again could change anything: it has not run by this plan, or an
  /// array that it reads or writes has another version than after its last run. O(arrays).
  bool needed(Phase const& phase) const {
    int const step = state_.find(phase.state().facts.name);
    return step < 0 || state_.needed(step);
  }

  /// Times, bytes, choices and their rivals. Predictions hold for the arrays as they lay when the
  /// plan was made.
  Comparison compare() const { return state_.compare(Context::current().core()); }

 private:
  std::vector<Phase> phases_;  ///< kept alive
  detail::PlanState state_;
};

/// Measures every phase at every place that it has a body for, on the arrays as they are, and
/// chooses the places with the least total, copies included. Phases run `runs` + 1 times a place;
/// afterwards all arrays are as they were. Phases with an `alternative` body are tried both ways,
/// with all later ones. What cannot be measured (no memory for backups, inputs not written) stays
/// where it would run anyhow, and the comparison shows -1. Waits for `exec`. Throws what bodies
/// throw; invalid_argument (a phase twice, runs < 1, explore outside of 0 ... 1), unsupported (more
/// than six phases with alternatives).
template <CompiledBackend Exec>
Plan autoplace(Exec const& exec, std::span<Step const> steps,
               AutoplaceOptions const& options = {}) {
  std::vector<Phase> phases;
  std::vector<detail::PlannedStep> planned;
  for (auto const& step : steps) {
    auto const& state = step.phase.state();
    detail::check_device(state, backends::traits<Exec>::name);
    phases.push_back(step.phase);
    detail::PlannedStep item;
    item.facts = state.facts;
    item.uses = state.uses;
    item.repeat = step.repeat;
    item.has_alternative = state.has_alternative;
    item.body = [&exec, &state](detail::Side side) {
      side == detail::Side::host ? state.on_host(detail::host_instance(exec))
                                 : state.on_device(&exec);
    };
    planned.push_back(std::move(item));
  }
  auto plan = detail::make_plan(detail::user_of(exec, detail::intern("autoplace")),
                                std::move(planned), options.runs, options.explore);
  for (auto& step : plan.steps) step.body = nullptr;  // it refers to this call's instance
  return {std::move(phases), std::move(plan)};
}

/// The same for a list in braces: autoplace(exec, {{color, 1}, {jacobian, 50}}).
template <CompiledBackend Exec>
Plan autoplace(Exec const& exec, std::initializer_list<Step> steps,
               AutoplaceOptions const& options = {}) {
  return autoplace(exec, std::span<Step const>(steps.begin(), steps.size()), options);
}

}  // namespace heddle::place
