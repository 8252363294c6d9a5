// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Vertices and the nets that join them: vertices of one net must differ. Knows no Kokkos.
///
/// columns: vertices are columns and nets are rows. rows: the other way round. distance2: both are
/// the vertices of the graph, and the net of r holds r and its neighbours.
#pragma once

#include <heddle/coloring/detail/host_pattern.hpp>

namespace heddle::coloring::detail {

struct Nets {
  Lines nets_of;  ///< vertex -> nets
  Lines members;  ///< net -> vertices

  std::int32_t num_vertices() const { return nets_of.count; }
  std::int32_t num_nets() const { return members.count; }
};

/// Most vertices in one net: a lower bound of the colours.
inline std::int32_t largest_net(Lines const& members) {
  std::int64_t largest = 0;
  for (std::int32_t net = 0; net < members.count; ++net) {
    largest = members.length(net) > largest ? members.length(net) : largest;
  }
  return static_cast<std::int32_t>(largest);
}

/// Calls f once for each other vertex that shares a net with `vertex`, in the order of the nets.
/// `seen` holds one item per vertex and must not contain `stamp`, which it does afterwards.
template <class F>
void for_each_within_two(Nets const& nets, std::int32_t const vertex, std::int32_t* const seen,
                         std::int32_t const stamp, F&& f) {
  seen[vertex] = stamp;
  for (auto const net : nets.nets_of[vertex]) {
    for (auto const other : nets.members[net]) {
      if (seen[other] == stamp) continue;
      seen[other] = stamp;
      f(other);
    }
  }
}

}  // namespace heddle::coloring::detail
