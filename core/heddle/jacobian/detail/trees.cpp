// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/jacobian/detail/trees.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace heddle::jacobian::detail {
namespace {

/// An entry above the diagonal.
struct Edge {
  std::int32_t low, high;
  std::int64_t entry;
  std::pair<std::int32_t, std::int32_t> colors;  // ascending
};

std::vector<Edge> edges_by_colors(HostRows const& rows, std::span<std::int32_t const> colors) {
  std::vector<Edge> edges;
  edges.reserve(rows.columns.size() / 2);
  for (std::int32_t i = 0; i < rows.num_rows; ++i) {
    for (auto p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      auto const j = rows.columns[p];
      if (j > i) edges.push_back({i, j, p, std::minmax(colors[i], colors[j])});
    }
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](Edge const& a, Edge const& b) { return a.colors < b.colors; });
  return edges;
}

/// A step before steps are grouped by tree. `edge` counts from the first edge of all.
struct Step {
  std::int32_t leaf, partner;
  std::int64_t edge;
};

/// What is left of a forest at each vertex. The exclusive or of the edges is the edge itself once
/// there is only one.
struct Remaining {
  std::vector<std::int32_t> degree;
  std::vector<std::int64_t> edges;

  explicit Remaining(std::size_t n) : degree(n, 0), edges(n, 0) {}
  void toggle(std::int32_t vertex, std::int64_t edge, int change) {
    degree[vertex] += change;
    edges[vertex] ^= edge;
  }
};

/// Strips leaves off the forest of edges first ... last - 1, which share two colours.
void strip(std::vector<Edge> const& edges, std::size_t first, std::size_t last,
           Remaining& remaining, std::vector<Step>& steps) {
  for (auto e = first; e < last; ++e) {
    remaining.toggle(edges[e].low, static_cast<std::int64_t>(e), +1);
    remaining.toggle(edges[e].high, static_cast<std::int64_t>(e), +1);
  }
  auto const begin = steps.size();
  auto const follow = [&](std::int32_t vertex) {
    while (remaining.degree[vertex] == 1) {
      auto const e = remaining.edges[vertex];
      auto const partner = edges[e].low == vertex ? edges[e].high : edges[e].low;
      steps.push_back({vertex, partner, e});
      remaining.toggle(vertex, e, -1);
      remaining.toggle(partner, e, -1);
      vertex = partner;
    }
  };
  for (auto e = first; e < last; ++e) {
    follow(edges[e].low);
    follow(edges[e].high);
  }
  HEDDLE_EXPECTS(steps.size() - begin == last - first, invalid_coloring,
                 "the edges between two colours form a cycle: the colouring is not acyclic");
}

/// The step, later than s, in which the partner of s is the leaf of the same forest.
std::vector<std::int64_t> parents(std::vector<Step> const& steps, std::vector<Edge> const& edges,
                                  std::size_t n) {
  std::vector<std::int64_t> parent(steps.size(), -1), step_of_leaf(n, -1);
  for (auto s = steps.size(); s-- > 0;) {
    auto const next = step_of_leaf[steps[s].partner];
    if (next >= 0 && edges[steps[next].edge].colors == edges[steps[s].edge].colors) {
      parent[s] = next;
    }
    step_of_leaf[steps[s].leaf] = static_cast<std::int64_t>(s);
  }
  return parent;
}

/// New places of the steps so that trees follow each other; fills the offsets of the trees.
std::vector<std::int64_t> group_by_tree(std::vector<std::int64_t> const& parent,
                                        std::vector<std::int64_t>& offsets) {
  std::vector<std::int64_t> tree(parent.size());
  std::int64_t trees = 0;
  // The root of a tree is the partner of several last steps; they count as trees of their own, as
  // nothing flows between them.
  for (auto s = parent.size(); s-- > 0;) tree[s] = parent[s] < 0 ? trees++ : tree[parent[s]];
  offsets.assign(static_cast<std::size_t>(trees) + 1, 0);
  for (auto const t : tree) ++offsets[t + 1];
  for (std::size_t t = 1; t < offsets.size(); ++t) offsets[t] += offsets[t - 1];
  std::vector<std::int64_t> cursor(offsets), place(parent.size());
  for (std::size_t s = 0; s < parent.size(); ++s) place[s] = cursor[tree[s]]++;
  return place;
}

}  // namespace

SubstitutionTrees substitution_trees(HostRows const& rows, std::span<std::int64_t const> mirror,
                                     std::span<std::int32_t const> colors) {
  auto const edges = edges_by_colors(rows, colors);
  std::vector<Step> steps;
  steps.reserve(edges.size());
  Remaining remaining(static_cast<std::size_t>(rows.num_rows));
  for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
    while (last < edges.size() && edges[last].colors == edges[first].colors) ++last;
    strip(edges, first, last, remaining, steps);
  }
  auto const parent = parents(steps, edges, static_cast<std::size_t>(rows.num_rows));
  SubstitutionTrees trees;
  auto const place = group_by_tree(parent, trees.offsets);
  trees.leaf.resize(steps.size());
  trees.partner.resize(steps.size());
  trees.parent.resize(steps.size());
  trees.step_of_entry.assign(rows.columns.size(), -1);
  for (std::size_t s = 0; s < steps.size(); ++s) {
    auto const at = place[s];
    trees.leaf[at] = steps[s].leaf;
    trees.partner[at] = steps[s].partner;
    trees.parent[at] = parent[s] < 0 ? -1 : place[parent[s]];
    auto const entry = edges[steps[s].edge].entry;
    trees.step_of_entry[entry] = at;
    trees.step_of_entry[mirror[entry]] = at;
  }
  return trees;
}

}  // namespace heddle::jacobian::detail
