// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Nets made from clean rows by kernels, in natural order.
#pragma once

#include <heddle/coloring/detail/device_prepare.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::coloring::detail {

template <class Memory>
struct CountMembers {
  DeviceLines<Memory> lines;
  Kokkos::View<DefaultOffset*, Memory> lengths;  // of the other direction, from item 1 on
  KOKKOS_FUNCTION void operator()(DefaultIndex const line) const {
    for (DefaultOffset p = lines.first(line); p < lines.last(line); ++p) {
      Kokkos::atomic_inc(&lengths(lines.indices(p) + 1));
    }
  }
};

template <class Memory>
struct PlaceMembers {
  DeviceLines<Memory> lines;
  Kokkos::View<DefaultOffset*, Memory> next;
  Kokkos::View<DefaultIndex*, Memory> members;
  KOKKOS_FUNCTION void operator()(DefaultIndex const line) const {
    for (DefaultOffset p = lines.first(line); p < lines.last(line); ++p) {
      members(Kokkos::atomic_fetch_add(&next(lines.indices(p)), DefaultOffset{1})) = line;
    }
  }
};

template <class View>
struct CopyItems {
  View to, from;
  KOKKOS_FUNCTION void operator()(DefaultIndex const item) const { to(item) = from(item); }
};

/// The other direction. Its lines stand in no order: whoever reads them only unites or counts.
template <class Exec>
DeviceLines<typename Exec::memory_space> transposed(
    Exec const& exec, DeviceLines<typename Exec::memory_space> const& lines) {
  using Memory = typename Exec::memory_space;
  auto const size = static_cast<std::size_t>(lines.range) + 1;
  auto const offsets =
      heddle::detail::allocate<DefaultOffset>(exec, "heddle::coloring::transposed::offsets", size);
  auto const next =
      heddle::detail::allocate<DefaultOffset>(exec, "heddle::coloring::transposed::next", size);
  auto const members = heddle::detail::allocate<DefaultIndex>(
      exec, "heddle::coloring::transposed::members", static_cast<std::size_t>(lines.num_entries()));
  heddle::detail::fill(exec, "heddle::coloring::clear_offsets", offsets, 0);
  Kokkos::parallel_for("heddle::coloring::count_members", LineRange<Exec>(exec, 0, lines.count),
                       CountMembers<Memory>{lines, offsets});
  sum_lengths(exec, offsets);
  Kokkos::parallel_for("heddle::coloring::copy_offsets",
                       LineRange<Exec>(exec, 0, static_cast<DefaultIndex>(size)),
                       CopyItems<std::decay_t<decltype(next)>>{next, offsets});
  Kokkos::parallel_for("heddle::coloring::place_members", LineRange<Exec>(exec, 0, lines.count),
                       PlaceMembers<Memory>{lines, next, members});
  exec.fence("heddle::coloring::transposed");
  return {lines.range, lines.count, offsets, members};
}

template <class Memory>
struct CountClosed {
  DeviceLines<Memory> rows;
  Kokkos::View<DefaultOffset*, Memory> offsets;
  KOKKOS_FUNCTION void operator()(DefaultIndex const item) const {
    DefaultIndex const row = item - 1;
    offsets(item) =
        item == 0 ? 0 : rows.last(row) - rows.first(row) + (find_entry(rows, row, row) < 0 ? 1 : 0);
  }
};

template <class Memory>
struct WriteClosed {
  DeviceLines<Memory> rows;
  Kokkos::View<DefaultOffset*, Memory> offsets;
  Kokkos::View<DefaultIndex*, Memory> members;
  KOKKOS_FUNCTION void operator()(DefaultIndex const row) const {
    DefaultOffset to = offsets(row);
    bool placed = false;
    for (DefaultOffset p = rows.first(row); p < rows.last(row); ++p) {
      DefaultIndex const other = rows.indices(p);
      if (!placed && other > row) members(to++) = row;
      placed = placed || other >= row;
      members(to++) = other;
    }
    if (!placed) members(to) = row;
  }
};

/// A device number, after waiting for it.
template <class Exec, class T>
T item_of(Exec const& exec, Kokkos::View<T*, typename Exec::memory_space> const& view,
          std::size_t const item) {
  T result{};
  Kokkos::deep_copy(exec, Kokkos::View<T, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&result),
                    Kokkos::subview(view, item));
  exec.fence("heddle::coloring::item_of");
  return result;
}

/// Rows that all hold their diagonal entry.
template <class Exec>
DeviceLines<typename Exec::memory_space> closed(
    Exec const& exec, DeviceLines<typename Exec::memory_space> const& rows) {
  using Memory = typename Exec::memory_space;
  auto const size = static_cast<std::size_t>(rows.count) + 1;
  auto const offsets =
      heddle::detail::allocate<DefaultOffset>(exec, "heddle::coloring::closed::offsets", size);
  Kokkos::parallel_for("heddle::coloring::count_closed",
                       LineRange<Exec>(exec, 0, static_cast<DefaultIndex>(size)),
                       CountClosed<Memory>{rows, offsets});
  sum_lengths(exec, offsets);
  auto const total = item_of(exec, offsets, size - 1);
  if (total == rows.num_entries()) return rows;
  auto const members = heddle::detail::allocate<DefaultIndex>(
      exec, "heddle::coloring::closed::members", static_cast<std::size_t>(total));
  Kokkos::parallel_for("heddle::coloring::write_closed", LineRange<Exec>(exec, 0, rows.count),
                       WriteClosed<Memory>{rows, offsets, members});
  exec.fence("heddle::coloring::closed");
  return {rows.count, rows.range, offsets, members};
}

}  // namespace heddle::coloring::detail
