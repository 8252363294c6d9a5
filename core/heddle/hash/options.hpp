// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What callers of the hash table choose, and what they get back.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace heddle::hash {

/// What became of one key. Bulk calls write one per item where a view for them is given.
enum class Status : std::uint8_t {
  none,           ///< not touched
  inserted,       ///< the key was absent and is stored now
  updated,        ///< the key was there and its value changed
  exists,         ///< the key was there and nothing changed
  found,          ///< the key is there
  not_found,      ///< the key is not there
  erased,         ///< the key was there and is gone
  full,           ///< no slot could be had; the item is not stored, everything else stays
  invalid_key,    ///< SeedMap alone: the key is its mark of an empty field
  invalid_value,  ///< SeedMap alone: the value is its mark of an empty field
};

/// When slots of erased keys become empty again. Right results never depend on it.
enum class Purge {
  automatic,  ///< modifying bulk calls purge when an eighth of the slots is dead
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

struct MapOptions {
  std::size_t capacity = 0;          ///< slots, rounded up to whole buckets; 0 is legal
  double target_load = 0.8;          ///< keys per slot that reserve, rehash(0) and growth aim at
  Purge purge = Purge::automatic;    ///< when slots of erased keys become empty again
  Growth growth = Growth::never;     ///< whether the table may grow
};

/// How many items of a call had each outcome. Lies on the device for the calls that do not wait.
struct Counts {
  std::uint64_t inserted = 0;
  std::uint64_t updated = 0;
  std::uint64_t exists = 0;
  std::uint64_t found = 0;
  std::uint64_t not_found = 0;
  std::uint64_t erased = 0;
  std::uint64_t full = 0;

  /// Counts one item.
  KOKKOS_INLINE_FUNCTION void add(Status status) {
    inserted += status == Status::inserted;
    updated += status == Status::updated;
    exists += status == Status::exists;
    found += status == Status::found;
    not_found += status == Status::not_found;
    erased += status == Status::erased;
    full += status == Status::full;
  }
  /// Adds another part of the same call.
  KOKKOS_INLINE_FUNCTION void add(Counts const& other) {
    inserted += other.inserted;
    updated += other.updated;
    exists += other.exists;
    found += other.found;
    not_found += other.not_found;
    erased += other.erased;
    full += other.full;
  }
};

/// What a bulk call that waits returns.
struct BulkResult : Counts {
  Status status = Status::none;  ///< `full` if any item was, else none
};

}  // namespace heddle::hash
