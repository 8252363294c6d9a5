// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A pattern in the forms that one kind of colouring needs. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/host_pattern.hpp>
#include <heddle/coloring/detail/nets.hpp>
#include <heddle/coloring/options.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle::coloring::detail {

/// Kinds whose pattern is that of a graph.
constexpr bool is_symmetric(Kind const kind) {
  return kind != Kind::columns && kind != Kind::rows && kind != Kind::bidirectional;
}

/// Kinds in which vertices of one net differ.
constexpr bool has_nets(Kind const kind) {
  return kind == Kind::columns || kind == Kind::rows || kind == Kind::distance2;
}

/// A clean pattern, symmetric where its kind needs that, and what is derived from it when asked.
/// Copies are not made: views point into this object.
class HostProblem {
 public:
  /// Throws bad_pattern for a pattern that does not fit the kind (see symmetric_pattern).
  HostProblem(CleanPattern pattern, Kind kind, bool symmetrize);
  HostProblem(HostProblem const&) = delete;
  HostProblem& operator=(HostProblem const&) = delete;

  Kind kind() const { return kind_; }
  Lines rows() const { return rows_; }
  Lines columns();       ///< the rows, transposed
  Lines graph();         ///< symmetric kinds: the rows without diagonal
  Nets nets();           ///< columns, rows, distance2
  Nets edges_as_nets();  ///< distance1: every edge is a net of two
  std::int32_t num_vertices() const;
  /// Whether a vertex (of columns for bidirectional) has entries.
  bool is_empty(std::int32_t vertex);
  /// Below this number of colours there is no colouring (both sides together).
  std::int32_t lower_bound();
  /// The order of the options, a permutation or empty for natural.
  std::vector<std::int32_t> const& order(Order order);

 private:
  Lines const& derived(std::optional<OwnedLines>& kept, std::optional<Lines>& lines,
                       std::optional<OwnedLines> (*make)(Lines const&));

  CleanPattern pattern_;
  Kind kind_;
  Lines rows_;
  std::optional<OwnedLines> columns_, kept_graph_, kept_closed_, edges_of_, ends_;
  std::optional<Lines> graph_, closed_;
  std::optional<std::vector<std::int32_t>> order_;
  Order order_kind_ = Order::natural;
};

/// The members of each net in the order in which `order` visits them (natural if it is empty).
OwnedLines members_in_order(Nets const& nets, std::span<std::int32_t const> order);

}  // namespace heddle::coloring::detail
