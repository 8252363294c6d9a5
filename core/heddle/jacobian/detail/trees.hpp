// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Substitution in the trees of an acyclic colouring. Sequential host code. Knows no Kokkos.
///
/// The edges between any two colours form a forest. A leaf v with the edge to w knows H[v, w]: the
/// compressed row of v at the colour of w, less the entries at v that are known already. Source:
/// Gebremedhin, Tarafdar, Manne, Pothen, SISC 29, 2007.
#pragma once

#include <heddle/jacobian/detail/host_rows.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::jacobian::detail {

/// One step per edge: leaves first within a tree, trees one after the other.
struct SubstitutionTrees {
  std::vector<std::int64_t> offsets{0};     ///< trees + 1, into the steps
  std::vector<std::int32_t> leaf;           ///< v: the row that is read
  std::vector<std::int32_t> partner;        ///< w: the column whose colour is read
  std::vector<std::int64_t> parent;         ///< the later step whose leaf is w; -1 at the root
  std::vector<std::int64_t> step_of_entry;  ///< per entry of the pattern; -1 on the diagonal
};

/// `mirror` as from mirrored_entries. Cost: O(nnz log nnz). Throws invalid_coloring if the edges
/// between two colours form a cycle.
SubstitutionTrees substitution_trees(HostRows const& rows, std::span<std::int64_t const> mirror,
                                     std::span<std::int32_t const> colors);

}  // namespace heddle::jacobian::detail
