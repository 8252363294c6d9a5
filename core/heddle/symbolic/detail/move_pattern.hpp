// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Patterns of factors and of matrices from one memory to another, in bulk copies that are logged.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace heddle::symbolic::detail {

/// Moves arrays to `Memory` for a phase: the arrays themselves if they lie there.
template <class Memory, class Exec>
struct Mover {
  Exec const& exec;
  place::LibraryPhase& phase;

  template <class T, class Source>
  Kokkos::View<T*, Memory> operator()(std::string_view name,
                                      Kokkos::View<T*, Source> const& from) const {
    if constexpr (std::is_same_v<Memory, Source>) {
      return from;
    } else {
      constexpr auto direction = std::is_same_v<Memory, Kokkos::HostSpace>
                                     ? place::Direction::to_host
                                     : place::Direction::to_device;
      auto to = heddle::detail::allocate_in<std::remove_const_t<T>, Memory>(exec, from.label(),
                                                                            from.extent(0));
      phase.copies(name, direction, static_cast<std::int64_t>(from.extent(0) * sizeof(T)));
      if (from.extent(0) > 0) Kokkos::deep_copy(exec, to, from);
      return to;
    }
  }
};

/// The pattern of the factors in `Memory`. Waits.
template <class Memory, class Exec, class Source>
FactorPattern<Memory> moved(Exec const& exec, FactorPattern<Source> const& from,
                            place::LibraryPhase& phase) {
  if constexpr (std::is_same_v<Memory, Source>) {
    return from;
  } else {
    Mover<Memory, Exec> const move{exec, phase};
    FactorPattern<Memory> to;
    to.n = from.n;
    to.exact = from.exact;
    to.ran_at = from.ran_at;
    to.column_offsets = move("column offsets", from.column_offsets);
    to.rows = move("rows", from.rows);
    to.diagonal = move("diagonal", from.diagonal);
    to.row_slot = move("row slots", from.row_slot);
    if (from.columns.data() == from.rows.data()) {  // symmetric: one pattern for both orders
      to.row_offsets = to.column_offsets;
      to.columns = to.rows;
      to.row_diagonal = to.diagonal;
    } else {
      to.row_offsets = move("row offsets", from.row_offsets);
      to.columns = move("columns", from.columns);
      to.row_diagonal = move("row diagonal", from.row_diagonal);
    }
    exec.fence("heddle::symbolic::move_pattern");
    return to;
  }
}

/// A matrix pattern in `Memory`. Waits.
template <class Memory, class Exec, class Source>
Pattern<DefaultOffset, DefaultIndex, Memory> moved(
    Exec const& exec, Pattern<DefaultOffset, DefaultIndex, Source> const& from,
    place::LibraryPhase& phase) {
  if constexpr (std::is_same_v<Memory, Source>) {
    return from;
  } else {
    constexpr auto direction = std::is_same_v<Memory, Kokkos::HostSpace>
                                   ? place::Direction::to_host
                                   : place::Direction::to_device;
    std::int64_t bytes = 0;
    auto const move = [&](std::string_view name, auto const& view) {
      using Item = typename std::remove_reference_t<decltype(view)>::value_type;
      phase.copies(name, direction, static_cast<std::int64_t>(view.extent(0) * sizeof(Item)));
      return heddle::detail::to_memory<Memory>(exec, view.label(), view, bytes);
    };
    return {from.num_rows, from.num_columns, move("row offsets", from.row_offsets),
            move("columns", from.columns)};
  }
}

}  // namespace heddle::symbolic::detail
