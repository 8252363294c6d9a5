// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/graph_edges.hpp>
#include <heddle/coloring/detail/star.hpp>

#include <algorithm>
#include <vector>

namespace heddle::coloring::detail {
namespace {

constexpr std::int32_t none = -1;

/// The state of one star colouring. Stars are numbered by their first edge.
class StarColoring {
 public:
  StarColoring(Lines const& graph, std::span<std::int32_t> colors)
      : graph_(graph),
        colors_(colors),
        edges_(number_edges(graph)),
        star_of_(edges_.size() / 2),
        hub_of_(edges_.size() / 2, none),
        treated_by_(static_cast<std::size_t>(graph.count), none) {
    std::fill(colors_.begin(), colors_.end(), none);
  }

  void color(std::int32_t const vertex) {
    forbid(vertex);
    std::int32_t color = 0;
    while (color < num_colors_ && forbidden_by_[color] == vertex) ++color;
    if (color == num_colors_) add_color();
    colors_[vertex] = color;
    grow_stars(vertex);
  }

  std::int32_t num_colors() const { return num_colors_; }

 private:
  void add_color() {
    ++num_colors_;
    forbidden_by_.push_back(none);
    seen_by_.push_back(none);
    seen_at_.push_back(0);
  }

  void forbid(std::int32_t const vertex) {
    for (auto p = graph_.offsets[vertex]; p < graph_.offsets[vertex + 1]; ++p) {
      std::int32_t const w = graph_.indices[p], color = colors_[w];
      if (color == none) continue;
      forbidden_by_[color] = vertex;
      if (seen_by_[color] == vertex) {
        // Two neighbours of one colour: a third vertex of our colour at either would make a path.
        forbid_all_around(graph_.indices[seen_at_[color]], vertex);
        forbid_all_around(w, vertex);
      } else {
        seen_by_[color] = vertex;
        seen_at_[color] = p;
        forbid_hubs_around(w, vertex);
      }
    }
  }

  void forbid_all_around(std::int32_t const w, std::int32_t const vertex) {
    if (treated_by_[w] == vertex) return;
    treated_by_[w] = vertex;
    for (auto const x : graph_[w]) {
      if (colors_[x] != none) forbidden_by_[colors_[x]] = vertex;
    }
  }

  /// w would hang on the hub x of its star and on `vertex`.
  void forbid_hubs_around(std::int32_t const w, std::int32_t const vertex) {
    for (auto q = graph_.offsets[w]; q < graph_.offsets[w + 1]; ++q) {
      std::int32_t const x = graph_.indices[q];
      if (colors_[x] != none && hub_of_[star_of_[edges_[q]]] == x) {
        forbidden_by_[colors_[x]] = vertex;
      }
    }
  }

  /// Each edge to a coloured neighbour joins a star of its two colours, or starts one.
  void grow_stars(std::int32_t const vertex) {
    for (auto p = graph_.offsets[vertex]; p < graph_.offsets[vertex + 1]; ++p) {
      std::int32_t const w = graph_.indices[p];
      if (colors_[w] == none) continue;
      auto const first = seen_at_[colors_[w]];  // of this vertex: forbid has visited w
      if (auto const q = entry_of_color(w, colors_[vertex], vertex); q >= 0) {
        join(edges_[p], star_of_[edges_[q]], w);
      } else if (first != p) {
        join(edges_[p], star_of_[edges_[first]], vertex);
      } else {
        star_of_[edges_[p]] = edges_[p];
      }
    }
  }

  void join(std::int64_t const edge, std::int64_t const star, std::int32_t const hub) {
    star_of_[edge] = star;
    hub_of_[star] = hub;
  }

  std::int64_t entry_of_color(std::int32_t const w, std::int32_t const color,
                              std::int32_t const except) const {
    for (auto q = graph_.offsets[w]; q < graph_.offsets[w + 1]; ++q) {
      if (colors_[graph_.indices[q]] == color && graph_.indices[q] != except) return q;
    }
    return -1;
  }

  Lines graph_;
  std::span<std::int32_t> colors_;
  std::vector<std::int64_t> edges_;         // of an entry
  std::vector<std::int64_t> star_of_;       // of an edge
  std::vector<std::int32_t> hub_of_;        // of a star; none while it has one edge
  std::vector<std::int32_t> treated_by_;    // per vertex: all around it was forbidden by
  std::vector<std::int32_t> forbidden_by_;  // per colour: the last vertex it was forbidden for
  std::vector<std::int32_t> seen_by_;       // per colour: the last vertex with such a neighbour
  std::vector<std::int64_t> seen_at_;       // and the entry of the first such neighbour
  std::int32_t num_colors_ = 0;
};

}  // namespace

GreedyCount color_star(Lines const& graph, std::span<std::int32_t const> const order,
                       std::span<std::int32_t> const colors) {
  StarColoring coloring(graph, colors);
  for (std::int32_t step = 0; step < graph.count; ++step) coloring.color(vertex_at(order, step));
  return {coloring.num_colors(), 0};
}

}  // namespace heddle::coloring::detail
