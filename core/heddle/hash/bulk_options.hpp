// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What callers of one bulk call choose.
#pragma once

#include <heddle/hash/options.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::hash {

template <class Exec>
class Workspace;

/// Of one call; the defaults suit most.
template <class Exec = Kokkos::DefaultExecutionSpace>
struct BulkOptions {
  /// The same values, statuses and counts on every backend and for every launch shape: of equal
  /// keys the first is inserted, the last assigned; operations are applied in a fixed tree; where
  /// space runs out, the first keys win. Sorts the batch in `workspace`.
  bool deterministic = false;
  Path path = Path::automatic;  ///< of insert and insert_or_assign
  /// Memory that the deterministic mode and the partitioned path need. Without one, calls that wait
  /// make their own for the deterministic mode.
  Workspace<Exec>* workspace = nullptr;
  /// For the calls that do not wait: where the outcomes of this call are counted, in the memory of
  /// the map. Overwritten. Null: nowhere.
  Counts* counts = nullptr;
};

}  // namespace heddle::hash
