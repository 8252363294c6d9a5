// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The sequential loop in the two places where it does not belong: on the host with its arrays on
/// the device, element by element, and in one thread of the device. Both are the textbook greedy.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace heddle::perf {

/// Both directions of a pattern, and colours, all in the memory of `Exec`.
template <class Exec>
struct DeviceGraph {
  using Memory = typename Exec::memory_space;
  Pattern<std::int64_t, std::int32_t, Memory> rows, columns;
  Kokkos::View<std::int32_t*, Memory> colors;
};

/// One item, by a copy of its own: what indexing a device array on the host amounts to.
template <class V>
typename V::non_const_value_type read_item(V const& view, std::int64_t item) {
  typename V::non_const_value_type value{};
  Kokkos::deep_copy(value, Kokkos::subview(view, item));
  return value;
}

/// Colours the first `count` vertices; returns how many items were read.
template <class Exec>
std::int64_t color_by_items(DeviceGraph<Exec> const& graph, std::int32_t count) {
  std::int64_t reads = 0;
  auto const read = [&](auto const& view, std::int64_t item) {
    ++reads;
    return read_item(view, item);
  };
  auto const& [rows, columns, colors] = graph;
  std::vector<std::int32_t> marks(1024, -1);
  for (std::int32_t v = 0; v < count; ++v) {
    auto const net_end = read(columns.row_offsets, v + 1);
    for (auto p = read(columns.row_offsets, v); p < net_end; ++p) {
      auto const r = read(columns.columns, p);
      auto const end = read(rows.row_offsets, r + 1);
      for (auto q = read(rows.row_offsets, r); q < end; ++q) {
        auto const color = read(colors, read(rows.columns, q));
        if (color >= 0) marks[static_cast<std::size_t>(color)] = v;
      }
    }
    std::int32_t color = 0;
    while (marks[static_cast<std::size_t>(color)] == v) ++color;
    Kokkos::deep_copy(Kokkos::subview(colors, v), color);
  }
  return reads;
}

template <class Exec>
struct OneThread {
  DeviceGraph<Exec> graph;
  Kokkos::View<std::int32_t*, typename Exec::memory_space> marks;
  std::int32_t count;

  KOKKOS_FUNCTION void operator()(int) const {
    for (std::int32_t v = 0; v < count; ++v) graph.colors(v) = least(v);
  }

  KOKKOS_FUNCTION std::int32_t least(std::int32_t const v) const {
    auto const& rows = graph.rows;
    auto const& columns = graph.columns;
    for (auto p = columns.row_offsets(v); p < columns.row_offsets(v + 1); ++p) {
      auto const r = columns.columns(p);
      for (auto q = rows.row_offsets(r); q < rows.row_offsets(r + 1); ++q) {
        auto const color = graph.colors(rows.columns(q));
        if (color >= 0) marks(color) = v;
      }
    }
    std::int32_t color = 0;
    while (marks(color) == v) ++color;
    return color;
  }
};

/// Colours the first `count` vertices in one thread of the device.
template <class Exec>
void color_in_one_thread(Exec const& exec, DeviceGraph<Exec> const& graph, std::int32_t count) {
  Kokkos::View<std::int32_t*, typename Exec::memory_space> const marks("heddle::perf::marks", 1024);
  Kokkos::deep_copy(exec, marks, -1);
  Kokkos::parallel_for("heddle::perf::one_thread", Kokkos::RangePolicy<Exec>(exec, 0, 1),
                       OneThread<Exec>{graph, marks, count});
  exec.fence("heddle::perf::one_thread");
}

}  // namespace heddle::perf
