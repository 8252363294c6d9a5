// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The factors themselves, for preconditioners, Schur complements, inspection and other solvers.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <vector>

namespace heddle::lu {

/// Factors in host memory, in elimination order. With P and Q the permutations and D and E the
/// scales below,
///   P D A E Q = L U + B,
/// where B holds the entries between the diagonal blocks, which are never factored; it is empty
/// unless there are several. Row k of P D A E Q is row row_of_step[k] of A times its scale, column
/// k is column column_of_step[k] of A times its scale.
template <class Value>
struct ExportedFactors {
  Csc<Value> lower;    ///< L: unit lower triangular, the ones stored; rows ascend
  Csc<Value> upper;    ///< U: upper triangular, the pivots last in each column; rows ascend
  Csc<Value> between;  ///< B: strictly above the diagonal blocks
  std::vector<DefaultIndex> row_of_step, column_of_step;
  std::vector<double> row_scale, column_scale;  ///< by the user's numbers; powers of two
  std::vector<DefaultIndex> block_offsets;      ///< first step of each diagonal block, and n
};

}  // namespace heddle::lu
