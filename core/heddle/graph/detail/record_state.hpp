// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A whole recording: before the body, the body, after it.
#pragma once

#include <heddle/base/initialized.hpp>
#include <heddle/graph/recorder.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace heddle::graph::detail {

/// What a recording starts from: nothing, or the graph that it is to replace.
template <class Exec>
struct RecordPlan {
  RecordOptions options;
  std::uint64_t id = 0;
  std::uint32_t generation = 0;
  std::shared_ptr<GraphState<Exec>> replaces;
};

template <class Exec>
std::shared_ptr<GraphState<Exec>> new_state(Exec const& exec, RecordPlan<Exec> const& plan) {
  using Native = backends::native_graph<Exec>;
  auto state = std::make_shared<GraphState<Exec>>();
  state->options = plan.options;
  state->id = plan.id;
  state->generation = plan.generation;
  state->slots = plan.replaces ? plan.replaces->slots
                               : std::make_shared<Slots<Exec>>(exec, plan.options.parameter_bytes);
  if constexpr (Native::available) {
    if (plan.options.mode == Mode::automatic) {
      state->native = std::make_unique<typename Native::Recording>(
          exec, plan.replaces ? plan.replaces->native.get() : nullptr);
      state->native->prologue({plan.options.max_reduction_bytes, plan.options.team_scratch_bytes});
    }
  }
  return state;
}

/// Recorders are made by recordings alone.
struct RecorderAccess {
  template <class Exec, class Branch>
  static Recorder<Exec> root(std::shared_ptr<Session<Exec>> const& session, Branch* branch) {
    return Recorder<Exec>(RecorderBase<Exec>(session, 0, branch));
  }
  template <class Exec>
  static void require(Recorder<Exec> const& recorder, int status) {
    recorder.require(status, Name(recorder.state().options.name));
  }
  template <class Exec>
  static void finish(Recorder<Exec>& root) {
    root.finish_recording();
  }
};

/// What has to hold when the body is through.
template <class Exec>
void require_complete(Session<Exec> const& session) {
  session.require_clean();
  HEDDLE_EXPECTS(session.open_branches.empty(), unjoined_branch,
                 session.text("branch '" + session.open_branches.front() + "' was left open"));
  for (auto const& condition : session.state->conditions) {
    HEDDLE_EXPECTS(
        condition.node >= 0, invalid_argument,
        session.text("no loop or branch uses condition '" + condition.name.text() + "'"));
  }
}

/// Runs the body; what it throws becomes an error that says where.
template <class Exec, class Body>
void run_body(Session<Exec>& session, Recorder<Exec>& root, Body&& body) {
  try {
    body(root);
  } catch (error const& raised) {
    if (raised.code() == ErrorCode::backend_failure) session.require_clean();
    throw;
  } catch (std::exception const& raised) {
    session.require_clean();
    throw error(ErrorCode::capture_failed,
                session.text(std::string("the body threw: ") + raised.what()), __FILE__, __LINE__);
  } catch (...) {
    throw error(ErrorCode::capture_failed, session.text("the body threw"), __FILE__, __LINE__);
  }
}

/// Records a body. On failure nothing is left of it: the capture is discarded, slots that it added
/// are taken back, the graph that it was to replace is as it was.
template <class Exec, class Body>
std::shared_ptr<GraphState<Exec>> record_state(Exec const& exec, Body&& body,
                                               RecordPlan<Exec> const& plan) {
  using Native = backends::native_graph<Exec>;
  require_initialized("heddle::graph::record");
  Kokkos::Profiling::ScopedRegion const region("heddle::graph::record");
  auto state = new_state(exec, plan);
  std::size_t const slots = state->slots->count();
  typename Native::Branch* branch = nullptr;
  if constexpr (Native::available) {
    if (state->native) {
      branch = &state->native->root();
      // Here, because this instance of a template is of the translation unit of the body.
      backends::prepare_captures(branch->instance());
    }
  }
  auto session = std::make_shared<Session<Exec>>(exec, state);
  try {
    auto root = RecorderAccess::root(session, branch);
    if constexpr (Native::available) {
      if (branch) RecorderAccess::require(root, state->native->begin());
    }
    run_body(*session, root, std::forward<Body>(body));
    require_complete(*session);
    RecorderAccess::finish(root);
    if constexpr (Native::available) {
      if (branch) RecorderAccess::require(root, state->native->finish());
    }
  } catch (...) {
    if constexpr (Native::available) {
      if (state->native) state->native->discard();
    }
    session->close();
    state->slots->shrink(slots);
    throw;
  }
  session->close();
  return state;
}

}  // namespace heddle::graph::detail
