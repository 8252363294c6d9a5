// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sparse containers: plain structs of Kokkos views, no behaviour.
///
/// Offsets are 64-bit by default and indices 32-bit, so that a matrix may have more than 2^31
/// entries. Copying a container copies handles, as for Kokkos::View. Indices start at 0. Unless a
/// function says otherwise, entries of a line may stand in any order and may repeat (duplicates
/// are summed).
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle {

using DefaultOffset = std::int64_t;
using DefaultIndex = std::int32_t;

/// A sparsity pattern by rows: row i holds columns[offsets[i] ... offsets[i+1]).
template <class Offset = DefaultOffset, class Index = DefaultIndex,
          class Memory = Kokkos::HostSpace>
struct Pattern {
  using offset_type = Offset;
  using index_type = Index;
  using memory_space = Memory;

  Index num_rows = 0;
  Index num_columns = 0;
  Kokkos::View<Offset const*, Memory> row_offsets;  ///< num_rows + 1
  Kokkos::View<Index const*, Memory> columns;       ///< row_offsets(num_rows)

  /// Stored entries, duplicates and zeros included.
  Offset num_entries() const { return static_cast<Offset>(columns.extent(0)); }
};

/// Compressed sparse rows: the pattern by rows, and a value for each entry.
template <class Value, class Offset = DefaultOffset, class Index = DefaultIndex,
          class Memory = Kokkos::HostSpace>
struct Csr {
  using value_type = Value;
  using offset_type = Offset;
  using index_type = Index;
  using memory_space = Memory;

  Index num_rows = 0;
  Index num_columns = 0;
  Kokkos::View<Offset const*, Memory> row_offsets;  ///< num_rows + 1
  Kokkos::View<Index const*, Memory> columns;       ///< one per entry
  Kokkos::View<Value const*, Memory> values;        ///< one per entry

  /// Stored entries, duplicates and zeros included.
  Offset num_entries() const { return static_cast<Offset>(columns.extent(0)); }
  /// The pattern, sharing the views of this matrix.
  Pattern<Offset, Index, Memory> pattern() const {
    return {num_rows, num_columns, row_offsets, columns};
  }
};

/// Compressed sparse columns: the same by columns.
template <class Value, class Offset = DefaultOffset, class Index = DefaultIndex,
          class Memory = Kokkos::HostSpace>
struct Csc {
  using value_type = Value;
  using offset_type = Offset;
  using index_type = Index;
  using memory_space = Memory;

  Index num_rows = 0;
  Index num_columns = 0;
  Kokkos::View<Offset const*, Memory> column_offsets;  ///< num_columns + 1
  Kokkos::View<Index const*, Memory> rows;             ///< one per entry
  Kokkos::View<Value const*, Memory> values;           ///< one per entry

  /// Stored entries, duplicates and zeros included.
  Offset num_entries() const { return static_cast<Offset>(rows.extent(0)); }
};

}  // namespace heddle
