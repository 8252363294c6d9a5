// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What colourings that go from vertex to vertex keep per colour. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/greedy.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::coloring::detail {

/// For which vertex each colour was forbidden last, and where that vertex saw it first. Nothing is
/// cleared between vertices.
class ColorMarks {
 public:
  std::int32_t num_colors() const { return static_cast<std::int32_t>(forbidden_by_.size()); }
  void forbid(std::int32_t color, std::int32_t vertex) { forbidden_by_[color] = vertex; }
  bool is_forbidden(std::int32_t color, std::int32_t vertex) const {
    return forbidden_by_[color] == vertex;
  }

  /// The least colour that is not forbidden; a new one if all are.
  std::int32_t least_free(std::int32_t const vertex) {
    std::int32_t color = 0;
    while (color < num_colors() && is_forbidden(color, vertex)) ++color;
    if (color == num_colors()) {
      forbidden_by_.push_back(-1);
      seen_.push_back({-1, 0});
    }
    return color;
  }

  /// The first entry at which the vertex has seen the colour: this one if there was none before.
  std::int64_t first_seen(std::int32_t color, std::int32_t vertex, std::int64_t entry) {
    auto& seen = seen_[color];
    if (seen.by != vertex) seen = {vertex, entry};
    return seen.at;
  }

 private:
  struct Seen {
    std::int32_t by;
    std::int64_t at;
  };
  std::vector<std::int32_t> forbidden_by_;
  std::vector<Seen> seen_;
};

/// Colours all vertices in their order by `coloring.color(vertex)`.
template <class Coloring>
GreedyCount color_each(Coloring&& coloring, std::int32_t const n,
                       std::span<std::int32_t const> const order) {
  for (std::int32_t step = 0; step < n; ++step) coloring.color(vertex_at(order, step));
  return {coloring.num_colors(), 0};
}

}  // namespace heddle::coloring::detail
