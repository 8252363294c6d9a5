// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/host_coloring.hpp>

#include <heddle/base/error.hpp>
#include <heddle/coloring/detail/balance.hpp>
#include <heddle/coloring/detail/exact.hpp>
#include <heddle/coloring/detail/greedy.hpp>
#include <heddle/coloring/detail/line_split.hpp>
#include <heddle/coloring/detail/star.hpp>
#include <heddle/coloring/detail/verify_host.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace heddle::coloring::detail {
namespace {

HostColoring greedy(HostProblem& problem, ColoringOptions const& options,
                    std::vector<std::int32_t> const* const given) {
  HostColoring result;
  if (problem.kind() == Kind::bidirectional) {
    auto split = color_by_line_split(problem.rows(), problem.columns(), options);
    result.colors = std::move(split.column_colors);
    result.row_colors = std::move(split.row_colors);
    result.num_colors = split.num_column_colors;
    result.num_row_colors = split.num_row_colors;
    result.windows = split.windows;
    return result;
  }
  auto const& order = given ? *given : problem.order(options.order);
  result.colors.resize(static_cast<std::size_t>(problem.num_vertices()));
  GreedyCount count;
  switch (problem.kind()) {
    case Kind::distance1: count = color_neighbors(problem.graph(), order, result.colors); break;
    case Kind::star: count = color_star(problem.graph(), order, result.colors); break;
    case Kind::acyclic: count = color_acyclic(problem.graph(), order, result.colors); break;
    default: count = color_nets(problem.nets(), order, result.colors);
  }
  result.num_colors = count.num_colors;
  result.windows = count.windows;
  return result;
}

HostColoring exact(HostProblem& problem, ColoringOptions const& options) {
  OwnedLines conflicts;
  Lines graph;
  if (problem.kind() == Kind::distance1) {
    graph = problem.graph();
  } else {
    conflicts = conflict_graph(problem.nets(), max_exact_entries);
    graph = conflicts.view();
  }
  if (graph.count != problem.num_vertices()) {
    HostColoring result = greedy(problem, options, nullptr);
    result.status = Status::limit_reached;
    return result;
  }
  auto found = color_exactly(graph, options.exact_node_limit);
  HostColoring result;
  result.colors = std::move(found.colors);
  result.num_colors = found.num_colors;
  result.lower_bound = found.lower_bound;
  result.status = found.status;
  return result;
}

}  // namespace

void check_options(ColoringOptions const& options, bool const has_given_order) {
  auto const name = std::string(to_string(options.kind));
  bool const hessian = options.kind == Kind::star || options.kind == Kind::acyclic;
  bool const by_split = options.kind == Kind::bidirectional;
  bool const exact = options.method == Method::exact;
  HEDDLE_EXPECTS(options.max_parallel_rounds >= 0 && options.exact_node_limit >= 0,
                 invalid_argument, "max_parallel_rounds and exact_node_limit cannot be negative");
  HEDDLE_EXPECTS(options.column_cost >= 0 && options.row_cost >= 0 &&
                     std::isfinite(options.column_cost) && std::isfinite(options.row_cost),
                 invalid_argument, "column_cost and row_cost must be finite and not negative");
  HEDDLE_EXPECTS(has_given_order || options.order != Order::given, invalid_argument,
                 "Order::given needs an order: pass it to color");
  HEDDLE_EXPECTS(!has_given_order || (!by_split && !exact), invalid_argument,
                 "a given order makes no sense for bidirectional and exact colourings");
  HEDDLE_EXPECTS(!exact || (!hessian && !by_split), unsupported,
                 "exact colourings of kind " + name + " are not supported");
  HEDDLE_EXPECTS(!options.balance || !hessian, unsupported,
                 "balanced colourings of kind " + name + " are not supported");
  bool const on_device = options.place == Place::device || options.method == Method::speculative;
  HEDDLE_EXPECTS(!on_device || (!hessian && !by_split && !exact), unsupported_place,
                 exact ? "exact colourings run on the host only"
                       : "colourings of kind " + name + " run on the host only");
}

void check_order(std::span<std::int32_t const> const order, std::int32_t const n) {
  HEDDLE_EXPECTS(
      order.size() == static_cast<std::size_t>(n), size_mismatch,
      "the order has " + std::to_string(order.size()) + " items, expected " + std::to_string(n));
  std::vector<char> seen(order.size());
  for (std::size_t step = 0; step < order.size(); ++step) {
    std::int32_t const vertex = order[step];
    HEDDLE_EXPECTS(vertex >= 0 && vertex < n && !seen[vertex], invalid_argument,
                   "the order is not a permutation: " + std::to_string(vertex) + " at step " +
                       std::to_string(step));
    seen[vertex] = 1;
  }
}

HostColoring color_on_host(HostProblem& problem, ColoringOptions const& options,
                           std::vector<std::int32_t> const* const given) {
  auto result =
      options.method == Method::exact ? exact(problem, options) : greedy(problem, options, given);
  // Vertices without entries ask for nothing, whatever a clique says.
  bool const asks = problem.rows().num_entries() > 0;
  result.lower_bound = asks ? std::max(result.lower_bound, problem.lower_bound()) : 0;
  return result;
}

void balance_on_host(HostProblem& problem, ColoringOptions const& options,
                     std::vector<std::int32_t> const* const given, HostColoring& coloring) {
  if (problem.kind() == Kind::bidirectional) return;  // done for each side of the split
  auto const& order = given ? *given : problem.order(options.order);
  if (problem.kind() == Kind::distance1) {
    balance_neighbors(problem.graph(), order, coloring.num_colors, coloring.colors);
  } else {
    balance_nets(problem.nets(), order, coloring.num_colors, coloring.colors);
  }
}

void set_empty_neutral(HostProblem& problem, HostColoring& coloring) {
  for (std::int32_t v = 0; v < problem.num_vertices(); ++v) {
    if (problem.is_empty(v)) coloring.colors[v] = -1;
  }
  if (problem.rows().num_entries() == 0) coloring.num_colors = 0;
}

std::vector<std::int64_t> class_sizes(HostColoring const& coloring, Verification& defect) {
  auto sizes = count_classes(coloring.colors, coloring.num_colors, defect);
  auto const of_rows = count_classes(coloring.row_colors, coloring.num_row_colors, defect);
  sizes.insert(sizes.end(), of_rows.begin(), of_rows.end());
  return sizes;
}

Verification verify_on_host(HostProblem& problem, HostColoring const& coloring,
                            Verification const& defect) {
  if (!defect.valid()) return defect;
  std::int32_t const total = coloring.num_colors + coloring.num_row_colors;
  Verification found;
  switch (problem.kind()) {
    case Kind::columns:
      found = verify_lines(problem.rows(), coloring.colors, coloring.num_colors);
      break;
    case Kind::rows:
      found = verify_lines(problem.columns(), coloring.colors, coloring.num_colors);
      break;
    case Kind::bidirectional:
      found =
          verify_bidirectional(problem.rows(), problem.columns(), coloring.colors,
                               coloring.num_colors, coloring.row_colors, coloring.num_row_colors);
      break;
    case Kind::distance1: found = verify_neighbors(problem.rows(), coloring.colors); break;
    case Kind::distance2:
      found = verify_closed_lines(problem.rows(), coloring.colors, coloring.num_colors);
      break;
    case Kind::star:
      found = verify_star(problem.rows(), coloring.colors, coloring.num_colors);
      break;
    case Kind::acyclic:
      found = verify_acyclic(problem.rows(), coloring.colors, coloring.num_colors);
      break;
  }
  if (found.valid() && total < coloring.lower_bound) {
    found = {Defect::too_few_colors, total, coloring.lower_bound, -1};
  }
  return found;
}

}  // namespace heddle::coloring::detail
