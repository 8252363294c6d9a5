// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A pattern checked, hashed and brought into nets by kernels. What kernels cannot do well (sorting
/// rows, naming what is wrong) is left to the host, which `is_clean` and `is_symmetric` decide.
#pragma once

#include <heddle/coloring/detail/device_lines.hpp>
#include <heddle/coloring/detail/mix.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::coloring::detail {

/// Counts rows whose offsets are wrong, or that do not ascend strictly within the range.
template <class Memory>
struct CountUncleanRows {
  using Reducer = Kokkos::Sum<DefaultOffset>;
  Rows<Memory> rows;
  KOKKOS_FUNCTION void operator()(DefaultIndex const row, DefaultOffset& count) const {
    DefaultOffset const first = rows.offsets(row), last = rows.offsets(row + 1);
    auto const size = static_cast<DefaultOffset>(rows.columns.extent(0));
    bool clean = first >= 0 && first <= last && last <= size;
    clean = clean && (row > 0 || first == 0) && (row + 1 < rows.num_rows || last == size);
    DefaultIndex previous = -1;
    for (DefaultOffset p = first; clean && p < last; ++p) {
      clean = rows.columns(p) > previous;
      previous = rows.columns(p);
    }
    count += !clean || previous >= rows.num_columns;
  }
};

template <class Exec>
bool is_clean(Exec const& exec, Rows<typename Exec::memory_space> const& rows) {
  if (rows.num_rows <= 0 || rows.num_columns < 0) return false;
  if (rows.offsets.extent(0) != static_cast<std::size_t>(rows.num_rows) + 1) return false;
  return 0 == reduce_lines<DefaultOffset>(exec, "heddle::coloring::count_unclean_rows",
                                          rows.num_rows,
                                          CountUncleanRows<typename Exec::memory_space>{rows});
}

template <class Memory>
struct HashRows {
  using Reducer = Kokkos::Sum<std::uint64_t>;
  DeviceLines<Memory> rows;
  KOKKOS_FUNCTION void operator()(DefaultIndex const row, std::uint64_t& hash) const {
    for (DefaultOffset p = rows.first(row); p < rows.last(row); ++p) {
      hash += position_hash(row, rows.indices(p));
    }
  }
};

template <class Exec>
std::uint64_t hash_on_device(Exec const& exec,
                             DeviceLines<typename Exec::memory_space> const& rows) {
  return size_hash(rows.count, rows.range, rows.num_entries()) +
         reduce_lines<std::uint64_t>(exec, "heddle::coloring::hash_rows", rows.count,
                                     HashRows<typename Exec::memory_space>{rows});
}

/// Where `column` stands in a row that ascends, or -1.
template <class Memory>
KOKKOS_INLINE_FUNCTION DefaultOffset find_entry(DeviceLines<Memory> const& rows,
                                                DefaultIndex const row, DefaultIndex const column) {
  DefaultOffset low = rows.first(row), high = rows.last(row);
  while (low < high) {
    DefaultOffset const middle = (low + high) / 2;
    (rows.indices(middle) < column ? low : high) =
        rows.indices(middle) < column ? middle + 1 : middle;
  }
  return low < rows.last(row) && rows.indices(low) == column ? low : -1;
}

template <class Memory>
struct CountUnmirrored {
  using Reducer = Kokkos::Sum<DefaultOffset>;
  DeviceLines<Memory> rows;
  KOKKOS_FUNCTION void operator()(DefaultIndex const row, DefaultOffset& count) const {
    for (DefaultOffset p = rows.first(row); p < rows.last(row); ++p) {
      count += find_entry(rows, rows.indices(p), row) < 0;
    }
  }
};

template <class Exec>
bool is_symmetric(Exec const& exec, DeviceLines<typename Exec::memory_space> const& rows) {
  return rows.count == rows.range &&
         0 == reduce_lines<DefaultOffset>(exec, "heddle::coloring::count_unmirrored", rows.count,
                                          CountUnmirrored<typename Exec::memory_space>{rows});
}

template <class Memory>
struct LongestLine {
  using Reducer = Kokkos::Max<DefaultOffset>;
  DeviceLines<Memory> lines;
  KOKKOS_FUNCTION void operator()(DefaultIndex const line, DefaultOffset& longest) const {
    longest = Kokkos::max(longest, lines.last(line) - lines.first(line));
  }
};

template <class Exec>
DefaultOffset longest_line(Exec const& exec,
                           DeviceLines<typename Exec::memory_space> const& lines) {
  if (lines.count == 0) return 0;
  return reduce_lines<DefaultOffset>(exec, "heddle::coloring::longest_line", lines.count,
                                     LongestLine<typename Exec::memory_space>{lines});
}

/// Offsets from lengths: item 0 holds 0, item i + 1 the length of line i, until they are summed.
template <class Memory>
struct SumLengths {
  Kokkos::View<DefaultOffset*, Memory> offsets;
  KOKKOS_FUNCTION void operator()(DefaultIndex const item, DefaultOffset& sum,
                                  bool const final) const {
    sum += offsets(item);
    if (final) offsets(item) = sum;
  }
};

template <class Exec>
void sum_lengths(Exec const& exec,
                 Kokkos::View<DefaultOffset*, typename Exec::memory_space> const& offsets) {
  Kokkos::parallel_scan("heddle::coloring::sum_lengths",
                        LineRange<Exec>(exec, 0, static_cast<DefaultIndex>(offsets.extent(0))),
                        SumLengths<typename Exec::memory_space>{offsets});
}

}  // namespace heddle::coloring::detail
