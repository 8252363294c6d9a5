// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The orders in which vertices are coloured. Ties follow rules, not the history of a queue, so
/// that an order is the same in every implementation (see Order for the rules). Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/nets.hpp>
#include <heddle/coloring/options.hpp>

#include <cstdint>
#include <vector>

namespace heddle::coloring::detail {

/// The vertices in order; empty for natural. Neighbours share a net. Cost: O(sum over vertices of
/// the lengths of their nets), times log n for smallest_last and incidence. Memory: 24 bytes a
/// vertex; no neighbour lists.
std::vector<std::int32_t> order_of_nets(Nets const& nets, Order order);

/// The same for a graph without diagonal and its direct neighbours.
std::vector<std::int32_t> order_of_graph(Lines const& graph, Order order);

}  // namespace heddle::coloring::detail
