// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/color_marks.hpp>
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
    colors_[vertex] = marks_.least_free(vertex);
    grow_stars(vertex);
  }

  std::int32_t num_colors() const { return marks_.num_colors(); }

 private:
  void forbid(std::int32_t const vertex) {
    for (auto p = graph_.offsets[vertex]; p < graph_.offsets[vertex + 1]; ++p) {
      std::int32_t const w = graph_.indices[p], color = colors_[w];
      if (color == none) continue;
      marks_.forbid(color, vertex);
      auto const first = marks_.first_seen(color, vertex, p);
      if (first != p) {
        // Two neighbours of one colour: a third vertex of our colour at either would make a path.
        forbid_all_around(graph_.indices[first], vertex);
        forbid_all_around(w, vertex);
      } else {
        forbid_hubs_around(w, vertex);
      }
    }
  }

  void forbid_all_around(std::int32_t const w, std::int32_t const vertex) {
    if (treated_by_[w] == vertex) return;
    treated_by_[w] = vertex;
    for (auto const x : graph_[w]) {
      if (colors_[x] != none) marks_.forbid(colors_[x], vertex);
    }
  }

  /// w would hang on the hub x of its star and on `vertex`.
  void forbid_hubs_around(std::int32_t const w, std::int32_t const vertex) {
    for (auto q = graph_.offsets[w]; q < graph_.offsets[w + 1]; ++q) {
      std::int32_t const x = graph_.indices[q];
      if (colors_[x] != none && hub_of_[star_of_[edges_[q]]] == x) {
        marks_.forbid(colors_[x], vertex);
      }
    }
  }

  /// Each edge to a coloured neighbour joins a star of its two colours, or starts one.
  void grow_stars(std::int32_t const vertex) {
    for (auto p = graph_.offsets[vertex]; p < graph_.offsets[vertex + 1]; ++p) {
      std::int32_t const w = graph_.indices[p];
      if (colors_[w] == none) continue;
      auto const first = marks_.first_seen(colors_[w], vertex, p);  // forbid has seen them all
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
  std::vector<std::int64_t> edges_;       // of an entry
  std::vector<std::int64_t> star_of_;     // of an edge
  std::vector<std::int32_t> hub_of_;      // of a star; none while it has one edge
  std::vector<std::int32_t> treated_by_;  // per vertex: all around it was forbidden by
  ColorMarks marks_;
};

}  // namespace

GreedyCount color_star(Lines const& graph, std::span<std::int32_t const> const order,
                       std::span<std::int32_t> const colors) {
  return color_each(StarColoring(graph, colors), graph.count, order);
}

}  // namespace heddle::coloring::detail
