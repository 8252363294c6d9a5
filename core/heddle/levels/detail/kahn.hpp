// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Levels by Kahn's algorithm (Comm. ACM 5, 1962) in one kernel, without rounds and without the
/// host.
///
/// A column enters a queue when the last column that it waits for is done. Workers draw places of
/// the queue by ticket; whoever is done with a column raises the level of its successors and counts
/// their predecessors down. There is no barrier, so any number of workers may run. Who waits for a
/// place sees that none can be filled any more when as many columns are done as were queued: then
/// the dependencies have a cycle (or the two orders of F disagree), and the kernel ends all the
/// same. Levels are longest paths, whatever the order in the queue.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/detail/team_loops.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/base/error.hpp>
#include <heddle/levels/detail/dependencies.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <thread>

namespace heddle::levels::detail {

template <class Memory>
struct KahnQueue {
  Kokkos::View<DefaultIndex*, Memory> waiting_for;  ///< by column: predecessors that are not done
  Kokkos::View<DefaultIndex*, Memory> places;       ///< columns; -1 where nothing came yet
  Kokkos::View<DefaultIndex*, Memory> counters;     ///< columns queued, columns done

  KOKKOS_FUNCTION DefaultIndex* num_queued() const { return counters.data(); }
  KOKKOS_FUNCTION DefaultIndex* num_done() const { return counters.data() + 1; }
  KOKKOS_FUNCTION void push(DefaultIndex const column) const {
    heddle::detail::publish(&places(Kokkos::atomic_fetch_add(num_queued(), 1)), column);
  }
};

/// Counts the predecessors of each column; those without any are queued.
template <class Memory>
struct CountPredecessors {
  Dependencies<Memory> needs;
  KahnQueue<Memory> queue;

  KOKKOS_FUNCTION void operator()(DefaultIndex const j) const {
    auto const& factors = needs.factors;
    DefaultIndex count = 0;
    for (auto p = factors.column_offsets(j); p < factors.diagonal(j); ++p) {
      count += needs.through_upper(factors.rows(p), j);
    }
    for (auto p = factors.row_offsets(j); p < factors.row_diagonal(j); ++p) {
      count += needs.through_lower(factors.columns(p), j);
    }
    queue.waiting_for(j) = count;
    if (count == 0) queue.push(j);
  }
};

/// Takes the column at one place of the queue.
template <class Exec>
struct TakeColumn {
  using Memory = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Dependencies<Memory> needs;
  KahnQueue<Memory> queue;
  Kokkos::View<DefaultIndex*, Memory> level;  // 0 at first

  KOKKOS_FUNCTION void operator()(Member const& team, DefaultIndex const place) const {
    DefaultIndex const column = wait_for_place(place);
    if (column < 0) return;
    auto const& factors = needs.factors;
    DefaultIndex const next = heddle::detail::poll(&level(column)) + 1;
    heddle::detail::team_loop(team, factors.row_diagonal(column) + 1,
                              factors.row_offsets(column + 1), [&](DefaultOffset const p) {
                                DefaultIndex const j = factors.columns(p);
                                if (needs.through_upper(column, j)) release(j, next);
                              });
    heddle::detail::team_loop(team, factors.diagonal(column) + 1,
                              factors.column_offsets(column + 1), [&](DefaultOffset const p) {
                                DefaultIndex const j = factors.rows(p);
                                if (needs.through_lower(column, j)) release(j, next);
                              });
    Kokkos::memory_fence();  // what was queued comes before what is done
    heddle::detail::team_wait(team);
    heddle::detail::team_once(team, [&] { Kokkos::atomic_add(queue.num_done(), 1); });
  }

  KOKKOS_FUNCTION void release(DefaultIndex const j, DefaultIndex const next) const {
    Kokkos::atomic_max(&level(j), next);
    Kokkos::memory_fence();  // the level comes before the count
    if (Kokkos::atomic_fetch_sub(&queue.waiting_for(j), 1) == 1) queue.push(j);
  }

  /// The column at a place, -1 if none will come. A place beyond what was queued stays empty for
  /// good once all that was queued is done; `done` is read first, as it never passes `queued`.
  KOKKOS_FUNCTION DefaultIndex wait_for_place(DefaultIndex const place) const {
    [[maybe_unused]] int turns = 0;
    for (;;) {
      DefaultIndex const done = heddle::detail::poll(queue.num_done());
      Kokkos::load_fence();
      DefaultIndex const queued = heddle::detail::poll(queue.num_queued());
      DefaultIndex const column = heddle::detail::poll(&queue.places(place));
      if (column >= 0 || (done == queued && queued <= place)) {
        Kokkos::load_fence();
        return column;
      }
      KOKKOS_IF_ON_HOST((if (++turns > 256) std::this_thread::yield();))
    }
  }
};

/// Fills `level`. Throws invalid_matrix if columns are left over. Waits.
template <class Exec>
void find_levels_by_kahn(Exec const& exec, Dependencies<typename Exec::memory_space> const& needs,
                         int const workers,
                         Kokkos::View<DefaultIndex*, typename Exec::memory_space> const& level) {
  using Memory = typename Exec::memory_space;
  using heddle::detail::allocate;
  DefaultIndex const n = needs.factors.n;
  KahnQueue<Memory> const queue{
      allocate<DefaultIndex>(exec, "heddle::levels::waiting_for", n),
      allocate<DefaultIndex>(exec, "heddle::levels::queue", n),
      Kokkos::View<DefaultIndex*, Memory>(Kokkos::view_alloc(exec, "heddle::levels::counters"), 2)};
  heddle::detail::fill(exec, "heddle::levels::clear_levels", level, 0);
  heddle::detail::fill(exec, "heddle::levels::clear_queue", queue.places, -1);
  Kokkos::parallel_for("heddle::levels::count_predecessors", Kokkos::RangePolicy<Exec>(exec, 0, n),
                       CountPredecessors<Memory>{needs, queue});
  heddle::detail::for_each_ticket(exec, "heddle::levels::take_columns",
                                  {workers, 1, backends::traits<Exec>::lanes},
                                  heddle::detail::TicketCounter<Memory>(
                                      Kokkos::view_alloc(exec, "heddle::levels::next_ticket")),
                                  n, TakeColumn<Exec>{needs, queue, level});
  auto const counters = Kokkos::create_mirror(Kokkos::WithoutInitializing, queue.counters);
  Kokkos::deep_copy(exec, counters, queue.counters);
  exec.fence("heddle::levels::kahn");
  HEDDLE_EXPECTS(counters(1) == n, invalid_matrix,
                 std::to_string(n - counters(1)) + " of " + std::to_string(n) +
                     " columns wait for each other: no pattern of factors");
}

}  // namespace heddle::levels::detail
