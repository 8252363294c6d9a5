// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// F by fill2: every row counted by a search, then found again and written. In core, one search
/// state per worker; out of core, one per row in flight, as many as a memory limit allows, and rows
/// with small frontiers in larger chunks (Gaihre et al., IPDPS 2022; Zhu et al., PPoPP 2023).
#pragma once

#include <heddle/symbolic/detail/fill2_search.hpp>
#include <heddle/symbolic/detail/rows_to_pattern.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::symbolic::detail {

template <class Memory>
constexpr std::uint64_t state_bytes(std::uint64_t n, std::uint64_t capacity) {
  return sizeof(DefaultIndex) * (n + 2 * capacity + SearchStates<Memory>::num_counters);
}

/// States whose stamps belong to no row.
template <class Exec>
SearchStates<typename Exec::memory_space> make_states(Exec const& exec, DefaultIndex n,
                                                      DefaultIndex capacity, std::size_t count) {
  SearchStates<typename Exec::memory_space> states;
  states.queue_capacity = capacity;
  states.stamps = allocate<DefaultIndex>(exec, "heddle::symbolic::stamps", count * n);
  states.queues = allocate<DefaultIndex>(exec, "heddle::symbolic::queues", count * 2 * capacity);
  states.counters =
      allocate<DefaultIndex>(exec, "heddle::symbolic::counters", count * states.num_counters);
  heddle::detail::fill(exec, "heddle::symbolic::clear_stamps", states.stamps, 0);
  return states;
}

/// In core: rows by ticket, the state by worker.
template <class Exec>
struct SearchTicket {
  SearchRow<Exec> searcher;
  KOKKOS_FUNCTION void operator()(typename SearchRow<Exec>::Member const& team,
                                  DefaultIndex const row) const {
    searcher.search(team, row, team.league_rank());
  }
};

/// Out of core: a chunk of listed rows, each with a state.
template <class Exec>
struct SearchChunk {
  SearchRow<Exec> searcher;
  Indices<typename Exec::memory_space> rows;
  DefaultIndex first;
  KOKKOS_FUNCTION void operator()(typename SearchRow<Exec>::Member const& team) const {
    searcher.search(team, rows(first + team.league_rank()), team.league_rank());
  }
};

/// Where the rows of F begin, by a pass that counts. `search(results)` runs a pass over all rows.
template <class Exec, class Pass>
Offsets<typename Exec::memory_space> count_rows(Exec const& exec, DefaultIndex n,
                                                Pass const& search, DefaultOffset& size) {
  using Memory = typename Exec::memory_space;
  SearchResults<Memory> results;
  results.counts = zeros<Offsets<Memory>>(exec, "heddle::symbolic::row_offsets", n + 1);
  search(results);
  size = sum_counts(exec, results.counts);
  return results.counts;
}

/// Both methods: count, place, write.
template <class Exec, class Pass>
FactorPattern<typename Exec::memory_space> write_rows(
    Exec const& exec, Offsets<typename Exec::memory_space> const& row_offsets, DefaultOffset size,
    Pass const& search) {
  SearchResults<typename Exec::memory_space> results;
  results.begins = row_offsets;
  results.keys = allocate<std::uint64_t>(exec, "heddle::symbolic::row_keys", size);
  results.counts =
      allocate<DefaultOffset>(exec, "heddle::symbolic::recounts", row_offsets.extent(0));
  search(results);
  return rows_to_pattern(exec, row_offsets, results.keys);
}

template <class Exec>
FactorPattern<typename Exec::memory_space> pattern_by_fill2(
    Exec const& exec, DefaultPattern<typename Exec::memory_space> const& matrix,
    SymbolicOptions const& options) {
  using Memory = typename Exec::memory_space;
  using Traits = backends::traits<Exec>;
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::fill2");
  DefaultIndex const n = matrix.num_rows;
  std::uint64_t const wanted = options.workers > 0 ? options.workers : Traits::workers(exec);
  auto const workers =
      std::min({wanted, std::max<std::uint64_t>(n, 1),
                std::max<std::uint64_t>(options.scratch_bytes / state_bytes<Memory>(n, n), 1)});
  heddle::detail::TeamShape const shape{static_cast<int>(workers), 1, Traits::lanes};
  heddle::detail::TicketCounter<Memory> const next(
      Kokkos::view_alloc(exec, "heddle::symbolic::next_ticket"));
  auto const states = make_states(exec, n, n, workers);
  if (options.fill2_report != nullptr) {
    *options.fill2_report = {};
    options.fill2_report->state_bytes = state_bytes<Memory>(n, n) * workers;
  }
  auto const search = [&](SearchResults<Memory> const& results) {
    heddle::detail::fill(exec, "heddle::symbolic::clear_stamps", states.stamps, 0);
    heddle::detail::for_each_ticket(exec, "heddle::symbolic::search_rows", shape, next, n,
                                    SearchTicket<Exec>{{matrix, states, results}});
  };
  DefaultOffset size = 0;
  auto const row_offsets = count_rows(exec, n, search, size);
  return write_rows(exec, row_offsets, size, search);
}

}  // namespace heddle::symbolic::detail
