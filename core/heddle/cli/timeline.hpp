// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The chain of `heddle compare` as bars over time, one lane a place. Knows no Kokkos.
#pragma once

#include <heddle/cli/compare_result.hpp>

#include <string>
#include <vector>

namespace heddle::cli {

/// One phase of one lane; medians, one behind the other.
struct TimelineBar {
  std::string phase;
  std::string ran_at;  ///< the place of the lane, or "host" for what only the host can do
  double start = 0;    ///< seconds
  double seconds = 0;
};

/// The chain at one place, from reading to refining.
struct TimelineLane {
  std::string place;
  std::vector<TimelineBar> bars;
  double end() const { return bars.empty() ? 0 : bars.back().start + bars.back().seconds; }
};

/// One lane for each place that came to its end.
std::vector<TimelineLane> timeline_of(CompareReport const& report);

/// Lanes of letters, drawn to one scale, and what the letters mean. Empty without lanes.
std::string timeline_text(std::vector<TimelineLane> const& lanes);

/// The same as SVG, with the times in tooltips.
std::string timeline_svg(std::vector<TimelineLane> const& lanes);

}  // namespace heddle::cli
