// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What goes wrong while a function is traced. Host only.
#pragma once

#include <heddle/jacobian/detail/index_set.hpp>

#include <cstdint>

namespace heddle::jacobian::detail {

/// Throws traced_branch: operator `name` decided a branch on a value that depends on `inputs`.
[[noreturn]] void throw_traced_branch(char const* name, IndexSet const& inputs);

/// Throws invalid_argument: row `row` of a function of n inputs reads x[column].
[[noreturn]] void throw_outside(std::int64_t row, std::int64_t column, std::int64_t n);

}  // namespace heddle::jacobian::detail
