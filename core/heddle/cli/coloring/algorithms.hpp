// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The parts of a host colouring by themselves, for measurements. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/greedy.hpp>
#include <heddle/coloring/detail/host_pattern.hpp>

#include <cstdint>
#include <vector>

namespace heddle::cli {

/// Lines of a pattern, and lines with their own arrays.
using PatternLines = coloring::detail::Lines;
using OwnedPatternLines = coloring::detail::OwnedLines;

/// The other direction of a pattern.
inline OwnedPatternLines transposed(PatternLines const& lines) {
  return coloring::detail::transposed(lines);
}

/// The net-based greedy on columns, in natural order, with both directions at hand.
inline void net_based(PatternLines const& rows, PatternLines const& columns,
                      std::vector<std::int32_t>& colors) {
  colors.assign(static_cast<std::size_t>(columns.count), -1);
  coloring::detail::color_nets({columns, rows}, {}, colors);
}

}  // namespace heddle::cli
