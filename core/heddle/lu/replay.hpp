// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Refactorization and solve of a sequence of systems as one graph: recorded once, launched for
/// each new set of numbers.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/graph/graph.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <utility>

namespace heddle::lu {

/// What record_refactor_solve returns. The factorization, the workspace and the memory of values, b
/// and x must outlive it.
template <class Value, class Exec>
class RefactorSolve {
 public:
  /// Made by record_refactor_solve.
  RefactorSolve(graph::GraphExec<Exec>&& replay, Factorization<Value, Exec>& factors)
      : replay_(std::move(replay)), factors_(&factors), target_(factors.factor_values().data()) {}

  /// Factors the numbers that `values` holds now and solves for b into x. Enqueues and returns.
  /// Throws invalid_state if the factorization was factored by other calls since the recording:
  /// its memory has moved, record again.
  void launch(Exec const& exec) {
    using State = typename Factorization<Value, Exec>::State;
    bool const in_place =
        factors_->state() == State::factored && factors_->factor_values().data() == target_;
    HEDDLE_EXPECTS(in_place, invalid_state,
                   "the factors have moved since the recording: record again");
    replay_.launch(exec);
  }
  /// Waits for the last launch and says how its refactorization went
  /// (Factorization::finish_refactor).
  FactorResult status(Exec const& exec) {
    replay_.wait();
    return factors_->finish_refactor(exec);
  }
  /// Waits for the last launch.
  void wait() { replay_.wait(); }

 private:
  graph::GraphExec<Exec> replay_;
  Factorization<Value, Exec>* factors_;
  Value const* target_;
};

/// Records refactor_async and solve_async as one graph. `values`, `b` and `x` are Views in the
/// memory of `Exec`, which change in place between launches; `options` as for solve_async. The
/// results have the bits of the eager calls. Solves once before it records, so that the workspace
/// is large enough. Waits. Throws as refactor_async and solve_async do.
template <class Value, class Exec, class Values, class Rhs, class Solution>
RefactorSolve<Value, Exec> record_refactor_solve(Exec const& exec,
                                                 Factorization<Value, Exec>& factors,
                                                 Values const& values, Rhs const& b,
                                                 Solution const& x, SolveWorkspace<Exec>& workspace,
                                                 SolveOptions const& options,
                                                 PivotOptions const& pivots = {}) {
  Kokkos::View<Value const*, typename Exec::memory_space> const numbers = values;
  auto* const factorization = &factors;
  auto* const buffers = &workspace;
  factors.solve_async(exec, b, x, workspace, options);
  exec.fence("heddle::lu::record_refactor_solve");
  auto replay = graph::record(exec, [&](graph::Recorder<Exec>& recorder) {
                  recorder.capture("heddle::lu::refactor", [=](Exec const& on) {
                    factorization->refactor_async(on, numbers, pivots);
                  });
                  recorder.capture("heddle::lu::solve", [=](Exec const& on) {
                    factorization->solve_async(on, b, x, *buffers, options);
                  });
                }).instantiate(exec);
  return RefactorSolve<Value, Exec>(std::move(replay), factors);
}

}  // namespace heddle::lu
