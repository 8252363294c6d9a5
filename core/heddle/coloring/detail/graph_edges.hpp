// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One number for both directions of an edge. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/host_pattern.hpp>

#include <cstdint>
#include <vector>

namespace heddle::coloring::detail {

/// For each entry of a symmetric pattern without diagonal the number of its edge; edges are
/// numbered by their smaller end, then by the larger one. Cost: O(nnz).
std::vector<std::int64_t> number_edges(Lines const& graph);

}  // namespace heddle::coloring::detail
