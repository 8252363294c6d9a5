// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bulk lookups in frozen tables in device memory; see calls.h for what all calls promise.
#pragma once

#include <heddle/cuda_native/hash/frozen_format.h>

#include <cuda_runtime_api.h>

#include <cstdint>

namespace heddle::cuda_native::hash {

/// A frozen table in device memory.
template <class Format>
struct FrozenView {
  typename Format::Word* slots;  ///< buckets * Format::slots, 64-byte aligned
  std::uint64_t buckets;         ///< may be 0; fewer than 2^32
  typename Format::Word* side;   ///< 1
  std::uint64_t seed;
};

/// Looks up items [0, items): `values` (may be null) receives the value, or `miss`.
template <class Format, class Key, class Value>
cudaError_t find_frozen(FrozenView<Format> const& table, Key const* keys, Value* values,
                        std::uint64_t items, Status* statuses, Counts* counts, Value miss,
                        cudaStream_t stream);

}  // namespace heddle::cuda_native::hash
