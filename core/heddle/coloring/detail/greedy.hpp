// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sequential greedy colouring: each vertex, in an order, takes the least colour that is legal.
/// Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/nets.hpp>

#include <cstdint>
#include <span>

namespace heddle::coloring::detail {

/// How many colours were used, and how many windows of 64 colours were opened.
struct GreedyCount {
  std::int32_t num_colors = 0;
  int windows = 0;
};

/// Vertices of one net differ. Each net has one word of 64 bits, its colours in the window [base,
/// base + 64). A vertex takes the lowest bit that none of its nets has, or waits for the next
/// window. That is the least legal colour: who enters a later window found every earlier colour
/// forbidden, and vertices of later windows forbid no earlier colour. An empty order is the natural
/// one. Cost: O(nnz) for each window over the vertices that still wait.
GreedyCount color_nets(Nets const& nets, std::span<std::int32_t const> order,
                       std::span<std::int32_t> colors);

/// Neighbours differ. `graph`: symmetric, without diagonal. Cost: O(nnz).
GreedyCount color_neighbors(Lines const& graph, std::span<std::int32_t const> order,
                            std::span<std::int32_t> colors);

/// The vertex at a step of an order; an empty order is the natural one.
inline std::int32_t vertex_at(std::span<std::int32_t const> const order, std::int32_t const step) {
  return order.empty() ? step : order[step];
}

}  // namespace heddle::coloring::detail
