// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The exact pattern of F inside a symmetric superset: a left-looking factorization with one byte a
/// slot instead of a number.
///
/// Column j starts with the entries of A(:,j) and takes in L(:,k) for each k, ascending, with
/// U(k,j) present. Workers draw columns by ascending ticket and wait for column k, so the same body
/// runs on any number of them. L(:,k) is cut after the first r with U(k,r) and L(r,k) present:
/// column r holds the rest (Eisenstat and Liu, SIMAX 13, 1992). A worker may miss a cut that
/// another is just finding; it does more work then and comes to the same result.
#pragma once

#include <heddle/symbolic/detail/tree_superset.hpp>

namespace heddle::symbolic::detail {

template <class Memory>
using Flags = Kokkos::View<std::uint8_t*, Memory>;

/// How many off-diagonal entries A has, and how many of them have a mirror image in A.
struct MatrixMarks {
  DefaultOffset mirrored = 0, off_diagonal = 0;

  double symmetry() const {
    return off_diagonal == 0 ? 1
                             : static_cast<double>(mirrored) / static_cast<double>(off_diagonal);
  }
};

/// Marks the slots that A fills and the diagonal, and counts as MatrixMarks says.
template <class Memory>
struct MarkMatrix {
  DefaultPattern<Memory> matrix;
  Keys<Memory> keys;  // of the columns of F: line is the column, member the row
  Flags<Memory> present;

  KOKKOS_FUNCTION void operator()(DefaultOffset const slot, DefaultOffset& num_mirrored,
                                  DefaultOffset& num_off_diagonal) const {
    DefaultIndex const column = line_of(keys(slot)), row = member_of(keys(slot));
    bool const in_matrix = holds(row, column);
    present(slot) = in_matrix || row == column;
    if (!in_matrix || row == column) return;
    ++num_off_diagonal;
    num_mirrored += holds(column, row);
  }

  KOKKOS_FUNCTION bool holds(DefaultIndex const row, DefaultIndex const column) const {
    DefaultOffset const end = matrix.row_offsets(row + 1);
    DefaultOffset const slot = lower_slot(matrix.columns, matrix.row_offsets(row), end, column);
    return slot < end && matrix.columns(slot) == column;
  }
};

/// One column of the boolean factorization.
template <class Exec>
struct FillColumn {
  using Memory = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  FactorPattern<Memory> superset;
  Flags<Memory> present;
  Indices<Memory> uncut;      // per column: leading entries of L(:,k) that still have to be merged
  Indices<Memory> done;       // per column: 1 when finished
  Indices<Memory> positions;  // n for each worker: where a row stands in the column at hand

  KOKKOS_FUNCTION void operator()(Member const& team, DefaultIndex const j) const {
    DefaultOffset const begin = superset.column_offsets(j), end = superset.column_offsets(j + 1);
    DefaultIndex* const position = positions.data() + static_cast<std::size_t>(team.league_rank()) *
                                                          static_cast<std::size_t>(superset.n);
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, begin, end), [&](DefaultOffset const p) {
      position[superset.rows(p)] = static_cast<DefaultIndex>(p - begin);
    });
    for (DefaultOffset p = begin; p < superset.diagonal(j); ++p) {
      if (present(p)) merge(team, superset.rows(p), j, begin, position);
    }
    team.team_barrier();
    Kokkos::single(Kokkos::PerTeam(team), [&] { heddle::detail::publish(&done(j), 1); });
  }

  /// Takes L(:,k) into column j. The superset has a slot for whatever it brings.
  KOKKOS_FUNCTION void merge(Member const& team, DefaultIndex const k, DefaultIndex const j,
                             DefaultOffset const begin, DefaultIndex const* const position) const {
    heddle::detail::wait_until(&done(k), 1);
    DefaultOffset const below = superset.diagonal(k) + 1;
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, below, below + num_to_merge(k, j)),
                         [&](DefaultOffset const p) {
                           if (!present(p)) return;
                           DefaultIndex const row = superset.rows(p);
                           present(begin + position[row]) = 1;
                           if (row == j) {
                             Kokkos::atomic_min(&uncut(k),
                                                static_cast<DefaultIndex>(p - below + 1));
                           }
                         });
  }

  /// A cut at r counts for column j only if r < j: then column r is still to come in this column.
  KOKKOS_FUNCTION DefaultIndex num_to_merge(DefaultIndex const k, DefaultIndex const j) const {
    DefaultIndex const count = heddle::detail::poll(&uncut(k));
    if (superset.rows(superset.diagonal(k) + count) < j) return count;
    return static_cast<DefaultIndex>(superset.column_offsets(k + 1) - superset.diagonal(k) - 1);
  }
};

/// Runs the boolean factorization on `present`, which holds the entries of A and the diagonal.
template <class Exec>
void fill_columns(Exec const& exec, FactorPattern<typename Exec::memory_space> const& superset,
                  EliminationTree const& tree, Workers<typename Exec::memory_space> const& workers,
                  Flags<typename Exec::memory_space> const& present) {
  using Memory = typename Exec::memory_space;
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::fill_columns");
  heddle::detail::for_each_ticket(
      exec, "heddle::symbolic::fill_columns", workers.shape, workers.next_ticket, superset.n,
      FillColumn<Exec>{
          superset, present, copied(exec, "heddle::symbolic::uncut", tree.column_counts),
          zeros<Indices<Memory>>(exec, "heddle::symbolic::done", superset.n), workers.scratch});
}

}  // namespace heddle::symbolic::detail
