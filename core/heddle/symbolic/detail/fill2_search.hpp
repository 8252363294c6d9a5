// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One row of F by searching the graph of A, independently of all other rows.
///
/// (i,j) is in F if and only if A has a path from i to j with all inner vertices below min(i,j)
/// (Rose and Tarjan, SIAM J. Appl. Math. 34, 1978). The row starts as A(i,:). Each vertex t < i
/// that appears in it is taken as a threshold, in ascending order: a search from t through vertices
/// below t adds what it meets above t (Gaihre et al., fill2). A vertex that is met for the first
/// time is stamped with the mark of the row, so nothing is cleared between rows. The stamps are
/// scanned for the next threshold, a warp's width at a time. Cost of a row: up to O(nnz(A)); no
/// order among the columns found.
#pragma once

#include <heddle/base/detail/team_loops.hpp>
#include <heddle/symbolic/detail/tree_superset.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::symbolic::detail {

/// What searches work in: for each one stamps for n vertices, two queues, and counters.
template <class Memory>
struct SearchStates {
  static constexpr int num_counters = 2;  // columns found, vertices queued
  Indices<Memory> stamps, queues, counters;
  DefaultIndex queue_capacity = 0;
};

/// What searches find out about their rows.
template <class Memory>
struct SearchResults {
  Offsets<Memory> counts;  ///< entry row + 1: columns found; overflowed below if a queue was short
  Keys<Memory> keys;       ///< the entries of F by rows; empty while counting
  Offsets<Memory> begins;  ///< by row: where its keys go, counted from `base`
  Indices<Memory> peaks;   ///< by row: most vertices ever queued; empty if nobody asks
  DefaultOffset base = 0;
};

/// The count of a row whose queue was too short.
inline constexpr DefaultOffset overflowed = -1;

template <class Exec>
struct SearchRow {
  using Memory = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr int scan_width = 32;

  DefaultPattern<Memory> matrix;
  SearchStates<Memory> states;
  SearchResults<Memory> results;

  /// The state of one search in this functor's memory.
  struct Search {
    DefaultIndex *stamp, *queue, *num_found, *num_queued;
    DefaultIndex row, threshold;
  };

  KOKKOS_FUNCTION void search(Member const& team, DefaultIndex const row,
                              std::size_t const state) const {
    std::size_t const n = matrix.num_rows, capacity = states.queue_capacity;
    DefaultIndex* const counters =
        states.counters.data() + state * SearchStates<Memory>::num_counters;
    Search at{states.stamps.data() + state * n,
              states.queues.data() + state * 2 * capacity,
              counters,
              counters + 1,
              row,
              -1};
    heddle::detail::team_once(team, [&] {
      *at.num_found = 0;
      at.stamp[row] = row + 1;
      emit(at, row);
    });
    heddle::detail::team_wait(team);
    expand(team, at, row, at.queue);
    heddle::detail::team_wait(team);
    DefaultIndex peak = 0;
    bool fits = true;
    for (DefaultIndex next = 0; fits;) {
      at.threshold = next_threshold(team, at, next);
      if (at.threshold >= row) break;
      fits = search_below(team, at, peak);
      next = at.threshold + 1;
    }
    heddle::detail::team_once(team, [&] {
      results.counts(row + 1) = fits ? heddle::detail::poll(at.num_found) : overflowed;
      if (results.peaks.extent(0) > 0) results.peaks(row) = peak;
    });
    heddle::detail::team_wait(team);
  }

  /// From the threshold through vertices below it. False if a queue is too short.
  KOKKOS_FUNCTION bool search_below(Member const& team, Search const& at,
                                    DefaultIndex& peak) const {
    DefaultIndex const capacity = states.queue_capacity;
    DefaultIndex *current = at.queue, *next = at.queue + capacity;
    DefaultIndex size = 0;
    bool first = true;
    while (first || size > 0) {
      heddle::detail::team_once(team, [&] { *at.num_queued = 0; });
      heddle::detail::team_wait(team);
      if (first) {
        expand(team, at, at.threshold, next);
      } else {
        expand_all(team, at, current, size, next);
      }
      heddle::detail::team_wait(team);
      size = heddle::detail::poll(at.num_queued);
      heddle::detail::team_wait(team);
      peak = size > peak ? size : peak;
      if (size > capacity) return false;
      DefaultIndex* const swapped = current;
      current = next;
      next = swapped;
      first = false;
    }
    return true;
  }

  /// Edges over lanes for few vertices, vertices over lanes for many.
  KOKKOS_FUNCTION void expand_all(Member const& team, Search const& at,
                                  DefaultIndex const* const vertices, DefaultIndex const size,
                                  DefaultIndex* const next) const {
    if (size < scan_width) {
      for (DefaultIndex k = 0; k < size; ++k) expand(team, at, vertices[k], next);
      return;
    }
    heddle::detail::team_loop(team, 0, size, [&](DefaultOffset const k) {
      DefaultIndex const vertex = vertices[k];
      for (auto p = matrix.row_offsets(vertex); p < matrix.row_offsets(vertex + 1); ++p) {
        visit(at, matrix.columns(p), next);
      }
    });
  }

  KOKKOS_FUNCTION void expand(Member const& team, Search const& at, DefaultIndex const vertex,
                              DefaultIndex* const next) const {
    heddle::detail::team_loop(team, matrix.row_offsets(vertex), matrix.row_offsets(vertex + 1),
                              [&](DefaultOffset const p) { visit(at, matrix.columns(p), next); });
  }

  KOKKOS_FUNCTION void visit(Search const& at, DefaultIndex const vertex,
                             DefaultIndex* const next) const {
    if (!claim(at.stamp + vertex, at.row + 1)) return;
    if (vertex > at.threshold) {
      emit(at, vertex);
      return;
    }
    DefaultIndex const place = take_place(at.num_queued);
    if (place < states.queue_capacity) next[place] = vertex;
  }

  KOKKOS_FUNCTION void emit(Search const& at, DefaultIndex const column) const {
    DefaultIndex const place = take_place(at.num_found);
    if (results.keys.extent(0) > 0) {
      results.keys(results.begins(at.row) - results.base + place) = entry_key(at.row, column);
    }
  }

  /// Lanes share a search on devices; a host thread has its own.
  KOKKOS_FUNCTION static bool claim(DefaultIndex* const stamp, DefaultIndex const mark) {
    KOKKOS_IF_ON_DEVICE((return Kokkos::atomic_exchange(stamp, mark) != mark;))
    KOKKOS_IF_ON_HOST((bool const is_new = *stamp != mark; *stamp = mark; return is_new;))
  }
  KOKKOS_FUNCTION static DefaultIndex take_place(DefaultIndex* const counter) {
    KOKKOS_IF_ON_DEVICE((return Kokkos::atomic_fetch_add(counter, 1);))
    KOKKOS_IF_ON_HOST((return (*counter)++;))
  }

  /// The first stamped vertex from `from` on and below the row; the row itself if there is none.
  KOKKOS_FUNCTION static DefaultIndex next_threshold([[maybe_unused]] Member const& team,
                                                     Search const& at, DefaultIndex const from) {
    DefaultIndex found = at.row;
    [[maybe_unused]] auto const look = [&](DefaultIndex const vertex, DefaultIndex& first) {
      if (vertex < first && at.stamp[vertex] == at.row + 1) first = vertex;
    };
    KOKKOS_IF_ON_DEVICE(
        (for (DefaultIndex base = from; base < at.row && found == at.row; base += scan_width) {
          DefaultIndex const end = base + scan_width < at.row ? base + scan_width : at.row;
          DefaultIndex here = at.row;
          Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, base, end), look,
                                  Kokkos::Min<DefaultIndex>(here));
          found = here < at.row ? here : at.row;
        }))
    KOKKOS_IF_ON_HOST((for (DefaultIndex vertex = from; vertex < at.row && found == at.row;
                            ++vertex) look(vertex, found);))
    return found;
  }
};

}  // namespace heddle::symbolic::detail
