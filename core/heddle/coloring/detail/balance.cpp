// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/balance.hpp>

#include <heddle/coloring/detail/greedy.hpp>

#include <vector>

namespace heddle::coloring::detail {
namespace {

/// `for_each_rival(vertex, f)` calls f for vertices that must differ from `vertex`, some
/// repeatedly.
template <class ForEachRival>
void balance(Lines const& lines, std::span<std::int32_t const> const order,
             std::int32_t const num_colors, std::span<std::int32_t> const colors,
             ForEachRival const& for_each_rival) {
  // Vertices without entries do not count: they may become neutral, and no colour may be theirs
  // alone.
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(num_colors));
  for (std::int32_t vertex = 0; vertex < lines.count; ++vertex) {
    if (colors[vertex] >= 0 && lines.length(vertex) > 0) ++sizes[colors[vertex]];
  }
  std::vector<std::int32_t> forbidden_by(static_cast<std::size_t>(num_colors), -1);
  for (std::int32_t step = lines.count - 1; step >= 0; --step) {
    std::int32_t const vertex = vertex_at(order, step);
    std::int32_t const current = colors[vertex];
    if (current < 0 || lines.length(vertex) == 0) continue;
    for_each_rival(vertex, [&](std::int32_t const rival) {
      if (rival != vertex && colors[rival] >= 0) forbidden_by[colors[rival]] = vertex;
    });
    std::int32_t best = current;
    for (std::int32_t color = 0; color < num_colors; ++color) {
      if (forbidden_by[color] != vertex && sizes[color] < sizes[best]) best = color;
    }
    if (sizes[best] + 1 >= sizes[current]) continue;
    --sizes[current];
    ++sizes[best];
    colors[vertex] = best;
  }
}

}  // namespace

void balance_nets(Nets const& nets, std::span<std::int32_t const> const order,
                  std::int32_t const num_colors, std::span<std::int32_t> const colors) {
  balance(nets.nets_of, order, num_colors, colors, [&](std::int32_t const vertex, auto const& f) {
    for (auto const net : nets.nets_of[vertex]) {
      for (auto const other : nets.members[net]) f(other);
    }
  });
}

void balance_neighbors(Lines const& graph, std::span<std::int32_t const> const order,
                       std::int32_t const num_colors, std::span<std::int32_t> const colors) {
  balance(graph, order, num_colors, colors, [&](std::int32_t const vertex, auto const& f) {
    for (auto const other : graph[vertex]) f(other);
  });
}

}  // namespace heddle::coloring::detail
