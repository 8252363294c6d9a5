// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The sequential ways to the pattern of F, on plain arrays. Knows no Kokkos.
#pragma once

#include <heddle/symbolic/detail/lists.hpp>
#include <heddle/symbolic/elimination_tree.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::symbolic::detail {

/// A square pattern by rows; columns ascend in each row and are distinct.
struct Rows {
  std::int32_t n = 0;
  std::span<std::int64_t const> offsets;
  std::span<std::int32_t const> columns;

  std::span<std::int32_t const> operator[](std::int32_t const row) const {
    return columns.subspan(offsets[row], offsets[row + 1] - offsets[row]);
  }
};

/// Where the members of a FactorPattern are written.
struct FactorArrays {
  std::int64_t* column_offsets;
  std::int32_t* rows;
  std::int64_t* diagonal;
  std::int64_t* row_offsets;
  std::int32_t* columns;
  std::int64_t* row_diagonal;
  std::int64_t* row_slot;
};

/// Share of the off-diagonal entries whose mirror image is there too; 1 without such entries.
double pattern_symmetry(Rows const& matrix);

/// F of a symmetric pattern: row i of L is the union of the tree paths from its entries towards i
/// (Liu, SIMAX 11, 1990). `starts[i]` lists them in ascending order; what it holds from the
/// diagonal on does not count. Both orders are the same arrays, with room for
/// tree.num_factor_entries; only those of the columns and `row_slot` are written. Cost: O(nnz(F)).
template <class Starts>
void write_tree_pattern(EliminationTree const& tree, Starts const& starts,
                        FactorArrays const& arrays);

/// The exact pattern of F by rows, in no order within a row. Row i starts as A(i,:) and takes in
/// U(k,:) for each k that appears in it left of the diagonal. U(k,:) is cut after the first r with
/// L(r,k) and U(k,r) in F: row r holds the rest (Eisenstat and Liu, SIMAX 13, 1992). With a
/// symmetric pattern what remains of U is the elimination tree.
Lists merge_rows(Rows const& matrix);

/// Sorts F, whose rows are in any order, into both orders by counting: two passes over its entries.
void write_pattern(Rows const& factor_rows, FactorArrays const& arrays);

}  // namespace heddle::symbolic::detail
