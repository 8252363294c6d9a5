// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Liu's elimination tree with path compression, then the row and column counts of Gilbert, Ng and
// Peyton. Row i of L is a subtree of the elimination tree, the row subtree, whose leaves are
// entries of A + A^T. Counting walks over these leaves alone, so no entry of the factors is ever
// formed.
#include <heddle/base/error.hpp>
#include <heddle/symbolic/detail/lists.hpp>
#include <heddle/symbolic/elimination_tree.hpp>

#include <algorithm>
#include <limits>

namespace heddle::symbolic {
namespace {

using Index = std::int32_t;
using Indices = std::vector<Index>;
using detail::Lists;

constexpr Index none = -1;

/// Liu's algorithm: the roots of the trees that row i touches become children of i. `ancestor`
/// points past nodes that were climbed before, so that each climb is short.
Indices parents(Index const n, Lists const& smaller_ends) {
  Indices parent(n, none), ancestor(n, none);
  for (Index i = 0; i < n; ++i) {
    for (Index const end : smaller_ends[i]) {
      for (Index node = end; node != i;) {
        Index const next = ancestor[node];
        ancestor[node] = i;
        if (next == none) {
          parent[node] = i;
          break;
        }
        node = next;
      }
    }
  }
  return parent;
}

/// The nodes with every child before its parent and every subtree in one piece.
Indices postorder(Indices const& parent) {
  Index const n = static_cast<Index>(parent.size());
  Indices first_child(n, none), next_sibling(n, none), order, path;
  order.reserve(n);
  for (Index node = n; node-- > 0;) {
    if (parent[node] == none) continue;
    next_sibling[node] = first_child[parent[node]];
    first_child[parent[node]] = node;
  }
  for (Index root = 0; root < n; ++root) {
    if (parent[root] != none) continue;
    path.push_back(root);
    while (!path.empty()) {
      Index const node = path.back();
      Index const child = first_child[node];
      if (child == none) {
        order.push_back(node);
        path.pop_back();
      } else {
        first_child[node] = next_sibling[child];  // the child is taken once
        path.push_back(child);
      }
    }
  }
  return order;
}

/// Distance of each node to its root; a parent is larger than its children.
Indices depths(Indices const& parent) {
  Indices depth(parent.size(), 0);
  for (std::size_t node = parent.size(); node-- > 0;) {
    if (parent[node] != none) depth[node] = depth[parent[node]] + 1;
  }
  return depth;
}

/// Counts rows and columns of L from the leaves of the row subtrees, visited in postorder.
class Counter {
 public:
  explicit Counter(EliminationTree& tree)
      : tree_(tree),
        n_(static_cast<Index>(tree.parent.size())),
        depth_(depths(tree.parent)),
        ancestor_(n_),
        first_descendant_(n_, none),
        latest_first_(n_, none),
        previous_leaf_(n_, none) {
    tree_.row_counts.assign(n_, 0);
    tree_.column_counts.assign(n_, 0);
    for (Index node = 0; node < n_; ++node) ancestor_[node] = node;
  }

  void count(Lists const& larger_ends) {
    Indices const order = postorder(tree_.parent);
    set_first_descendants(order);
    for (Index rank = 0; rank < n_; ++rank) {
      Index const node = order[rank];
      // The children's columns hold the row of the node, which is its diagonal: not below it.
      bool const has_children = first_descendant_[node] != rank;
      if (has_children) --tree_.column_counts[node];
      for (Index const row : larger_ends[node]) add_if_leaf(row, node);
      if (tree_.parent[node] != none) ancestor_[node] = tree_.parent[node];
    }
    // A parent is larger than its children, so this pass sums whole subtrees.
    for (Index node = 0; node < n_; ++node) {
      Index const parent = tree_.parent[node];
      if (parent != none) tree_.column_counts[parent] += tree_.column_counts[node];
    }
  }

 private:
  /// The rank in postorder of the first node of each subtree.
  void set_first_descendants(Indices const& order) {
    for (Index rank = 0; rank < n_; ++rank) {
      for (Index node = order[rank]; node != none && first_descendant_[node] == none;
           node = tree_.parent[node]) {
        first_descendant_[node] = rank;
      }
    }
  }

  /// Node is a leaf of the row subtree of `row` unless an earlier one lies in the subtree of node.
  void add_if_leaf(Index const row, Index const node) {
    if (first_descendant_[node] <= latest_first_[row]) return;
    latest_first_[row] = first_descendant_[node];
    ++tree_.column_counts[node];
    Index const previous = previous_leaf_[row];
    previous_leaf_[row] = node;
    if (previous == none) {
      tree_.row_counts[row] += depth_[node] - depth_[row];
      return;
    }
    // The path of this leaf joins that of the previous one at their lowest common ancestor.
    Index const join = root_of_visited(previous);
    --tree_.column_counts[join];
    tree_.row_counts[row] += depth_[node] - depth_[join];
  }

  /// The top of the already visited tree that holds `node`, with path halving.
  Index root_of_visited(Index node) {
    while (ancestor_[node] != node) {
      ancestor_[node] = ancestor_[ancestor_[node]];
      node = ancestor_[node];
    }
    return node;
  }

  EliminationTree& tree_;
  Index n_;
  Indices depth_, ancestor_, first_descendant_, latest_first_, previous_leaf_;
};

/// Sums of the counts; multiply-adds stop at the largest number instead of wrapping round.
void predict(EliminationTree& tree) {
  Indices height(tree.parent.size(), 1);
  tree.num_factor_entries = static_cast<std::int64_t>(tree.parent.size());
  for (std::size_t node = 0; node < tree.parent.size(); ++node) {
    auto const below = static_cast<std::uint64_t>(tree.column_counts[node]);
    tree.num_factor_entries += 2 * static_cast<std::int64_t>(below);
    auto const room = std::numeric_limits<std::uint64_t>::max() - tree.multiply_adds;
    tree.multiply_adds += std::min(room, below * below);
    tree.height = std::max(tree.height, height[node]);
    if (Index const parent = tree.parent[node]; parent != none) {
      height[parent] = std::max(height[parent], height[node] + 1);
    }
  }
}

}  // namespace

EliminationTree elimination_tree(std::int32_t const n, std::span<std::int64_t const> offsets,
                                 std::span<std::int32_t const> indices) {
  HEDDLE_EXPECTS(n >= 0 && offsets.size() == static_cast<std::size_t>(n) + 1 &&
                     offsets.front() == 0 && std::is_sorted(offsets.begin(), offsets.end()) &&
                     static_cast<std::size_t>(offsets.back()) == indices.size(),
                 invalid_matrix,
                 "offsets must ascend from 0 to the number of entries, n + 1 of them");
  EliminationTree tree;
  Lists const larger = detail::larger_ends(n, offsets, indices);
  tree.parent = parents(n, detail::transposed(n, larger));
  Counter(tree).count(larger);
  predict(tree);
  return tree;
}

}  // namespace heddle::symbolic
