// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/host_problem.hpp>

#include <heddle/coloring/detail/bounds.hpp>
#include <heddle/coloring/detail/graph_edges.hpp>
#include <heddle/coloring/detail/greedy.hpp>
#include <heddle/coloring/detail/orders.hpp>

#include <utility>

namespace heddle::coloring::detail {

HostProblem::HostProblem(CleanPattern pattern, Kind const kind, bool const symmetrize)
    : pattern_(is_symmetric(kind) ? symmetric_pattern(std::move(pattern), symmetrize)
                                  : std::move(pattern)),
      kind_(kind),
      rows_(pattern_.rows()) {}

Lines HostProblem::columns() {
  if (is_symmetric(kind_)) return rows_;
  if (!columns_) columns_ = transposed(rows_);
  return columns_->view();
}

Lines const& HostProblem::derived(std::optional<OwnedLines>& kept, std::optional<Lines>& lines,
                                  std::optional<OwnedLines> (*make)(Lines const&)) {
  if (!lines) {
    kept = make(rows_);
    lines = kept ? kept->view() : rows_;
  }
  return *lines;
}

Lines HostProblem::graph() { return derived(kept_graph_, graph_, without_diagonal); }

Nets HostProblem::nets() {
  if (kind_ == Kind::columns) return {columns(), rows_};
  if (kind_ == Kind::rows) return {rows_, columns()};
  Lines const& closed = derived(kept_closed_, closed_, with_diagonal);
  return {closed, closed};
}

Nets HostProblem::edges_as_nets() {
  Lines const neighbors = graph();
  if (!edges_of_) {
    auto const numbers = number_edges(neighbors);
    auto const count = static_cast<std::int32_t>(numbers.size() / 2);
    edges_of_ = OwnedLines{neighbors.count,
                           count,
                           {neighbors.offsets, neighbors.offsets + neighbors.count + 1},
                           {numbers.begin(), numbers.end()}};
    ends_ = transposed(edges_of_->view());
  }
  return {edges_of_->view(), ends_->view()};
}

std::int32_t HostProblem::num_vertices() const {
  return kind_ == Kind::columns || kind_ == Kind::bidirectional ? rows_.range : rows_.count;
}

bool HostProblem::is_empty(std::int32_t const vertex) {
  bool const by_columns = kind_ == Kind::columns || kind_ == Kind::bidirectional;
  return (by_columns ? columns() : rows_).length(vertex) == 0;
}

std::int32_t HostProblem::lower_bound() {
  if (has_nets(kind_)) {
    // The net of a vertex without entries holds that vertex alone and asks for nothing.
    return rows_.num_entries() == 0 ? 0 : largest_net(nets().members);
  }
  bool const has_entries = rows_.num_entries() > 0;
  if (kind_ == Kind::bidirectional) {
    return bidirectional_bound(rows_.count, rows_.range, rows_.num_entries());
  }
  Lines const neighbors = graph();
  if (kind_ == Kind::distance1) return distance1_bound(has_entries, neighbors.num_entries() / 2);
  std::int64_t connected = 0;
  for (std::int32_t v = 0; v < neighbors.count; ++v) connected += neighbors.length(v) > 0;
  return forest_bound(has_entries, connected, neighbors.num_entries() / 2);
}

std::vector<std::int32_t> const& HostProblem::order(Order order) {
  if (order == Order::automatic) {
    bool const hessian = kind_ == Kind::star || kind_ == Kind::acyclic;
    order = hessian ? Order::largest_first : Order::natural;
  }
  if (!order_ || order_kind_ != order) {
    order_ = has_nets(kind_) ? order_of_nets(nets(), order) : order_of_graph(graph(), order);
    order_kind_ = order;
  }
  return *order_;
}

OwnedLines members_in_order(Nets const& nets, std::span<std::int32_t const> const order) {
  OwnedLines result{nets.num_nets(), nets.num_vertices(), {}, {}};
  result.offsets.assign(nets.members.offsets, nets.members.offsets + nets.num_nets() + 1);
  result.indices.resize(static_cast<std::size_t>(nets.members.num_entries()));
  std::vector<std::int64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::int32_t step = 0; step < nets.num_vertices(); ++step) {
    std::int32_t const vertex = vertex_at(order, step);
    for (auto const net : nets.nets_of[vertex]) result.indices[next[net]++] = vertex;
  }
  return result;
}

}  // namespace heddle::coloring::detail
