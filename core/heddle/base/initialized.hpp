// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Heddle never initialises Kokkos; its calls say clearly when nobody did.
#pragma once

#include <heddle/base/error.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace heddle {

/// Throws not_initialized unless Kokkos is between initialize and finalize. `where` names the
/// public function that asks, such as "heddle::lu::analyze".
inline void require_initialized(char const* where) {
  HEDDLE_EXPECTS(!Kokkos::is_finalized(), not_initialized,
                 std::string(where) + ": Kokkos was already finalised");
  HEDDLE_EXPECTS(Kokkos::is_initialized(), not_initialized,
                 std::string(where) + ": Kokkos is not initialised; call Kokkos::initialize first");
}

}  // namespace heddle
