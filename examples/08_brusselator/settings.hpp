// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What to integrate, and what came of it. Knows no Kokkos.
#pragma once

#include <heddle/base/observer.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace brusselator {

/// The problem BRUSS-2D: u' = 1 + u^2 v - 4.4 u + f + 0.1 Laplace u, v' = 3.4 u - u^2 v + 0.1
/// Laplace v on the unit square, periodic; f = 5 in a disc from t = 1.1 on. Source: Hairer and
/// Wanner, Solving Ordinary Differential Equations II, Springer 1996, section IV.10.
struct Settings {
  int side = 24;               ///< points on a side of the grid
  int steps = 2000;            ///< of one size
  double end = 11.5;           ///< time
  double tolerance = 1e-9;     ///< of Newton's method: largest change, relative to 1 + |z|
  std::string place = "auto";  ///< host, device or auto
  bool shares = false;         ///< measure the phases of an iteration one by one
  heddle::Observer observer = {};
};

/// Seconds of one Newton iteration: as one launch of a graph, and its phases called one by one.
struct Shares {
  double graph = 0;
  double evaluate = 0, refactor = 0, solve = 0, update = 0;
};

/// One integration.
struct Outcome {
  std::string place, host_backend, device_backend;
  std::string chosen;   ///< automatic placement: where steps run
  std::string trouble;  ///< empty: none
  std::int32_t unknowns = 0, colors = 0, levels = 0;
  std::int64_t nonzeros = 0, iterations = 0, factorizations = 0;
  std::uint64_t factor_entries = 0, multiply_adds = 0;
  double setup = 0;    ///< seconds: trace, colours, analysis, first factorization, recording
  double measure = 0;  ///< of automatic placement
  double seconds = 0;  ///< of all steps
  std::int64_t copies = 0, bytes_copied = 0;  ///< between memories in all steps
  Shares shares;
  std::vector<double> state;        ///< u of all points, then v
  std::vector<double> times, u, v;  ///< at one point
};

/// Integrates. Kokkos must be initialized. Throws heddle::error.
Outcome integrate(Settings const& settings);

}  // namespace brusselator
