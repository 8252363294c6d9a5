// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/color_marks.hpp>
#include <heddle/coloring/detail/graph_edges.hpp>
#include <heddle/coloring/detail/star.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace heddle::coloring::detail {
namespace {

constexpr std::int32_t none = -1;

/// The state of one acyclic colouring. Trees are sets of edges whose ends have the same two
/// colours, kept by union-find.
class AcyclicColoring {
 public:
  AcyclicColoring(Lines const& graph, std::span<std::int32_t> colors)
      : graph_(graph),
        colors_(colors),
        edges_(number_edges(graph)),
        parent_(edges_.size() / 2),
        touched_by_(edges_.size() / 2, none),
        touched_from_(edges_.size() / 2) {
    std::iota(parent_.begin(), parent_.end(), std::int64_t{0});
    std::fill(colors_.begin(), colors_.end(), none);
  }

  void color(std::int32_t const vertex) {
    forbid_neighbors(vertex);
    forbid_cycles(vertex);
    colors_[vertex] = marks_.least_free(vertex);
    grow_trees(vertex);
    merge_trees(vertex);
  }

  std::int32_t num_colors() const { return marks_.num_colors(); }

 private:
  void forbid_neighbors(std::int32_t const vertex) {
    for (auto const w : graph_[vertex]) {
      if (colors_[w] != none) marks_.forbid(colors_[w], vertex);
    }
  }

  /// With the colour of x the vertex would be joined to the tree of (w, x); a tree it would touch
  /// at two neighbours would become a cycle.
  void forbid_cycles(std::int32_t const vertex) {
    for (auto const w : graph_[vertex]) {
      if (colors_[w] == none) continue;
      for (auto q = graph_.offsets[w]; q < graph_.offsets[w + 1]; ++q) {
        std::int32_t const x = graph_.indices[q];
        if (colors_[x] == none || marks_.is_forbidden(colors_[x], vertex)) continue;
        std::int64_t const tree = root(edges_[q]);
        if (touched_by_[tree] != vertex) {
          touched_by_[tree] = vertex;
          touched_from_[tree] = w;
        } else if (touched_from_[tree] != w) {
          marks_.forbid(colors_[x], vertex);
        }
      }
    }
  }

  /// Edges of the vertex to neighbours of one colour share a tree.
  void grow_trees(std::int32_t const vertex) {
    for (auto p = graph_.offsets[vertex]; p < graph_.offsets[vertex + 1]; ++p) {
      std::int32_t const color = colors_[graph_.indices[p]];
      if (color == none) continue;
      auto const first = marks_.first_seen(color, vertex, p);
      if (first != p) unite(edges_[first], edges_[p]);
    }
  }

  /// And the trees at its neighbours that have its colour are one with its own.
  void merge_trees(std::int32_t const vertex) {
    for (auto p = graph_.offsets[vertex]; p < graph_.offsets[vertex + 1]; ++p) {
      std::int32_t const w = graph_.indices[p];
      if (colors_[w] == none) continue;
      for (auto q = graph_.offsets[w]; q < graph_.offsets[w + 1]; ++q) {
        std::int32_t const x = graph_.indices[q];
        if (x != vertex && colors_[x] == colors_[vertex]) unite(edges_[p], edges_[q]);
      }
    }
  }

  std::int64_t root(std::int64_t edge) {
    while (parent_[edge] != edge) {
      parent_[edge] = parent_[parent_[edge]];
      edge = parent_[edge];
    }
    return edge;
  }

  void unite(std::int64_t const a, std::int64_t const b) { parent_[root(b)] = root(a); }

  Lines graph_;
  std::span<std::int32_t> colors_;
  std::vector<std::int64_t> edges_;         // of an entry
  std::vector<std::int64_t> parent_;        // of an edge, towards the root of its tree
  std::vector<std::int32_t> touched_by_;    // per root: the last vertex that looked at the tree
  std::vector<std::int32_t> touched_from_;  // and its neighbour in the tree
  ColorMarks marks_;
};

}  // namespace

GreedyCount color_acyclic(Lines const& graph, std::span<std::int32_t const> const order,
                          std::span<std::int32_t> const colors) {
  return color_each(AcyclicColoring(graph, colors), graph.count, order);
}

}  // namespace heddle::coloring::detail
