// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a caller of the colourings can choose. Knows no Kokkos.
///
/// Words: *vertices* are the columns or rows that get colours; a *line* is the row or column in
/// which two vertices meet. Colours start at 0; -1 is neutral, a vertex without a colour.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/place/policy.hpp>

#include <cstdint>
#include <string_view>

namespace heddle::coloring {

/// What two vertices of one colour must not do.
enum class Kind {
  columns,        ///< columns that meet in a row differ: partial distance-2, one JVP a colour
  rows,           ///< rows that meet in a column differ: partial distance-2, one VJP a colour
  bidirectional,  ///< columns and rows: each entry is alone in its row or in its column
  distance1,      ///< neighbours in a symmetric pattern differ
  distance2,      ///< so do neighbours of neighbours; the diagonal may be missing
  star,           ///< neighbours differ, and no path on four vertices has two colours
  acyclic         ///< neighbours differ, and no cycle has two colours
};

/// In which order the vertices are coloured. LF, SL and ID count distinct neighbours: within
/// distance two for columns, rows, bidirectional and distance2, else direct ones.
enum class Order {
  automatic,      ///< largest_first for star and acyclic, else natural
  natural,        ///< by index
  largest_first,  ///< descending number of neighbours, then by index
  smallest_last,  ///< the vertex with fewest remaining neighbours (lowest index) is taken away next
                  ///< and coloured before all that were taken away earlier
  incidence,      ///< most ordered neighbours next, then most neighbours, then lowest index
  given           ///< the order passed to color
};

/// How colours are found.
enum class Method {
  greedy,       ///< the least legal colour in the order; the same colours at every place
  speculative,  ///< parallel rounds on the device; valid, and equal everywhere for one seed
  exact         ///< branch and bound on the host, for small patterns
};

/// How good a colouring is known to be.
enum class Status {
  ok,            ///< valid; nothing is known about fewer colours
  optimal,       ///< exact: no colouring has fewer colours
  limit_reached  ///< exact: the best that was found within the limit of nodes
};

/// Where a colouring runs. Host: sequential code; pattern and colours cross in one bulk copy each.
/// Device: kernels on the given instance, whatever its backend. Automatic: as the order of
/// decisions of heddle/place says (HEDDLE_PLACE, pins, files), and without any the host. Their
/// phases are "coloring::color"; "coloring::speculative", which runs on the device only; and on the
/// host only "coloring::star", "coloring::acyclic", "coloring::bidirectional", "coloring::exact".
using Place = place::Where;

/// Options of color, adopt and verify.
struct ColoringOptions {
  Kind kind = Kind::columns;
  Order order = Order::automatic;
  Method method = Method::greedy;
  Place place = Place::automatic;
  bool verify = true;            ///< check the result with code that the colourings do not share
  bool balance = false;          ///< even class sizes; not for star, acyclic
  bool symmetrize = false;       ///< add mirrored entries where a kind needs a symmetric pattern
  bool ignore_ghosts = false;    ///< drop columns >= num_columns instead of refusing them
  bool neutral_empty = false;    ///< vertices without entries get -1 instead of 0
  int max_parallel_rounds = 64;  ///< of speculative; what is left is finished in index order
  std::uint64_t seed = 0;        ///< of speculative: breaks ties between rivals
  std::int64_t exact_node_limit = 1'000'000;  ///< vertices that exact places at most
  double column_cost = 1;  ///< of one column colour: bidirectional keeps the cheapest split
  double row_cost = 1;     ///< of one row colour
  Observer observer = {};
};

/// The names as they are spelled in C++, such as "smallest_last".
/// @{
std::string_view to_string(Kind kind);
std::string_view to_string(Order order);
std::string_view to_string(Method method);
std::string_view to_string(Status status);
/// @}
using place::to_string;  // of a Place

}  // namespace heddle::coloring
