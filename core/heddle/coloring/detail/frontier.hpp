// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The sequential greedy colouring in parallel rounds, with the very same colours.
///
/// Each net lists its members in the order of colouring and has a head, the first that is not done
/// in this window of 64 colours. A vertex that is the head of all its nets is ready: every earlier
/// vertex that it meets is done. It takes the lowest bit that is free in the words of its nets, or
/// waits for the next window, and its nets move their heads. Two ready vertices never share a net
/// (a net has one head), so words and heads need no atomics, and no kernel reads a colour that it
/// may write: members ahead of a head are not coloured in this window. Rounds: the longest chain of
/// vertices that meet, in ascending order. Narrow rounds are latency and nothing else: one team
/// runs them with barriers until more vertices are ready than it likes, then the whole device takes
/// over.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/coloring/detail/device_nets.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>

namespace heddle::coloring::detail {

template <class Memory>
using Indices = Kokkos::View<DefaultIndex*, Memory>;

/// What rounds read and write.
template <class Memory>
struct Frontier {
  DeviceNets<Memory> nets;
  Indices<Memory> colors;                      // per vertex, -1: not yet
  Kokkos::View<DefaultOffset*, Memory> head;   // per net, a place among the members
  Kokkos::View<std::uint64_t*, Memory> words;  // per net, its colours in the window
  Indices<Memory> waiting;                     // per vertex: nets whose head is another vertex
  Indices<Memory> lists[2];                    // ready vertices of this round and the next
  Indices<Memory> state;                       // 0, 1: lengths of the lists; 2: rounds
  DefaultIndex base = 0;                       // first colour of the window
};

/// Words and heads for a window, whatever was coloured before.
template <class Memory>
struct OpenNets {
  Frontier<Memory> frontier;
  KOKKOS_FUNCTION void operator()(DefaultIndex const net) const {
    auto const& members = frontier.nets.members;
    DefaultOffset const last = members.last(net);
    DefaultOffset head = last;
    std::uint64_t word = 0;
    for (DefaultOffset p = members.first(net); p < last; ++p) {
      DefaultIndex const color = frontier.colors(members.indices(p));
      if (color < 0 && head == last) head = p;
      DefaultIndex const bit = color - frontier.base;
      if (color >= 0 && bit >= 0 && bit < 64) word |= std::uint64_t{1} << bit;
    }
    frontier.head(net) = head;
    frontier.words(net) = word;
  }
};

/// Which vertices wait for how many nets, and who is ready at once.
template <class Memory>
struct OpenVertices {
  Frontier<Memory> frontier;
  KOKKOS_FUNCTION void operator()(DefaultIndex const vertex) const {
    if (frontier.colors(vertex) >= 0) return;
    auto const& nets_of = frontier.nets.nets_of;
    DefaultIndex waiting = 0;
    for (DefaultOffset p = nets_of.first(vertex); p < nets_of.last(vertex); ++p) {
      DefaultOffset const head = frontier.head(nets_of.indices(p));
      waiting += frontier.nets.members.indices(head) != vertex;
    }
    frontier.waiting(vertex) = waiting;
    if (waiting == 0) {
      frontier.lists[0](Kokkos::atomic_fetch_add(&frontier.state(0), DefaultIndex{1})) = vertex;
    }
  }
};

/// Lets the next member of a net that is not coloured yet be its head, and wakes it if this was the
/// last net it waited for.
template <class Memory>
KOKKOS_INLINE_FUNCTION void move_head(Frontier<Memory> const& frontier, DefaultIndex const net,
                                      Indices<Memory> const& next, DefaultIndex* const length) {
  auto const& members = frontier.nets.members;
  DefaultOffset const last = members.last(net);
  DefaultOffset head = frontier.head(net) + 1;
  while (head < last && frontier.colors(members.indices(head)) >= 0) ++head;
  frontier.head(net) = head;
  if (head == last) return;
  DefaultIndex const vertex = members.indices(head);
  if (Kokkos::atomic_fetch_sub(&frontier.waiting(vertex), DefaultIndex{1}) == 1) {
    next(Kokkos::atomic_fetch_add(length, DefaultIndex{1})) = vertex;
  }
}

/// One ready vertex, by the lanes of one thread of a team.
template <class Memory, class Member>
KOKKOS_INLINE_FUNCTION void finish_vertex(Member const& team, Frontier<Memory> const& frontier,
                                          DefaultIndex const vertex, Indices<Memory> const& next,
                                          DefaultIndex* const length) {
  auto const& nets_of = frontier.nets.nets_of;
  auto const range = Kokkos::ThreadVectorRange(team, nets_of.first(vertex), nets_of.last(vertex));
  std::uint64_t taken = 0;
  Kokkos::parallel_reduce(
      range,
      [&](DefaultOffset const p, std::uint64_t& all) { all |= frontier.words(nets_of.indices(p)); },
      Kokkos::BOr<std::uint64_t>(taken));
  std::uint64_t const bit = ~taken & (taken + 1);  // 0 if none is free
  Kokkos::parallel_for(range, [&](DefaultOffset const p) {
    DefaultIndex const net = nets_of.indices(p);
    frontier.words(net) |= bit;
    move_head(frontier, net, next, length);
  });
  if (bit == 0) return;
  Kokkos::single(Kokkos::PerThread(team), [&] {
    frontier.colors(vertex) = frontier.base + static_cast<DefaultIndex>(Kokkos::countr_zero(bit));
  });
}

/// A wide round: every thread of every team has one ready vertex.
template <class Exec>
struct WideRound {
  using Memory = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Frontier<Memory> frontier;
  int now;
  DefaultIndex count;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    DefaultIndex const item = team.league_rank() * team.team_size() + team.team_rank();
    if (item >= count) return;
    finish_vertex(team, frontier, frontier.lists[now](item), frontier.lists[1 - now],
                  &frontier.state(1 - now));
  }
};

/// Rounds of one team, until none or more than `limit` vertices are ready. Leaves them in list 0
/// or 1 and says so: state(3).
template <class Exec>
struct NarrowRounds {
  using Memory = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Lengths =
      Kokkos::View<DefaultIndex*, typename Exec::scratch_memory_space, Kokkos::MemoryUnmanaged>;
  Frontier<Memory> frontier;
  int first;
  DefaultIndex limit;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    // Three lengths in turn: read by all, appended to, and set to zero for the round after.
    Lengths const lengths(team.team_scratch(0), 3);
    int now = first, slot = 0;
    DefaultIndex rounds = 0;
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      lengths(0) = frontier.state(now);
      lengths(1) = 0;
    });
    team.team_barrier();
    DefaultIndex count = lengths(0);
    while (count > 0 && count <= limit) {
      int const next_slot = slot == 2 ? 0 : slot + 1, spare = 3 - slot - next_slot;
      Kokkos::single(Kokkos::PerTeam(team), [&] { lengths(spare) = 0; });
      Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count), [&](DefaultIndex const item) {
        finish_vertex(team, frontier, frontier.lists[now](item), frontier.lists[1 - now],
                      &lengths(next_slot));
      });
      team.team_barrier();
      slot = next_slot;
      now = 1 - now;
      count = lengths(slot);
      ++rounds;
    }
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      frontier.state(now) = count;
      frontier.state(2) += rounds;
      frontier.state(3) = now;
    });
  }
};

/// How teams are shaped, and until when one is enough.
struct TeamShape {
  int threads = 1, lanes = 1;
  DefaultIndex narrow_limit = 512;
};

template <class Exec>
TeamShape team_shape(DeviceLines<typename Exec::memory_space> const& nets_of) {
  if constexpr (backends::traits<Exec>::is_host) {
    return {};  // a kernel of a host costs as much as a few hundred vertices
  } else {
    constexpr int block = 512;
    int const lanes = lanes_for(nets_of, backends::traits<Exec>::lanes);
    return {block / lanes, lanes, 4 * (block / lanes)};
  }
}

/// The rounds of one window; adds to `rounds`.
template <class Exec>
void run_rounds(Exec const& exec, Frontier<typename Exec::memory_space> const& frontier,
                TeamShape const& shape, int& rounds) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  auto const bytes = NarrowRounds<Exec>::Lengths::shmem_size(3);
  DefaultIndex seen[4];
  Kokkos::View<DefaultIndex*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(seen, 4);
  for (int now = 0;;) {
    Policy policy(exec, 1, shape.threads, shape.lanes);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes)));
    Kokkos::parallel_for("heddle::coloring::narrow_rounds", policy,
                         NarrowRounds<Exec>{frontier, now, shape.narrow_limit});
    Kokkos::deep_copy(exec, host, frontier.state);
    exec.fence("heddle::coloring::narrow_rounds");
    now = seen[3];
    DefaultIndex count = seen[now];
    while (count > shape.narrow_limit) {
      heddle::detail::fill(
          exec, "heddle::coloring::clear_length",
          Kokkos::subview(frontier.state, Kokkos::pair<int, int>(1 - now, 2 - now)), 0);
      Policy const wide(exec, (count - 1) / shape.threads + 1, shape.threads, shape.lanes);
      Kokkos::parallel_for("heddle::coloring::wide_round", wide,
                           WideRound<Exec>{frontier, now, count});
      now = 1 - now;
      count = item_of(exec, frontier.state, static_cast<std::size_t>(now));
      ++rounds;
    }
    if (count == 0) {
      rounds += seen[2];
      return;
    }
  }
}

template <class Memory>
struct CountUncolored {
  using Reducer = Kokkos::Sum<DefaultIndex>;
  Indices<Memory> colors;
  KOKKOS_FUNCTION void operator()(DefaultIndex const vertex, DefaultIndex& count) const {
    count += colors(vertex) < 0;
  }
};

template <class Exec>
DefaultIndex count_uncolored(Exec const& exec, Indices<typename Exec::memory_space> const& colors) {
  return reduce_lines<DefaultIndex>(exec, "heddle::coloring::count_uncolored",
                                    static_cast<DefaultIndex>(colors.extent(0)),
                                    CountUncolored<typename Exec::memory_space>{colors});
}

template <class Exec>
Frontier<typename Exec::memory_space> make_frontier(
    Exec const& exec, DeviceNets<typename Exec::memory_space> const& nets,
    Indices<typename Exec::memory_space> const& colors) {
  using heddle::detail::allocate;
  auto const n = static_cast<std::size_t>(nets.num_vertices());
  auto const m = static_cast<std::size_t>(nets.num_nets());
  return {nets,
          colors,
          allocate<DefaultOffset>(exec, "heddle::coloring::frontier::head", m),
          allocate<std::uint64_t>(exec, "heddle::coloring::frontier::words", m),
          allocate<DefaultIndex>(exec, "heddle::coloring::frontier::waiting", n),
          {allocate<DefaultIndex>(exec, "heddle::coloring::frontier::ready", n),
           allocate<DefaultIndex>(exec, "heddle::coloring::frontier::next", n)},
          allocate<DefaultIndex>(exec, "heddle::coloring::frontier::state", 4),
          0};
}

/// Colours every vertex whose color is -1 with the least legal color, in the order of the members.
/// Adds to `rounds` and `windows`. Work: O(nnz) a window.
template <class Exec>
void color_by_frontier(Exec const& exec, DeviceNets<typename Exec::memory_space> const& nets,
                       Indices<typename Exec::memory_space> const& colors, int& rounds,
                       int& windows) {
  using Memory = typename Exec::memory_space;
  Kokkos::Profiling::ScopedRegion const region("heddle::coloring::frontier");
  auto frontier = make_frontier(exec, nets, colors);
  auto const shape = team_shape<Exec>(nets.nets_of);
  while (count_uncolored(exec, colors) > 0) {
    heddle::detail::fill(exec, "heddle::coloring::clear_state", frontier.state, 0);
    Kokkos::parallel_for("heddle::coloring::open_nets", LineRange<Exec>(exec, 0, nets.num_nets()),
                         OpenNets<Memory>{frontier});
    Kokkos::parallel_for("heddle::coloring::open_vertices",
                         LineRange<Exec>(exec, 0, nets.num_vertices()),
                         OpenVertices<Memory>{frontier});
    run_rounds(exec, frontier, shape, rounds);
    frontier.base += 64;
    ++windows;
  }
}

}  // namespace heddle::coloring::detail
