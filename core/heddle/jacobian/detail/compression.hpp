// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The compressed derivative: its block, the sweeps that fill it, the gather that empties it.
/// Shared by Jacobians and Hessians, which differ in their recovery index only.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/bounded.hpp>
#include <heddle/jacobian/detail/host_recovery.hpp>
#include <heddle/jacobian/detail/input_pattern.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/detail/recovery.hpp>
#include <heddle/jacobian/recovery_index.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace heddle::jacobian::detail {

template <class T, class Exec>
struct Compression {
  using Memory = typename Exec::memory_space;
  using Colors = Kokkos::View<DefaultIndex const*, Memory>;
  BlockLayout layout;
  bool bounded = false;
  Colors colors, row_colors;
  Kokkos::View<T*, Memory> block;
  RecoveryIndex<Memory> index;
  StepGroups<Memory> groups;  // bounded

  /// Memory for the block; groups if it is to hold one step at a time. The index is there.
  void reserve(Exec const& exec, std::int64_t extra = 0) {
    block = heddle::detail::allocate<T>(
        exec, "heddle::jacobian::block",
        static_cast<std::size_t>(bounded ? layout.largest_step() : layout.size() + extra));
    if (bounded) groups = group_by_step(exec, layout, index);
  }

  /// Everything that ends in `values`: sweeps, products, gather. Values of f go to y unless it is
  /// empty. Enqueues only.
  template <class Forward, class Reverse>
  void evaluate(Exec const& exec, Forward const& forward, Reverse const& reverse,
                typename Forward::Input const& x, Kokkos::View<T*, Memory> const& y,
                T* values) const {
    fill(exec, forward, reverse, x, y, values);
    if (!bounded) gather(exec, index, block.data(), values);
  }

  /// Fills the block; if it is bounded, gathers after each step.
  template <class Forward, class Reverse>
  void fill(Exec const& exec, Forward const& forward, Reverse const& reverse,
            typename Forward::Input const& x, Kokkos::View<T*, Memory> const& y, T* values) const {
    std::int64_t step = 0;
    for (DefaultIndex sweep = 0; sweep < layout.sweeps(); ++sweep, ++step) {
      forward.sweep(exec, layout.lanes, x, colors.data(), sweep * layout.lanes,
                    block.data() + begin_of(step), sweep == 0 ? y.data() : nullptr);
      if (bounded) gather_step(exec, groups, index, layout, step, block.data(), values);
    }
    for (DefaultIndex color = 0; color < layout.row_colors; ++color, ++step) {
      auto const begin = static_cast<std::size_t>(begin_of(step));
      reverse.product(exec, x, row_colors.data(), color,
                      Kokkos::subview(block, std::pair(begin, begin + layout.n)));
      if (bounded) gather_step(exec, groups, index, layout, step, block.data(), values);
    }
    if (layout.sweeps() == 0 && y.extent(0) > 0) forward.value(exec, x, y);
  }

 private:
  std::int64_t begin_of(std::int64_t step) const { return bounded ? 0 : step_begin(layout, step); }
};

/// A pattern as plain host arrays.
template <class Exec, class P>
HostRows host_rows(Exec const& exec, P const& pattern) {
  auto const host = on_host(exec, pattern);
  HostRows rows{host.num_rows, host.num_columns, {}, {}};
  auto const* const offsets = host.row_offsets.data();
  rows.offsets.assign(offsets, offsets + host.row_offsets.extent(0));
  if (rows.offsets.empty()) rows.offsets = {0};
  rows.columns.assign(host.columns.data(), host.columns.data() + host.columns.extent(0));
  return rows;
}

/// Plain host arrays as a pattern in the memory of `exec`.
template <class Offset, class Exec>
Pattern<Offset, DefaultIndex, typename Exec::memory_space> upload_pattern(Exec const& exec,
                                                                          HostRows const& rows) {
  std::vector<Offset> const cast(rows.offsets.begin(), rows.offsets.end());
  auto const offsets =
      heddle::detail::allocate<Offset>(exec, "heddle::jacobian::pattern_offsets", cast.size());
  auto const columns = heddle::detail::allocate<DefaultIndex>(
      exec, "heddle::jacobian::pattern_columns", rows.columns.size());
  Kokkos::deep_copy(exec, offsets, heddle::detail::view_of(cast));
  if (!rows.columns.empty()) {
    Kokkos::deep_copy(exec, columns, heddle::detail::view_of(rows.columns));
  }
  exec.fence("heddle::jacobian::upload_pattern");  // the vectors may end
  return {rows.num_rows, rows.num_columns, offsets, columns};
}

template <class Exec>
std::vector<DefaultIndex> colors_on_host(
    Exec const& exec,
    Kokkos::View<DefaultIndex const*, typename Exec::memory_space> const& colors) {
  std::vector<DefaultIndex> result(colors.extent(0));
  Kokkos::View<DefaultIndex*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const view(result.data(),
                                                                                     result.size());
  if (!result.empty()) Kokkos::deep_copy(exec, view, colors);
  exec.fence("heddle::jacobian::colors_on_host");
  return result;
}

/// The index of a bidirectional colouring: an entry is read in its row if it is alone there among
/// the columns of its colour, else in its column. Host, O(nnz).
template <class T, class Exec, class P>
RecoveryIndex<typename Exec::memory_space> bidirectional_index(
    Exec const& exec, P const& pattern, Compression<T, Exec> const& compression) {
  auto const rows = host_rows(exec, pattern);
  auto const colors = colors_on_host(exec, compression.colors);
  auto const row_colors = colors_on_host(exec, compression.row_colors);
  auto const& layout = compression.layout;
  auto const by_column = alone_in_row(rows, colors);
  std::vector<std::int64_t> positions(rows.columns.size());
  for (DefaultIndex i = 0; i < rows.num_rows; ++i) {
    for (auto p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      auto const j = rows.columns[p];
      positions[p] = by_column[p] ? layout.of_column(i, colors[j])
                                  : layout.of_row(layout.row_part(), j, row_colors[i]);
    }
  }
  return upload_index(exec, positions, layout.size());
}

}  // namespace heddle::jacobian::detail
