// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// More even class sizes with the same colours. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/nets.hpp>

#include <cstdint>
#include <span>

namespace heddle::coloring::detail {

/// From the last step of the order to the first, each vertex with entries moves to the least used
/// colour that is legal for it (the lowest of several), if its class stays the larger one. The
/// number of colours stays, no class gets empty. Cost: O(sum of the lengths of the nets of each
/// vertex + n k). Neutral vertices (-1) stay neutral.
void balance_nets(Nets const& nets, std::span<std::int32_t const> order, std::int32_t num_colors,
                  std::span<std::int32_t> colors);

/// The same where neighbours in a graph without diagonal differ.
void balance_neighbors(Lines const& graph, std::span<std::int32_t const> order,
                       std::int32_t num_colors, std::span<std::int32_t> colors);

}  // namespace heddle::coloring::detail
