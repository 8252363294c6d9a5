// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos lives as long as the tests do; Heddle itself never initialises it.
#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return RUN_ALL_TESTS();
}
