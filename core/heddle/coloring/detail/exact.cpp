// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/exact.hpp>

#include <heddle/coloring/detail/greedy.hpp>
#include <heddle/coloring/detail/orders.hpp>

#include <algorithm>
#include <utility>

namespace heddle::coloring::detail {
namespace {

/// A clique, grown greedily from each of the vertices with most neighbours.
std::vector<std::int32_t> large_clique(Lines const& graph) {
  constexpr std::size_t max_starts = 64;
  auto const by_degree = order_of_graph(graph, Order::largest_first);
  std::vector<std::int32_t> best;
  std::vector<std::int32_t> adjacent_to(static_cast<std::size_t>(graph.count));
  for (std::size_t start = 0; start < std::min(max_starts, by_degree.size()); ++start) {
    std::vector<std::int32_t> clique{by_degree[start]};
    std::fill(adjacent_to.begin(), adjacent_to.end(), 0);
    for (auto const other : graph[by_degree[start]]) ++adjacent_to[other];
    for (auto const vertex : by_degree) {
      if (adjacent_to[vertex] != static_cast<std::int32_t>(clique.size())) continue;
      clique.push_back(vertex);
      for (auto const other : graph[vertex]) ++adjacent_to[other];
    }
    if (clique.size() > best.size()) best = std::move(clique);
  }
  return best;
}

/// The fewest colours of the greedy orders.
ExactColoring best_greedy(Lines const& graph) {
  ExactColoring best;
  std::vector<std::int32_t> colors(static_cast<std::size_t>(graph.count));
  for (auto const kind :
       {Order::natural, Order::largest_first, Order::smallest_last, Order::incidence}) {
    auto const count = color_neighbors(graph, order_of_graph(graph, kind), colors);
    if (!best.colors.empty() && count.num_colors >= best.num_colors) continue;
    best.colors = colors;
    best.num_colors = count.num_colors;
  }
  return best;
}

/// The search. Depth d has placed d vertices; placed_[d] is the vertex that is tried there.
class Search {
 public:
  Search(Lines const& graph, ExactColoring& best)
      : graph_(graph),
        best_(best),
        width_(static_cast<std::size_t>(best.num_colors)),
        colors_(static_cast<std::size_t>(graph.count), -1),
        saturation_(colors_.size()),
        forbidden_(colors_.size() * width_) {}

  /// Colours the clique and searches below it. False: the limit of nodes was reached.
  bool run(std::vector<std::int32_t> const& clique, std::int64_t node_limit) {
    for (auto const vertex : clique) place(vertex, num_used_);
    fixed_ = placed_.size();
    descend();
    while (placed_.size() > fixed_ || pending_) {
      if (best_.num_colors == best_.lower_bound) return true;
      if (!pending_) pending_color_ = lift(placed_.back()) + 1, pending_ = true;
      if (!try_next_color()) {
        pending_ = false;
      } else if (--node_limit < 0) {
        return false;
      } else {
        descend();
      }
    }
    return true;
  }

 private:
  /// Goes on with the next vertex, or keeps a complete colouring.
  void descend() {
    pending_ = placed_.size() < colors_.size();
    if (pending_) {
      pending_vertex_ = most_constrained();
      pending_color_ = 0;
    } else if (num_used_ < best_.num_colors) {
      best_.colors = colors_;
      best_.num_colors = num_used_;
    }
  }

  /// Places the pending vertex with its next legal colour that can still lead to fewer colours.
  bool try_next_color() {
    if (num_used_ >= best_.num_colors) return false;
    std::int32_t const last = std::min(num_used_, best_.num_colors - 2);
    for (std::int32_t color = pending_color_; color <= last; ++color) {
      if (forbidden(pending_vertex_, color) > 0) continue;
      place(pending_vertex_, color);
      return true;
    }
    return false;
  }

  std::int32_t most_constrained() const {
    std::int32_t best = -1;
    for (std::int32_t v = 0; v < graph_.count; ++v) {
      if (colors_[v] >= 0) continue;
      if (best < 0 || saturation_[v] > saturation_[best] ||
          (saturation_[v] == saturation_[best] && graph_.length(v) > graph_.length(best))) {
        best = v;
      }
    }
    return best;
  }

  void place(std::int32_t const vertex, std::int32_t const color) {
    colors_[vertex] = color;
    placed_.push_back(vertex);
    used_before_.push_back(num_used_);
    num_used_ = std::max(num_used_, color + 1);
    for (auto const other : graph_[vertex]) saturation_[other] += forbidden(other, color)++ == 0;
  }

  /// Takes the last placed vertex back and makes it the pending one; returns its colour.
  std::int32_t lift(std::int32_t const vertex) {
    std::int32_t const color = std::exchange(colors_[vertex], -1);
    placed_.pop_back();
    num_used_ = used_before_.back();
    used_before_.pop_back();
    for (auto const other : graph_[vertex]) saturation_[other] -= --forbidden(other, color) == 0;
    pending_vertex_ = vertex;
    return color;
  }

  std::int32_t& forbidden(std::int32_t const vertex, std::int32_t const color) {
    return forbidden_[static_cast<std::size_t>(vertex) * width_ + static_cast<std::size_t>(color)];
  }

  Lines graph_;
  ExactColoring& best_;
  std::size_t width_;  // colours that can occur
  std::vector<std::int32_t> colors_;
  std::vector<std::int32_t> saturation_;  // forbidden colours of a vertex
  std::vector<std::int32_t> forbidden_;   // placed neighbours of a vertex with a colour
  std::vector<std::int32_t> placed_, used_before_;
  std::size_t fixed_ = 0;  // vertices of the clique
  std::int32_t num_used_ = 0;
  bool pending_ = false;  // a vertex waits for its next colour
  std::int32_t pending_vertex_ = -1, pending_color_ = 0;
};

}  // namespace

OwnedLines conflict_graph(Nets const& nets, std::int64_t const max_entries) {
  std::int32_t const n = nets.num_vertices();
  OwnedLines graph{n, n, {0}, {}};
  std::vector<std::int32_t> seen(static_cast<std::size_t>(n), -1);
  for (std::int32_t v = 0; v < n; ++v) {
    auto const first = static_cast<std::ptrdiff_t>(graph.indices.size());
    for_each_within_two(nets, v, seen.data(), v,
                        [&](std::int32_t const other) { graph.indices.push_back(other); });
    if (static_cast<std::int64_t>(graph.indices.size()) > max_entries) return {};
    std::sort(graph.indices.begin() + first, graph.indices.end());
    graph.offsets.push_back(static_cast<std::int64_t>(graph.indices.size()));
  }
  return graph;
}

ExactColoring color_exactly(Lines const& graph, std::int64_t const node_limit) {
  ExactColoring best = best_greedy(graph);
  auto const clique = large_clique(graph);
  best.lower_bound = static_cast<std::int32_t>(clique.size());
  bool finished = best.num_colors == best.lower_bound;
  if (!finished && std::int64_t{graph.count} * best.num_colors <= max_exact_entries) {
    finished = Search(graph, best).run(clique, node_limit);
  }
  best.status = finished ? Status::optimal : Status::limit_reached;
  if (finished) best.lower_bound = best.num_colors;
  return best;
}

}  // namespace heddle::coloring::detail
