// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/graph/detail/node_record.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace heddle::graph {

std::string_view to_string(UpdateStatus status) {
  switch (status) {
    case UpdateStatus::updated: return "updated";
    case UpdateStatus::rebuilt: return "rebuilt";
    case UpdateStatus::refused: return "refused";
  }
  return "unknown";
}

std::string_view to_string(UpdateReason reason) {
  switch (reason) {
    case UpdateReason::none: return "none";
    case UpdateReason::topology_changed: return "topology_changed";
    case UpdateReason::node_type_changed: return "node_type_changed";
    case UpdateReason::parameters_changed: return "parameters_changed";
    case UpdateReason::not_supported: return "not_supported";
    case UpdateReason::backend: return "backend";
  }
  return "unknown";
}

namespace detail {

std::string_view to_string(NodeKind kind) {
  switch (kind) {
    case NodeKind::kernel: return "kernel";
    case NodeKind::native_kernel: return "native_kernel";
    case NodeKind::parallel_for: return "parallel_for";
    case NodeKind::parallel_reduce: return "parallel_reduce";
    case NodeKind::parallel_scan: return "parallel_scan";
    case NodeKind::copy: return "copy";
    case NodeKind::copy_value: return "copy_value";
    case NodeKind::fill: return "fill";
    case NodeKind::host: return "host";
    case NodeKind::allocation: return "allocation";
    case NodeKind::free: return "free";
    case NodeKind::opaque: return "opaque";
    case NodeKind::opaque_group: return "opaque_group";
    case NodeKind::child: return "child";
    case NodeKind::while_true: return "while_true";
    case NodeKind::if_true: return "if_true";
    case NodeKind::switch_on: return "switch_on";
  }
  return "unknown";
}

std::string type_text(std::type_info const& type) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> const readable(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 && readable ? readable.get() : type.name();
}

namespace {

std::string count_text(std::size_t count) { return std::to_string(count) + " nodes"; }

/// "a, b" or "nothing": what a node comes after.
std::string after_text(std::vector<NodeRecord> const& nodes, NodeRecord const& node) {
  std::string text;
  for (int const before : node.dependencies) {
    text += (text.empty() ? "after " : ", ") + nodes[static_cast<std::size_t>(before)].name;
  }
  return text.empty() ? "after nothing" : text;
}

/// The first node whose name differs, or the first one beyond the end of the shorter list.
int first_other_name(std::vector<NodeRecord> const& a, std::vector<NodeRecord> const& b) {
  std::size_t const common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a[i].name != b[i].name) return static_cast<int>(i);
  }
  return common < b.size() ? static_cast<int>(common) : -1;
}

}  // namespace

Difference compare(std::vector<NodeRecord> const& old_nodes,
                   std::vector<NodeRecord> const& new_nodes) {
  using enum UpdateReason;
  if (old_nodes.size() != new_nodes.size()) {
    return {topology_changed, first_other_name(old_nodes, new_nodes), count_text(old_nodes.size()),
            count_text(new_nodes.size())};
  }
  for (std::size_t i = 0; i < old_nodes.size(); ++i) {
    auto const &was = old_nodes[i], &now = new_nodes[i];
    if (was.body != now.body || was.dependencies != now.dependencies) {
      return {topology_changed, static_cast<int>(i), after_text(old_nodes, was),
              after_text(new_nodes, now)};
    }
    if (was.kind != now.kind) {
      return {node_type_changed, static_cast<int>(i), std::string(to_string(was.kind)),
              std::string(to_string(now.kind))};
    }
    if (was.bodies.size() != now.bodies.size()) {
      return {topology_changed, static_cast<int>(i), std::to_string(was.bodies.size()) + " bodies",
              std::to_string(now.bodies.size()) + " bodies"};
    }
  }
  return {};
}

std::uint64_t new_graph_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::string node_text(NodeRecord const& node) {
  auto const slash = node.file.find_last_of('/');
  return "'" + node.name + "' (" +
         (slash == std::string::npos ? node.file : node.file.substr(slash + 1)) + ":" +
         std::to_string(node.line) + ")";
}

}  // namespace detail
}  // namespace heddle::graph
