// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of options and outcomes. Knows no Kokkos.
#include <heddle/coloring/options.hpp>
#include <heddle/coloring/verification.hpp>

namespace heddle::coloring {

std::string_view to_string(Kind kind) {
  switch (kind) {
    case Kind::columns: return "columns";
    case Kind::rows: return "rows";
    case Kind::bidirectional: return "bidirectional";
    case Kind::distance1: return "distance1";
    case Kind::distance2: return "distance2";
    case Kind::star: return "star";
    case Kind::acyclic: return "acyclic";
  }
  return "unknown";
}

std::string_view to_string(Order order) {
  switch (order) {
    case Order::automatic: return "automatic";
    case Order::natural: return "natural";
    case Order::largest_first: return "largest_first";
    case Order::smallest_last: return "smallest_last";
    case Order::incidence: return "incidence";
    case Order::given: return "given";
  }
  return "unknown";
}

std::string_view to_string(Method method) {
  switch (method) {
    case Method::greedy: return "greedy";
    case Method::speculative: return "speculative";
    case Method::exact: return "exact";
  }
  return "unknown";
}

std::string_view to_string(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::optimal: return "optimal";
    case Status::limit_reached: return "limit_reached";
  }
  return "unknown";
}

std::string to_string(Verification const& found) {
  auto const first = std::to_string(found.first), second = std::to_string(found.second);
  auto const line = std::to_string(found.line);
  switch (found.defect) {
    case Defect::none: return "valid";
    case Defect::clash:
      return "vertices " + first + " and " + second + " have one colour and meet in line " + line;
    case Defect::cycle:
      return "the edge between vertices " + first + " and " + second + " closes a cycle of two " +
             "colours (line " + line + ")";
    case Defect::unread:
      return "the entry in row " + first + ", column " + second +
             " is alone neither in its row nor in its column";
    case Defect::uncolored: return "vertex " + first + " has entries and no colour";
    case Defect::out_of_range: return "the colour of vertex " + first + " is out of range";
    case Defect::unused_color: return "no vertex has colour " + first;
    case Defect::too_few_colors:
      return "any colouring has at least " + second + " colours, this one has " + first;
  }
  return "unknown";
}

}  // namespace heddle::coloring
