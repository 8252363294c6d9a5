// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What was copied between the memories, and why. Knows no Kokkos.
#pragma once

#include <heddle/place/policy.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::place {

/// Transfers of one array that have everything but their time in common.
struct Transfer {
  std::string array;  ///< its label
  std::string phase;  ///< whose access caused it
  Direction direction = Direction::to_device;
  Cause cause = Cause::first_use;
  std::int64_t bytes = 0;  ///< of one
  std::int64_t count = 0;
  double seconds = 0;  ///< that the host spent on all of them; queued copies run on
};

/// The transfers of a context, in the order of their first occurrence.
class TransferLog {
 public:
  /// Below this many bytes a transfer is counted as small, too: scalars that bounce.
  static constexpr std::int64_t small_bytes = 64;

  /// All transfers, equal ones together.
  std::vector<Transfer> const& entries() const { return entries_; }
  /// How many there were.
  std::int64_t count() const { return count_; }
  /// How many of a cause, of an array, in a direction. O(entries).
  std::int64_t count(Cause cause) const;
  /// How many of the array with that label. O(entries).
  std::int64_t count(std::string_view array) const;
  /// How many in a direction. O(entries).
  std::int64_t count(Direction direction) const;
  /// Bytes of all of them.
  std::int64_t bytes() const { return bytes_; }
  /// How many had fewer than `small_bytes` bytes.
  std::int64_t small() const { return small_; }
  /// Adds one transfer (its `count` is taken as 1).
  void add(Transfer const& transfer);
  /// Forgets everything.
  void clear() { *this = {}; }

 private:
  std::vector<Transfer> entries_;
  std::int64_t count_ = 0, bytes_ = 0, small_ = 0;
};

}  // namespace heddle::place
