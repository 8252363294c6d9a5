// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What `heddle jacobian` found, behind an interface that knows no Kokkos.
#pragma once

#include <heddle/cli/jacobian/arguments.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

inline constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

/// One way that a plan compared.
struct JacobianCandidate {
  std::string direction;
  bool reverse = false, colored = false;
  std::int64_t colors = 0, row_colors = 0, lower_bound = 0;
  double cost = not_measured;
};

/// The values against something computed apart from them.
struct JacobianCheck {
  std::string against;                 ///< "stencil", "dense_ad", "reference"
  std::int64_t entries = 0;            ///< compared
  double largest_difference = 0;       ///< of one entry
  double relative = 0;                 ///< of the largest entry of its row
  double tolerance = 0;                ///< of `relative`
  std::int64_t row = -1, column = -1;  ///< where `relative` was found
  bool passed() const { return relative <= tolerance; }
};

/// Seconds; medians, each run long enough to be timed.
struct JacobianTimes {
  double trace = 0, plan = 0, first = 0;  ///< once
  double residual = not_measured;
  double sweep = not_measured;  ///< one, of all lanes
  double gather = not_measured;
  double whole = not_measured;  ///< an evaluation
};

struct JacobianReport {
  JacobianArguments arguments;
  std::string backend;
  std::int64_t rows = 0, columns = 0, nonzeros = 0;
  std::string direction;
  bool reverse = false, measured = false, coloring_verified = false;
  bool in_groups = false;  ///< no compressed Jacobian in main memory, and so no gather
  int lanes = 0;
  std::int64_t sweeps = 0, products = 0;
  std::int64_t colors = 0, row_colors = 0, lower_bound = 0;
  std::vector<JacobianCandidate> candidates;
  JacobianTimes times;
  std::int64_t skipped_rows = 0;  ///< not finite: the check by a random direction left them out
  std::vector<JacobianCheck> checks;
};

/// Runs the problem on the backend of that name, which must be one of this build. Throws what the
/// library throws, and Failure (bad_input) for files.
JacobianReport evaluate_problem(std::string_view backend, JacobianArguments const& arguments);

std::string text_of(JacobianReport const& report);
std::string json_text_of(JacobianReport const& report);

}  // namespace heddle::cli
