// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Names of phases and arrays that live as long as the program. Knows no Kokkos.
#pragma once

#include <string_view>

namespace heddle::place::detail {

/// A name by its address: one comparison, trivially copied, also into kernels.
struct Name {
  char const* text = "";
  friend bool operator==(Name a, Name b) { return a.text == b.text; }
};

/// The one Name of a text. Names are few, so none is ever forgotten.
Name intern(std::string_view text);

}  // namespace heddle::place::detail
