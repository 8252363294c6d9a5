// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The pattern of F = L + U for a matrix whose pivots stay on the diagonal.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/place/policy.hpp>
#include <heddle/symbolic/elimination_tree.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::symbolic {

/// F by columns and by rows, with the link between the two. Rows ascend in each column, columns
/// ascend in each row, every diagonal entry is present. L is strictly below the diagonal.
template <class Memory>
struct FactorPattern {
  DefaultIndex n = 0;
  Kokkos::View<DefaultOffset*, Memory> column_offsets;  ///< n + 1
  Kokkos::View<DefaultIndex*, Memory> rows;             ///< one per entry of F
  Kokkos::View<DefaultOffset*, Memory> diagonal;        ///< n; slot of (j,j) in column order
  Kokkos::View<DefaultOffset*, Memory> row_offsets;     ///< n + 1
  Kokkos::View<DefaultIndex*, Memory> columns;          ///< one per entry of F
  Kokkos::View<DefaultOffset*, Memory> row_diagonal;    ///< n; slot of (i,i) in row order
  Kokkos::View<DefaultOffset*, Memory> row_slot;  ///< slot in row order of a column-order slot
  bool exact = true;  ///< false: entries may be there that no value can reach
  place::Where ran_at = place::Where::host;  ///< where it was found

  /// Entries of F, the diagonal counted once.
  DefaultOffset num_entries() const { return static_cast<DefaultOffset>(rows.extent(0)); }
};

/// How F is found. All exact methods give the same pattern.
enum class Method {
  automatic,     ///< host: the tree if A is symmetric, else row_merge; device: etree_filter
  row_merge,     ///< F(i,:) = A(i,:) merged with U(k,:) for k in L(i,:), pruned; on the host
  etree_filter,  ///< tree paths of A + A^T give a superset, a boolean factorization what is exact
  fill2,         ///< a graph search per row, counted and then written; one state per worker
  fill2_chunked  ///< the same with a state per row in flight, within SymbolicOptions::memory_limit
};

/// What the fill2 methods say about their searches.
struct Fill2Report {
  std::uint64_t state_bytes = 0;      ///< the most that search states took at once
  std::int64_t num_chunks = 0;        ///< launches, both passes and the sample
  std::int64_t largest_frontier = 0;  ///< most vertices that a row of the sample queued
  std::int64_t first_large_row = 0;   ///< where part two begins
  std::int64_t small_chunk_rows = 0, large_chunk_rows = 0;  ///< rows at once in each part
  std::int64_t num_overflows = 0;  ///< rows of part one that were searched again
  std::int64_t num_spills = 0;     ///< runs of finished rows that went to pinned host memory
  std::uint64_t spilled_bytes = 0;
};

/// What a caller of factor_pattern can choose.
struct SymbolicOptions {
  Method method = Method::automatic;
  /// Where automatic runs: sequentially on the host, or by kernels on the instance, whatever its
  /// backend. The phase is "symbolic::factor"; its default is the host on host backends, else the
  /// place with the least estimate. Methods that one place has are phases of their own:
  /// "symbolic::row_merge", "symbolic::fill2" and so on.
  place::Policy place = {};
  /// False lets automatic keep the superset where the pattern is nearly symmetric (0.9 and more).
  bool exact = true;
  /// Workers that share rows and columns in etree_filter; 0: as many as the backend likes.
  int workers = 0;
  /// For the 4 n bytes that each of these workers takes; where it is too little, fewer work.
  std::uint64_t scratch_bytes = std::uint64_t{1} << 30;
  /// fill2_chunked: bytes for search states; 0: a quarter of what the memory has.
  std::uint64_t memory_limit = 0;
  /// fill2_chunked: bytes for finished rows. Where they need more, they go to pinned host memory
  /// run by run, and the host sorts them into both orders. 0: devices, when sorting the rows there
  /// would take more than three quarters of the memory; hosts never.
  std::uint64_t finished_limit = 0;
  Fill2Report* fill2_report = nullptr;  ///< filled by the fill2 methods
  Observer observer = {};
};

/// The pattern of F for the square `matrix` in its elimination order. Entries of a row ascend and
/// are distinct; a missing diagonal entry is added. `tree` is that of the same pattern, made
/// before. Memory: 16 bytes an entry of F (12 for a symmetric pattern, whose two orders share their
/// arrays); etree_filter takes up to 37 an entry of the superset more in passing, and a stamp of n
/// per worker; fill2 24 an entry more, and 12 n per search. fill2 costs up to O(n nnz(A)).
/// Synchronises `exec`. Deterministic: every backend and place gives the same pattern. Throws
/// unsupported_place, invalid_matrix, invalid_argument (a tree of another size). Sources:
/// Eisenstat and Liu, SIMAX 13, 1992 (pruning); Liu, SIMAX 11, 1990 (row subtrees); Rose and
/// Tarjan, SIAM J. Appl. Math. 34, 1978, and Zhu et al., PPoPP 2023 (fill2).
template <class Exec>
FactorPattern<typename Exec::memory_space> factor_pattern(
    Exec const& exec,
    Pattern<DefaultOffset, DefaultIndex, typename Exec::memory_space> const& matrix,
    EliminationTree const& tree, SymbolicOptions const& options = {});

}  // namespace heddle::symbolic
