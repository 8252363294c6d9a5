// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/orders.hpp>

#include <heddle/coloring/detail/indexed_heap.hpp>

#include <algorithm>

namespace heddle::coloring::detail {
namespace {

/// Neighbours through nets, each once.
class NetNeighbors {
 public:
  explicit NetNeighbors(Nets const& nets)
      : nets_(nets), seen_(static_cast<std::size_t>(nets.num_vertices()), -1) {}
  std::int32_t count() const { return nets_.num_vertices(); }
  /// Vertices are asked for at most once in each of two rounds: while counting and while ordering.
  void begin_round() { std::fill(seen_.begin(), seen_.end(), -1); }
  template <class F>
  void for_each(std::int32_t const vertex, F&& f) {
    for_each_within_two(nets_, vertex, seen_.data(), vertex, f);
  }

 private:
  Nets nets_;
  std::vector<std::int32_t> seen_;
};

/// Direct neighbours.
class GraphNeighbors {
 public:
  explicit GraphNeighbors(Lines const& graph) : graph_(graph) {}
  std::int32_t count() const { return graph_.count; }
  void begin_round() {}
  template <class F>
  void for_each(std::int32_t const vertex, F&& f) {
    for (auto const other : graph_[vertex]) f(other);
  }

 private:
  Lines graph_;
};

template <class Neighbors>
std::vector<std::int32_t> count_neighbors(Neighbors& neighbors) {
  std::vector<std::int32_t> degrees(static_cast<std::size_t>(neighbors.count()));
  neighbors.begin_round();
  for (std::int32_t v = 0; v < neighbors.count(); ++v) {
    neighbors.for_each(v, [&](std::int32_t) { ++degrees[v]; });
  }
  return degrees;
}

/// Descending degree, then by index: a counting sort.
std::vector<std::int32_t> largest_first(std::vector<std::int32_t> const& degrees) {
  std::int32_t largest = 0;
  for (auto const degree : degrees) largest = std::max(largest, degree);
  std::vector<std::int32_t> next(static_cast<std::size_t>(largest) + 2);
  for (auto const degree : degrees) ++next[largest - degree + 1];
  for (std::int32_t d = 0; d <= largest; ++d) next[d + 1] += next[d];
  std::vector<std::int32_t> order(degrees.size());
  for (std::size_t v = 0; v < degrees.size(); ++v) {
    order[next[largest - degrees[v]]++] = static_cast<std::int32_t>(v);
  }
  return order;
}

/// Keys compare a count first and a vertex (or its rank) then.
constexpr std::uint64_t make_key(std::uint32_t const count, std::int32_t const rank) {
  return std::uint64_t{count} << 32 | static_cast<std::uint32_t>(rank);
}
constexpr std::uint64_t one_count = std::uint64_t{1} << 32;

/// Vertices in the order in which their keys reach the top, while the keys of the neighbours of
/// each fall by one.
template <class Neighbors>
std::vector<std::int32_t> order_by_falling_keys(Neighbors& neighbors,
                                                std::vector<std::uint64_t> keys) {
  std::vector<std::int32_t> order;
  order.reserve(keys.size());
  std::vector<char> done(keys.size());
  IndexedHeap heap(std::move(keys));
  neighbors.begin_round();
  while (!heap.empty()) {
    std::int32_t const vertex = heap.pop();
    done[vertex] = 1;
    order.push_back(vertex);
    neighbors.for_each(vertex, [&](std::int32_t const other) {
      if (!done[other]) heap.lower(other, heap.key(other) - one_count);
    });
  }
  return order;
}

template <class Neighbors>
std::vector<std::int32_t> smallest_last(Neighbors& neighbors,
                                        std::vector<std::int32_t> const& degrees) {
  std::vector<std::uint64_t> keys(degrees.size());
  for (std::size_t v = 0; v < keys.size(); ++v) {
    keys[v] = make_key(static_cast<std::uint32_t>(degrees[v]), static_cast<std::int32_t>(v));
  }
  auto order = order_by_falling_keys(neighbors, std::move(keys));
  std::reverse(order.begin(), order.end());
  return order;
}

/// The rank of a vertex under largest_first breaks ties between equal counts of ordered neighbours.
template <class Neighbors>
std::vector<std::int32_t> incidence(Neighbors& neighbors,
                                    std::vector<std::int32_t> const& degrees) {
  auto const by_degree = largest_first(degrees);
  auto const most = static_cast<std::uint32_t>(degrees.size());  // neighbours are fewer
  std::vector<std::uint64_t> keys(degrees.size());
  for (std::size_t rank = 0; rank < keys.size(); ++rank) {
    keys[by_degree[rank]] = make_key(most, static_cast<std::int32_t>(rank));
  }
  return order_by_falling_keys(neighbors, std::move(keys));
}

template <class Neighbors>
std::vector<std::int32_t> make_order(Neighbors neighbors, Order const order) {
  if (order == Order::natural) return {};
  auto const degrees = count_neighbors(neighbors);
  if (order == Order::smallest_last) return smallest_last(neighbors, degrees);
  if (order == Order::incidence) return incidence(neighbors, degrees);
  return largest_first(degrees);
}

}  // namespace

std::vector<std::int32_t> order_of_nets(Nets const& nets, Order const order) {
  return make_order(NetNeighbors(nets), order);
}

std::vector<std::int32_t> order_of_graph(Lines const& graph, Order const order) {
  return make_order(GraphNeighbors(graph), order);
}

}  // namespace heddle::coloring::detail
