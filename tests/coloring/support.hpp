// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Patterns to views, colourings to vectors.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/pattern_hash.hpp>

#include <tests/coloring/patterns.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

using Exec = TEST_EXECSPACE;
using coloring::ColoringOptions;
using coloring::Kind;
using coloring::Method;
using coloring::Order;
using coloring::Place;
using Result = coloring::ResultOn<Exec>;
using reference::Colors;

template <class Memory, class T>
Kokkos::View<T*, Memory> to_memory(std::vector<T> const& items) {
  Kokkos::View<T*, Memory> view("heddle::test::items", items.size());
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                              items.data(), items.size()));
  return view;
}

template <class View>
std::vector<typename View::non_const_value_type> to_vector(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  return {host.data(), host.data() + host.extent(0)};
}

/// Rows as they stand, also with entries that repeat, descend or leave the matrix.
template <class Memory = Kokkos::HostSpace, class Offset = std::int64_t>
Pattern<Offset, std::int32_t, Memory> pattern_of(
    std::int32_t const num_columns, std::vector<std::vector<std::int32_t>> const& rows) {
  std::vector<Offset> offsets{0};
  std::vector<std::int32_t> columns;
  for (auto const& row : rows) {
    columns.insert(columns.end(), row.begin(), row.end());
    offsets.push_back(static_cast<Offset>(columns.size()));
  }
  return {static_cast<std::int32_t>(rows.size()), num_columns, to_memory<Memory>(offsets),
          to_memory<Memory>(columns)};
}

template <class Memory = Kokkos::HostSpace, class Offset = std::int64_t>
Pattern<Offset, std::int32_t, Memory> pattern_of(Grid const& grid) {
  return pattern_of<Memory, Offset>(grid.num_columns, grid.rows);
}

inline ColoringOptions with(Kind const kind, Order const order = Order::automatic,
                            Method const method = Method::greedy, Place const place = Place::host) {
  ColoringOptions options;
  options.kind = kind;
  options.order = order;
  options.method = method;
  options.place = place;
  return options;
}

inline Result color(Grid const& grid, ColoringOptions const& options) {
  return coloring::color(Exec(), pattern_of(grid), options);
}

/// Colours of columns, or of rows or vertices.
inline Colors colors_of(Result const& result) { return to_vector(result.colors); }

inline std::int32_t count(Grid const& grid, Kind const kind, Order const order = Order::automatic) {
  return color(grid, with(kind, order)).num_colors;
}

/// Who must differ for a kind without two sides.
inline reference::Conflicts conflicts_of(Grid const& grid, Kind const kind) {
  if (kind == Kind::columns) return reference::column_conflicts(grid);
  if (kind == Kind::rows) return reference::column_conflicts(reference::transposed(grid));
  if (kind == Kind::distance2) return reference::column_conflicts(reference::closed(grid));
  return reference::neighbor_conflicts(grid);
}

/// Whether a result is a colouring of its kind, by the oracles.
inline bool is_valid(Grid const& grid, Result const& result) {
  auto const colors = colors_of(result);
  switch (result.kind) {
    case Kind::bidirectional:
      return reference::is_bidirectional(grid, colors, to_vector(result.row_colors));
    case Kind::star: return reference::is_star(reference::neighbor_conflicts(grid), colors);
    case Kind::acyclic: return reference::is_acyclic(reference::neighbor_conflicts(grid), colors);
    default: return reference::respects(conflicts_of(grid, result.kind), colors);
  }
}

/// The textbook greedy colouring.
inline Colors greedy_oracle(Grid const& grid, Kind const kind, Colors order = {}) {
  Grid const lines = kind == Kind::rows        ? reference::transposed(grid)
                     : kind == Kind::distance2 ? reference::closed(grid)
                                               : grid;
  if (order.empty()) order = reference::natural_order(lines.num_columns);
  if (kind == Kind::distance1) return reference::greedy_neighbors(grid, order);
  return reference::greedy_columns(lines, reference::transposed(lines), order);
}

/// Code and message of the heddle::error that f throws.
template <class F>
std::pair<ErrorCode, std::string> refusal_of(F&& f) {
  try {
    f();
  } catch (heddle::error const& refused) {
    return {refused.code(), refused.message()};
  }
  ADD_FAILURE() << "nothing was refused";
  return {ErrorCode::internal, ""};
}

}  // namespace heddle::test
