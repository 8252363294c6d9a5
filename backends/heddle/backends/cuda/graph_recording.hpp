// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The capture of a graph: its branches, loops and conditions; afterwards the owner of the graph,
/// whose nodes name those of the executable.
#pragma once

#include <heddle/backends/cuda/graph_branch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace heddle::backends::cuda_graph {

class Recording {
 public:
  /// Instances are those of the recording that this one is to replace, if there is one.
  Recording(Kokkos::Cuda const& exec, Recording const* previous)
      : device_(exec.cuda_device()), pool_(previous ? previous->pool_ : nullptr) {}
  ~Recording() {
    discard();
    for (auto const event : events_) static_cast<void>(cudaEventDestroy(event));
    if (graph_) static_cast<void>(cudaGraphDestroy(graph_));
  }
  Recording(Recording const&) = delete;
  Recording& operator=(Recording const&) = delete;

  /// Before anything is captured.
  void prologue(Reserves const& reserves) {
    if (!pool_) pool_ = std::make_shared<Pool>(device_, &warm_up, reserves);
    add_branch(false);
  }

  Branch& root() { return branches_.front(); }
  cudaGraph_t graph() const { return graph_; }
  Kokkos::Cuda const& instance(std::size_t branch) const {
    return pool_->get(branch, false).exec();
  }

  int begin() {
    root().is_open = true;
    return native::begin_capture(root().stream());
  }
  int finish() {
    root().is_open = false;
    return native::end_capture(root().stream(), &graph_);
  }
  /// Ends all captures, the innermost first, and forgets what they made.
  void discard() {
    for (auto branch = branches_.rbegin(); branch != branches_.rend(); ++branch) {
      if (branch->is_open) native::discard_capture(branch->stream(), branch->body() != nullptr);
      branch->is_open = false;
    }
  }

  int fork(Branch& from, Branch*& to) {
    to = &add_branch(true);
    to->is_inside = from.is_inside;
    if (int const status = native::follow(from.stream(), to->stream(), new_event())) return status;
    return to->refresh();
  }
  int join(Branch& into, Branch& from, bool has_nodes) {
    auto const before = into.last();
    if (int const status = native::follow(from.stream(), into.stream(), new_event())) return status;
    return has_nodes ? into.refresh() : into.restore(before);
  }

  int make_condition(unsigned initial, std::uint64_t& handle) {
    cudaGraph_t graph = nullptr;
    native::Dependencies next;
    if (int const status = native::query_capture(root().stream(), &graph, next)) return status;
    return native::make_condition(graph, initial, handle);
  }
  int enter(Branch& body) {
    body.is_open = true;
    return native::begin_capture_to(body.stream(), body.body());
  }
  int leave(Branch& body) {
    body.is_open = false;
    return native::end_capture(body.stream(), nullptr);
  }

  Branch& add_branch(bool while_capturing) {
    auto const number = branches_.size();
    return branches_.emplace_back(*this, pool_->get(number, while_capturing), number);
  }

  /// What CUDA prints of the graph.
  std::string dot() const {
    char name[] = "/tmp/heddle_graph_XXXXXX";
    int const file = mkstemp(name);
    if (file < 0) return {};
    static_cast<void>(close(file));
    std::string text;
    if (native::cleared(cudaGraphDebugDotPrint(graph_, name, cudaGraphDebugDotFlagsVerbose)) == 0) {
      std::ifstream in(name);
      text.assign(std::istreambuf_iterator<char>(in), {});
    }
    static_cast<void>(std::remove(name));
    return text;
  }

 private:
  cudaEvent_t new_event() {
    cudaEvent_t event = nullptr;
    require(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "an event");
    events_.push_back(event);
    return event;
  }

  int device_;
  std::shared_ptr<Pool> pool_;
  std::deque<Branch> branches_;  // addresses stay
  std::vector<cudaEvent_t> events_;
  cudaGraph_t graph_ = nullptr;
};

inline int Branch::add_child(Recording const& child, Nodes& nodes) {
  return add_graph(child.graph(), nodes);
}

inline int Branch::begin_bodies(Conditional kind, std::uint64_t handle,
                                std::vector<Branch*>& bodies, Nodes& nodes) {
  cudaGraphNodeParams params = {};
  auto const type = kind == Conditional::loop     ? native::ConditionalKind::loop
                    : kind == Conditional::branch ? native::ConditionalKind::branch
                                                  : native::ConditionalKind::choice;
  auto const count = static_cast<unsigned>(bodies.size());
  if (int const status = native::conditional_params(type, handle, count, params)) return status;
  if (int const status = add(params, nodes)) return status;
  for (unsigned i = 0; i < count; ++i) {
    bodies[i] = &recording_->add_branch(true);
    bodies[i]->set_body(native::body(params, i));
    bodies[i]->is_inside = true;
  }
  return 0;
}

}  // namespace heddle::backends::cuda_graph
