// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The body of levelize. Hosts make one ascending pass and a counting sort; devices run the ticket
/// loop, where the level of a column is its own flag, or Kahn's queue, and sort keys (level,
/// column).
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/base/error.hpp>
#include <heddle/levels/detail/dependencies.hpp>
#include <heddle/levels/detail/kahn.hpp>
#include <heddle/levels/levelize.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <Kokkos_Sort.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::levels {
namespace detail {

template <class Memory>
using Indices = Kokkos::View<DefaultIndex*, Memory>;
template <class Memory>
using Keys = Kokkos::View<std::uint64_t*, Memory>;

constexpr DefaultIndex unknown = -1;

/// The level of one column. Levels are >= 0, so a level that is there is a flag as well, and no
/// fence is needed: nothing else is read.
template <class Exec>
struct FindLevel {
  using Memory = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Dependencies<Memory> needs;
  Indices<Memory> level;  // unknown at first

  KOKKOS_FUNCTION void operator()(Member const& team, DefaultIndex const j) const {
    auto const& factors = needs.factors;
    DefaultIndex highest = 0, below = 0;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, factors.column_offsets(j), factors.diagonal(j)),
        [&](DefaultOffset const p, DefaultIndex& above) {
          DefaultIndex const k = factors.rows(p);
          if (needs.through_upper(k, j)) raise(above, k);
        },
        Kokkos::Max<DefaultIndex>(highest));
    if (needs.rule != Rule::left_looking) {
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, factors.row_offsets(j), factors.row_diagonal(j)),
          [&](DefaultOffset const p, DefaultIndex& above) {
            DefaultIndex const k = factors.columns(p);
            if (needs.through_lower(k, j)) raise(above, k);
          },
          Kokkos::Max<DefaultIndex>(below));
    }
    // The maximum over no columns is the smallest integer.
    highest = Kokkos::max(Kokkos::max(highest, below), 0);
    Kokkos::single(Kokkos::PerTeam(team), [&] { heddle::detail::post(&level(j), highest); });
  }

  /// `above` becomes at least the level after column k, which is waited for.
  KOKKOS_FUNCTION void raise(DefaultIndex& above, DefaultIndex const k) const {
    DefaultIndex const needed = heddle::detail::poll_until(
        &level(k), [](DefaultIndex const seen) { return seen != unknown; });
    above = needed + 1 > above ? needed + 1 : above;
  }
};

template <class Exec>
void find_levels(Exec const& exec, Dependencies<typename Exec::memory_space> const& needs,
                 int const workers, Indices<typename Exec::memory_space> const& level) {
  using Counter = heddle::detail::TicketCounter<typename Exec::memory_space>;
  heddle::detail::fill(exec, "heddle::levels::clear_levels", level, unknown);
  heddle::detail::for_each_ticket(exec, "heddle::levels::find_levels",
                                  {workers, 1, backends::traits<Exec>::lanes},
                                  Counter(Kokkos::view_alloc(exec, "heddle::levels::next_ticket")),
                                  needs.factors.n, FindLevel<Exec>{needs, level});
}

/// One ascending pass: every column that j needs is smaller than j.
template <class Memory>
void find_levels_in_order(Dependencies<Memory> const& needs, Indices<Memory> const& level) {
  auto const& factors = needs.factors;
  DefaultIndex const* const rows = factors.rows.data();
  DefaultIndex* const levels = level.data();
  for (DefaultIndex j = 0; j < factors.n; ++j) {
    DefaultIndex highest = 0;
    for (DefaultOffset p = factors.column_offsets(j); p < factors.diagonal(j); ++p) {
      if (needs.through_upper(rows[p], j)) highest = std::max(highest, levels[rows[p]] + 1);
    }
    if (needs.rule != Rule::left_looking) {
      for (DefaultOffset p = factors.row_offsets(j); p < factors.row_diagonal(j); ++p) {
        DefaultIndex const k = factors.columns(p);
        if (needs.through_lower(k, j)) highest = std::max(highest, levels[k] + 1);
      }
    }
    levels[j] = highest;
  }
}

/// Columns by level, then by index, by counting.
template <class Memory>
void order_by_counting(Levels<Memory>& levels) {
  auto const n = static_cast<DefaultIndex>(levels.level_of_column.extent(0));
  for (DefaultIndex j = 0; j < n; ++j) {
    levels.num_levels = std::max(levels.num_levels, levels.level_of_column(j) + 1);
  }
  levels.level_offsets.assign(static_cast<std::size_t>(levels.num_levels) + 1, 0);
  for (DefaultIndex j = 0; j < n; ++j) ++levels.level_offsets[levels.level_of_column(j) + 1];
  for (DefaultIndex l = 0; l < levels.num_levels; ++l) {
    levels.level_offsets[l + 1] += levels.level_offsets[l];
  }
  std::vector<DefaultIndex> cursor(levels.level_offsets);
  for (DefaultIndex j = 0; j < n; ++j) levels.order(cursor[levels.level_of_column(j)]++) = j;
}

template <class Memory>
struct PackKeys {
  Indices<Memory> level;
  Keys<Memory> keys;

  KOKKOS_FUNCTION void operator()(DefaultIndex const j) const {
    keys(j) = static_cast<std::uint64_t>(level(j)) << 32 | static_cast<std::uint64_t>(j);
  }
};

/// The order from sorted keys. Every level has columns, so the positions where levels begin, in
/// ascending order, are the offsets; the number of levels goes to the end.
template <class Memory>
struct UnpackKeys {
  Keys<Memory> keys;
  Indices<Memory> order, offsets;  // offsets: n + 2

  KOKKOS_FUNCTION void operator()(DefaultIndex const position) const {
    auto const n = static_cast<DefaultIndex>(keys.extent(0));
    auto const level = static_cast<DefaultIndex>(keys(position) >> 32);
    order(position) = static_cast<DefaultIndex>(keys(position) & 0xffffffffu);
    if (position == 0 || static_cast<DefaultIndex>(keys(position - 1) >> 32) != level) {
      offsets(level) = position;
    }
    if (position == n - 1) {
      offsets(level + 1) = n;
      offsets(n + 1) = level + 1;
    }
  }
};

/// Columns by level, then by index, by a sort of keys; one copy brings the offsets to the host.
template <class Exec>
void order_by_sorting(Exec const& exec, Levels<typename Exec::memory_space>& levels) {
  using Memory = typename Exec::memory_space;
  auto const n = static_cast<DefaultIndex>(levels.level_of_column.extent(0));
  Keys<Memory> const keys(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::levels::keys"), n);
  Indices<Memory> const offsets(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::levels::offsets"), n + 2);
  Kokkos::RangePolicy<Exec> const columns(exec, 0, n);
  Kokkos::parallel_for("heddle::levels::pack_keys", columns,
                       PackKeys<Memory>{levels.level_of_column, keys});
  Kokkos::sort(exec, keys);
  Kokkos::parallel_for("heddle::levels::unpack_keys", columns,
                       UnpackKeys<Memory>{keys, levels.order, offsets});
  levels.level_offsets.resize(static_cast<std::size_t>(n) + 2);
  Kokkos::deep_copy(exec,
                    Kokkos::View<DefaultIndex*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        levels.level_offsets.data(), levels.level_offsets.size()),
                    offsets);
  exec.fence("heddle::levels::order");
  levels.num_levels = levels.level_offsets.back();
  levels.level_offsets.resize(static_cast<std::size_t>(levels.num_levels) + 1);
}

}  // namespace detail

template <class Exec>
Levels<typename Exec::memory_space> levelize(
    Exec const& exec, symbolic::FactorPattern<typename Exec::memory_space> const& factors,
    LevelsOptions const& options) {
  using Memory = typename Exec::memory_space;
  constexpr auto phase = "heddle::levels::levelize";
  constexpr bool is_host = backends::traits<Exec>::is_host;
  Kokkos::Profiling::ScopedRegion const region(phase);
  HEDDLE_EXPECTS(is_host || options.method != Method::ascending, unsupported,
                 "ascending is one pass on the host and runs on host backends only");
  DefaultIndex const n = factors.n;
  Levels<Memory> result;
  result.level_of_column = detail::Indices<Memory>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::levels::level_of_column"), n);
  result.order = detail::Indices<Memory>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::levels::order"), n);
  result.level_offsets = {0};
  if (n == 0) return result;

  int const workers = options.workers > 0 ? options.workers
                      : is_host           ? 1
                                          : backends::traits<Exec>::workers(exec);
  detail::Dependencies<Memory> const needs{factors, options.rule};
  bool const by_kahn = options.method == Method::kahn;
  bool const in_order = options.method == Method::ascending ||
                        (options.method == Method::automatic && is_host && workers == 1);
  if (by_kahn) {
    detail::find_levels_by_kahn(exec, needs, workers, result.level_of_column);
  } else if (!in_order) {
    detail::find_levels(exec, needs, workers, result.level_of_column);
  }
  if constexpr (is_host) {
    exec.fence("heddle::levels::levelize");  // the rest is plain code on the calling thread
    if (in_order) detail::find_levels_in_order(needs, result.level_of_column);
    detail::order_by_counting(result);
  } else {
    detail::order_by_sorting(exec, result);
  }
  report(options.observer, phase, n, n);
  return result;
}

}  // namespace heddle::levels
