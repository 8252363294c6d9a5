// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Loops of a team of the ticket loop (tickets.hpp) that are plain loops on hosts.
///
/// Teams of hosts have one thread. Kokkos' nested ranges divide the range by the team there, and a
/// 64-bit division per short column costs more than its arithmetic.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::detail {

/// Waits for all threads of the team.
template <class Member>
KOKKOS_INLINE_FUNCTION void team_wait([[maybe_unused]] Member const& team) {
  KOKKOS_IF_ON_DEVICE((team.team_barrier();))
}

/// body(k) for k in [first, last), spread over all threads and lanes. No barrier follows.
template <class Member, class Body>
KOKKOS_INLINE_FUNCTION void team_loop([[maybe_unused]] Member const& team, DefaultOffset first,
                                      DefaultOffset last, Body const& body) {
  KOKKOS_IF_ON_DEVICE((Kokkos::parallel_for(Kokkos::TeamVectorRange(team, first, last), body);))
  KOKKOS_IF_ON_HOST((for (DefaultOffset k = first; k < last; ++k) body(k);))
}

/// The largest value(k) for k in [first, last), at least 0; the same in all threads.
template <class T, class Member, class ValueAt>
KOKKOS_INLINE_FUNCTION T team_largest([[maybe_unused]] Member const& team, DefaultOffset first,
                                      DefaultOffset last, ValueAt const& value) {
  T largest = 0;
  KOKKOS_IF_ON_DEVICE(
      (Kokkos::parallel_reduce(
           Kokkos::TeamVectorRange(team, first, last),
           [&](DefaultOffset k, T& mine) { mine = Kokkos::max(mine, value(k)); },
           Kokkos::Max<T>(largest));
       largest = Kokkos::max(largest, T(0));))  // of nothing it is the lowest number
  KOKKOS_IF_ON_HOST(
      (for (DefaultOffset k = first; k < last; ++k) { largest = Kokkos::max(largest, value(k)); }))
  return largest;
}

/// body() once, by one thread of the team.
template <class Member, class Body>
KOKKOS_INLINE_FUNCTION void team_once([[maybe_unused]] Member const& team, Body const& body) {
  KOKKOS_IF_ON_DEVICE((Kokkos::single(Kokkos::PerTeam(team), body);))
  KOKKOS_IF_ON_HOST((body();))
}

}  // namespace heddle::detail
