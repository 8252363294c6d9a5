// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Speculative colouring: rounds of proposals, in which rivals for a colour are told apart by a
/// hash (after Catalyurek et al., Parallel Computing 38, 2012; on nets: Tas, Kaya, Saule, ICPP
/// 2017).
///
/// A window holds 64 colours; its worklist is what has no colour. In a round every vertex of the
/// worklist proposes the lowest bit that is free in the words of its nets, or leaves for the next
/// window; every net with a proposal flags, for each colour proposed more than once, all proposers
/// but the one with the smallest (hash of seed and vertex, vertex); who is not flagged keeps the
/// colour and adds it to the words. The smallest hash of a worklist is never flagged, so rounds
/// end. An index instead of the hash needs a round for each link of a chain.
///
/// Deterministic: within a kernel nobody reads what another writes. The length of the worklist
/// stays on the device; the host reads it once per batch of rounds, and rounds without work do
/// nothing.
#pragma once

#include <heddle/coloring/detail/frontier.hpp>
#include <heddle/coloring/detail/mix.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace heddle::coloring::detail {

/// What rounds read and write.
template <class Memory>
struct Proposals {
  DeviceNets<Memory> nets;
  Indices<Memory> colors;                      // per vertex, -1: not yet
  Indices<Memory> proposed;                    // per vertex, a bit of the window or -1
  Indices<Memory> flagged;                     // per vertex, whether a rival has the colour
  Kokkos::View<std::uint64_t*, Memory> words;  // per net, its colours in the window
  Indices<Memory> active_in;                   // per net, the last round with a proposal
  Indices<Memory> lists[2];                    // worklists of this round and the next
  Indices<Memory> state;                       // 0, 1: lengths of the lists; 2: rounds with work
  std::uint64_t seed = 0;
  DefaultIndex base = 0;   // first colour of the window
  DefaultIndex round = 0;  // distinct in every round
  int now = 0;             // the list of this round
};

template <class Memory>
struct ProposeLowestFree {
  Proposals<Memory> work;
  KOKKOS_FUNCTION void operator()(DefaultIndex const item) const {
    if (item >= work.state(work.now)) return;
    DefaultIndex const vertex = work.lists[work.now](item);
    auto const& nets_of = work.nets.nets_of;
    std::uint64_t taken = 0;
    for (DefaultOffset p = nets_of.first(vertex); p < nets_of.last(vertex); ++p) {
      taken |= work.words(nets_of.indices(p));
    }
    bool const waits = ~taken == 0;
    work.proposed(vertex) = waits ? -1 : static_cast<DefaultIndex>(Kokkos::countr_zero(~taken));
    work.flagged(vertex) = 0;
    if (waits) return;
    for (DefaultOffset p = nets_of.first(vertex); p < nets_of.last(vertex); ++p) {
      // All write the same value.
      Kokkos::atomic_store(&work.active_in(nets_of.indices(p)), work.round);
    }
  }
};

/// One net: which colours were proposed twice, and who keeps each of them.
template <class Memory>
struct FlagRivals {
  Proposals<Memory> work;

  KOKKOS_FUNCTION void operator()(DefaultIndex const net) const {
    if (work.active_in(net) != work.round) return;
    auto const& members = work.nets.members;
    std::uint64_t once = 0, twice = 0;
    for (DefaultOffset p = members.first(net); p < members.last(net); ++p) {
      DefaultIndex const bit = work.proposed(members.indices(p));
      if (bit < 0) continue;
      twice |= once & std::uint64_t{1} << bit;
      once |= std::uint64_t{1} << bit;
    }
    for (; twice != 0; twice &= twice - 1) {
      flag_all_but_first(net, static_cast<DefaultIndex>(Kokkos::countr_zero(twice)));
    }
  }

  KOKKOS_FUNCTION void flag_all_but_first(DefaultIndex const net, DefaultIndex const bit) const {
    auto const& members = work.nets.members;
    DefaultIndex first = -1;
    std::uint64_t least = 0;
    for (DefaultOffset p = members.first(net); p < members.last(net); ++p) {
      DefaultIndex const vertex = members.indices(p);
      if (work.proposed(vertex) != bit) continue;
      std::uint64_t const priority = priority_of(work.seed, vertex);
      bool const earlier = first < 0 || priority < least || (priority == least && vertex < first);
      least = earlier ? priority : least;
      first = earlier ? vertex : first;
    }
    for (DefaultOffset p = members.first(net); p < members.last(net); ++p) {
      DefaultIndex const vertex = members.indices(p);
      if (work.proposed(vertex) != bit || vertex == first) continue;
      Kokkos::atomic_store(&work.flagged(vertex), DefaultIndex{1});  // nets agree, or only add
    }
  }
};

/// The flagged go on to the next round, in their order.
template <class Memory>
struct PackFlagged {
  Proposals<Memory> work;
  DefaultIndex covered;
  KOKKOS_FUNCTION void operator()(DefaultIndex const item, DefaultIndex& place,
                                  bool const final) const {
    DefaultIndex const length = work.state(work.now);
    if (item < length) {
      DefaultIndex const vertex = work.lists[work.now](item);
      bool const goes_on = work.proposed(vertex) >= 0 && work.flagged(vertex) != 0;
      if (final && goes_on) work.lists[1 - work.now](place) = vertex;
      place += goes_on;
    }
    if (final && item == covered - 1) {
      work.state(1 - work.now) = place;
      work.state(2) += length > 0;
    }
  }
};

template <class Memory>
struct KeepUnflagged {
  Proposals<Memory> work;
  KOKKOS_FUNCTION void operator()(DefaultIndex const item) const {
    if (item >= work.state(work.now)) return;
    DefaultIndex const vertex = work.lists[work.now](item);
    DefaultIndex const bit = work.proposed(vertex);
    if (bit < 0 || work.flagged(vertex) != 0) return;
    work.colors(vertex) = work.base + bit;
    work.proposed(vertex) = -1;
    auto const& nets_of = work.nets.nets_of;
    for (DefaultOffset p = nets_of.first(vertex); p < nets_of.last(vertex); ++p) {
      Kokkos::atomic_or(&work.words(nets_of.indices(p)), std::uint64_t{1} << bit);
    }
  }
};

/// Vertices without a colour, in ascending order.
template <class Memory>
struct ListUncolored {
  Proposals<Memory> work;
  KOKKOS_FUNCTION void operator()(DefaultIndex const vertex, DefaultIndex& place,
                                  bool const final) const {
    bool const listed = work.colors(vertex) < 0;
    if (final && listed) work.lists[work.now](place) = vertex;
    place += listed;
    if (final && vertex == static_cast<DefaultIndex>(work.colors.extent(0)) - 1) {
      work.state(work.now) = place;
    }
  }
};

/// One round over lists of at most `covered` vertices; without waiting.
template <class Exec>
void launch_round(Exec const& exec, Proposals<typename Exec::memory_space> const& work,
                  DefaultIndex const covered) {
  using Memory = typename Exec::memory_space;
  LineRange<Exec> const items(exec, 0, covered);
  Kokkos::parallel_for("heddle::coloring::propose_lowest_free", items,
                       ProposeLowestFree<Memory>{work});
  Kokkos::parallel_for("heddle::coloring::flag_rivals",
                       LineRange<Exec>(exec, 0, work.nets.num_nets()), FlagRivals<Memory>{work});
  Kokkos::parallel_scan("heddle::coloring::pack_flagged", items,
                        PackFlagged<Memory>{work, covered});
  Kokkos::parallel_for("heddle::coloring::keep_unflagged", items, KeepUnflagged<Memory>{work});
}

template <class Exec>
Proposals<typename Exec::memory_space> make_proposals(
    Exec const& exec, DeviceNets<typename Exec::memory_space> const& nets,
    Indices<typename Exec::memory_space> const& colors, std::uint64_t const seed) {
  using heddle::detail::allocate;
  using heddle::detail::fill;
  auto const n = static_cast<std::size_t>(nets.num_vertices());
  auto const m = static_cast<std::size_t>(nets.num_nets());
  Proposals<typename Exec::memory_space> work{
      nets,
      colors,
      allocate<DefaultIndex>(exec, "heddle::coloring::proposals::proposed", n),
      allocate<DefaultIndex>(exec, "heddle::coloring::proposals::flagged", n),
      allocate<std::uint64_t>(exec, "heddle::coloring::proposals::words", m),
      allocate<DefaultIndex>(exec, "heddle::coloring::proposals::active_in", m),
      {allocate<DefaultIndex>(exec, "heddle::coloring::proposals::now", n),
       allocate<DefaultIndex>(exec, "heddle::coloring::proposals::next", n)},
      allocate<DefaultIndex>(exec, "heddle::coloring::proposals::state", 3),
      seed};
  fill(exec, "heddle::coloring::clear_proposed", work.proposed, -1);
  fill(exec, "heddle::coloring::clear_active", work.active_in, -1);
  fill(exec, "heddle::coloring::clear_state", work.state, 0);
  return work;
}

/// Rounds of one window until its worklist is empty or `max_rounds` have had work. Returns false in
/// the second case.
template <class Exec>
bool run_window(Exec const& exec, Proposals<typename Exec::memory_space>& work,
                DefaultIndex covered, int const max_rounds, int& rounds) {
  constexpr int batch = 8;  // rounds between two looks of the host
  while (covered > 0) {
    int const wanted = std::min(batch, max_rounds - rounds);
    if (wanted <= 0) return false;
    for (int k = 0; k < wanted; ++k) {
      launch_round(exec, work, covered);
      work.now = 1 - work.now;
      ++work.round;
    }
    covered = item_of(exec, work.state, static_cast<std::size_t>(work.now));
    rounds = item_of(exec, work.state, 2);
  }
  return true;
}

/// Colours what `max_rounds` rounds reach; the others keep -1. The order of members does not
/// matter.
template <class Exec>
void color_speculatively(Exec const& exec, DeviceNets<typename Exec::memory_space> const& nets,
                         Indices<typename Exec::memory_space> const& colors,
                         std::uint64_t const seed, int const max_rounds, int& rounds,
                         int& windows) {
  using Memory = typename Exec::memory_space;
  Kokkos::Profiling::ScopedRegion const region("heddle::coloring::speculative");
  auto work = make_proposals(exec, nets, colors, seed);
  for (bool finished = nets.num_vertices() == 0; !finished;) {
    heddle::detail::fill(exec, "heddle::coloring::clear_words", work.words, 0);
    Kokkos::parallel_scan("heddle::coloring::list_uncolored",
                          LineRange<Exec>(exec, 0, nets.num_vertices()),
                          ListUncolored<Memory>{work});
    auto const left = item_of(exec, work.state, static_cast<std::size_t>(work.now));
    if (left == 0) break;
    ++windows;
    finished = !run_window(exec, work, left, max_rounds, rounds);
    work.base += 64;
  }
}

}  // namespace heddle::coloring::detail
