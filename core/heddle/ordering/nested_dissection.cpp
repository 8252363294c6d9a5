// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/ordering/detail/check_pattern.hpp>
#include <heddle/ordering/fill_order.hpp>

#include <metis.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace heddle::ordering {
namespace {

/// Neighbours of each vertex in A + A^T: ascending, distinct, without the vertex itself.
struct Graph {
  std::vector<idx_t> offsets, neighbours;
};

Graph graph_of(std::int32_t n, std::span<std::int64_t const> offsets,
               std::span<std::int32_t const> rows) {
  Graph graph;
  std::vector<idx_t> next(static_cast<std::size_t>(n) + 1, 0);
  for (std::int32_t column = 0; column < n; ++column) {
    for (auto at = offsets[column]; at < offsets[column + 1]; ++at) {
      if (rows[at] == column) continue;
      ++next[rows[at]];
      ++next[column];
    }
  }
  idx_t sum = 0;
  for (auto& count : next) sum += std::exchange(count, sum);
  std::vector<idx_t> const begin(next);
  std::vector<idx_t> all(static_cast<std::size_t>(sum));
  for (std::int32_t column = 0; column < n; ++column) {
    for (auto at = offsets[column]; at < offsets[column + 1]; ++at) {
      if (rows[at] == column) continue;
      all[next[rows[at]]++] = column;
      all[next[column]++] = rows[at];
    }
  }
  graph.offsets.assign(1, 0);
  graph.offsets.reserve(static_cast<std::size_t>(n) + 1);
  graph.neighbours.reserve(all.size());
  for (std::int32_t vertex = 0; vertex < n; ++vertex) {
    auto const first = all.begin() + begin[vertex], last = all.begin() + begin[vertex + 1];
    std::sort(first, last);
    graph.neighbours.insert(graph.neighbours.end(), first, std::unique(first, last));
    graph.offsets.push_back(static_cast<idx_t>(graph.neighbours.size()));
  }
  return graph;
}

}  // namespace

std::vector<std::int32_t> nested_dissection(std::int32_t n, std::span<std::int64_t const> offsets,
                                            std::span<std::int32_t const> rows) {
  detail::check_pattern(n, offsets, rows);
  HEDDLE_EXPECTS(rows.size() <= static_cast<std::size_t>(std::numeric_limits<idx_t>::max()) / 2,
                 unsupported, "the matrix has more entries than this METIS can count");
  if (n == 0) return {};
  Graph graph = graph_of(n, offsets, rows);
  if (graph.neighbours.empty()) graph.neighbours.push_back(0);  // METIS wants an address
  idx_t settings[METIS_NOPTIONS];
  METIS_SetDefaultOptions(settings);
  settings[METIS_OPTION_NUMBERING] = 0;
  settings[METIS_OPTION_SEED] = 1;
  idx_t count = n;
  std::vector<idx_t> vertex_at(static_cast<std::size_t>(n)), place_of(static_cast<std::size_t>(n));
  int const status = METIS_NodeND(&count, graph.offsets.data(), graph.neighbours.data(), nullptr,
                                  settings, vertex_at.data(), place_of.data());
  HEDDLE_EXPECTS(status != METIS_ERROR_MEMORY, out_of_memory, "METIS ran out of memory");
  HEDDLE_EXPECTS(status == METIS_OK, internal,
                 "METIS failed with status " + std::to_string(status));
  return {vertex_at.begin(), vertex_at.end()};
}

}  // namespace heddle::ordering
