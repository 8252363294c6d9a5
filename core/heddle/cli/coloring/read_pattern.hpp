// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The pattern of a matrix file. Knows no Kokkos.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/cli/coloring/report.hpp>
#include <heddle/io/matrix.hpp>

#include <string>

namespace heddle::cli {

/// Rows with distinct columns in ascending order, both triangles of symmetric kinds; values that
/// are zero are left out if asked for. Array files state no pattern: their zeros never count.
/// Throws Failure (bad_input) if a file claims rows or columns that its entries do not bear out,
/// and what read_matrix throws. Cost: O(entries + rows), and the sort of rows that do not ascend.
PlainPattern read_pattern(std::string const& file, bool drop_zeros, Observer const& observer);
/// The same for a matrix in memory, whose claims are taken as they are.
PlainPattern pattern_of(io::Matrix const& matrix, bool drop_zeros);

}  // namespace heddle::cli
