// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The phases that are timed, and their registration with Google Benchmark.
#pragma once

#include "solver.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::perf {

class SolverRun;

/// The solvers at work, one of each kind: the next matrix evicts the factors of the one before.
/// Destroy it before Kokkos is finalised.
class SolverRuns {
 public:
  SolverRuns();
  ~SolverRuns();
  /// The solver of that kind on that problem, begun if it is not the current one.
  SolverRun& of(std::shared_ptr<Problem const> const& problem, SolverKind const& kind);
  /// Forgets a solver that failed.
  void drop(SolverKind const& kind);

 private:
  std::map<std::string, std::unique_ptr<SolverRun>> current_;
};

/// Registers every phase of every solver on the problem as `lu/<matrix>/<phase>/<solver>`. Solvers
/// of one phase stand next to each other, so that a slow minute of the machine meets all of them.
/// `runs` must live until the benchmarks have run.
void register_phases(std::shared_ptr<Problem const> const& problem,
                     std::vector<SolverKind> const& kinds, SolverRuns& runs);

}  // namespace heddle::perf
