// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Positions of nonzeros whose place depends on their neighbours: bidirectional colourings, and
/// Hessians by star colourings. Sequential host code, O(nnz). Knows no Kokkos.
#pragma once

#include <heddle/jacobian/detail/host_rows.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::jacobian::detail {

/// Which entries are the only one of their row with the colour of their column (and that colour is
/// not neutral, -1).
std::vector<bool> alone_in_row(HostRows const& rows, std::span<std::int32_t const> colors);

/// The position, among the entries of row j, of the entry (j, i), for each entry (i, j). Throws
/// bad_pattern if there is none: the pattern is not symmetric.
std::vector<std::int64_t> mirrored_entries(HostRows const& rows);

}  // namespace heddle::jacobian::detail
