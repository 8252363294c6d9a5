// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What `heddle compare` measured, and its two ways to the page. Knows no Kokkos.
#pragma once

#include <heddle/cli/arguments.hpp>
#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/input.hpp>
#include <heddle/cli/measurement.hpp>
#include <heddle/cli/placement.hpp>
#include <heddle/cli/solver.hpp>
#include <heddle/place/report.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// How the chain ended on one backend.
struct PlaceOutcome {
  Backend backend;
  lu::Status status = lu::Status::success;
  std::string description;  ///< one line unless the status is success
  double backward_error = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> solution;
};

/// What a rule of heddle/place says about a phase: HEDDLE_PLACE or a file that it names.
struct Ruling {
  std::string phase;
  bool wants_host = true;
  place::DecidedBy decided_by = place::DecidedBy::environment;
};

/// Where a phase goes, by whom, and what is best besides.
struct Choice {
  PlaceTimes const* chosen = nullptr;
  PlaceTimes const* second = nullptr;  ///< none if the phase has one place
  place::DecidedBy decided_by = place::DecidedBy::measured;
  /// Time of the second as a share of that of the chosen; below 1 if a rule chose the slower one.
  double ratio() const { return second ? second->median() / chosen->median() : 1; }
};

/// Names of rows of the table that are no phase of the library.
inline constexpr std::string_view rest_phase = "rest";    ///< of the chain outside all phases
inline constexpr std::string_view whole_phase = "whole";  ///< read to refine, wall clock
inline constexpr std::string_view refactor_phase =
    "refactor";  ///< same pattern again; not in whole

struct CompareReport {
  CompareArguments arguments;
  System system;
  AnalysisReport analysis;  ///< of the last run
  std::vector<PlaceOutcome> places;
  Measurements measurements;
  std::vector<Ruling> rulings;  ///< at most one a phase
  bool device_in_build = false;
  ExitCode exit_code = ExitCode::success;

  /// The fastest place of a phase, or the fastest of those that a rule leaves.
  Choice choice(PhaseTimes const& phase) const;
  /// Whether a place is on the host: its sequential part, or a backend.
  bool is_host(std::string_view place) const;
  /// Whether all solutions agree bit for bit; true for one place.
  bool solutions_equal() const;
  /// Largest difference from the first place's solution in any unknown, as a share of the largest
  /// unknown.
  double largest_difference() const;
};

std::string compare_text(CompareReport const& report);
/// A JSON object; core/docs/command.md lists its fields.
std::string compare_json(CompareReport const& report);
/// A page that needs nothing else: table, timeline, outcomes.
std::string compare_html(CompareReport const& report);

}  // namespace heddle::cli
