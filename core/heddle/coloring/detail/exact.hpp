// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The least number of colours of a small pattern, by branch and bound. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/nets.hpp>
#include <heddle/coloring/options.hpp>

#include <cstdint>
#include <vector>

namespace heddle::coloring::detail {

struct ExactColoring {
  std::vector<std::int32_t> colors;
  std::int32_t num_colors = 0;
  std::int32_t lower_bound = 0;  ///< at least; equal to num_colors if optimal
  Status status = Status::optimal;
};

/// DSATUR branch and bound (Brelaz, Comm. ACM 22, 1979): the next vertex is the one with most
/// forbidden colours (then most neighbours, then the lowest index); its legal colours are tried in
/// ascending order, a new one last, while fewer than the best known number are in use. A clique is
/// coloured first and bounds from below; greedy colourings in all orders bound from above. At most
/// `node_limit` vertices are placed, O(n) each; then the best known colouring comes back with
/// limit_reached, which is also the answer for more than 2^28 pairs of neighbours (or of a vertex
/// and a colour). Deterministic. Memory: 4 bytes a pair.
ExactColoring color_exactly(Lines const& graph, std::int64_t node_limit);

/// The graph whose neighbours share a net; no more than `max_entries` entries, else no lines.
OwnedLines conflict_graph(Nets const& nets, std::int64_t max_entries);

/// As many entries as exact methods put into memory.
inline constexpr std::int64_t max_exact_entries = std::int64_t{1} << 28;

}  // namespace heddle::coloring::detail
