// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/min_cut.hpp>

#include <algorithm>
#include <limits>

namespace heddle::place::detail {

int MinCut::add_node() {
  edges_of_.emplace_back();
  return static_cast<int>(edges_of_.size()) - 1;
}

void MinCut::add_edge(int from, int to, double capacity) {
  edges_of_[from].push_back(static_cast<int>(edges_.size()));
  edges_.push_back({to, capacity});
  edges_of_[to].push_back(static_cast<int>(edges_.size()));
  edges_.push_back({from, 0});
}

bool MinCut::find_levels(int source, int sink) {
  levels_.assign(edges_of_.size(), -1);
  levels_[source] = 0;
  std::vector<int> queue{source};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (int const edge : edges_of_[queue[head]]) {
      auto const& [to, capacity] = edges_[edge];
      if (capacity <= 0 || levels_[to] >= 0) continue;
      levels_[to] = levels_[queue[head]] + 1;
      queue.push_back(to);
    }
  }
  return levels_[sink] >= 0;
}

double MinCut::push(int node, int sink, double flow) {
  if (node == sink) return flow;
  for (auto& next = next_[node]; next < edges_of_[node].size(); ++next) {
    int const edge = edges_of_[node][next];
    auto const [to, capacity] = edges_[edge];
    if (capacity <= 0 || levels_[to] != levels_[node] + 1) continue;
    double const pushed = push(to, sink, std::min(flow, capacity));
    if (pushed <= 0) continue;
    edges_[edge].capacity -= pushed;  // exactly 0 for the edge that limits
    edges_[edge ^ 1].capacity += pushed;
    return pushed;
  }
  return 0;
}

std::vector<bool> MinCut::source_side(int source, int sink) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  while (find_levels(source, sink)) {
    next_.assign(edges_of_.size(), 0);
    while (push(source, sink, infinity) > 0) {
    }
  }
  std::vector<bool> reached(levels_.size());
  for (std::size_t node = 0; node < levels_.size(); ++node) reached[node] = levels_[node] >= 0;
  return reached;
}

}  // namespace heddle::place::detail
