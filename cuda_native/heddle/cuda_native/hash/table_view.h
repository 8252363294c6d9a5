// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A hash table in device memory, as the CUDA calls take it.
#pragma once

#include <heddle/cuda_native/hash/format.h>

#include <cstdint>

namespace heddle::cuda_native::hash {

/// Trivially copyable; owns nothing.
template <class Format>
struct TableView {
  typename Format::Word* slots;  ///< buckets * Format::slots, 64-byte aligned
  std::uint64_t buckets;         ///< may be 0; fewer than 2^32
  typename Format::Word* side;   ///< 2
  std::uint32_t* locks;          ///< num_locks, 0 while no call runs
  std::uint64_t* dead;           ///< num_stripes * stripe_stride; see format.h

  HEDDLE_HOST_DEVICE std::uint64_t capacity() const { return buckets * Format::slots; }
};

}  // namespace heddle::cuda_native::hash
