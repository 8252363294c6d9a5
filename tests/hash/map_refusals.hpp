// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls that are refused, and a map that they must leave alone.
#pragma once

#include <heddle/base/error.hpp>

#include <tests/hash/map_support.hpp>

#include <gtest/gtest.h>

#include <string>

namespace heddle::test::maps {

/// The error that a call throws.
template <class Call>
error refusal(Call const& call) {
  try {
    call();
  } catch (error const& caught) {
    return caught;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorCode::internal, "", "", 0};
}

/// A map of three entries that refused calls must leave alone.
template <class Config>
struct Unchanged {
  using Map = typename Config::Map;
  Map map = make<Map>({.capacity = 64});
  Pairs const before = pairs({1, 2, 3}, {10, 20, 30});

  Unchanged() { (void)insert(map, {1, 2, 3}, {10, 20, 30}); }
  template <class Call>
  void refuses(ErrorCode code, std::string const& part, Call const& call) {
    auto const capacity = map.capacity();
    auto const caught = refusal(call);
    EXPECT_EQ(caught.code(), code) << caught.message();
    EXPECT_NE(caught.message().find(part), std::string::npos) << caught.message();
    EXPECT_EQ(map.capacity(), capacity);
    EXPECT_EQ(contents(map), before);
  }
};

}  // namespace heddle::test::maps
