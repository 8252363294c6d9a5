// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/verify_host.hpp>

#include <algorithm>
#include <numeric>

namespace heddle::coloring::detail {
namespace {

/// In each row the first neighbour of the same colour, as a position; and whether it is the only
/// one. Diagonal entries stand for themselves.
struct RowColors {
  std::vector<std::int64_t> first_of_color;  // per entry
  std::vector<char> alone;                   // per entry

  RowColors(Lines const& rows, std::span<std::int32_t const> colors, std::int32_t num_colors)
      : first_of_color(static_cast<std::size_t>(rows.num_entries())),
        alone(first_of_color.size(), 1) {
    std::vector<std::int64_t> met_at(static_cast<std::size_t>(num_colors), -1);
    for (std::int32_t row = 0; row < rows.count; ++row) {
      for (auto p = rows.offsets[row]; p < rows.offsets[row + 1]; ++p) {
        first_of_color[p] = p;
        if (rows.indices[p] == row) continue;
        auto& met = met_at[colors[rows.indices[p]]];
        if (met >= rows.offsets[row]) {
          first_of_color[p] = met;
          alone[p] = alone[met] = 0;
        } else {
          met = p;
        }
      }
    }
  }
};

/// Calls f(row, entry, mirrored entry) for each edge, at its smaller end; false ends it.
template <class F>
void for_each_edge(Lines const& rows, F&& f) {
  std::vector<std::int64_t> next(rows.offsets, rows.offsets + rows.count);
  for (std::int32_t row = 0; row < rows.count; ++row) {
    // What is left of `next` was used up by smaller rows.
    for (auto p = next[row]; p < rows.offsets[row + 1]; ++p) {
      std::int32_t const other = rows.indices[p];
      if (other == row) continue;
      if (!f(row, p, next[other]++)) return;
    }
  }
}

/// Two neighbours of `row` that share the colour of the entry `p`.
Verification clash_at(Lines const& rows, std::int32_t const row, std::int64_t const p,
                      std::span<std::int32_t const> const colors) {
  Verification found{Defect::clash, -1, -1, row};
  for (auto const other : rows[row]) {
    if (other == row || colors[other] != colors[rows.indices[p]]) continue;
    if (found.first < 0) {
      found.first = other;
    } else {
      found.second = other;
      break;
    }
  }
  return found;
}

class Forest {
 public:
  explicit Forest(std::size_t const size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::int64_t{0});
  }
  /// False if both were in one tree already.
  bool unite(std::int64_t const a, std::int64_t const b) {
    auto const root_a = root(a), root_b = root(b);
    parent_[root_b] = root_a;
    return root_a != root_b;
  }

 private:
  std::int64_t root(std::int64_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }
  std::vector<std::int64_t> parent_;
};

}  // namespace

Verification verify_neighbors(Lines const& rows, std::span<std::int32_t const> const colors) {
  for (std::int32_t row = 0; row < rows.count; ++row) {
    if (colors[row] < 0 && rows.length(row) > 0) return {Defect::uncolored, row, -1, row};
    for (auto const other : rows[row]) {
      if (other != row && colors[other] == colors[row]) {
        return {Defect::clash, std::min(row, other), std::max(row, other), row};
      }
    }
  }
  return {};
}

Verification verify_star(Lines const& rows, std::span<std::int32_t const> const colors,
                         std::int32_t const num_colors) {
  if (auto const found = verify_neighbors(rows, colors); !found.valid()) return found;
  RowColors const around(rows, colors, num_colors);
  Verification found;
  for_each_edge(rows, [&](std::int32_t const row, std::int64_t const p, std::int64_t const mirror) {
    if (!around.alone[p] && !around.alone[mirror]) found = clash_at(rows, row, p, colors);
    return found.valid();
  });
  return found;
}

Verification verify_acyclic(Lines const& rows, std::span<std::int32_t const> const colors,
                            std::int32_t const num_colors) {
  if (auto const found = verify_neighbors(rows, colors); !found.valid()) return found;
  // In the graph of two colours a vertex is named by its first neighbour of the other colour.
  RowColors const around(rows, colors, num_colors);
  Forest forest(around.first_of_color.size());
  Verification found;
  for_each_edge(rows, [&](std::int32_t const row, std::int64_t const p, std::int64_t const mirror) {
    if (!forest.unite(around.first_of_color[p], around.first_of_color[mirror])) {
      found = {Defect::cycle, row, rows.indices[p], row};
    }
    return found.valid();
  });
  return found;
}

}  // namespace heddle::coloring::detail
