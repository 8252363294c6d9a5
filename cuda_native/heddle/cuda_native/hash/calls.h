// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bulk calls on hash tables in device memory, for CUDA programs with or without Kokkos.
///
/// All of them only enqueue work on `stream`: no allocation, no synchronisation, so they can be
/// captured. Pointers are to device memory. `statuses` (one byte per item) and `counts`
/// (overwritten) may be null. They return a cudaError_t. Calls may overlap on one table in any mix,
/// except that purge_if_needed and insert_partitioned run alone.
///
/// Compiled for keys and values of 4 + 4 bytes (Packed8), 8 + 8 and 8 + 4 bytes (Packed16, compute
/// capability 9.0 or newer). The hash is `mix` of the key.
#pragma once

#include <heddle/cuda_native/hash/table_view.h>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace heddle::cuda_native::hash {

/// What an insert does with a key that is there.
enum class Mode {
  keep,          ///< nothing: the item `exists`
  assign,        ///< the given value replaces the one held: `updated`
  keep_and_read  ///< nothing, and the value held replaces the given one
};

/// Makes a table empty. Its memory needs no other preparation.
template <class Format>
cudaError_t clear(TableView<Format> const& table, cudaStream_t stream);

/// Inserts items [0, items). Null `values` are zeros, for sets.
template <class Format, class Key, class Value>
cudaError_t insert(TableView<Format> const& table, Key const* keys, Value* values,
                   std::uint64_t items, Status* statuses, Counts* counts, Mode mode,
                   cudaStream_t stream);

/// Looks up items [0, items): `values` (may be null) receives the value, or `miss`.
template <class Format, class Key, class Value>
cudaError_t find(TableView<Format> const& table, Key const* keys, Value* values,
                 std::uint64_t items, Status* statuses, Counts* counts, Value miss,
                 cudaStream_t stream);

/// Erases items [0, items).
template <class Format, class Key>
cudaError_t erase(TableView<Format> const& table, Key const* keys, std::uint64_t items,
                  Status* statuses, Counts* counts, cudaStream_t stream);

/// Makes dead slots empty again, if an eighth of the slots is dead, or (by a sample) as many as are
/// empty. Three kernels, one of them cooperative.
template <class Format>
cudaError_t purge_if_needed(TableView<Format> const& table, cudaStream_t stream);

/// Bytes of temporary device memory that insert_partitioned needs for `items`.
template <class Format, class Key, class Value>
std::size_t partition_bytes(std::uint64_t items, bool with_statuses);

/// The same as insert (modes keep and assign) through a radix sort by hash range, each range merged
/// in shared memory: about twice as fast for tables much larger than the L2 cache and batches of a
/// quarter of the slots or more. `is_empty`: the table is known to hold nothing, so that what its
/// slots hold need not be read. At most 2^31 items a call.
template <class Format, class Key, class Value>
cudaError_t insert_partitioned(TableView<Format> const& table, Key const* keys, Value const* values,
                               std::uint64_t items, Status* statuses, Counts* counts, Mode mode,
                               bool is_empty, void* temporary, std::size_t temporary_bytes,
                               cudaStream_t stream);

}  // namespace heddle::cuda_native::hash
