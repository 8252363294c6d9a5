// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Minimum cuts of small graphs. Knows no Kokkos.
///
/// Dinic's method (1970): shortest augmenting paths by levels, O(nodes^2 edges) at most; the graphs
/// here have a few nodes per phase. Capacities are seconds, and may be infinite.
#pragma once

#include <vector>

namespace heddle::place::detail {

class MinCut {
 public:
  explicit MinCut(int nodes) : edges_of_(nodes) {}
  /// A node more; returns its number.
  int add_node();
  /// Cut if `from` ends at the source's side and `to` does not.
  void add_edge(int from, int to, double capacity);
  /// Which nodes are on the source's side of a minimum cut: the smallest such side.
  std::vector<bool> source_side(int source, int sink);

 private:
  struct Edge {
    int to;
    double capacity;  ///< that is left
  };
  bool find_levels(int source, int sink);
  double push(int node, int sink, double flow);

  std::vector<Edge> edges_;  ///< edge i and its reverse i ^ 1
  std::vector<std::vector<int>> edges_of_;
  std::vector<int> levels_;
  std::vector<std::size_t> next_;
};

}  // namespace heddle::place::detail
