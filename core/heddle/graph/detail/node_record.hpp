// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The record list: what every backend knows of a graph's nodes. Knows no Kokkos.
#pragma once

#include <heddle/graph/name.hpp>
#include <heddle/graph/options.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

namespace heddle::graph::detail {

enum class NodeKind {
  kernel,
  native_kernel,
  parallel_for,
  parallel_reduce,
  parallel_scan,
  copy,
  copy_value,
  fill,
  host,
  allocation,
  free,
  opaque,
  opaque_group,
  child,
  while_true,
  if_true,
  switch_on
};

std::string_view to_string(NodeKind kind);

/// One node. Dependencies are indices of earlier nodes of the same body.
struct NodeRecord {
  NodeKind kind{};
  std::string name;
  std::string file;
  int line = 0;
  int body = 0;                          // 0: the graph itself
  std::vector<int> dependencies;         // ascending
  std::vector<int> bodies;               // of a loop or branch
  std::type_info const* type = nullptr;  // of kernel or functor
  std::type_info const* step = nullptr;  // what a handle's type stands for
  bool enabled = true;
};

/// A readable name of a type.
std::string type_text(std::type_info const& type);

/// The first difference between two recordings, old and new; `reason` is none if the structure is
/// the same. Types of kernels may differ: backends replace functions in place.
struct Difference {
  UpdateReason reason = UpdateReason::none;
  int node = -1;  // in the new list; -1: none to name
  std::string was, now;
};
Difference compare(std::vector<NodeRecord> const& old_nodes,
                   std::vector<NodeRecord> const& new_nodes);

/// A number that no other graph of this program has.
std::uint64_t new_graph_id();

/// "b" or "'b' (file.cpp:12)", for messages.
std::string node_text(NodeRecord const& node);

/// DOT text. `details` holds one line a node (type and values), without quotes escaped.
std::string dot_text(std::string const& graph_name, std::vector<NodeRecord> const& nodes,
                     std::vector<std::string> const& details);

}  // namespace heddle::graph::detail
