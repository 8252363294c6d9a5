// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A user's pattern, whatever its types and memory, brought to one form in one memory.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/coloring/detail/host_pattern.hpp>
#include <heddle/coloring/detail/mix.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle::coloring::detail {

/// Rows with 64-bit offsets in `Memory`, unchecked.
template <class Memory>
struct Rows {
  DefaultIndex num_rows = 0, num_columns = 0;
  Kokkos::View<DefaultOffset const*, Memory> offsets;
  Kokkos::View<DefaultIndex const*, Memory> columns;

  DefaultOffset num_entries() const { return static_cast<DefaultOffset>(columns.extent(0)); }
};

template <class To, class From>
struct WidenOffsets {
  To to;
  From from;
  KOKKOS_FUNCTION void operator()(std::int64_t const item) const { to(item) = from(item); }
};

/// The pattern in the memory of `Exec` or of the host: the user's own arrays where they fit, else
/// one bulk copy each.
template <class Memory, class Exec, class P>
Rows<Memory> rows_in(Exec const& exec, P const& pattern) {
  std::int64_t bytes = 0;
  Rows<Memory> rows{pattern.num_rows, pattern.num_columns, {}, {}};
  rows.columns = heddle::detail::to_memory<Memory>(exec, "heddle::coloring::input::columns",
                                                   pattern.columns, bytes);
  auto const offsets = heddle::detail::to_memory<Memory>(exec, "heddle::coloring::input::offsets",
                                                         pattern.row_offsets, bytes);
  if constexpr (std::is_same_v<typename P::offset_type, DefaultOffset>) {
    rows.offsets = offsets;
  } else {
    auto const wide = heddle::detail::allocate_in<DefaultOffset, Memory>(
        exec, "heddle::coloring::input::wide_offsets", offsets.extent(0));
    WidenOffsets<std::decay_t<decltype(wide)>, decltype(offsets)> const widen{wide, offsets};
    if constexpr (std::is_same_v<Memory, typename Exec::memory_space>) {
      Kokkos::parallel_for("heddle::coloring::widen_offsets",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                               exec, 0, static_cast<std::int64_t>(offsets.extent(0))),
                           widen);
    } else {
      for (std::size_t item = 0; item < offsets.extent(0); ++item) widen(item);
    }
    rows.offsets = wide;
  }
  exec.fence("heddle::coloring::input");  // host code may read it next, and the user write it
  return rows;
}

/// Plain arrays over rows in host memory, which must outlive them.
inline GivenPattern given_pattern(Rows<Kokkos::HostSpace> const& rows) {
  return {rows.num_rows,
          rows.num_columns,
          {rows.offsets.data(), rows.offsets.extent(0)},
          {rows.columns.data(), rows.columns.extent(0)}};
}

/// A view of indices as a vector.
template <class Exec, class Memory>
std::vector<DefaultIndex> to_vector(Exec const& exec,
                                    Kokkos::View<DefaultIndex const*, Memory> const& view) {
  std::vector<DefaultIndex> items(view.extent(0));
  if (items.empty()) return items;
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
    exec.fence("heddle::coloring::to_vector");  // it may still be written
    for (std::size_t item = 0; item < items.size(); ++item) items[item] = view(item);
  } else {
    Kokkos::View<DefaultIndex*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const target(
        items.data(), items.size());
    Kokkos::deep_copy(exec, target, view);
    exec.fence("heddle::coloring::to_vector");
  }
  return items;
}

/// Items of a plain array as a view in the memory of `Exec`, in one bulk copy.
template <class Exec, class T>
Kokkos::View<T*, typename Exec::memory_space> to_exec(Exec const& exec, std::string const& label,
                                                      T const* const items,
                                                      std::size_t const count) {
  auto const view = heddle::detail::allocate<T>(exec, label, count);
  if (count == 0) return view;
  if constexpr (std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) {
    exec.fence("heddle::coloring::to_exec");
    std::copy_n(items, count, view.data());
  } else {
    Kokkos::deep_copy(
        exec, view,
        Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(items, count));
    exec.fence("heddle::coloring::to_exec");  // the array may go away
  }
  return view;
}

/// The hash of a clean pattern on the host. Cost: O(nnz).
inline std::uint64_t hash_on_host(Lines const& rows) {
  std::uint64_t hash = size_hash(rows.count, rows.range, rows.num_entries());
  for (DefaultIndex row = 0; row < rows.count; ++row) {
    for (auto const column : rows[row]) hash += position_hash(row, column);
  }
  return hash;
}

}  // namespace heddle::coloring::detail
