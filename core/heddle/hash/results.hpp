// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What calls for a single key return.
#pragma once

#include <heddle/hash/options.hpp>

#include <cstdint>

namespace heddle::hash {

/// The value of a key, if it is there.
template <class Value>
struct FindResult {
  Value value{};       ///< meaningless unless found
  bool found = false;  ///< whether the key is there
};

/// What became of a key, and the value that the table holds for it now.
template <class Value>
struct InsertResult {
  Status status = Status::none;  ///< inserted, exists, updated or full
  Value value{};                 ///< meaningless if full
};

/// How far a lookup of one key reads.
struct ProbeLength {
  std::uint64_t buckets = 0;  ///< 64-byte lines of slots
  std::uint64_t slots = 0;
};

}  // namespace heddle::hash
