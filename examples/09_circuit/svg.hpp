// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waveforms as a self-contained SVG file. Plain C++.
#pragma once

#include <string>
#include <vector>

namespace circuit {

/// A strip of the drawing: one quantity over time.
struct Strip {
  std::string name;
  std::vector<double> values;  ///< one per time
};

/// Strips below one another with a common axis of time, in seconds. Long waveforms are thinned to
/// the lowest and highest value of each column of pixels.
std::string svg_of(std::string const& title, std::vector<double> const& times,
                   std::vector<Strip> const& strips);

}  // namespace circuit
