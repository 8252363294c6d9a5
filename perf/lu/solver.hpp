// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a benchmark asks of a solver, the same of Heddle and of its peers. Knows no Kokkos.
#pragma once

#include "problem.hpp"

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::perf {

/// A solver that did not deliver; the message is its own status.
struct SolverFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One solver on one problem. Each call returns only when its work is done, also on a device; each
/// throws SolverFailure if the solver reports no usable result.
class Solver {
 public:
  virtual ~Solver() = default;

  /// Everything that a pattern decides before numbers are computed.
  virtual void analyze() = 0;
  /// New factors of the given values, storage included.
  virtual void factor() = 0;
  /// Factors of other values of the pattern, reusing whatever the solver can reuse.
  virtual void refactor(Values values) = 0;
  /// Solves with the factors alone.
  virtual void solve() = 0;
  /// Solves with iterative refinement as the solver does it by default; `values` are the factored.
  virtual void solve_refined(Values values) = 0;
  /// From the matrix to the first solution with the solver's defaults.
  virtual void first_solution() = 0;

  /// The last solution, in host memory.
  virtual std::vector<double> solution() = 0;
  /// Figures that explain the times, such as the number of entries of the factors.
  virtual std::map<std::string, double> facts() = 0;
};

/// A solver that this build can run, such as "klu" or "heddle_openmp".
struct SolverKind {
  std::string name;
  bool refines;  ///< whether it has iterative refinement
  std::function<std::unique_ptr<Solver>(Problem const&)> make;
};

SolverKind klu();
SolverKind umfpack();
/// Heddle on each backend of this build, hosts first.
std::vector<SolverKind> heddle_solvers();
/// What ran: versions, thread counts, the device's name. Kokkos must be initialised.
std::map<std::string, std::string> heddle_context();

}  // namespace heddle::perf
