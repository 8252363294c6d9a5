// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/greedy.hpp>

#include <algorithm>
#include <bit>
#include <vector>

namespace heddle::coloring::detail {
namespace {

constexpr std::uint64_t full = ~std::uint64_t{0};

/// One pass over vertices in a window. Whoever finds no free bit is appended to `waiting`; returns
/// the bits that were taken.
template <class VertexAt>
std::uint64_t color_window(Lines const& nets_of, std::int32_t const count,
                           VertexAt const& vertex_at_step, std::int32_t const base,
                           std::uint64_t* const words, std::int32_t* const colors,
                           std::vector<std::int32_t>& waiting) {
  std::uint64_t used = 0;
  for (std::int32_t step = 0; step < count; ++step) {
    std::int32_t const vertex = vertex_at_step(step);
    std::int32_t const* const first = nets_of.indices + nets_of.offsets[vertex];
    std::int32_t const* const last = nets_of.indices + nets_of.offsets[vertex + 1];
    std::uint64_t taken = 0;
    for (auto const* net = first; net != last; ++net) taken |= words[*net];
    if (taken == full) {
      waiting.push_back(vertex);
      continue;
    }
    std::uint64_t const bit = ~taken & (taken + 1);
    for (auto const* net = first; net != last; ++net) words[*net] |= bit;
    colors[vertex] = base + std::countr_zero(bit);
    used |= bit;
  }
  return used;
}

/// Only nets of waiting vertices are looked at again.
void clear_nets_of(std::vector<std::int32_t> const& waiting, Lines const& nets_of,
                   std::uint64_t* const words) {
  for (auto const vertex : waiting) {
    for (auto const net : nets_of[vertex]) words[net] = 0;
  }
}

}  // namespace

GreedyCount color_nets(Nets const& nets, std::span<std::int32_t const> const order,
                       std::span<std::int32_t> const colors) {
  GreedyCount result;
  std::vector<std::uint64_t> words(static_cast<std::size_t>(nets.num_nets()));
  std::vector<std::int32_t> now, later;
  auto const count_window = [&](std::uint64_t const used) {
    if (used != 0) result.num_colors = 64 * result.windows + std::bit_width(used);
    ++result.windows;
    std::swap(now, later);
    later.clear();
    clear_nets_of(now, nets.nets_of, words.data());
  };
  std::int32_t const n = nets.num_vertices();
  if (n == 0) return result;
  if (order.empty()) {
    count_window(color_window(
        nets.nets_of, n, [](std::int32_t const step) { return step; }, 0, words.data(),
        colors.data(), later));
  } else {
    count_window(color_window(
        nets.nets_of, n, [&](std::int32_t const step) { return order[step]; }, 0, words.data(),
        colors.data(), later));
  }
  while (!now.empty()) {
    count_window(color_window(
        nets.nets_of, static_cast<std::int32_t>(now.size()),
        [&](std::int32_t const step) { return now[step]; }, 64 * result.windows, words.data(),
        colors.data(), later));
  }
  return result;
}

GreedyCount color_neighbors(Lines const& graph, std::span<std::int32_t const> const order,
                            std::span<std::int32_t> const colors) {
  std::fill(colors.begin(), colors.end(), -1);
  std::vector<std::int32_t> forbidden_by(static_cast<std::size_t>(largest_net(graph)) + 1, -1);
  GreedyCount result;
  for (std::int32_t step = 0; step < graph.count; ++step) {
    std::int32_t const vertex = vertex_at(order, step);
    for (auto const other : graph[vertex]) {
      if (colors[other] >= 0) forbidden_by[colors[other]] = vertex;
    }
    std::int32_t color = 0;
    while (forbidden_by[color] == vertex) ++color;
    colors[vertex] = color;
    result.num_colors = std::max(result.num_colors, color + 1);
  }
  return result;
}

}  // namespace heddle::coloring::detail
