// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What bench_coloring measures. Every contender colours once before the clock starts, and the
/// result is judged. Knows no Kokkos.
#pragma once

#include "problem.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace heddle::perf {

/// One way to colour one problem.
struct Contender {
  std::string name;
  bool is_greedy = true;                ///< its colours must be those of the plain algorithm
  std::function<void()> run;            ///< timed
  std::function<Colors()> colors;       ///< of the last run; empty: it makes none
  std::function<double()> rounds = {};  ///< of the last run
};

using ProblemHandle = std::shared_ptr<ColoringProblem const>;

/// The algorithms alone, on the host, with both directions of the pattern at hand; then whole calls
/// of the library on the host and on each device of the build (on all backends if `everywhere`),
/// with the pattern in the memory of the host and of the device: names say which.
std::vector<Contender> heddle_contenders(ProblemHandle const& problem, bool everywhere);

/// ColPack's partial distance-2 colouring of the columns in natural order, its graph at hand.
/// Empty where the build has no ColPack.
std::vector<Contender> colpack_contenders(ProblemHandle const& problem);
/// What to install to have it; empty if it is here.
std::string missing_colpack();

/// Compiler, Kokkos and devices, as context of the report.
std::vector<std::pair<std::string, std::string>> coloring_context();

}  // namespace heddle::perf
