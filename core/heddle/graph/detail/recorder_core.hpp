// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How a node is added: checked, made natively where the backend can, noted in the record list.
#pragma once

#include <heddle/backends/native_graph.hpp>
#include <heddle/base/error.hpp>
#include <heddle/graph/detail/control_steps.hpp>
#include <heddle/graph/detail/kernel_step.hpp>
#include <heddle/graph/detail/launch_steps.hpp>
#include <heddle/graph/detail/memory_steps.hpp>
#include <heddle/graph/detail/native_step.hpp>
#include <heddle/graph/detail/ranges.hpp>
#include <heddle/graph/detail/session.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

struct RecorderAccess;

template <class Exec>
class RecorderCore {
  friend struct RecorderAccess;

 public:
  using Native = backends::native_graph<Exec>;
  using Branch = typename Native::Branch;
  using Nodes = typename Native::Nodes;

  RecorderCore(RecorderCore&&) = default;
  RecorderCore(RecorderCore const&) = delete;

  /// The instance that this branch launches on: for `mark`. With native graphs a private one of
  /// the graph, which must not be used once the recording ended. On replay the one given to
  /// `record`: what is launched on it runs at once and is no part of the graph.
  Exec const& exec() const {
    if constexpr (Native::available) {
      if (branch_) return branch_->instance();
    }
    return session_->exec;
  }

 protected:
  RecorderCore(std::shared_ptr<Session<Exec>> session, int body, Branch* branch)
      : session_(std::move(session)), branch_(branch), body_(body) {}

  GraphState<Exec>& state() const { return *session_->state; }
  bool is_native() const { return branch_ != nullptr; }

  /// `natively(branch, nodes)` returns a status of the backend. The node is noted last: a call that
  /// fails has changed nothing but, natively, a capture that cannot be used any more.
  template <class NewStep, class Natively>
  Handle add(NodeKind kind, Name const& name, std::type_info const& type,
             std::unique_ptr<NewStep> step, Natively const& natively) {
    require_usable();
    session_->require_new_name(name);
    auto& graph = state();
    if constexpr (Native::available) {
      if (branch_) {
        Nodes nodes;
        require(natively(*branch_, *step, nodes), name);
        graph.native_nodes.push_back(std::move(nodes));
      }
    }
    int const index = static_cast<int>(graph.nodes.size());
    NodeRecord record{kind,  name.text(), name.file(), name.line(),     body_,
                      tail_, {},          &type,       &typeid(NewStep)};
    graph.nodes.push_back(std::move(record));
    graph.steps.push_back(std::move(step));
    graph.enabled.push_back(1);
    graph.bodies[static_cast<std::size_t>(body_)].push_back(index);
    session_->names.insert(name.text());
    tail_ = {index};
    has_nodes_ = true;
    return {graph.id, graph.generation, index};
  }

  void require_usable() const {
    session_->require_open();
    session_->require_clean();
    HEDDLE_EXPECTS(!joined_, invalid_state, session_->text("the branch was joined already"));
  }

  /// Throws for a status of the backend. What the body did to spoil the capture is the cause that
  /// helps; the status is only what came of it.
  void require(int status, Name const& name) const {
    if constexpr (Native::available) {
      if (status == 0) return;
      session_->require_clean();
      HEDDLE_EXPECTS(status != Native::wrong_count, capture_failed,
                     session_->text("'" + name.text() + "' " + branch_->count_text()));
      HEDDLE_EXPECTS(
          status != Native::too_large, invalid_argument,
          session_->text("'" + name.text() + "' has an empty shape or too many threads"));
      HEDDLE_EXPECTS(status != Native::missing, unsupported,
                     session_->text("'" + name.text() + "' needs a newer CUDA"));
      throw error(ErrorCode::backend_failure,
                  session_->text("'" + name.text() + "': " + Native::text(status)), __FILE__,
                  __LINE__);
    }
  }

  template <class Shape>
  void require_shape(Name const& name, Shape const& shape) const {
    HEDDLE_EXPECTS(!ShapeTraits<Shape>::is_empty(shape), invalid_argument,
                   session_->text("'" + name.text() + "' has the empty shape " +
                                  ShapeTraits<Shape>::text(shape)));
  }

  std::shared_ptr<Session<Exec>> session_;
  Branch* branch_ = nullptr;  // native; null on replay
  int body_ = 0;
  std::vector<int> tail_;  // what the next node follows
  std::string name_;       // of an open branch
  bool joined_ = false;
  bool has_nodes_ = false;  // a branch without nodes changes nothing when it is joined
};

}  // namespace heddle::graph::detail
