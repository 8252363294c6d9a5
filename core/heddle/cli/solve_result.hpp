// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What `heddle solve` found out, and its two ways to the page. Knows no Kokkos.
#pragma once

#include <heddle/cli/arguments.hpp>
#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/input.hpp>
#include <heddle/cli/placement.hpp>
#include <heddle/cli/solver.hpp>
#include <heddle/lu/result.hpp>

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

/// One matrix, factored or refactored, and solved if its factors are usable.
struct SolveStep {
  std::string file;
  bool refactored = false;
  lu::FactorResult factor;
  std::optional<lu::SolveResult> solve;
  /// max |x_i - 1| where b = A 1; else NaN.
  double error_against_ones = std::numeric_limits<double>::quiet_NaN();
  std::vector<lu::PhaseReport> phases;  ///< read, numeric, solve, refine
};

struct SolveReport {
  SolveArguments arguments;
  System system;
  Placement analysis_place, numeric_place;
  Backend backend;  ///< of the factors; of the analysis if that failed
  AnalysisReport analysis;
  std::vector<SolveStep> steps;  ///< none if the analysis failed
  ExitCode exit_code = ExitCode::success;
};

std::string solve_text(SolveReport const& report);
/// A JSON object; core/docs/command.md lists its fields.
std::string solve_json(SolveReport const& report);

}  // namespace heddle::cli
