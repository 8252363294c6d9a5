// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Phases that are recorded once and launched many times, with arrays that stay coherent.
///
/// What records and what launches are callables of the user: a graph of heddle/graph, a CUDA graph,
/// a list of functions.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/place/detail/recording_state.hpp>
#include <heddle/place/plan.hpp>

#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

namespace heddle::place {

/// What becomes of phases that run on the host.
enum class HostPhases {
  refuse,  ///< refused_in_capture
  node     ///< a node of the graph that calls the body, between copies of what it reads and writes
};

/// What can be chosen about a recording.
struct RecordingOptions {
  HostPhases host_phases = HostPhases::refuse;
};

/// The net effect of recorded phases on arrays: what must be valid before a launch, and what has a
/// new version after it. While it lives, the arrays keep their addresses on the device; so the
/// arrays cannot be resized beyond their memory, and no budget moves them.
class Recording {
 public:
  /// Made by record.
  explicit Recording(std::shared_ptr<detail::RecordingState> state) : state_(std::move(state)) {}

  /// Copies what became stale on the device, calls `launch()`, and gives what the phases write new
  /// versions. A host write between two replays costs one copy. `launch` enqueues on `exec` and
  /// returns. Throws what `launch` throws, and the errors of `run`; invalid_state if an array has
  /// another address now.
  /// What the body of a host node threw comes out of the next replay.
  template <CompiledBackend Exec, class Launch>
  void replay(Exec const& exec, Launch&& launch) {
    auto const user = detail::user_of(exec, state_->name);
    detail::Replay replay(user, *state_);
    // Where graphs are replayed call by call, the phases run now, on what is open already.
    detail::Restored<detail::Recorder const*> const recorded(user.core.recorder, &state_->recorder);
    detail::Restored const replays(user.core.replays, true);
    std::forward<Launch>(launch)();
    replay.succeed();
  }

 private:
  std::shared_ptr<detail::RecordingState> state_;
};

/// Makes what the steps read valid on the device, allocates the rest, fixes the addresses, and
/// calls `capture()`, which runs the steps by `run` or Plan::run inside of whatever it records.
/// Nothing is copied or allocated and no version changes inside. Throws refused_in_capture (phase,
/// array, reason) for a phase without a body for the device, one that is not among the steps, or an
/// access that these do not have; and the errors of `run`.
///
/// With HostPhases::node phases that run on the host become nodes: copies of what they read to the
/// host, the body on a thread of the backend (which must not call the backend), copies of what they
/// write to the device, each time the graph runs and without the log. Their arrays need pinned
/// memory on the host (HostMemory::pinned). The end of the Recording waits for the last launch
/// then.
template <CompiledBackend Exec, class Capture>
Recording record(Exec const& exec, std::span<Step const> steps, Capture&& capture,
                 RecordingOptions const& options = {}) {
  auto state = std::make_shared<detail::RecordingState>(options.host_phases == HostPhases::node);
  for (auto const& step : steps) {
    detail::check_device(step.phase.state(), backends::traits<Exec>::name);
    state->add(step.phase.state().facts, step.phase.state().uses);
  }
  auto const user = detail::user_of(exec, state->name);
  state->prepare(user);
  detail::Restored<detail::Recorder const*> const recording(user.core.recorder, &state->recorder);
  std::forward<Capture>(capture)();
  return Recording(std::move(state));
}

/// The same for a list in braces.
template <CompiledBackend Exec, class Capture>
Recording record(Exec const& exec, std::initializer_list<Step> steps, Capture&& capture,
                 RecordingOptions const& options = {}) {
  return record(exec, std::span<Step const>(steps.begin(), steps.size()),
                std::forward<Capture>(capture), options);
}

}  // namespace heddle::place
