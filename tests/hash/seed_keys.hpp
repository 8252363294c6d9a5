// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The key sequence of the published probe-length figures, which the command draws too; the sums
/// that the tests know come from elsewhere.
#pragma once

#include <heddle/cli/hash/draws.hpp>

namespace heddle::test {

using cli::SplitMix64;

inline std::vector<std::uint32_t> seed_keys(std::size_t count) { return cli::draw_keys(count); }

}  // namespace heddle::test
