// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "simulation.hpp"

#include "phases.hpp"
#include "steps.hpp"

#include <heddle/base/timer.hpp>
#include <heddle/lu/placed.hpp>
#include <heddle/place/on_host.hpp>

#include <cmath>
#include <optional>
#include <sstream>

namespace circuit {
namespace {

constexpr int most_iterations = 50;  // of a step
constexpr int steps_before_plan = 4;

template <class T, class Memory>
Kokkos::View<T const*, Memory> view_in(std::vector<T> const& numbers) {
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const from(numbers.data(),
                                                                                numbers.size());
  Kokkos::View<T*, Memory> const to("circuit::pattern", numbers.size());
  Kokkos::deep_copy(to, from);
  return to;
}

template <class Place>
SolveBody<Place> solve_body(System const& system, heddle::lu::Analysis const& analysis,
                            std::shared_ptr<LinearCounts> const& counts) {
  using Memory = typename Place::memory_space;
  typename LinearSolver<Place>::Matrix pattern;
  pattern.num_rows = pattern.num_columns = system.num_unknowns;
  pattern.row_offsets = view_in<std::int64_t, Memory>(system.row_offsets);
  pattern.columns = view_in<std::int32_t, Memory>(system.columns);
  return {std::make_shared<LinearSolver<Place>>(analysis, pattern), counts};
}

hp::ContextOptions context_options() {
  hp::ContextOptions options;
  options.reports = true;
  return options;
}

class Run {
 public:
  Run(Netlist const& netlist, SimulationOptions const& options)
      : netlist_(netlist),
        options_(options),
        system_(make_system(netlist)),
        context_(exec_, context_options()),
        arrays_(exec_, system_),
        talk_(std::make_shared<Talk>()),
        counts_(std::make_shared<LinearCounts>()),
        steps_(netlist, corners_of(system_.waves, netlist.span.stop), options.fixed_steps) {
    talk_->num_nodes = system_.num_nodes;
    talk_->tolerances = netlist.tolerances;
    talk_->moment.junction = netlist.tolerances.conductance;
    using hp::Where;
    if (options.placement != Placement::automatic) {
      bool const host = options.placement == Placement::host;
      context_.pin("circuit::*", {host ? Where::host : Where::device});
    }
  }

  Simulation all() {
    heddle::Timer const whole;
    analyze();
    start();
    auto const stored = stored_energy();
    heddle::Timer const stepping;
    while (!steps_.done()) {
      take_step();
      if (options_.progress) options_.progress(steps_.time() / netlist_.span.stop);
      if (options_.placement == Placement::automatic && result_.steps == steps_before_plan) plan();
    }
    flush();
    result_.stepping_seconds = stepping.seconds() - result_.calibration_seconds;
    finish(stored);
    result_.seconds = whole.seconds();
    return std::move(result_);
  }

 private:
  /// At the values of a first step from rest: those at rest have zeros where capacitors are.
  void analyze() {
    Phases const first = phases_for({});
    auto& moment = talk_->moment;
    moment.a = 1 / netlist_.span.step;
    moment.shunt = netlist_.tolerances.conductance;
    set_weights_to_zero();
    hp::run(exec_, first.predict);
    hp::run(exec_, first.evaluate);
    heddle::lu::AnalyzeOptions options;
    options.expected_factorizations = 1000;
    auto const analyzed = heddle::lu::analyze(exec_, arrays_.matrix, options);
    if (analyzed.analysis.empty()) throw SimulationError(reason(analyzed));
    result_.factor_entries = static_cast<std::int64_t>(analyzed.num_factor_entries);
    result_.levels = analyzed.num_levels;
    phases_.emplace(phases_for(analyzed.analysis));
  }

  Phases phases_for(heddle::lu::Analysis const& analysis) {
    return {arrays_, talk_, solve_body<hp::HostExec>(system_, analysis, counts_),
            solve_body<Exec>(system_, analysis, counts_)};
  }

  std::string reason(heddle::lu::AnalyzeResult const& analyzed) const {
    std::string text("the circuit has no unique solution");
    for (auto const unknown : analyzed.unmatched_columns) {
      text += ", " + system_.unknown_names[static_cast<std::size_t>(unknown)];
    }
    return analyzed.unmatched_columns.empty()
               ? text + ": " + std::string(to_string(analyzed.status))
               : text + (analyzed.unmatched_columns.size() > 1 ? " are" : " is") +
                     " not determined (a loop of sources and inductors, or a node that nothing "
                     "holds)";
  }

  void run(hp::Phase const& phase) {
    if (plan_) {
      plan_->run(exec_, phase);
    } else {
      hp::run(exec_, phase);
    }
  }

  /// Iterates from the x there is. False: it did not settle.
  bool newton(int most) {
    for (int i = 1; i <= most; ++i) {
      run(phases_->evaluate);
      run(phases_->solve);
      ++result_.iterations;
      using heddle::lu::Status;
      auto const status = counts_->status;
      bool const solved = status == Status::success || status == Status::ill_conditioned ||
                          status == Status::pivot_degraded;
      if (!solved) return false;
      run(phases_->update);
      // A linear circuit's first solution is its last.
      if (talk_->change <= 1 || (system_.is_linear && std::isfinite(talk_->change))) return true;
    }
    return false;
  }

  void start() {
    auto& moment = talk_->moment;
    moment.is_start = true;
    moment.a = moment.b = 0;
    if (netlist_.span.from_initial) {
      set_initial();
      moment.a = 1 / (1e-6 * netlist_.span.step);  // as if all had stood so for a moment
    }
    if (!settles_at_start()) throw SimulationError(no_start());
    moment.is_start = false;
    moment.shunt = 0;
    result_.start_iterations = result_.iterations;
    result_.iterations = 0;
    accept();
  }

  void set_initial() {
    auto const open = arrays_.past.open<hp::Where::host, hp::Mode::updates>(exec_, "initial");
    for (std::size_t i = 0; i < system_.elements.size(); ++i) {
      auto const& element = system_.elements[i];
      bool const stores = element.kind == Kind::capacitor || element.kind == Kind::inductor;
      if (stores) open.view()(i, past_charge) = element.value * element.initial;
    }
  }

  /// Levels may have to travel through a circuit node by node.
  int most_start_iterations() const { return 200 + system_.num_nodes; }

  /// From rest; else with a conductance at each node that is taken away bit by bit; else with
  /// sources that rise bit by bit.
  bool settles_at_start() {
    auto& moment = talk_->moment;
    double const least = netlist_.tolerances.conductance;
    moment.shunt = least;
    if (newton_from_rest()) return true;
    bool settled = true;
    for (double shunt = 1e-2; settled && shunt > least; shunt /= 10) {
      moment.shunt = shunt;
      settled = shunt == 1e-2 ? newton_from_rest() : newton(most_start_iterations());
    }
    moment.shunt = least;
    if (settled && newton(most_start_iterations())) return true;
    settled = true;
    for (int share = 1; settled && share <= 50; ++share) {
      moment.sources = share / 50.0;
      settled = share == 1 ? newton_from_rest() : newton(most_start_iterations());
    }
    moment.sources = 1;
    return settled;
  }
  bool newton_from_rest() {
    set_weights_to_zero();
    run(phases_->predict);
    return newton(most_start_iterations());
  }
  /// What is predicted of nothing is x = 0.
  void set_weights_to_zero() {
    std::fill(std::begin(talk_->weights), std::end(talk_->weights), 0.0);
  }

  std::string no_start() {
    using heddle::lu::Status;
    auto const status = counts_->status;
    std::string text("no operating point: ");
    if (status != Status::success)
      return text + "the equations are " + std::string(to_string(status));
    std::ostringstream change;
    change << talk_->change;
    return text + "Newton's method does not settle, its last change was " + change.str() +
           " times the tolerance";
  }

  void take_step() {
    for (;;) {
      steps_.propose();
      prepare_moment();
      run(phases_->predict);
      if (!newton(most_iterations)) {
        ++result_.rejected;
        if (!steps_.shorten()) throw SimulationError(no_step());
        continue;
      }
      if (steps_.error_fraction() > 0 && !options_.fixed_steps) {
        talk_->fraction = steps_.error_fraction();
        run(phases_->judge);
      }
      if (steps_.accepts(talk_->error)) break;
      ++result_.rejected;
      if (!steps_.can_shorten()) throw SimulationError(no_step());
    }
    accept();
    steps_.advance();
    ++result_.steps;
  }

  void prepare_moment() {
    auto& moment = talk_->moment;
    moment.time = steps_.next_time();
    moment.step = steps_.step();
    moment.a = (steps_.is_euler() ? 1 : 2) / moment.step;
    moment.b = steps_.is_euler() ? 0 : 1;
    steps_.weights(talk_->weights);
  }

  std::string no_step() const {
    std::ostringstream text;
    text << "no convergence at " << steps_.next_time() << " s";
    text << (options_.fixed_steps ? ": the step is too long for this circuit"
                                  : ", however short the step");
    return text.str();
  }

  void accept() {
    if (talk_->row == trace_rows) flush();
    run(phases_->accept);
    ++talk_->row;
    result_.times.push_back(talk_->moment.time);
  }

  /// Brings the points of the trace to the host, in one copy.
  void flush() {
    auto const rows = static_cast<std::size_t>(talk_->row), probes = system_.probes.size();
    auto const open = arrays_.trace.open<hp::Where::host, hp::Mode::reads>(exec_, "trace");
    auto const* const first = open.view().data();
    result_.trace.insert(result_.trace.end(), first, first + rows * probes);
    talk_->row = 0;
  }

  /// Measures the phases where they can run, and takes the places with the least total.
  void plan() {
    double const steps = 1000, iterations = steps * result_.iterations / result_.steps;
    heddle::Timer const timer;
    plan_.emplace(hp::autoplace(exec_, {{phases_->predict, steps},
                                        {phases_->evaluate, iterations},
                                        {phases_->solve, iterations},
                                        {phases_->update, iterations},
                                        {phases_->judge, steps},
                                        {phases_->accept, steps}}));
    result_.calibration_seconds = timer.seconds();
    result_.plan = to_text(plan_->compare());
  }

  std::vector<double> stored_energy() {
    auto const open = arrays_.past.open<hp::Where::host, hp::Mode::reads>(exec_, "energy");
    std::vector<double> stored(system_.elements.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
      auto const& element = system_.elements[i];
      double const charge = open.view()(i, past_charge);
      bool const stores = element.kind == Kind::capacitor || element.kind == Kind::inductor;
      if (stores) stored[i] = charge * charge / (2 * element.value);
    }
    return stored;
  }

  void finish(std::vector<double> const& stored_at_start) {
    auto const stored = stored_energy();
    auto const taken = arrays_.energies.open<hp::Where::host, hp::Mode::reads>(exec_, "energy");
    for (std::size_t i = 0; i < stored.size(); ++i) {
      auto const kind = static_cast<std::size_t>(system_.elements[i].kind);
      result_.energy.taken[kind] += taken.view()(i);
      result_.energy.stored[kind] += stored[i] - stored_at_start[i];
    }
    auto const x = arrays_.x.open<hp::Where::host, hp::Mode::reads>(exec_, "result");
    result_.last.assign(x.view().data(), x.view().data() + system_.num_unknowns);
    result_.replays = counts_->replays;
    result_.recordings = counts_->recordings;
    result_.recoveries = counts_->recoveries;
    for (auto const& entry : context_.transfers().entries()) {
      if (entry.cause == hp::Cause::calibration) continue;
      result_.copies += entry.count;
      result_.bytes_copied += entry.bytes * entry.count;
    }
    for (auto const& report : context_.reports()) add_report(report);
  }

  void add_report(hp::PhaseReport const& report) {
    if (report.phase.rfind("circuit::", 0) != 0) return;
    auto& all = result_.phases;
    auto found = std::find_if(all.begin(), all.end(),
                              [&](PhaseTotal const& total) { return total.name == report.phase; });
    if (found == all.end()) found = all.insert(all.end(), PhaseTotal{report.phase, {}, 0, 0});
    found->place = to_string(report.place);
    ++found->runs;
    found->seconds += report.seconds;
  }

  Netlist const& netlist_;
  SimulationOptions const& options_;
  System system_;
  Exec exec_;
  hp::Context context_;
  Arrays arrays_;
  TalkHandle talk_;
  std::shared_ptr<LinearCounts> counts_;
  StepControl steps_;
  std::optional<Phases> phases_;
  std::optional<hp::Plan> plan_;
  Simulation result_;
};

}  // namespace

double Energy::imbalance() const {
  double sum = 0, size = 0;
  for (double const joules : taken) {
    sum += joules;
    size += std::abs(joules);
  }
  return size > 0 ? std::abs(sum) / size : 0;
}

Simulation simulate(Netlist const& netlist, SimulationOptions const& options) {
  return Run(netlist, options).all();
}

Runtime::Runtime(int& argc, char** argv) { Kokkos::initialize(argc, argv); }
Runtime::~Runtime() { Kokkos::finalize(); }

std::string Runtime::description() {
  return std::string(Exec::name()) + " with concurrency " + std::to_string(Exec().concurrency());
}

}  // namespace circuit
