// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// From the compressed Jacobian to values of nonzeros: an index per nonzero, made once, and one
/// gather per evaluation.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/recovery_index.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace heddle::jacobian::detail {

/// The row that entry p of a pattern stands in: the last one that begins at or before p.
template <class Offset>
KOKKOS_INLINE_FUNCTION DefaultIndex row_of(Offset const* row_offsets, DefaultIndex num_rows,
                                           std::int64_t const p) {
  DefaultIndex low = 0, high = num_rows;
  while (high - low > 1) {
    DefaultIndex const middle = low + (high - low) / 2;
    if (static_cast<std::int64_t>(row_offsets[middle]) <= p) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Read in its row, at the colour of its column.
struct ReadByColumn {
  BlockLayout layout;
  DefaultIndex const* colors;
  KOKKOS_FUNCTION std::int64_t operator()(DefaultIndex row, DefaultIndex column) const {
    return layout.of_column(row, colors[column]);
  }
};

/// Read in its column, at the colour of its row.
struct ReadByRow {
  BlockLayout layout;
  DefaultIndex const* row_colors;
  std::int64_t row_part;
  KOKKOS_FUNCTION std::int64_t operator()(DefaultIndex row, DefaultIndex column) const {
    return layout.of_row(row_part, column, row_colors[row]);
  }
};

/// By pieces of entries and not by rows, so that a dense row is no bottleneck. One search a piece.
template <class Offset, class Read, class Position>
struct FillIndex {
  Offset const* row_offsets;
  DefaultIndex const* columns;
  DefaultIndex num_rows;
  std::int64_t nonzeros, piece;
  Read read;
  Position* index;

  KOKKOS_FUNCTION void operator()(std::int64_t const number) const {
    std::int64_t const begin = number * piece;
    std::int64_t const end = begin + piece < nonzeros ? begin + piece : nonzeros;
    DefaultIndex row = row_of(row_offsets, num_rows, begin);
    for (std::int64_t p = begin; p < end; ++p) {
      while (static_cast<std::int64_t>(row_offsets[row + 1]) <= p) ++row;
      index[p] = static_cast<Position>(read(row, columns[p]));
    }
  }
};

template <class Exec>
auto entries(Exec const& exec, std::int64_t first, std::int64_t last) {
  return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, first, last);
}

inline bool is_narrow(std::int64_t const block_size) {
  return block_size <= std::numeric_limits<std::uint32_t>::max();
}

template <class Position, class Exec, class P, class Read>
auto filled_index(Exec const& exec, P const& pattern, Read const& read) {
  auto const index = heddle::detail::allocate<Position>(exec, "heddle::jacobian::recovery_index",
                                                        pattern.columns.extent(0));
  // Neighbouring threads of a device write neighbours; a thread of a host writes a stretch.
  std::int64_t const piece = backends::traits<Exec>::is_host ? 1024 : 1;
  std::int64_t const nonzeros = pattern.num_entries();
  Kokkos::parallel_for("heddle::jacobian::fill_recovery_index",
                       entries(exec, 0, (nonzeros + piece - 1) / piece),
                       FillIndex<typename P::offset_type, Read, Position>{
                           pattern.row_offsets.data(), pattern.columns.data(), pattern.num_rows,
                           nonzeros, piece, read, index.data()});
  return index;
}

/// The index of all nonzeros that are read the same way. Cost: O(nnz), on devices O(nnz log m).
template <class Exec, class P, class Read>
RecoveryIndex<typename Exec::memory_space> make_index(Exec const& exec, P const& pattern,
                                                      Read const& read, std::int64_t block_size) {
  RecoveryIndex<typename Exec::memory_space> index;
  if (is_narrow(block_size)) {
    index.narrow = filled_index<std::uint32_t>(exec, pattern, read);
  } else {
    index.wide = filled_index<std::uint64_t>(exec, pattern, read);
  }
  return index;
}

template <class Position, class Exec>
auto uploaded_index(Exec const& exec, std::vector<std::int64_t> const& positions) {
  auto const index = heddle::detail::allocate<Position>(exec, "heddle::jacobian::recovery_index",
                                                        positions.size());
  std::vector<Position> const cast(positions.begin(), positions.end());
  if (!cast.empty()) Kokkos::deep_copy(exec, index, heddle::detail::view_of(cast));
  exec.fence("heddle::jacobian::recovery_index");  // the vector ends here
  return index;
}

/// The index from positions that the host has found.
template <class Exec>
RecoveryIndex<typename Exec::memory_space> upload_index(Exec const& exec,
                                                        std::vector<std::int64_t> const& positions,
                                                        std::int64_t block_size) {
  RecoveryIndex<typename Exec::memory_space> index;
  if (is_narrow(block_size)) {
    index.narrow = uploaded_index<std::uint32_t>(exec, positions);
  } else {
    index.wide = uploaded_index<std::uint64_t>(exec, positions);
  }
  return index;
}

template <class T, class Position>
struct Gather {
  Position const* index;
  T const* block;
  T* values;
  KOKKOS_FUNCTION void operator()(std::int64_t const p) const { values[p] = block[index[p]]; }
};

/// values(p) = block(index(p)) for all nonzeros: nnz reads of index and block, nnz writes.
template <class Exec, class T>
void gather(Exec const& exec, RecoveryIndex<typename Exec::memory_space> const& index,
            T const* block, T* values) {
  auto const range = entries(exec, 0, static_cast<std::int64_t>(index.size()));
  if (index.is_wide()) {
    Kokkos::parallel_for("heddle::jacobian::gather", range,
                         Gather<T, std::uint64_t>{index.wide.data(), block, values});
  } else {
    Kokkos::parallel_for("heddle::jacobian::gather", range,
                         Gather<T, std::uint32_t>{index.narrow.data(), block, values});
  }
}

template <class T>
struct CopyEntry {
  T const* from;
  T* to;
  KOKKOS_FUNCTION void operator()(std::int64_t const p) const { to[p] = from[p]; }
};

/// Kokkos::deep_copy would do it under a label that is not ours.
template <class Exec, class View>
void copy(Exec const& exec, View const& from, View const& to) {
  Kokkos::parallel_for("heddle::jacobian::copy_values",
                       entries(exec, 0, static_cast<std::int64_t>(from.extent(0))),
                       CopyEntry<typename View::non_const_value_type>{from.data(), to.data()});
}

}  // namespace heddle::jacobian::detail
