// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of its own, because Kokkos can be initialised only once.
#include <heddle/base/initialized.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

namespace {

heddle::error refusal() {
  try {
    heddle::require_initialized("heddle::test::call");
  } catch (heddle::error const& error) {
    return error;
  }
  return {heddle::ErrorCode::internal, "nothing was thrown", "", 0};
}

TEST(Initialized, is_demanded_before_and_after_the_life_of_kokkos) {
  EXPECT_EQ(refusal().code(), heddle::ErrorCode::not_initialized);
  EXPECT_EQ(refusal().message(),
            "heddle::test::call: Kokkos is not initialised; call Kokkos::initialize first");
  {
    Kokkos::ScopeGuard const kokkos;
    EXPECT_NO_THROW(heddle::require_initialized("heddle::test::call"));
  }
  EXPECT_EQ(refusal().code(), heddle::ErrorCode::not_initialized);
  EXPECT_EQ(refusal().message(), "heddle::test::call: Kokkos was already finalised");
}

}  // namespace
