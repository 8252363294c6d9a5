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

template <class First, class Second>
void expect_same_length(std::string const& name, First const& first, std::string const& other,
                        Second const& second) {
  HEDDLE_EXPECTS(first.extent(0) == second.extent(0), size_mismatch,
                 std::to_string(first.extent(0)) + " " + name + " but " +
                     std::to_string(second.extent(0)) + " " + other);
}

/// An optional output is either absent or as long as the input.
template <class Output, class Keys>
void expect_output_for(std::string const& name, Output const& output, Keys const& keys) {
  if (output.extent(0) > 0) expect_same_length("keys", keys, name, output);
}

/// Outputs share no byte with other views of the call, which other threads read meanwhile.
template <class Output, class Other>
void expect_apart(std::string const& name, Output const& output, std::string const& other_name,
                  Other const& other) {
  auto const begin = reinterpret_cast<std::uintptr_t>(output.data());
  auto const other_begin = reinterpret_cast<std::uintptr_t>(other.data());
  auto const end = begin + output.extent(0) * sizeof(*output.data());
  auto const other_end = other_begin + other.extent(0) * sizeof(*other.data());
  bool const empty = output.extent(0) == 0 || other.extent(0) == 0;
  HEDDLE_EXPECTS(empty || end <= other_begin || other_end <= begin, invalid_argument,
                 name + " and " + other_name + " overlap in memory");
}

}  // namespace heddle::hash::detail
