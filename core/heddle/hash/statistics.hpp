// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How far lookups of the keys of a table read.
#pragma once

#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash {

/// Over all keys that are there; a bucket is one 64-byte line. Side slots count as 0 buckets.
struct ProbeStatistics {
  static constexpr int histogram_size = 16;

  std::uint64_t keys = 0;
  std::uint64_t buckets = 0;      ///< sum over the keys
  std::uint64_t slots = 0;        ///< sum over the keys
  std::uint64_t max_buckets = 0;  ///< of one key
  std::uint64_t max_slots = 0;    ///< of one key
  /// Keys by buckets read: 0, 1, 2, ...; the last item has all longer ones.
  std::uint64_t histogram[histogram_size] = {};

  /// Buckets, and slots, that the lookup of a key reads on average; 0 if there are none.
  /// @{
  double mean_buckets() const { return keys == 0 ? 0 : static_cast<double>(buckets) / keys; }
  double mean_slots() const { return keys == 0 ? 0 : static_cast<double>(slots) / keys; }
  /// @}

  /// Adds one key.
  KOKKOS_INLINE_FUNCTION void add(ProbeLength const& length) {
    ++keys;
    buckets += length.buckets;
    slots += length.slots;
    if (length.buckets > max_buckets) max_buckets = length.buckets;
    if (length.slots > max_slots) max_slots = length.slots;
    ++histogram[length.buckets < histogram_size ? length.buckets : histogram_size - 1];
  }
  /// Adds the keys of another part of the table.
  KOKKOS_INLINE_FUNCTION void add(ProbeStatistics const& other) {
    keys += other.keys;
    buckets += other.buckets;
    slots += other.slots;
    if (other.max_buckets > max_buckets) max_buckets = other.max_buckets;
    if (other.max_slots > max_slots) max_slots = other.max_slots;
    for (int i = 0; i < histogram_size; ++i) histogram[i] += other.histogram[i];
  }
};

}  // namespace heddle::hash
