// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What plans demand of their arguments.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle::jacobian::detail {

inline void require_size(char const* name, std::size_t given, std::int64_t expected) {
  HEDDLE_EXPECTS(static_cast<std::int64_t>(given) == expected, size_mismatch,
                 std::string(name) + " must have " + std::to_string(expected) +
                     " entries, and has " + std::to_string(given));
}

inline void require_lanes(int lanes, bool may_measure) {
  HEDDLE_EXPECTS(lanes == 0 || is_lanes(lanes) || (may_measure && lanes == measure_lanes),
                 invalid_argument, "a sweep has 1, 4, 8 or 16 lanes, not " + std::to_string(lanes));
}

inline void require_hash(std::uint64_t of_coloring, std::uint64_t of_pattern) {
  HEDDLE_EXPECTS(of_coloring == of_pattern, pattern_mismatch,
                 "the colouring was made for the pattern with hash " + std::to_string(of_coloring) +
                     ", and this one has hash " + std::to_string(of_pattern));
}

template <class Exec, class P, class Coloring>
void require_valid(Exec const& exec, P const& pattern, Coloring const& coloring) {
  auto const verification = coloring::verify(exec, pattern, coloring);
  HEDDLE_EXPECTS(verification.valid(), invalid_coloring, coloring::to_string(verification));
}

}  // namespace heddle::jacobian::detail
