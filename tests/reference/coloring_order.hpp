// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Orders of vertices by their definitions, on a table of conflicts. Knows neither Kokkos nor core.
#pragma once

#include <tests/reference/coloring.hpp>

#include <algorithm>
#include <tuple>

namespace heddle::reference {

inline Colors degrees_of(Conflicts const& table) {
  Colors degrees;
  for (auto const& row : table)
    degrees.push_back(static_cast<std::int32_t>(std::count(row.begin(), row.end(), 1)));
  return degrees;
}

/// Descending degree, then ascending index.
inline Colors largest_first(Conflicts const& table) {
  auto const degrees = degrees_of(table);
  auto order = natural_order(static_cast<std::int32_t>(table.size()));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) { return degrees[a] > degrees[b]; });
  return order;
}

/// The vertex with fewest neighbours among those that are left, lowest index first, comes last.
inline Colors smallest_last(Conflicts const& table) {
  auto const n = static_cast<std::int32_t>(table.size());
  std::vector<char> left(n, 1);
  Colors order;
  for (std::int32_t step = 0; step < n; ++step) {
    std::int32_t best = -1, best_degree = 0;
    for (std::int32_t v = 0; v < n; ++v) {
      if (!left[v]) continue;
      std::int32_t degree = 0;
      for (std::int32_t u = 0; u < n; ++u) degree += left[u] && table[v][u];
      if (best < 0 || degree < best_degree) best = v, best_degree = degree;
    }
    left[best] = 0;
    order.push_back(best);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// Most ordered neighbours, then most neighbours, then the lowest index.
inline Colors incidence(Conflicts const& table) {
  auto const n = static_cast<std::int32_t>(table.size());
  auto const degrees = degrees_of(table);
  std::vector<char> ordered(n, 0);
  Colors order;
  for (std::int32_t step = 0; step < n; ++step) {
    std::tuple<std::int32_t, std::int32_t, std::int32_t> best{-1, -1, -1};
    for (std::int32_t v = 0; v < n; ++v) {
      if (ordered[v]) continue;
      std::int32_t count = 0;
      for (std::int32_t u = 0; u < n; ++u) count += ordered[u] && table[v][u];
      best = std::max(best, std::tuple{count, degrees[v], -v});
    }
    order.push_back(-std::get<2>(best));
    ordered[order.back()] = 1;
  }
  return order;
}

}  // namespace heddle::reference
