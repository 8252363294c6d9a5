// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How the systems of a batch lie in memory: items by rows, systems side by side, in groups that
/// one worker takes at once. The last group is filled up with copies of the last system.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::lu::detail {

/// Systems that one worker takes at once: the lanes of a warp, or a few vector registers.
template <class Exec>
inline constexpr int group_size =
    backends::traits<Exec>::is_host ? 8 : backends::traits<Exec>::lanes;

/// Items x systems.
template <class T, class Exec>
using Interleaved = Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space>;

/// How many groups, and how many systems with the copies.
struct BatchShape {
  std::int64_t systems = 0, groups = 0, padded = 0;
};

template <class Exec>
BatchShape batch_shape(std::int64_t systems) {
  std::int64_t const size = group_size<Exec>, groups = (systems + size - 1) / size;
  return {systems, groups, groups * size};
}

/// body(system) for the systems of a group; each lane has its own.
template <class Exec, class Member, class Body>
KOKKOS_INLINE_FUNCTION void over_group([[maybe_unused]] Member const& team, std::int64_t first,
                                       Body const& body) {
  KOKKOS_IF_ON_DEVICE((Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, group_size<Exec>),
                                            [&](int lane) { body(first + lane); });))
  KOKKOS_IF_ON_HOST((for (int lane = 0; lane < group_size<Exec>; ++lane) body(first + lane);))
}

}  // namespace heddle::lu::detail
