// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What callers of the hash table choose, and what they get back.
#pragma once

#include <heddle/backends/hash_format.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace heddle::hash {

/// What became of one key; see the enumerators there.
using backends::hash_format::Status;

/// When slots of erased keys become empty again. Right results never depend on it.
enum class Purge {
  automatic,  ///< modifying bulk calls purge when an eighth of the slots, or half of the free ones,
              ///< is dead
  manual      ///< only purge() does
};

/// Whether a table may grow.
enum class Growth {
  never,     ///< a full table reports `full`
  on_insert  ///< calls that wait double it above `target_load` and retry what was `full`
};

/// How a bulk insert reaches the table.
enum class Path {
  automatic,   ///< partitioned where it pays and a workspace is given, else direct
  direct,      ///< each key walks its own path
  partitioned  ///< sorted by hash range first, each range merged in fast memory
};

/// Of one map, for its life.
struct MapOptions {
  std::size_t capacity = 0;        ///< slots, rounded up to whole buckets; 0 is legal
  double target_load = 0.8;        ///< keys per slot that reserve, rehash(0) and growth aim at
  Purge purge = Purge::automatic;  ///< when slots of erased keys become empty again
  Growth growth = Growth::never;   ///< whether the table may grow
};

/// How many items of a call had each outcome; see the members there.
using backends::hash_format::Counts;

/// What a bulk call that waits returns.
struct BulkResult : Counts {
  Status status = Status::none;  ///< `full` if any item was, else none
};

}  // namespace heddle::hash
