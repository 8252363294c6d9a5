// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A FactorPattern from the entries of F by rows, on any backend: two sorts of keys.
#pragma once

#include <heddle/symbolic/detail/compact_pattern.hpp>

namespace heddle::symbolic::detail {

/// Offsets from counts that stand one place further on; the first count is 0.
template <class Memory>
struct SumCounts {
  Offsets<Memory> counts;

  KOKKOS_FUNCTION void operator()(DefaultIndex const i, DefaultOffset& sum, bool const last) const {
    sum += counts(i);
    if (last) counts(i) = sum;
  }
};

/// Makes offsets of the counts, entries 0 ... n; returns their sum. Waits.
template <class Exec>
DefaultOffset sum_counts(Exec const& exec, Offsets<typename Exec::memory_space> const& counts) {
  DefaultOffset total = 0;
  Kokkos::parallel_scan("heddle::symbolic::sum_counts",
                        Kokkos::RangePolicy<Exec>(exec, 0, counts.extent(0)),
                        SumCounts<typename Exec::memory_space>{counts}, total);
  exec.fence("heddle::symbolic::sum_counts");
  return total;
}

template <class Memory>
struct CountColumns {
  Keys<Memory> keys;
  Offsets<Memory> counts;

  KOKKOS_FUNCTION void operator()(DefaultOffset const slot) const {
    Kokkos::atomic_add(&counts(member_of(keys(slot)) + 1), DefaultOffset{1});
  }
};

/// The mirrored key of each entry to its column.
template <class Memory>
struct DealToColumns {
  Keys<Memory> keys;
  Offsets<Memory> cursors;
  Keys<Memory> by_columns;

  KOKKOS_FUNCTION void operator()(DefaultOffset const slot) const {
    DefaultIndex const row = line_of(keys(slot)), column = member_of(keys(slot));
    by_columns(Kokkos::atomic_fetch_add(&cursors(column), DefaultOffset{1})) =
        entry_key(column, row);
  }
};

/// For each slot of column order its row, its slot in row order, and the diagonals.
template <class Memory>
struct LinkOrders {
  Keys<Memory> by_columns;
  FactorPattern<Memory> pattern;

  KOKKOS_FUNCTION void operator()(DefaultOffset const slot) const {
    DefaultIndex const column = line_of(by_columns(slot)), row = member_of(by_columns(slot));
    DefaultOffset const mirrored =
        lower_slot(pattern.columns, pattern.row_offsets(row), pattern.row_offsets(row + 1), column);
    pattern.rows(slot) = row;
    pattern.row_slot(slot) = mirrored;
    if (row != column) return;
    pattern.diagonal(row) = slot;
    pattern.row_diagonal(row) = mirrored;
  }
};

/// `keys` holds the entries of each row in [row_offsets(row), row_offsets(row + 1)), in any order;
/// they are sorted here.
template <class Exec>
FactorPattern<typename Exec::memory_space> rows_to_pattern(
    Exec const& exec, Offsets<typename Exec::memory_space> const& row_offsets,
    Keys<typename Exec::memory_space> const& keys) {
  using Memory = typename Exec::memory_space;
  auto const n = static_cast<DefaultIndex>(row_offsets.extent(0)) - 1;
  auto const size = static_cast<DefaultOffset>(keys.extent(0));
  auto result = empty_pattern(exec, n, size);
  result.row_offsets = row_offsets;
  result.column_offsets = zeros<Offsets<Memory>>(exec, "heddle::symbolic::column_offsets", n + 1);
  sort_lines(exec, row_offsets, keys);
  EntryRange<Exec> const entries(exec, 0, size);
  Kokkos::parallel_for("heddle::symbolic::unpack_members", entries,
                       UnpackMembers<Memory>{keys, result.columns});
  Kokkos::parallel_for("heddle::symbolic::count_columns", entries,
                       CountColumns<Memory>{keys, result.column_offsets});
  sum_counts(exec, result.column_offsets);
  auto const cursors = allocate<DefaultOffset>(exec, "heddle::symbolic::column_cursors",
                                               result.column_offsets.extent(0));
  Kokkos::deep_copy(exec, cursors, result.column_offsets);
  auto const by_columns = allocate<std::uint64_t>(exec, "heddle::symbolic::column_keys", size);
  Kokkos::parallel_for("heddle::symbolic::deal_to_columns", entries,
                       DealToColumns<Memory>{keys, cursors, by_columns});
  sort_lines(exec, result.column_offsets, by_columns);
  Kokkos::parallel_for("heddle::symbolic::link_orders", entries,
                       LinkOrders<Memory>{by_columns, result});
  return result;
}

}  // namespace heddle::symbolic::detail
