// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a map can be told at compile time.
#pragma once

namespace heddle::hash {

/// Everything a map can do. Derive from it and hide a member to change one.
struct DefaultTraits {
  /// false: keys are never erased, and no code or counter for dead slots exists.
  static constexpr bool erase = true;
  /// false: the portable code runs even where the backend has kernels of its own.
  static constexpr bool native = true;
};

/// The value of a set's keys.
struct NoValue {};

}  // namespace heddle::hash
