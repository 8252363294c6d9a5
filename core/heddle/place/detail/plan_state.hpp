// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a plan knows. Knows no Kokkos.
#pragma once

#include <heddle/place/comparison.hpp>
#include <heddle/place/cost_model.hpp>
#include <heddle/place/detail/calibration.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::place::detail {

/// What became of a step since the plan was made.
struct StepHistory {
  std::vector<std::uint64_t> versions;  ///< of the arrays after its last run; empty: it has not run
  int slower = 0, faster = 0;           ///< runs in a row that missed the prediction
  bool drifting = false;
  double until_exploring = 1;
};

struct PlanState {
  std::vector<PlannedStep> steps;
  std::vector<Where> places;
  std::vector<StepHistory> histories;
  Program program;            ///< with the times of the alternatives chosen
  std::vector<double> sizes;  ///< bytes of the program's arrays
  double calibration = 0;
  double explore = 0;
  int runs = 3;

  int find(Name phase) const;  ///< -1: not a phase of the plan
  bool needed(int step) const;
  void note_run(User const& user, int step, Where place, std::optional<double> seconds);
  /// Where a step runs now; with `explore`, sometimes at its other place.
  Where next_place(int step);
  Comparison compare(ContextCore& core) const;

 private:
  ComparedPhase compare(ContextCore& core, int step) const;
};

/// Measures the steps and chooses. Steps are unmeasured before.
PlanState make_plan(User const& user, std::vector<PlannedStep> steps, int runs, double explore);

}  // namespace heddle::place::detail
