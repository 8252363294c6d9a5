// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Time steps at one place: everything that they need lies there, and an iteration of Newton's
// method is one launch of a graph.
#pragma once

#include <heddle/base/timer.hpp>
#include <heddle/graph/graph.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/lu/factorization.hpp>

#include "model.hpp"
#include "settings.hpp"

#include <Kokkos_Core.hpp>

#include <optional>
#include <string>

namespace brusselator {

namespace graph = heddle::graph;
namespace jacobian = heddle::jacobian;
namespace lu = heddle::lu;

template <class Exec>
class Stepper {
  using Memory = typename Exec::memory_space;
  using View = Kokkos::View<double*, Memory>;
  using Scalar = Kokkos::View<double, Memory>;
  using Factors = lu::Factorization<double, Exec>;

 public:
  Stepper(Exec const& exec, Settings const& settings, heddle::Pattern<> const& pattern)
      : settings_(settings),
        model_(model_of(settings.side)),
        weight_(gamma_of_method * settings.end / settings.steps),
        base_("brusselator::base", model_.size()),
        z_("brusselator::z", model_.size()),
        residual_("brusselator::residual", model_.size()),
        change_("brusselator::change", model_.size()),
        values_("brusselator::values", pattern.num_entries()),
        largest_("brusselator::largest"),
        jacobian_(exec, Stage<Memory>{model_, weight_, base_}, pattern, options(settings)) {}

  /// One step from y to y; how many iterations it took, or -1 if Newton's method does not converge.
  template <class Y>
  int step(Exec const& exec, bool has_inflow, Y const& state) {
    View const y = state;
    double const inflow_weight = has_inflow ? weight_ : 0;
    each("brusselator::first", exec, BeginFirst<View>{model_.side, inflow_weight, y, base_, z_});
    int const first = newton(exec);
    if (first < 0) return -1;
    each("brusselator::second", exec, BeginSecond<View>{model_.side, inflow_weight, y, base_, z_});
    int const second = newton(exec);
    if (second < 0) return -1;
    Kokkos::deep_copy(exec, y, z_);  // stiffly accurate: the last stage is the step
    return first + second;
  }

  /// Seconds of an iteration as a whole and phase by phase, at the last stage; the state of the
  /// method is lost.
  Shares measure(Exec const& exec) {
    constexpr int runs = 10;
    Shares result;
    auto const timed = [&](auto const& call) {
      call();
      exec.fence("brusselator::measure");
      heddle::Timer const timer;
      for (int i = 0; i < runs; ++i) call();
      exec.fence("brusselator::measure");
      return timer.seconds() / runs;
    };
    result.graph = timed([&] { replay_->launch(exec); });
    result.evaluate = timed([&] { jacobian_.evaluate(exec, z_, residual_, values_); });
    result.refactor = timed([&] { factors_->refactor_async(exec, values_); });
    result.solve =
        timed([&] { factors_->solve_async(exec, residual_, change_, workspace_, once()); });
    result.update = timed([&] { improve(exec); });
    return result;
  }

  /// Adds what is known to an outcome.
  void describe(Outcome& outcome) const {
    outcome.colors = jacobian_.coloring().num_colors;
    outcome.levels = static_cast<std::int32_t>(analyzed_.num_levels);
    outcome.factor_entries = analyzed_.num_factor_entries;
    outcome.multiply_adds = analyzed_.multiply_adds;
    outcome.factorizations += factorizations_;
  }
  /// Why the last step failed.
  std::string const& trouble() const { return trouble_; }

 private:
  static jacobian::JacobianOptions options(Settings const& settings) {
    jacobian::JacobianOptions result;
    result.color.place = heddle::coloring::Place::host;  // a greedy colouring is sequential
    result.color.observer = settings.observer;
    return result;
  }
  static lu::SolveOptions once() {
    lu::SolveOptions result;
    result.refinement = lu::Refinement::fixed;  // reads nothing back, so a graph can hold it
    return result;
  }

  template <class Body>
  void each(char const* label, Exec const& exec, Body const& body) {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec>(exec, 0, model_.size()), body);
  }

  void improve(Exec const& exec) {
    Kokkos::parallel_reduce("brusselator::improve",
                            Kokkos::RangePolicy<Exec>(exec, 0, model_.size()),
                            Improve<View>{change_, z_}, Kokkos::Max<double, Memory>(largest_));
  }

  /// Solves the stage that base and z are set for. Changes shrink quadratically, so two of them
  /// predict the next: an iteration that would only confirm the solution is left out.
  int newton(Exec const& exec) {
    constexpr int most = 25;
    if (!replay_ && !prepare(exec)) return -1;
    double before = 0;
    for (int i = 1; i <= most; ++i) {
      replay_->launch(exec);
      replay_->wait();
      bool const pivots_hold = factors_->finish_refactor(exec).status == lu::Status::success;
      double const largest = read(exec);
      double const shrunk = largest / before;  // infinite at first
      double const next = shrunk * shrunk * largest;
      if (pivots_hold && (largest <= settings_.tolerance || next <= settings_.tolerance)) return i;
      if (!pivots_hold && !prepare(exec)) return -1;  // chooses pivots anew
      if (pivots_hold && !(largest < 1e6)) break;
      before = largest;
    }
    trouble_ = "Newton's method does not converge; take more steps";
    return -1;
  }

  bool refuse(lu::Status status) {
    trouble_ = "the Jacobian is " + std::string(lu::to_string(status));
    return false;
  }

  double read(Exec const& exec) {
    double result = 0;
    Kokkos::deep_copy(exec, Kokkos::View<double, Kokkos::HostSpace>(&result), largest_);
    exec.fence("brusselator::read");
    return result;
  }

  // [snippet prepare]
  /// Analyses and factors the Jacobian at z, and records an iteration.
  bool prepare(Exec const& exec) {
    replay_.reset();
    jacobian_.evaluate(exec, z_, residual_, values_);
    auto const& pattern = jacobian_.pattern();
    heddle::Csr<double, heddle::DefaultOffset, heddle::DefaultIndex, Memory> const matrix{
        pattern.num_rows, pattern.num_columns, pattern.row_offsets, pattern.columns, values_};
    if (!factors_) {
      lu::AnalyzeOptions options;
      options.expected_factorizations = 4 * settings_.steps;
      options.observer = settings_.observer;
      analyzed_ = lu::analyze(exec, matrix, options);
      if (analyzed_.analysis.empty()) return refuse(analyzed_.status);
      factors_.emplace(exec, analyzed_.analysis);
    }
    auto const status = factors_->factor(exec, matrix).status;
    ++factorizations_;
    if (factors_->state() == Factors::State::empty) return refuse(status);
    factors_->solve_async(exec, residual_, change_, workspace_, once());  // sizes the workspace
    record(exec);
    return true;
  }
  // [end]

  // [snippet record]
  /// One iteration: Jacobian and residual at z, refactorization, solve, improvement of z.
  void record(Exec const& exec) {
    auto recording = graph::record(exec, [this](graph::Recorder<Exec>& recorder) {
      recorder.capture("evaluate",
                       [this](Exec const& on) { jacobian_.evaluate(on, z_, residual_, values_); });
      recorder.capture("refactor",
                       [this](Exec const& on) { factors_->refactor_async(on, values_); });
      recorder.capture("solve", [this](Exec const& on) {
        factors_->solve_async(on, residual_, change_, workspace_, once());
      });
      recorder.parallel_reduce("improve", model_.size(), Improve<View>{change_, z_},
                               Kokkos::Max<double, Memory>(largest_));
    });
    replay_.emplace(recording.instantiate(exec));
  }
  // [end]

  Settings const& settings_;
  Model model_;
  double weight_;
  View base_, z_, residual_, change_, values_;
  Scalar largest_;
  jacobian::SparseJacobian<Stage<Memory>, jacobian::NoReverse, double, Exec> jacobian_;
  lu::AnalyzeResult analyzed_;
  lu::SolveWorkspace<Exec> workspace_;
  std::optional<Factors> factors_;
  std::optional<graph::GraphExec<Exec>> replay_;  // ends before what it uses
  std::int64_t factorizations_ = 0;
  std::string trouble_;
};

}  // namespace brusselator
