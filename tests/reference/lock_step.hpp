// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Speculative colouring in lock step, as its definition says: every vertex of the worklist
/// proposes its least legal colour of the window, rivals are told apart, losers go on. One vertex
/// after another, on plain vectors. Knows neither Kokkos nor core.
#pragma once

#include <tests/reference/coloring.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace heddle::reference {

/// The finalizer of splitmix64, as published.
inline std::uint64_t splitmix(std::uint64_t const seed) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// The other columns that each column meets in some row.
inline std::vector<std::set<std::int32_t>> meeting_columns(Grid const& grid) {
  std::vector<std::set<std::int32_t>> meets(grid.num_columns);
  for (auto const& row : grid.rows)
    for (auto const a : row)
      for (auto const b : row)
        if (a != b) meets[a].insert(b);
  return meets;
}

struct LockStep {
  Colors color;
  int rounds = 0;
};

/// Columns that meet in a row differ. Among rivals the smallest (priority, index) keeps the colour.
/// Stops after `max_rounds`; then vertices may be left with -1.
inline LockStep lock_step(Grid const& grid,
                          std::function<std::uint64_t(std::int32_t)> const& priority,
                          int const max_rounds = 1 << 30) {
  auto const meets = meeting_columns(grid);
  LockStep result{Colors(grid.num_columns, -1), 0};
  auto& color = result.color;
  for (std::int32_t base = 0;; base += 64) {
    Colors worklist;
    for (std::int32_t v = 0; v < grid.num_columns; ++v)
      if (color[v] < 0) worklist.push_back(v);
    if (worklist.empty()) return result;
    while (!worklist.empty()) {
      if (result.rounds == max_rounds) return result;
      std::map<std::int32_t, std::int32_t> proposal;
      for (auto const v : worklist) {
        std::set<std::int32_t> taken;
        for (auto const u : meets[v]) taken.insert(color[u]);
        std::int32_t least = base;
        while (taken.count(least)) ++least;
        if (least < base + 64) proposal[v] = least;
      }
      Colors losers;
      for (auto const& [v, wanted] : proposal) {
        bool loses = false;
        for (auto const u : meets[v]) {
          auto const rival = proposal.find(u);
          loses = loses || (rival != proposal.end() && rival->second == wanted &&
                            std::pair{priority(u), u} < std::pair{priority(v), v});
        }
        if (loses) losers.push_back(v);
      }
      for (auto const v : losers) proposal.erase(v);
      for (auto const& [v, wanted] : proposal) color[v] = wanted;
      worklist = losers;
      ++result.rounds;
    }
  }
}

}  // namespace heddle::reference
