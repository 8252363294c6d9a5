// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Colourings for Hessians: star (read directly) and acyclic (read by substitution).
///
/// Sequential; Gebremedhin, Tarafdar, Manne, Pothen, SIAM J. Sci. Comput. 29, 2007. `graph`:
/// symmetric, without diagonal. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/greedy.hpp>

#include <cstdint>
#include <span>

namespace heddle::coloring::detail {

/// Neighbours differ and no path on four vertices has two colours: the edges of two colours form
/// stars. Cost: O(sum of the degrees of neighbours). Memory: 20 bytes an edge.
GreedyCount color_star(Lines const& graph, std::span<std::int32_t const> order,
                       std::span<std::int32_t> colors);

/// Neighbours differ and no cycle has two colours: the edges of two colours form trees. Cost: the
/// same, times the nearly constant cost of union-find. Memory: 28 bytes an edge.
GreedyCount color_acyclic(Lines const& graph, std::span<std::int32_t const> order,
                          std::span<std::int32_t> colors);

}  // namespace heddle::coloring::detail
