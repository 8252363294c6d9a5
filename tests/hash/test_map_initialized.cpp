// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of its own, because Kokkos can be initialised only once.
#include <heddle/base/error.hpp>
#include <heddle/hash/map.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

namespace {

using Map = heddle::hash::HashMap<std::uint32_t, std::uint32_t, Kokkos::DefaultHostExecutionSpace>;

TEST(MapInitialized, kokkos_is_demanded_before_anything_else) {
  // An instance cannot be made before Kokkos is there, so one from its memory stands in. The map
  // must not look at it.
  alignas(Map::execution_space) char memory[sizeof(Map::execution_space)] = {};
  auto const& exec = reinterpret_cast<Map::execution_space const&>(memory);
  try {
    Map const map(exec, {.capacity = 8});
    FAIL() << "nothing was thrown";
  } catch (heddle::error const& error) {
    EXPECT_EQ(error.code(), heddle::ErrorCode::not_initialized);
    EXPECT_EQ(error.message(),
              "heddle::hash::HashMap: Kokkos is not initialised; call Kokkos::initialize first");
  }
  Kokkos::ScopeGuard const kokkos;
  EXPECT_EQ(Map(Map::execution_space(), {.capacity = 8}).capacity(), 8u);
}

}  // namespace
