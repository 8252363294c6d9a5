// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What an Analysis holds, in host memory.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/levels/levelize.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::lu::detail {

template <class T>
using HostArray = Kokkos::View<T const*, Kokkos::HostSpace>;

/// The user's pattern and its canonical form: rows in the user's numbering, columns ascending and
/// distinct. Canonical entry q is the sum of the user's entries sources(source_offsets(q)) ...
struct CanonicalPattern {
  bool by_rows = true;  ///< the user's matrix is a Csr
  DefaultIndex n = 0;
  DefaultOffset offset_limit = 0;  ///< entries that the user's type of offsets can count
  HostArray<DefaultOffset> given_offsets;
  HostArray<DefaultIndex> given_indices;
  HostArray<DefaultOffset> row_offsets;
  HostArray<DefaultIndex> columns;
  HostArray<DefaultOffset> source_offsets;  ///< num_entries + 1; empty if each has one source
  HostArray<DefaultOffset> sources;         ///< as many as the user has entries, without `dropped`
  HostArray<DefaultOffset> dropped;         ///< the user's entries that stay zero
  // the same entries by columns, rows ascending: for orderings and transposed residuals
  HostArray<DefaultOffset> column_offsets;
  HostArray<DefaultIndex> rows;
  HostArray<DefaultOffset> entries;  ///< canonical entry at each place of column order

  DefaultOffset num_entries() const { return static_cast<DefaultOffset>(columns.extent(0)); }
};

/// Where rows and columns go, and by what they are multiplied: step k eliminates column
/// column_of_step(k) with the pivot in row row_of_step(k).
struct Permutation {
  HostArray<DefaultIndex> row_of_step, column_of_step;
  HostArray<double> row_scale, column_scale;  ///< by the user's numbers; powers of two
};

/// The diagonal blocks of the block upper triangular form, in steps. One block: empty arrays.
struct Blocks {
  HostArray<DefaultIndex> begin, end;  ///< by step: first step of its block, and one past the last
  DefaultIndex num_blocks = 1, largest = 0;

  /// Whether the entry belongs to a diagonal block, and so to F.
  bool together(DefaultIndex row_step, DefaultIndex column_step) const {
    return begin.extent(0) == 0 || begin(row_step) == begin(column_step);
  }
};

/// The entries between blocks: they are never factored, and solves read them. By rows and by
/// columns of the permuted matrix; `entries` names the canonical entry of each.
struct OuterEntries {
  HostArray<DefaultOffset> row_offsets, row_entries;
  HostArray<DefaultIndex> columns;
  HostArray<DefaultOffset> column_offsets, column_entries;
  HostArray<DefaultIndex> rows;
};

/// In which order a column j of F takes in the columns k of U(:,j): by rank(k), then by k.
struct SubtractionOrder {
  /// Columns of one rank do not depend on each other, neither through U nor through L; so x(k) of
  /// any column is final once those of smaller ranks are taken in.
  HostArray<DefaultIndex> rank;
  /// In the slots of U(:,j): places in column j, in this order. The other slots are not set.
  HostArray<DefaultIndex> upper;
  /// The first column of each column's supernode: columns in a row, each with the pattern of L that
  /// its predecessor has below it. Empty unless the order takes supernodes one by one, each as late
  /// as its last column: where columns are long. There every rank has one column.
  HostArray<DefaultIndex> supernode;
};

/// An immutable analysis. F = L + U of the diagonal blocks of the permuted, scaled matrix.
struct AnalysisData {
  CanonicalPattern matrix;
  Permutation permutation;
  Blocks blocks;
  OuterEntries outer;
  symbolic::FactorPattern<Kokkos::HostSpace> factors;
  levels::Levels<Kokkos::HostSpace> levels;
  SubtractionOrder order;
  HostArray<DefaultOffset> slot;  ///< slot in F (column order) of each canonical entry; -1: outer
  HostArray<double> entry_scale;  ///< row scale x column scale of each canonical entry
  std::uint64_t multiply_adds = 0;
  std::uint64_t value_fingerprint = 0;       ///< of the values that the matching saw
  std::size_t value_bytes = sizeof(double);  ///< of a value in the widest factors
  double smallest_pivot = 0;                 ///< of a partial-pivoting search; 0 without one
  double pattern_symmetry = 1;
  AnalyzeOptions options;  ///< for a recovery that analyses anew
};

}  // namespace heddle::lu::detail
