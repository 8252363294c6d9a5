// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Medians of short runs.
#pragma once

#include <heddle/base/timer.hpp>

#include <algorithm>
#include <vector>

namespace heddle::perf {

/// Median of five runs after one that warms up, each of at least a few milliseconds.
template <class Exec, class Step>
double median_seconds(Exec const& exec, Step const& step) {
  auto const timed = [&](int repeats) {
    Timer const timer;
    for (int i = 0; i < repeats; ++i) step();
    exec.fence("heddle::perf::timed");
    return timer.seconds() / repeats;
  };
  timed(1);
  int const repeats = static_cast<int>(std::clamp(5e-3 / timed(1), 1.0, 1000.0));
  std::vector<double> runs;
  for (int run = 0; run < 5; ++run) runs.push_back(timed(repeats));
  std::sort(runs.begin(), runs.end());
  return runs[2];
}

}  // namespace heddle::perf
