// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What is wrong with a colouring, if anything. Knows no Kokkos.
#pragma once

#include <heddle/place/policy.hpp>

#include <cstdint>
#include <string>

namespace heddle::coloring {

/// What verification found.
enum class Defect {
  none,
  clash,          ///< two vertices of one colour meet in a line
  cycle,          ///< acyclic: the edge between two vertices closes a cycle of two colours
  unread,         ///< bidirectional: an entry is alone neither in its row nor in its column
  uncolored,      ///< a vertex with entries has no colour
  out_of_range,   ///< a colour outside -1 ... k - 1
  unused_color,   ///< a colour below k that no vertex has
  too_few_colors  ///< fewer colours than the lower bound: the colouring cannot be valid
};

/// The outcome of verify. Indices are -1 where they do not apply.
struct Verification {
  Defect defect = Defect::none;
  /// clash: two vertices of equal colour, first < second, that both meet `line`. star: they are
  /// the ends of the same side of a two-coloured path. cycle: the ends of an edge. unread: the row
  /// and the column of the entry. Others: the vertex, or the colour (unused_color, too_few_colors:
  /// the number of colours, and second the lower bound).
  std::int64_t first = -1, second = -1;
  std::int64_t line = -1;  ///< columns: a row; rows: a column; symmetric kinds: a vertex
  place::Where ran_at = place::Where::host;  ///< where the verification ran

  /// Whether the colouring holds in all that was asked of it.
  bool valid() const { return defect == Defect::none; }
};

/// One line for people, such as "vertices 0 and 2 have one colour and meet in line 1".
std::string to_string(Verification const& verification);

}  // namespace heddle::coloring
