// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Operators new that fail on demand, for a whole program that links failing_new.cpp.
#pragma once

#include <atomic>

namespace heddle::test {

/// Allocations until one fails; below zero none does. Those of fewer than 160 bytes neither count
/// nor fail: Kokkos copies labels when it frees, and no destructor may throw.
extern std::atomic<long> allocations_until_failure;

}  // namespace heddle::test
