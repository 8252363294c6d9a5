// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver.hpp"

#include <heddle/backends/selection.hpp>
#include <heddle/io/convert.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>
#include <heddle/place/context.hpp>
#include <heddle/place/on_host.hpp>
#include <heddle/place/plan.hpp>
#include <heddle/place/read_range.hpp>

#include "side.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace hp = heddle::place;

namespace power_flow {
namespace {

using Device = Kokkos::DefaultExecutionSpace;
// Without a GPU the two places are one thread and all of them.
using Host =
    std::conditional_t<std::is_same_v<Device, Kokkos::DefaultHostExecutionSpace>,
                       heddle::backends::ReferenceBackend, Kokkos::DefaultHostExecutionSpace>;

template <class View>
struct LargestMagnitude {
  View items;
  KOKKOS_FUNCTION void operator()(int i, double& largest) const {
    double const magnitude = Kokkos::abs(items(i));
    largest = magnitude <= largest ? largest : magnitude;  // takes NaN over, which stays
  }
};

template <class Step, class X>
struct Subtract {
  Step step;
  X x;
  KOKKOS_FUNCTION void operator()(int i) const { x(i) -= step(i); }
};

template <class Exec, class View, class Result>
void largest_magnitude(Exec const& exec, View const& items, Result const& result) {
  using Scalar = Kokkos::View<double, typename Exec::memory_space, Kokkos::MemoryUnmanaged>;
  Kokkos::parallel_reduce("power_flow::norm", Kokkos::RangePolicy<Exec>(exec, 0, items.extent(0)),
                          LargestMagnitude<View>{items},
                          Kokkos::Max<double, typename Exec::memory_space>(Scalar(result.data())));
}

template <class Exec, class Step, class X>
void subtract(Exec const& exec, Step const& step, X const& x) {
  Kokkos::parallel_for("power_flow::update", Kokkos::RangePolicy<Exec>(exec, 0, x.extent(0)),
                       Subtract<Step, X>{step, x});
}

hp::ContextOptions context_options(heddle::Observer const& observer) {
  hp::ContextOptions options;
  options.observer = observer;
  return options;
}

class Newton {
 public:
  Newton(heddle::io::PowerNetwork const& network, SolverOptions const& options)
      : network_(network), options_(options), context_(device_, context_options(options.observer)) {
    heddle::Timer const timer;
    // [snippet trace]
    auto const f = equations_of(host_, network);
    pattern_ = jacobian::trace_sparsity(host_, f, f.size(), f.size());
    // [end]
    setup_.trace = timer.seconds();
    if (options.place == "host") context_.pin("power_flow::*", {hp::Where::host});
    if (options.place == "device") context_.pin("power_flow::*", {hp::Where::device});
    int const n = f.size();
    x_ = hp::Array<double*>(device_, "power_flow::x", n);
    mismatch_ = hp::Array<double*>(device_, "power_flow::mismatch", n);
    step_ = hp::Array<double*>(device_, "power_flow::step", n);
    values_ = hp::Array<double*>(device_, "power_flow::values", pattern_.num_entries());
    norm_ = hp::Array<double*>(device_, "power_flow::norm", 1);
    make_phases();
  }

  /// From the start to the solution.
  Run run() {
    context_.clear_transfers();
    Run result;
    heddle::Timer const timer;
    start();
    for (int i = 0; i <= options_.max_iterations; ++i) {
      auto& now = result.iterations.emplace_back();
      now.evaluate = timed(*evaluate_);
      now.norm = timed(*norm_of_);
      now.mismatch = hp::read_range(device_, norm_, 0, 1)[0];
      heddle::report(options_.observer, "power_flow::newton", i + 1, 0);
      result.converged = now.mismatch <= options_.tolerance;
      if (result.converged || i == options_.max_iterations) break;
      if (!std::isfinite(now.mismatch) || now.mismatch > 1e12) {
        result.trouble = "Newton's method diverges";
        break;
      }
      if (analysis_.empty() && !analyze(result)) break;
      now.solve = timed(*solve_);
      if (!is_usable(status_)) {
        result.trouble = "the Jacobian is " + std::string(lu::to_string(status_));
        break;
      }
      now.update = timed(*update_);
      if (options_.place == "auto" && !plan_) measure();
    }
    result.seconds = timer.seconds();
    if (!result.converged && result.trouble.empty()) result.trouble = "too many iterations";
    auto const& log = context_.transfers();
    for (auto const& transfer : log.entries()) {
      if (transfer.cause == hp::Cause::calibration) continue;
      result.copies += transfer.count;
      result.bytes_copied += transfer.count * transfer.bytes;
    }
    return result;
  }

  /// What is known after a run.
  Outcome outcome() {
    Outcome result;
    result.place = options_.place;
    result.host_backend = Host::name();
    result.device_backend = Device::name();
    result.setup = setup_;
    result.unknowns = static_cast<std::int32_t>(network_.bus_of.size());
    result.levels = static_cast<std::int32_t>(analyzed_.num_levels);
    result.factor_entries = analyzed_.num_factor_entries;
    if (on_host_) describe(*on_host_, result);
    if (on_device_) describe(*on_device_, result);
    if (plan_) {
      for (auto const& phase : plan_->compare().phases) {
        result.chosen.emplace_back(phase.phase, hp::to_string(phase.chosen));
      }
    }
    auto const x = x_.open<hp::Where::host, hp::Mode::reads>(device_);
    result.x.assign((*x).data(), (*x).data() + (*x).extent(0));
    auto const values = values_.open<hp::Where::host, hp::Mode::reads>(device_);
    result.jacobian = heddle::io::from_csr(matrix(*values));
    return result;
  }

 private:
  void make_phases() {
    // [snippet phases]
    evaluate_.emplace("power_flow::evaluate", hp::reads(x_), hp::overwrites(mismatch_, values_),
                      hp::at_host([this](auto const& x, auto const& mismatch, auto const& values) {
                        at(host_, on_host_).evaluate(host_, x, mismatch, values);
                        host_.fence("power_flow::evaluate");
                      }),
                      hp::at_device([this](Device const& exec, auto const& x, auto const& mismatch,
                                           auto const& values) {
                        at(exec, on_device_).evaluate(exec, x, mismatch, values);
                      }));
    solve_.emplace("power_flow::solve", hp::reads(values_, mismatch_), hp::overwrites(step_),
                   hp::at_host([this](auto const& values, auto const& mismatch, auto const& step) {
                     status_ = at(host_, on_host_).solve(host_, analysis_, values, mismatch, step);
                     host_.fence("power_flow::solve");
                   }),
                   hp::at_device([this](Device const& exec, auto const& values,
                                        auto const& mismatch, auto const& step) {
                     status_ = at(exec, on_device_).solve(exec, analysis_, values, mismatch, step);
                   }));
    // [end]
    norm_of_.emplace("power_flow::norm", hp::reads(mismatch_), hp::overwrites(norm_),
                     hp::at_host([this](auto const& mismatch, auto const& norm) {
                       largest_magnitude(host_, mismatch, norm);
                       host_.fence("power_flow::norm");
                     }),
                     hp::at_device([](Device const& exec, auto const& mismatch, auto const& norm) {
                       largest_magnitude(exec, mismatch, norm);
                     }));
    update_.emplace("power_flow::update", hp::reads(step_), hp::updates(x_),
                    hp::at_host([this](auto const& step, auto const& x) {
                      subtract(host_, step, x);
                      host_.fence("power_flow::update");
                    }),
                    hp::at_device([](Device const& exec, auto const& step, auto const& x) {
                      subtract(exec, step, x);
                    }));
  }

  /// The side of a place; made when it is first needed.
  template <class Exec>
  Side<Exec>& at(Exec const& exec, std::unique_ptr<Side<Exec>>& side) {
    if (side) return *side;
    heddle::Timer const timer;
    side = std::make_unique<Side<Exec>>(exec, network_, pattern_, options_.observer);
    exec.fence("power_flow::plan");
    setup_.plan += timer.seconds();
    return *side;
  }

  void start() {
    auto const x = x_.open<hp::Where::host, hp::Mode::overwrites>(device_);
    std::copy(network_.start.begin(), network_.start.end(), (*x).data());
  }

  template <class Values>
  heddle::Csr<double> matrix(Values const& values) const {
    return {pattern_.num_rows, pattern_.num_columns, pattern_.row_offsets, pattern_.columns,
            values};
  }

  /// On the host, from the values of the first Jacobian; both places use the result.
  bool analyze(Run& run) {
    heddle::Timer const timer;
    lu::AnalyzeOptions options;
    options.observer = options_.observer;
    options.expected_factorizations = options_.max_iterations;
    // [snippet analyze]
    auto const on_host = hp::on_host(hp::Results::lazy, "power_flow::analyze",
                                     [&](hp::HostView<double const*> const& values) {
                                       return lu::analyze(host_, matrix(values), options);
                                     });
    analyzed_ = on_host(device_, hp::reads(values_));
    // [end]
    analysis_ = analyzed_.analysis;
    setup_.analyze = timer.seconds();
    if (analysis_.empty())
      run.trouble = "the Jacobian is " + std::string(lu::to_string(analyzed_.status));
    return !analysis_.empty();
  }

  void measure() {
    heddle::Timer const timer;
    // [snippet measure]
    plan_.emplace(
        hp::autoplace(device_, {{*evaluate_, 5}, {*norm_of_, 5}, {*solve_, 5}, {*update_, 5}}));
    // [end]
    setup_.measure = timer.seconds();
  }

  /// Seconds of a phase, to the end of its kernels.
  double timed(hp::Phase const& phase) {
    heddle::Timer const timer;
    plan_ ? plan_->run(device_, phase) : hp::run(device_, phase);
    device_.fence("power_flow::timed");
    return timer.seconds();
  }

  static bool is_usable(lu::Status status) {
    return status == lu::Status::success || status == lu::Status::ill_conditioned ||
           status == lu::Status::pivot_degraded;
  }

  template <class Exec>
  static void describe(Side<Exec> const& side, Outcome& result) {
    result.colors = side.plan().coloring().num_colors;
    result.sweeps = side.plan().choice().sweeps;
    result.lanes = side.plan().choice().lanes;
    result.replays += side.replays();
    result.factorizations += side.factorizations();
  }

  heddle::io::PowerNetwork const& network_;
  SolverOptions const& options_;
  Host const host_;
  Device const device_;
  hp::Context context_;
  heddle::Pattern<> pattern_;
  hp::Array<double*> x_, mismatch_, step_, values_, norm_;
  std::unique_ptr<Side<Host>> on_host_;
  std::unique_ptr<Side<Device>> on_device_;
  lu::AnalyzeResult analyzed_;
  lu::Analysis analysis_;
  lu::Status status_ = lu::Status::success;
  std::optional<hp::Phase> evaluate_, norm_of_, solve_, update_;
  std::optional<hp::Plan> plan_;
  Setup setup_;
};

}  // namespace

Outcome solve(heddle::io::PowerNetwork const& network, SolverOptions const& options) {
  Newton newton(network, options);
  auto const first = newton.run();
  Run again;
  if (options.again) again = newton.run();
  auto outcome = newton.outcome();
  outcome.first = first;
  outcome.again = again;
  return outcome;
}

}  // namespace power_flow
