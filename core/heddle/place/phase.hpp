// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Phases: a name, what is done with which arrays, and a body for each place where it can run.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/place/access.hpp>
#include <heddle/place/context.hpp>
#include <heddle/place/detail/phase_state.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace heddle::place {

/// The body for the host: f(host, views...) or f(views...), with HostViews and an instance of
/// HostExec. It has run to its end when it returns.
template <class F>
detail::HostBody<F> at_host(F f) {
  return {std::move(f)};
}

/// The body for the device of `Exec`: g(exec, views...) or g(views...), with DeviceViews and the
/// instance of the call. It enqueues and returns.
template <CompiledBackend Exec = Kokkos::DefaultExecutionSpace, class F>
detail::DeviceBody<Exec, F> at_device(F f) {
  return {std::move(f)};
}

/// A body that gives another valid answer than the other one, such as a colouring with more
/// colours. Plans measure what it costs later phases.
template <class Body>
detail::Alternative<Body> alternative(Body body) {
  return {std::move(body)};
}

/// A piece of work that may run at more than one place. Bodies must give the same results, or be
/// declared an `alternative`. Copies of a Phase share everything.
class Phase {
 public:
  /// A name such as "lu::numeric"; then access lists, one or two bodies, and perhaps a default
  /// Policy, in any order. Throws invalid_argument (no body, two for one place).
  template <class... Arguments>
  explicit Phase(std::string const& name, Arguments const&... arguments)
      : state_(std::make_shared<detail::PhaseState>()) {
    state_->facts.name = detail::intern(name);
    state_->region = "heddle::place::" + name;
    auto const accesses = std::tuple_cat(detail::accesses_among(arguments)...);
    state_->uses = detail::uses_of(accesses);
    (detail::add_body(*state_, arguments, accesses), ...);
    HEDDLE_EXPECTS(state_->facts.has_host || state_->facts.has_device, invalid_argument,
                   name + ": a phase without a body");
  }

  /// The name.
  std::string name() const { return state_->facts.name.text; }
  /// For Heddle's own modules.
  detail::PhaseState const& state() const { return *state_; }

 private:
  std::shared_ptr<detail::PhaseState> state_;
};

namespace detail {

/// The instance for host bodies: the caller's if it is one.
template <class Exec>
HostExec host_instance(Exec const& exec) {
  if constexpr (std::same_as<Exec, HostExec>) {
    return exec;
  } else {
    return HostExec();
  }
}

/// The device's body is for one backend, which a call must be on.
void check_device(PhaseState const& phase, char const* backend);

/// Where a body ran, and how long the host was in it.
struct BodyRun {
  Where place;
  double seconds;
};

/// Runs a phase; `planned` is the wish of a plan.
template <class Exec>
BodyRun run_planned(Exec const& exec, Phase const& phase, Policy const& policy,
                    std::optional<Where> planned) {
  auto const& state = phase.state();
  check_device(state, backends::traits<Exec>::name);
  PhaseCall call(user_of(exec, state.facts.name), state.facts, state.uses, policy, planned);
  Kokkos::Profiling::ScopedRegion const region(state.region);
  Timer const timer;
  if (call.is_node()) {
    call.add_node(state.uses, [body = state.on_host, host = host_instance(exec)] { body(host); });
  } else if (call.side() == Side::host) {
    state.on_host(host_instance(exec));
  } else {
    state.on_device(&exec);
  }
  BodyRun const result{where_of(call.side()), timer.seconds()};
  call.succeed();
  return result;
}

}  // namespace detail

/// Runs a phase where the order of decisions says (core/docs/placement.md), after the copies that
/// it needs there, all on `exec`. A host phase has ended on return; a device phase is enqueued.
/// Throws what the body throws, and: unsupported_place, unwritten_read, lost_data,
/// overlapping_access, conflicting_writes, out_of_memory, copy_refused, copy_in_parallel_region,
/// refused_in_capture, device_fault. Then no array has changed but those that the body had opened
/// for writing: they keep their version if another place has it, or are lost.
template <CompiledBackend Exec>
void run(Exec const& exec, Phase const& phase, Policy const& policy = {}) {
  detail::run_planned(exec, phase, policy, {});
}

}  // namespace heddle::place
