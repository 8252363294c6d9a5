// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How the tests of io look at errors.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/io/read.hpp>

#include <string>

namespace heddle::test {

/// "code: message" of the error that a call raises; empty if it raises none.
template <class Call>
std::string refusal_of(Call const& call) {
  try {
    call();
  } catch (heddle::error const& refused) {
    return std::string(to_string(refused.code())) + ": " + refused.message();
  }
  return {};
}

/// The same for text that is parsed under the name "file".
inline std::string refusal_of_text(std::string const& text, io::ReadOptions const& options = {}) {
  return refusal_of([&] { io::parse_matrix(text, "file", options); });
}

}  // namespace heddle::test
