// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/selection.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>
#include <heddle/place/context.hpp>
#include <heddle/place/plan.hpp>
#include <heddle/place/read_range.hpp>

#include "settings.hpp"
#include "stepper.hpp"

#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace hp = heddle::place;

namespace brusselator {
namespace {

using Device = Kokkos::DefaultExecutionSpace;
// Without a GPU the two places are one thread and all of them.
using Host =
    std::conditional_t<std::is_same_v<Device, Kokkos::DefaultHostExecutionSpace>,
                       heddle::backends::ReferenceBackend, Kokkos::DefaultHostExecutionSpace>;

hp::ContextOptions context_options(Settings const& settings) {
  hp::ContextOptions options;
  options.observer = settings.observer;
  return options;
}

class Integration {
 public:
  explicit Integration(Settings const& settings)
      : settings_(settings),
        context_(device_, context_options(settings)),
        y_(device_, "brusselator::y", model_of(settings.side).size()) {
    if (settings.place == "host") context_.pin("brusselator::*", {hp::Where::host});
    if (settings.place == "device") context_.pin("brusselator::*", {hp::Where::device});
    // [snippet trace]
    Model const model = model_of(settings.side);
    Stage<Kokkos::HostSpace> const stage{
        model, 1, Kokkos::View<double*, Kokkos::HostSpace>("brusselator::base", model.size())};
    pattern_ = jacobian::trace_sparsity(host_, stage, model.size(), model.size());
    // [end]
    make_phases();
  }

  Outcome run() {
    Outcome result;
    heddle::Timer timer;
    hp::run(device_, *start_);
    advance();  // sets everything up at the place where it runs
    hp::run(device_, *start_);
    result.setup = timer.seconds();
    if (settings_.place == "auto") {
      timer.reset();
      // [snippet measure]
      plan_.emplace(hp::autoplace(device_, {{*step_, 1.0 * settings_.steps}}));
      // [end]
      result.measure = timer.seconds();
    }

    context_.clear_transfers();
    timer.reset();
    for (int i = 0; i < settings_.steps && last_ >= 0; ++i) {
      sample(i, result);
      time_ = settings_.end * i / settings_.steps;
      advance();
      result.iterations += last_;
      heddle::report(settings_.observer, "brusselator::step", i + 1, settings_.steps);
    }
    device_.fence("brusselator::steps");
    result.seconds = timer.seconds();
    result.copies = context_.transfers().count();
    result.bytes_copied = context_.transfers().bytes();
    describe(result);
    return result;
  }

 private:
  // [snippet phases]
  void make_phases() {
    start_.emplace("brusselator::start", hp::overwrites(y_),
                   hp::at_host([this](auto const& y) { begin(host_, y); }),
                   hp::at_device([this](Device const& exec, auto const& y) { begin(exec, y); }));
    step_.emplace(
        "brusselator::step", hp::updates(y_),
        hp::at_host([this](auto const& y) { step(host_, on_host_, y); }),
        hp::at_device([this](Device const& exec, auto const& y) { step(exec, on_device_, y); }));
  }
  // [end]

  void advance() { plan_ ? plan_->run(device_, *step_) : hp::run(device_, *step_); }

  template <class Exec, class Y>
  void begin(Exec const& exec, Y const& y) {
    Kokkos::parallel_for("brusselator::start", Kokkos::RangePolicy<Exec>(exec, 0, y.extent(0)),
                         Start<Y>{settings_.side, y});
    exec.fence("brusselator::start");
  }

  template <class Exec, class Y>
  void step(Exec const& exec, std::unique_ptr<Stepper<Exec>>& stepper, Y const& y) {
    if (!stepper) stepper = std::make_unique<Stepper<Exec>>(exec, settings_, pattern_);
    // The inflow begins between two steps, if it meets one.
    bool const has_inflow = time_ + 0.5 * settings_.end / settings_.steps >= 1.1;
    last_ = stepper->step(exec, has_inflow, y);
    exec.fence("brusselator::step");
  }

  /// u and v at one point, about 400 times.
  void sample(int step, Outcome& result) {
    if (step % (1 + settings_.steps / 400) != 0) return;
    int const point = settings_.side * settings_.side / 2;
    result.times.push_back(settings_.end * step / settings_.steps);
    result.u.push_back(hp::read_range(device_, y_, point, 1)[0]);
    result.v.push_back(hp::read_range(device_, y_, point + settings_.side * settings_.side, 1)[0]);
  }

  void describe(Outcome& result) {
    result.place = settings_.place;
    result.host_backend = Host::name();
    result.device_backend = Device::name();
    result.unknowns = pattern_.num_rows;
    result.nonzeros = pattern_.num_entries();
    if (plan_) result.chosen = hp::to_string(plan_->compare().phases[0].chosen);
    if (on_host_) on_host_->describe(result);
    if (on_device_) on_device_->describe(result);
    if (last_ < 0) result.trouble = (on_device_ ? on_device_->trouble() : on_host_->trouble());
    {
      auto const y = y_.open<hp::Where::host, hp::Mode::reads>(device_);
      result.state.assign((*y).data(), (*y).data() + (*y).extent(0));
    }
    if (settings_.shares && last_ >= 0) {
      bool const at_host =
          settings_.place == "host" || (plan_ && result.chosen == hp::to_string(hp::Where::host));
      result.shares = at_host ? on_host_->measure(host_) : on_device_->measure(device_);
    }
  }

  Settings const& settings_;
  Host const host_;
  Device const device_;
  hp::Context context_;
  hp::Array<double*> y_;
  heddle::Pattern<> pattern_;
  std::unique_ptr<Stepper<Host>> on_host_;
  std::unique_ptr<Stepper<Device>> on_device_;
  std::optional<hp::Phase> start_, step_;
  std::optional<hp::Plan> plan_;
  double time_ = 0;
  int last_ = 0;  // iterations of the last step; -1: it failed
};

}  // namespace

Outcome integrate(Settings const& settings) { return Integration(settings).run(); }

}  // namespace brusselator
