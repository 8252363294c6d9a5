// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A number that tells patterns apart.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/coloring/coloring.hpp>

#include <cstdint>

namespace heddle::coloring {

/// A 64-bit hash of the sizes and the set of positions: the same wherever the pattern lies and in
/// whatever order its entries stand; duplicates count once. A colouring carries the hash of its
/// pattern, so that it is not used with another one. With `ignore_ghosts` columns >= num_columns do
/// not count, else they throw bad_pattern. Cost: O(nnz), and a copy to the host if rows do not
/// ascend. Synchronises `exec`. Deterministic: the same on every backend. Throws bad_pattern,
/// not_initialized.
template <CompiledBackend Exec, CompiledPattern<Exec> P>
std::uint64_t pattern_hash(Exec const& exec, P const& pattern, bool ignore_ghosts = false);

}  // namespace heddle::coloring
