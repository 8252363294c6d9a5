// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A branch of a graph that is being captured, and the nodes that are added to it.
#pragma once

#include <heddle/cuda_native/graph/capture.h>
#include <heddle/cuda_native/graph/node_params.h>
#include <heddle/backends/cuda/graph_instances.hpp>
#include <heddle/backends/cuda/graph_kernel.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::backends::cuda_graph {

namespace native = cuda_native::graph;

/// Statuses beside those of CUDA.
inline constexpr int wrong_count = -1;  // other than the expected number of new nodes
inline constexpr int too_large = -2;    // no grid has so many threads

/// What one recorded call became, and on which branch: its scratch is that branch's.
struct Nodes {
  cudaGraphNode_t first = nullptr;  // of them, for updates: one read of memory less
  std::vector<cudaGraphNode_t> nodes;
  std::size_t branch = 0;
  bool holds(void* node) const {
    return node && std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  }
};

class Recording;

class Branch {
 public:
  static constexpr int any_number = -1;

  Branch(Recording& recording, Instance const& instance, std::size_t number)
      : recording_(&recording), instance_(&instance), number_(number) {}

  Kokkos::Cuda const& instance() const { return instance_->exec(); }
  cudaStream_t stream() const { return instance_->stream(); }
  std::size_t number() const { return number_; }

  /// A kernel over body.size() indices, each given to body.at(index).
  template <class Body>
  int add_body(Body const& body, Nodes& nodes) {
    return add_run_body(body, nodes, false);
  }
  /// The same for one that may be launched before the one like it right in front has ended, which
  /// saves a third of a short kernel's time. Not in bodies of loops and branches.
  template <class Body>
  int add_kernel(Body const& body, Nodes& nodes, bool may_be_early) {
    bool const follows = last_.nodes.size() == 1 && last_.nodes[0] == last_kernel_ && last_kernel_;
    bool const early = may_be_early && follows && !is_inside;
    if (int const status = add_run_body(body, nodes, early)) return status;
    last_kernel_ = nodes.first;
    return 0;
  }
  int add_function(void const* function, LaunchConfig const& config, void** arguments,
                   Nodes& nodes) {
    auto params = native::node_params(function_params(function, config, arguments));
    return add(params, nodes);
  }
  int add_copy(void* to, void const* from, std::size_t bytes, Nodes& nodes) {
    auto params = native::copy_params(to, from, bytes);
    return add(params, nodes);
  }
  template <class Fill>
  int add_fill(Fill const& fill, Nodes& nodes) {
    if constexpr (is_memset<Fill>) {
      auto params = native::node_params(fill_params(fill));
      return add(params, nodes);
    } else {
      return add_body(fill, nodes);
    }
  }
  int add_host(void (*function)(void*), void* data, Nodes& nodes) {
    auto params = native::host_params(function, data);
    return add(params, nodes);
  }
  /// Memory from here on until `add_release`, or to the end of a launch without one.
  int add_allocation(std::size_t bytes, void*& memory, Nodes& nodes) {
    return add_captured(nodes, [&] { return native::allocate(stream(), bytes, memory); });
  }
  int add_release(void* memory, Nodes& nodes) {
    return add_captured(nodes, [&] { return native::release(stream(), memory); });
  }
  int add_child(Recording const& child, Nodes& nodes);
  int add_graph(cudaGraph_t child, Nodes& nodes) {
    auto params = native::child_params(child);
    return add(params, nodes);
  }
  /// The node of a loop or branch; what its bodies are captured on goes to `bodies`.
  int begin_bodies(Conditional kind, std::uint64_t handle, std::vector<Branch*>& bodies,
                   Nodes& nodes);

  /// What was launched on the instance since the last node: at least one node, at most `most`.
  int take(Nodes& nodes, int most) {
    nodes.branch = number_;
    native::Dependencies next;
    if (int const status = native::nodes_since(stream(), last_, nodes.nodes, next)) return status;
    count_ = nodes.nodes.size();
    nodes.first = count_ > 0 ? nodes.nodes.front() : nullptr;
    last_ = next;
    bool const fits =
        most == any_number || (count_ >= 1 && count_ <= static_cast<std::size_t>(most));
    return fits ? 0 : wrong_count;
  }
  /// wrong_count if something was launched since the last node.
  int require_no_strays() {
    std::vector<cudaGraphNode_t> stray;
    native::Dependencies next;
    if (int const status = native::nodes_since(stream(), last_, stray, next)) return status;
    count_ = stray.size();
    return count_ > 0 ? wrong_count : 0;
  }
  /// For messages after wrong_count.
  std::string count_text() const {
    return "finds " + std::to_string(count_) + " launches since the last node";
  }

  /// What the next node follows, noted: after forks and joins.
  int refresh() { return native::query_capture(stream(), nullptr, last_); }
  int restore(native::Dependencies before) {
    last_ = before;
    return native::set_dependencies(stream(), before);
  }
  native::Dependencies const& last() const { return last_; }
  void set_body(cudaGraph_t body) { body_ = body; }
  cudaGraph_t body() const { return body_; }
  bool is_open = false;    // captured at present, as the origin of a capture
  bool is_inside = false;  // of a loop or branch

 private:
  template <class Body>
  int add_run_body(Body const& body, Nodes& nodes, bool early) {
    KernelLaunch<Body> launch(body);
    if (launch.status != 0) return launch.status;
    auto const* const function = launch.params.func;
    if (int const status = native::check_parameter(function, sizeof(Body))) return status;
    auto params = native::node_params(launch.params);
    return add(params, nodes, early && native::may_begin_early(function));
  }
  /// Adds a node by hand, unless something was launched that nobody marked.
  int add(cudaGraphNodeParams& params, Nodes& nodes, bool early = false) {
    nodes.branch = number_;
    if (int const status = require_no_strays()) return status;
    cudaGraphNode_t node = nullptr;
    if (int const status = native::add_node(stream(), params, node, early)) return status;
    nodes.nodes.assign(1, node);
    nodes.first = node;
    return refresh();
  }

  /// The same for a node that CUDA makes of an operation of the stream.
  template <class Enqueue>
  int add_captured(Nodes& nodes, Enqueue const& enqueue) {
    if (int const status = require_no_strays()) return status;
    if (int const status = enqueue()) return status;
    return take(nodes, 1);
  }

  Recording* recording_;
  Instance const* instance_;
  std::size_t number_;
  native::Dependencies last_;
  cudaGraphNode_t last_kernel_ = nullptr;  // by add_kernel
  std::size_t count_ = 0;
  cudaGraph_t body_ = nullptr;
};

}  // namespace heddle::backends::cuda_graph
