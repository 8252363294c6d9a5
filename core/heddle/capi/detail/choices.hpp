// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Options of C callers, who may pass any number. Knows no Kokkos.
#pragma once

#include <heddle/base/error.hpp>

#include <cstddef>
#include <string>

namespace heddle::capi {

/// A choice of an enumeration that starts at 0.
template <class Enum>
Enum choice(int given, int last, char const* name) {
  HEDDLE_EXPECTS(given >= 0 && given <= last, invalid_argument,
                 std::string(name) + " is " + std::to_string(given) + ", not in 0 ... " +
                     std::to_string(last));
  return static_cast<Enum>(given);
}

/// Throws unless the function that fills a struct of options has filled this one.
inline void expect_prepared(std::size_t bytes, std::size_t expected, char const* function) {
  HEDDLE_EXPECTS(
      bytes == expected, invalid_argument,
      std::string("options were not made by ") + function + ", or by that of another version");
}

}  // namespace heddle::capi
