// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The mixing function behind pattern hashes and the priorities of rivals.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::coloring::detail {

/// The finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a bijection whose output bits
/// depend on all input bits.
KOKKOS_INLINE_FUNCTION std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// The share of one position in a pattern hash. Shares are added, which depends on no order.
KOKKOS_INLINE_FUNCTION std::uint64_t position_hash(DefaultIndex const row,
                                                   DefaultIndex const column) {
  return mix64(static_cast<std::uint64_t>(static_cast<std::uint32_t>(row)) << 32 |
               static_cast<std::uint32_t>(column));
}

/// The share of the sizes.
inline std::uint64_t size_hash(DefaultIndex const num_rows, DefaultIndex const num_columns,
                               DefaultOffset const num_entries) {
  return mix64(mix64(position_hash(num_rows, num_columns)) ^
               static_cast<std::uint64_t>(num_entries));
}

/// Among rivals for a colour the one with the smallest (priority, index) keeps it.
KOKKOS_INLINE_FUNCTION std::uint64_t priority_of(std::uint64_t const seed,
                                                 DefaultIndex const vertex) {
  return mix64(seed ^ mix64(static_cast<std::uint64_t>(vertex)));
}

}  // namespace heddle::coloring::detail
