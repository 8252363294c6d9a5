// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What SeedMap refuses before it touches anything.
#pragma once

#include <heddle/base/error.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle::hash::detail {

inline void expect_seed_capacity(std::size_t capacity) {
  HEDDLE_EXPECTS(
      std::has_single_bit(capacity) && capacity <= std::size_t(1) << 32, not_power_of_two,
      "the capacity of a SeedMap is a power of two up to 2^32, not " + std::to_string(capacity));
}

}  // namespace heddle::hash::detail
