// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The linear systems of one place: factors that follow the values, refactorization and solve
// replayed as one graph, new pivots where the old ones no longer serve.
#pragma once

#include "loops.hpp"

#include <heddle/lu/factorization.hpp>
#include <heddle/lu/replay.hpp>

#include <memory>
#include <optional>

namespace circuit {

/// What the linear solves of a run did.
struct LinearCounts {
  int replays = 0;     ///< refactorizations with a solve, as one graph
  int recordings = 0;  ///< graphs made
  int recoveries = 0;  ///< refactorizations that needed other pivots
  heddle::lu::Status status = heddle::lu::Status::success;  ///< of the last one
};

/// Solves at one place. The first system is factored with the analysis; from then on each one is
/// refactored with the pivots in use, which are checked. Bad ones are repaired outside of the
/// graph, and the graph is recorded anew, since the factors have moved.
template <class Exec>
class LinearSolver {
  using Memory = typename Exec::memory_space;
  using Factors = heddle::lu::Factorization<double, Exec>;
  using Numbers = Kokkos::View<double const*, Memory>;
  using Result = Kokkos::View<double*, Memory>;

 public:
  using Matrix = heddle::Csr<double, heddle::DefaultOffset, heddle::DefaultIndex, Memory>;

  LinearSolver(heddle::lu::Analysis const& analysis, Matrix const& pattern)
      : analysis_(analysis), matrix_(pattern) {
    solving_.refinement = heddle::lu::Refinement::fixed;
    solving_.refinement_steps = 1;
    pivots_.estimate_condition = false;
  }

  // [snippet solve]
  void solve(Exec const& exec, Numbers const& values, Numbers const& b, Result const& x,
             LinearCounts& counts) {
    if (is_recorded(values, b, x)) {
      if (replay(exec, counts)) return;
    }
    replay_.reset();
    counts.status = factor(exec, values, counts);
    if (!is_usable(counts.status)) return;
    values_ = values;
    b_ = b;
    x_ = x;
    replay_.emplace(
        heddle::lu::record_refactor_solve(exec, *factors_, values_, b_, x_, workspace_, solving_));
    ++counts.recordings;
    replay(exec, counts);
  }
  // [end]

 private:
  static bool is_usable(heddle::lu::Status status) {
    using heddle::lu::Status;
    return status == Status::success || status == Status::ill_conditioned ||
           status == Status::pivot_degraded;
  }
  bool is_recorded(Numbers const& values, Numbers const& b, Result const& x) const {
    return replay_ && values.data() == values_.data() && b.data() == b_.data() &&
           x.data() == x_.data();
  }
  bool replay(Exec const& exec, LinearCounts& counts) {
    replay_->launch(exec);
    counts.status = replay_->status(exec).status;
    ++counts.replays;
    return counts.status == heddle::lu::Status::success;
  }
  heddle::lu::Status factor(Exec const& exec, Numbers const& values, LinearCounts& counts) {
    matrix_.values = values;
    if (!factors_) factors_.emplace(exec, analysis_);  // a place that never solves needs no memory
    auto const result = factors_->state() == Factors::State::empty
                            ? factors_->factor(exec, matrix_, pivots_)
                            : factors_->refactor(exec, values, pivots_);
    counts.recoveries += result.recovered;
    return result.status;
  }

  heddle::lu::Analysis analysis_;
  std::optional<Factors> factors_;
  Matrix matrix_;
  heddle::lu::SolveOptions solving_;
  heddle::lu::PivotOptions pivots_;
  heddle::lu::SolveWorkspace<Exec> workspace_;
  Numbers values_, b_;
  Result x_;
  std::optional<heddle::lu::RefactorSolve<double, Exec>> replay_;  // ends before what it refers to
};

/// The body of the phase that solves, at the place of `Exec`.
template <class Exec>
struct SolveBody {
  std::shared_ptr<LinearSolver<Exec>> solver;
  std::shared_ptr<LinearCounts> counts;
  template <class Values, class X>
  void operator()(Exec const& exec, Values const& values, Values const& right_side,
                  X const& x) const {
    solver->solve(exec, values, right_side, x, *counts);
  }
};

}  // namespace circuit
