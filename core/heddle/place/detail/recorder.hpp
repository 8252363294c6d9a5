// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What may run while a graph is recorded. Knows no Kokkos.
#pragma once

#include <heddle/place/detail/accesses.hpp>

#include <span>
#include <vector>

namespace heddle::place::detail {

/// The arrays that were prepared for a recording, in the modes of all its phases together.
struct Recorder {
  std::vector<Use> uses;
  std::vector<Name> phases;

  /// Throws refused_in_capture unless the phase is one of those prepared.
  void check(Name phase, std::span<Use const> wanted) const;
};

}  // namespace heddle::place::detail
