// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Verification by the definitions. Shares no code with the colourings beyond the form in which
/// patterns are stored. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/host_pattern.hpp>
#include <heddle/coloring/verification.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::coloring::detail {

/// Vertices of each colour; a colour outside -1 ... k - 1 is reported in `defect`, and so is a
/// colour that nobody has. Cost: O(n).
std::vector<std::int64_t> count_classes(std::span<std::int32_t const> colors,
                                        std::int32_t num_colors, Verification& defect);

/// All members of a line have colours, and no two the same. Cost: O(nnz), a few instructions an
/// entry for up to 64 colours.
Verification verify_lines(Lines const& lines, std::span<std::int32_t const> colors,
                          std::int32_t num_colors);

/// The same where line r also holds r itself, whether it is stored or not: distance2.
Verification verify_closed_lines(Lines const& rows, std::span<std::int32_t const> colors,
                                 std::int32_t num_colors);

/// Direct neighbours differ; diagonal entries do not matter. Cost: O(nnz).
Verification verify_neighbors(Lines const& rows, std::span<std::int32_t const> colors);

/// Neighbours differ, and each edge has an end with exactly one neighbour of the other end's
/// colour: what a path on four vertices of two colours would lack. Symmetric rows. Cost: O(nnz).
Verification verify_star(Lines const& rows, std::span<std::int32_t const> colors,
                         std::int32_t num_colors);

/// Neighbours differ, and no edge closes a cycle among the edges of its two colours. Symmetric
/// rows. Cost: O(nnz), with union-find.
Verification verify_acyclic(Lines const& rows, std::span<std::int32_t const> colors,
                            std::int32_t num_colors);

/// Each entry is alone in its row among the column colours that are not neutral, or alone in its
/// column among the row colours. Cost: O(nnz).
Verification verify_bidirectional(Lines const& rows, Lines const& columns,
                                  std::span<std::int32_t const> column_colors,
                                  std::int32_t num_column_colors,
                                  std::span<std::int32_t const> row_colors,
                                  std::int32_t num_row_colors);

}  // namespace heddle::coloring::detail
