// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Kokkos' policies for shapes, and what may be launched from a graph at all.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/graph/shape.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace heddle::graph::detail {

/// Kokkos passes up to 4096 bytes of functor and policy as kernel arguments. What is larger goes
/// through memory that it uses again for the next launch: recorded by address, a replay would read
/// the data of another kernel. The rest of the 4096 bytes is for the policy. The same on every
/// backend, so that a code written on a host compiles for a GPU.
inline constexpr std::size_t max_functor_bytes = 3584;

template <class Functor>
constexpr void require_small() {
  static_assert(sizeof(Functor) <= max_functor_bytes,
                "heddle::graph: this functor is larger than 3584 bytes (max_functor_bytes), the "
                "limit in graphs: pass a View of parameters");
}

/// Always the hint for kernel arguments: constant memory, which Kokkos would take from 512 bytes
/// on, cannot be captured.
template <class Policy>
auto by_argument(Policy const& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

template <class Exec>
auto policy_of(Exec const& exec, Range const& shape) {
  return by_argument(
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, shape.begin, shape.end));
}

template <class Exec, int Rank>
auto policy_of(Exec const& exec, Tiles<Rank> const& shape) {
  using Policy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<Rank>, Kokkos::IndexType<std::int64_t>>;
  typename Policy::point_type begin, end;
  typename Policy::tile_type tile;
  for (int d = 0; d < Rank; ++d) {
    begin[d] = shape.begin[d];
    end[d] = shape.end[d];
    tile[d] = shape.tile[d];
  }
  return by_argument(Policy(exec, begin, end, tile));
}

template <class Exec>
auto policy_of(Exec const& exec, Teams const& shape) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  auto policy = shape.team_size > 0
                    ? Policy(exec, shape.league_size, shape.team_size, shape.vector_length)
                    : Policy(exec, shape.league_size, Kokkos::AUTO, shape.vector_length);
  policy.set_scratch_size(0, Kokkos::PerTeam(shape.scratch_per_team),
                          Kokkos::PerThread(shape.scratch_per_thread));
  policy.set_scratch_size(1, Kokkos::PerTeam(shape.level1_per_team),
                          Kokkos::PerThread(shape.level1_per_thread));
  return by_argument(policy);
}

/// Level-1 scratch that a launch takes: of all teams that run at once. If Kokkos is to choose their
/// size, the most that it could be.
template <class Exec, class Shape>
std::size_t team_scratch_bytes(Exec const&, Shape const&) {
  return 0;
}
template <class Exec>
std::size_t team_scratch_bytes(Exec const& exec, Teams const& shape) {
  constexpr int largest_team = 1024;
  auto const size = static_cast<std::size_t>(shape.team_size > 0 ? shape.team_size : largest_team);
  auto const threads = static_cast<std::size_t>(std::max(shape.team_size, 1)) *
                       static_cast<std::size_t>(std::max(shape.vector_length, 1));
  auto const teams = std::min(static_cast<std::size_t>(std::max(shape.league_size, 0)),
                              std::max<std::size_t>(exec.concurrency() / threads, 1));
  return teams * (static_cast<std::size_t>(shape.level1_per_team) +
                  size * static_cast<std::size_t>(shape.level1_per_thread));
}

/// The policy of a shape, kept from replay to replay on hosts: making one costs as much as a small
/// launch. Elsewhere a kept policy would keep an instance alive whose stream its owner destroys.
template <class Exec, class Shape>
class KeptPolicy {
  using Policy = decltype(policy_of(std::declval<Exec const&>(), std::declval<Shape const&>()));

 public:
  /// Calls f(policy).
  template <class F>
  void with(Exec const& exec, Shape const& shape, F const& f) {
    if constexpr (backends::traits<Exec>::is_host) {
      if (!policy_ || !(policy_->space() == exec)) policy_.emplace(policy_of(exec, shape));
      f(*policy_);
    } else {
      f(policy_of(exec, shape));
    }
  }
  /// After a change of the shape.
  void forget() { policy_.reset(); }

 private:
  std::optional<Policy> policy_;
};

/// Number of index tuples; the tuple of one, the first index fastest, given to `f`.
KOKKOS_INLINE_FUNCTION std::int64_t num_indices(Range const& shape) {
  return shape.end - shape.begin;
}
template <int Rank>
KOKKOS_FUNCTION std::int64_t num_indices(Tiles<Rank> const& shape) {
  std::int64_t count = 1;
  for (int d = 0; d < Rank; ++d) count *= shape.end[d] - shape.begin[d];
  return count;
}
template <class F>
KOKKOS_FUNCTION void at_index(Range const& shape, std::int64_t linear, F const& f) {
  f(shape.begin + linear);
}
template <int Rank, class F, class... Before>
KOKKOS_FUNCTION void at_index(Tiles<Rank> const& shape, std::int64_t linear, F const& f,
                              Before... before) {
  constexpr int d = sizeof...(Before);
  if constexpr (d == Rank) {
    f(before...);
  } else {
    std::int64_t const extent = shape.end[d] - shape.begin[d];
    at_index(shape, linear / extent, f, before..., shape.begin[d] + linear % extent);
  }
}

}  // namespace heddle::graph::detail
