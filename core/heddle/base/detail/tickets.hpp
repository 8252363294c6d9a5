// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The persistent ticket loop: workers take items in ascending order and wait for earlier ones.
///
/// A kernel runs a fixed number of teams. Each team draws the next ticket from a counter in the
/// memory of the device, works on that item, waits inside the item for the items it needs, and
/// publishes its own flag. Why it never deadlocks, for any number of teams and whatever part of
/// them runs at a time: a ticket is held by a running team only, an item waits for smaller tickets
/// only, so the holder of the smallest unfinished ticket never waits. For the same reason items
/// must not be dealt out by the rank of a team in its league; that rank only picks its scratch
/// memory.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <thread>

namespace heddle::detail {

/// Reads a flag that other workers write, ordering nothing. A volatile read is what a device has
/// for polling: Kokkos::atomic_load is a compare-exchange there, which would disturb the writer.
template <class Flag>
KOKKOS_INLINE_FUNCTION Flag poll(Flag const* flag) {
  KOKKOS_IF_ON_DEVICE((return *static_cast<Flag const volatile*>(flag);))
  KOKKOS_IF_ON_HOST((return Kokkos::atomic_load(flag);))
}

/// Writes a flag that other workers poll, ordering nothing.
template <class Flag>
KOKKOS_INLINE_FUNCTION void post(Flag* flag, Flag value) {
  KOKKOS_IF_ON_DEVICE((*static_cast<Flag volatile*>(flag) = value;))
  KOKKOS_IF_ON_HOST((Kokkos::atomic_store(flag, value);))
}

/// Polls until `ready(value)` holds for the value of the flag and returns it. Orders nothing:
/// enough where the flag is all that was waited for. On hosts it yields the core after a bounded
/// number of turns, since the thread it waits for may need that very core.
template <class Flag, class Ready>
KOKKOS_INLINE_FUNCTION Flag poll_until(Flag const* flag, Ready const& ready) {
  [[maybe_unused]] int turns = 0;
  for (;;) {
    Flag const value = poll(flag);
    if (ready(value)) return value;
    KOKKOS_IF_ON_HOST((if (++turns > 256) std::this_thread::yield();))
  }
}

/// Waits until `flag` is `value`; what was written before its `publish` is visible afterwards
/// (acquire).
template <class Flag>
KOKKOS_INLINE_FUNCTION void wait_until(Flag const* flag, Flag value) {
  poll_until(flag, [value](Flag const seen) { return seen == value; });
  Kokkos::load_fence();
}

/// Sets `flag`; what this thread wrote before, and what others wrote before a barrier that it took
/// part in, is visible to whoever sees the value through `wait_until` (release). Teams of several
/// threads call a barrier first and publish from one thread.
template <class Flag>
KOKKOS_INLINE_FUNCTION void publish(Flag* flag, Flag value) {
  Kokkos::store_fence();
  post(flag, value);
}

/// The counter that tickets are drawn from. Unsigned, so that the draws of all teams after the last
/// item do not overflow.
template <class Memory>
using TicketCounter = Kokkos::View<std::uint32_t, Memory>;

/// The body of the kernel: hands tickets 0 ... count - 1 to `item(team, ticket)`.
template <class Exec, class Item>
struct TicketLoop {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Item item;
  TicketCounter<typename Exec::memory_space> next;
  std::uint32_t count;
  std::uint32_t chunk;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    if (team.league_size() == 1) return run(team, 0, count);
    for (;;) {
      std::uint32_t ticket = 0;
      Kokkos::single(
          Kokkos::PerTeam(team),
          [&](std::uint32_t& drawn) { drawn = Kokkos::atomic_fetch_add(next.data(), chunk); },
          ticket);
      if (ticket >= count) return;
      run(team, ticket, Kokkos::min(count, ticket + chunk));
    }
  }

  KOKKOS_FUNCTION void run(Member const& team, std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t ticket = first; ticket < last; ++ticket) {
      item(team, static_cast<DefaultIndex>(ticket));
    }
  }
};

/// How many teams of how many threads a loop runs with; `lanes` is the vector length. A team draws
/// `chunk` tickets at once and works on them in order, which spares atomics where items are tiny; a
/// single team draws none.
struct TeamShape {
  int teams = 1;
  int team_size = 1;
  int lanes = 1;
  int chunk = 1;
};

/// Runs `item(team, ticket)` for all tickets below `count`. `next` is set to zero first, by a copy
/// on `exec`. `item` is a functor (KOKKOS_FUNCTION); all threads of a team enter it together and
/// must leave it together. Does not synchronise.
template <class Exec, class Item>
void for_each_ticket(Exec const& exec, std::string const& label, TeamShape const& shape,
                     TicketCounter<typename Exec::memory_space> const& next, DefaultIndex count,
                     Item const& item) {
  if (count <= 0) return;
  Kokkos::deep_copy(exec, next, 0u);
  Kokkos::parallel_for(label,
                       Kokkos::TeamPolicy<Exec>(exec, shape.teams, shape.team_size, shape.lanes),
                       TicketLoop<Exec, Item>{item, next, static_cast<std::uint32_t>(count),
                                              static_cast<std::uint32_t>(shape.chunk)});
}

}  // namespace heddle::detail
