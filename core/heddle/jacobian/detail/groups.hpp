// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sweeps that never see main memory: a group of rows keeps its part of the compressed Jacobian in
/// fast memory (shared memory of a team, the cache of a thread) and gathers its nonzeros from
/// there.
///
/// The compressed Jacobian has ceil(k / W) W values a row, most of which no nonzero reads; through
/// main memory they would be written once and read once. Nonzeros of a group are neighbours, so a
/// team writes them coalesced. Cost: the sweeps, and 2 bytes read and one value written a nonzero.
/// No atomics: deterministic. Row functions in forward mode only.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/forward_input.hpp>
#include <heddle/jacobian/detail/launch.hpp>
#include <heddle/jacobian/dual.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace heddle::jacobian::detail {

/// Where a group keeps row `local` of its rows, colour c: hosts keep lanes together, as one thread
/// writes them; devices keep rows together, as neighbouring threads do.
struct GroupLayout {
  int rows = 0;   ///< of a group; 0: there are no groups
  int width = 0;  ///< values a row: sweeps x lanes
  bool by_lanes = false;

  KOKKOS_INLINE_FUNCTION int place(int local, int color) const {
    return by_lanes ? color * rows + local : local * width + color;
  }
};

/// Bytes that a group may take: what a team can have without asking, or half of a small cache.
template <class Exec>
inline constexpr int group_bytes = backends::traits<Exec>::is_host ? 16 << 10 : 32 << 10;

/// Groups for rows of `width` values of T; none if too few rows fit, or there is nothing to keep.
template <class Exec, class T>
GroupLayout group_layout(std::int64_t const width) {
  constexpr bool is_host = backends::traits<Exec>::is_host;
  constexpr int least = is_host ? 8 : 32, most = 128;
  if (width == 0) return {};
  std::int64_t const fit = group_bytes<Exec> / (width * static_cast<std::int64_t>(sizeof(T)));
  if (fit < least) return {};
  auto const rows = static_cast<int>(fit < most ? fit / least * least : most);
  return {rows, static_cast<int>(width), !is_host};
}

/// The place of an entry in the memory of its group.
struct ReadInGroup {
  GroupLayout layout;
  DefaultIndex const* colors;
  KOKKOS_FUNCTION int operator()(DefaultIndex row, DefaultIndex column) const {
    return layout.place(row % layout.rows, colors[column]);
  }
};

/// Groups of a pattern: a place for each nonzero.
template <class Memory>
struct Groups {
  GroupLayout layout;
  Kokkos::View<std::uint16_t const*, Memory> places;

  bool exist() const { return layout.rows > 0; }
};

/// What all groups share.
template <class F, class T, int W, class Offset>
struct GroupSweep {
  F f;
  T const* x;
  DefaultIndex const* colors;
  Offset const* row_offsets;
  std::uint16_t const* places;
  DefaultIndex num_rows;
  GroupLayout layout;
  T* values;
  T* y;  // null: nobody wants it

  KOKKOS_INLINE_FUNCTION DefaultIndex last_row(DefaultIndex const first) const {
    return num_rows - first < layout.rows ? num_rows : first + layout.rows;
  }

  /// All sweeps of one row.
  KOKKOS_INLINE_FUNCTION void sweep(DefaultIndex const row, int const local,
                                    T* const memory) const {
    for (int color = 0; color < layout.width; color += W) {
      Dual<T, W> const result = f(row, SeededInput<T, W>{x, colors, color});
      keep(std::make_integer_sequence<int, W>(), result, local, color, memory);
      if (color == 0 && y != nullptr) y[row] = result.value;
    }
  }

 private:
  template <int... l>
  KOKKOS_FORCEINLINE_FUNCTION void keep(std::integer_sequence<int, l...>, Dual<T, W> const& result,
                                        int local, int color, T* memory) const {
    ((memory[layout.place(local, color + l)] = result.derivative[l]), ...);
  }
};

/// A group by one thread of a host.
template <class Exec, class F, class T, int W, class Offset>
struct SweepGroup {
  GroupSweep<F, T, W, Offset> group;

  KOKKOS_FUNCTION void operator()(DefaultIndex const number) const {
    alignas(64) T memory[group_bytes<Exec> / sizeof(T)];
    DefaultIndex const first = number * group.layout.rows, last = group.last_row(first);
    for (DefaultIndex row = first; row < last; ++row) group.sweep(row, row - first, memory);
    Offset const end = group.row_offsets[last];
    for (Offset p = group.row_offsets[first]; p < end; ++p) {
      group.values[p] = memory[group.places[p]];
    }
  }
};

/// A group by a team of a device, one thread a row.
template <class Exec, class F, class T, int W, class Offset>
struct SweepTeam {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  GroupSweep<F, T, W, Offset> group;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    auto const size = static_cast<std::size_t>(group.layout.rows) * group.layout.width * sizeof(T);
    auto* const memory = static_cast<T*>(team.team_scratch(0).get_shmem_aligned(size, alignof(T)));
    DefaultIndex const first = team.league_rank() * group.layout.rows;
    DefaultIndex const last = group.last_row(first);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last),
                         [&](DefaultIndex const row) { group.sweep(row, row - first, memory); });
    team.team_barrier();
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, group.row_offsets[first], group.row_offsets[last]),
        [&](Offset const p) { group.values[p] = memory[group.places[p]]; });
  }
};

/// All sweeps of a row function straight into the values of the nonzeros.
template <class Exec, class F, class T, int W, class Offset>
void sweep_groups(Exec const& exec, GroupSweep<F, T, W, Offset> const& group) {
  auto const& layout = group.layout;
  DefaultIndex const groups = group.num_rows / layout.rows + (group.num_rows % layout.rows != 0);
  if constexpr (backends::traits<Exec>::is_host) {
    Kokkos::parallel_for("heddle::jacobian::sweep_groups", lines_of(exec, groups),
                         SweepGroup<Exec, F, T, W, Offset>{group});
  } else {
    auto const bytes =
        static_cast<std::size_t>(layout.rows) * layout.width * sizeof(T) + alignof(T);
    auto policy =
        Kokkos::Experimental::require(Kokkos::TeamPolicy<Exec>(exec, groups, layout.rows),
                                      Kokkos::Experimental::WorkItemProperty::HintLightWeight);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes)));
    Kokkos::parallel_for("heddle::jacobian::sweep_groups", policy,
                         SweepTeam<Exec, F, T, W, Offset>{group});
  }
}

}  // namespace heddle::jacobian::detail
