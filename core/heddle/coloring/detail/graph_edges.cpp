// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/graph_edges.hpp>

namespace heddle::coloring::detail {

std::vector<std::int64_t> number_edges(Lines const& graph) {
  std::vector<std::int64_t> edges(static_cast<std::size_t>(graph.num_entries()));
  // Smaller ends arrive at a larger end in ascending order, which is the order of its row.
  std::vector<std::int64_t> next(graph.offsets, graph.offsets + graph.count);
  std::int64_t count = 0;
  for (std::int32_t v = 0; v < graph.count; ++v) {
    for (auto p = next[v]; p < graph.offsets[v + 1]; ++p) {
      edges[p] = count;
      edges[next[graph.indices[p]]++] = count;
      ++count;
    }
  }
  return edges;
}

}  // namespace heddle::coloring::detail
