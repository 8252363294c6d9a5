// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Keeps the present slots of a symmetric superset: two scans over its slots, one for each order.
#pragma once

#include <heddle/symbolic/detail/boolean_factorization.hpp>

namespace heddle::symbolic::detail {

/// New slots in column order, or in row order, where slot q holds the mirror image of slot q of the
/// columns. One more at the end: the number of present slots.
template <class Memory>
struct NumberPresent {
  Flags<Memory> present;
  Offsets<Memory> mirror;  // empty in column order
  Offsets<Memory> new_slot;

  KOKKOS_FUNCTION void operator()(DefaultOffset const slot, DefaultOffset& sum,
                                  bool const last) const {
    if (last) new_slot(slot) = sum;
    if (slot + 1 == static_cast<DefaultOffset>(new_slot.extent(0))) return;
    sum += present(mirror.extent(0) > 0 ? mirror(slot) : slot);
  }
};

/// Offsets and diagonals of the compact pattern.
template <class Memory>
struct MoveLines {
  FactorPattern<Memory> from, to;
  Offsets<Memory> column_slot, row_slot;  // old slot to new slot

  KOKKOS_FUNCTION void operator()(DefaultIndex const line) const {
    to.column_offsets(line) = column_slot(from.column_offsets(line));
    to.row_offsets(line) = row_slot(from.row_offsets(line));
    if (line == from.n) return;
    to.diagonal(line) = column_slot(from.diagonal(line));
    to.row_diagonal(line) = row_slot(from.row_diagonal(line));
  }
};

template <class Memory>
struct MoveEntries {
  FactorPattern<Memory> from, to;
  Flags<Memory> present;
  Keys<Memory> keys;
  Offsets<Memory> column_slot, row_slot;

  KOKKOS_FUNCTION void operator()(DefaultOffset const slot) const {
    if (!present(slot)) return;
    DefaultOffset const in_columns = column_slot(slot), in_rows = row_slot(from.row_slot(slot));
    to.rows(in_columns) = member_of(keys(slot));
    to.columns(in_rows) = line_of(keys(slot));
    to.row_slot(in_columns) = in_rows;
  }
};

template <class Exec>
FactorPattern<typename Exec::memory_space> empty_pattern(Exec const& exec, DefaultIndex const n,
                                                         DefaultOffset const size) {
  return {n,
          allocate<DefaultOffset>(exec, "heddle::symbolic::column_offsets", n + 1),
          allocate<DefaultIndex>(exec, "heddle::symbolic::rows", size),
          allocate<DefaultOffset>(exec, "heddle::symbolic::diagonal", n),
          allocate<DefaultOffset>(exec, "heddle::symbolic::row_offsets", n + 1),
          allocate<DefaultIndex>(exec, "heddle::symbolic::columns", size),
          allocate<DefaultOffset>(exec, "heddle::symbolic::row_diagonal", n),
          allocate<DefaultOffset>(exec, "heddle::symbolic::row_slot", size),
          true};
}

template <class Exec>
FactorPattern<typename Exec::memory_space> compact_pattern(
    Exec const& exec, TreeSuperset<typename Exec::memory_space> const& superset,
    Flags<typename Exec::memory_space> const& present) {
  using Memory = typename Exec::memory_space;
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::compact_pattern");
  FactorPattern<Memory> const& from = superset.pattern;
  DefaultOffset const size = from.num_entries();
  auto const column_slot =
      allocate<DefaultOffset>(exec, "heddle::symbolic::new_column_slots", size + 1);
  auto const row_slot = allocate<DefaultOffset>(exec, "heddle::symbolic::new_row_slots", size + 1);
  DefaultOffset new_size = 0;
  Kokkos::parallel_scan("heddle::symbolic::number_present_by_columns",
                        EntryRange<Exec>(exec, 0, size + 1),
                        NumberPresent<Memory>{present, {}, column_slot}, new_size);
  Kokkos::parallel_scan("heddle::symbolic::number_present_by_rows",
                        EntryRange<Exec>(exec, 0, size + 1),
                        NumberPresent<Memory>{present, from.row_slot, row_slot});
  exec.fence("heddle::symbolic::compact_pattern");

  auto const to = empty_pattern(exec, from.n, new_size);
  Kokkos::parallel_for("heddle::symbolic::move_lines",
                       Kokkos::RangePolicy<Exec>(exec, 0, from.n + 1),
                       MoveLines<Memory>{from, to, column_slot, row_slot});
  Kokkos::parallel_for(
      "heddle::symbolic::move_entries", EntryRange<Exec>(exec, 0, size),
      MoveEntries<Memory>{from, to, present, superset.keys, column_slot, row_slot});
  return to;
}

}  // namespace heddle::symbolic::detail
