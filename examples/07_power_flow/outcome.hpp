// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a solution is and what it took. Knows no Kokkos.
#pragma once

#include <heddle/io/matrix.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace power_flow {

/// One iteration of Newton's method: the mismatch that it found, per unit, and seconds.
struct Iteration {
  double mismatch = 0;
  double evaluate = 0, norm = 0, solve = 0, update = 0;
};

/// Seconds of what is done once.
struct Setup {
  double trace = 0;    ///< the pattern of the Jacobian
  double plan = 0;     ///< colouring and compression, at each place that is used
  double analyze = 0;  ///< of the linear systems
  double measure = 0;  ///< automatic placement
};

/// One run of Newton's method.
struct Run {
  bool converged = false;
  std::string trouble;  ///< why it did not
  std::vector<Iteration> iterations;
  double seconds = 0;                         ///< all of it, with what it had to set up
  std::int64_t copies = 0, bytes_copied = 0;  ///< between memories, without those of measurements
};

/// A case solved at one placement.
struct Outcome {
  std::string place;
  std::string host_backend, device_backend;
  std::int32_t unknowns = 0, colors = 0, sweeps = 0, lanes = 0, levels = 0;
  std::uint64_t factor_entries = 0;
  Setup setup;
  Run first;
  Run again;  ///< from the same start with what the first one has set up; empty if not asked for
  std::int64_t replays = 0;         ///< linear systems that were one launch of a graph
  std::int64_t factorizations = 0;  ///< the others
  std::vector<std::pair<std::string, std::string>> chosen;  ///< phase and place
  std::vector<double> x;                                    ///< angles, then magnitudes
  heddle::io::Matrix jacobian;                              ///< at x
};

}  // namespace power_flow
