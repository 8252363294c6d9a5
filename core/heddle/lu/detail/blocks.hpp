// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Makes the tables of the block triangular form. Sequential, O(n + nnz), on the host.
#pragma once

#include <heddle/lu/detail/analysis_data.hpp>

#include <span>

namespace heddle::lu::detail {

/// `offsets` holds the first step of each block and n at the end; {0} of nothing.
Blocks make_blocks(std::span<DefaultIndex const> offsets);

/// The entries between blocks in both orders; no arrays if there is one block.
OuterEntries find_outer_entries(CanonicalPattern const& matrix, Permutation const& permutation,
                                Blocks const& blocks);

}  // namespace heddle::lu::detail
