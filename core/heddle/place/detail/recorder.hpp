// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What may run while a graph is recorded. Knows no Kokkos.
#pragma once

#include <heddle/place/detail/accesses.hpp>
#include <heddle/place/detail/host_node.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace heddle::place::detail {

/// The arrays that were prepared for a recording, in the modes of all its phases together.
struct Recorder {
  std::vector<Use> uses;
  std::vector<bool> for_nodes;  ///< by use: the host's copy has its address, too
  std::vector<Name> phases;
  bool takes_nodes = false;  ///< HostPhases::node
  std::shared_ptr<HostNodes> nodes = std::make_shared<HostNodes>();

  /// Whether the phase is one of those prepared.
  bool knows(Name phase) const;
  /// Throws refused_in_capture unless it is, and its arrays are.
  void check(Name phase, std::span<Use const> wanted) const;
  /// The same for a host phase.
  void check_node(Name phase, std::span<Use const> wanted) const;
  /// Enqueues its copies and its body.
  void add_node(User const& user, std::span<Use const> wanted, std::function<void()> body) const;

 private:
  std::size_t index_of(Record const& record) const;
};

}  // namespace heddle::place::detail
