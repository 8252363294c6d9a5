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
#include <heddle/levels/detail/placed.hpp>
#include <heddle/levels/detail/serial.hpp>
#include <heddle/levels/levelize.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/symbolic/detail/move_pattern.hpp>

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

/// By kernels on the instance, whatever its backend.
template <class Exec>
Levels<typename Exec::memory_space> levelize_by_kernels(
    Exec const& exec, symbolic::FactorPattern<typename Exec::memory_space> const& factors,
    LevelsOptions const& options) {
  using Memory = typename Exec::memory_space;
  auto const n = static_cast<std::size_t>(factors.n);
  Levels<Memory> result;
  result.level_of_column =
      heddle::detail::allocate<DefaultIndex>(exec, "heddle::levels::level_of_column", n);
  result.order = heddle::detail::allocate<DefaultIndex>(exec, "heddle::levels::order", n);
  result.level_offsets = {0};
  if (n == 0) return result;
  // Threads of a host that wait for one another are slow: only who asks for kernels gets them all.
  bool const alone = backends::traits<Exec>::is_host && options.method != Method::automatic;
  int const usual = alone ? 1 : backends::traits<Exec>::workers(exec);
  int const workers = options.workers > 0 ? options.workers : usual;
  Dependencies<Memory> const needs{factors, options.rule};
  if (options.method == Method::kahn) {
    find_levels_by_kahn(exec, needs, workers, result.level_of_column);
  } else {
    find_levels(exec, needs, workers, result.level_of_column);
  }
  if constexpr (backends::traits<Exec>::is_host) {
    exec.fence("heddle::levels::levelize");  // the rest is plain code on the calling thread
    order_by_counting(result);
  } else {
    order_by_sorting(exec, result);
  }
  return result;
}

/// Levels of a pattern that lies elsewhere than where they are found, or are wanted.
template <class Memory, class Exec, class Source>
Levels<Memory> moved(Exec const& exec, Levels<Source> const& from, place::LibraryPhase& run) {
  if constexpr (std::is_same_v<Memory, Source>) {
    return from;
  } else {
    symbolic::detail::Mover<Memory, Exec> const move{exec, run};
    Levels<Memory> to;
    to.level_of_column = move("levels", from.level_of_column);
    to.order = move("order", from.order);
    to.level_offsets = from.level_offsets;
    to.num_levels = from.num_levels;
    exec.fence("heddle::levels::move");
    return to;
  }
}

/// Finds levels where `run` was placed, of a pattern in `Memory`, and brings them there. Waits.
template <class Memory, class Exec>
Levels<Memory> levelize_at(Exec const& exec, symbolic::FactorPattern<Memory> const& factors,
                           LevelsOptions const& options, place::LibraryPhase& run) {
  Levels<Memory> result;
  if (run.where() == place::Where::host) {
    exec.fence("heddle::levels::levelize");  // the pattern may still be written
    auto const host = symbolic::detail::moved<Kokkos::HostSpace>(exec, factors, run);
    result = moved<Memory>(exec, levelize_serially(host, options.rule), run);
  } else {
    using Device = typename Exec::memory_space;
    auto const device = symbolic::detail::moved<Device>(exec, factors, run);
    result = moved<Memory>(exec, levelize_by_kernels(exec, device, options), run);
  }
  result.phase = run.end();
  report(options.observer, "heddle::levels::levelize", factors.n, factors.n);
  return result;
}

template <class Exec>
Levels<Kokkos::HostSpace> levelize_for_host(
    Exec const& exec, symbolic::FactorPattern<Kokkos::HostSpace> const& on_host,
    symbolic::FactorPattern<typename Exec::memory_space> const& on_device,
    LevelsOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::levels::levelize");
  if constexpr (!backends::traits<Exec>::is_host) {
    bool const at_both = on_device.n == on_host.n && on_host.n > 0;
    place::LibraryPhase run(question<Exec>(on_host, options, at_both));
    if (at_both && run.where() == place::Where::device) {
      auto result =
          moved<Kokkos::HostSpace>(exec, levelize_by_kernels(exec, on_device, options), run);
      result.phase = run.end();
      report(options.observer, "heddle::levels::levelize", on_host.n, on_host.n);
      return result;
    }
    return levelize_at<Kokkos::HostSpace>(exec, on_host, options, run);
  } else {
    place::LibraryPhase run(question<Exec>(on_host, options));
    return levelize_at<Kokkos::HostSpace>(exec, on_host, options, run);
  }
}

}  // namespace detail

template <class Exec>
Levels<typename Exec::memory_space> levelize(
    Exec const& exec, symbolic::FactorPattern<typename Exec::memory_space> const& factors,
    LevelsOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::levels::levelize");
  place::LibraryPhase run(detail::question<Exec>(factors, options));
  return detail::levelize_at<typename Exec::memory_space>(exec, factors, options, run);
}

}  // namespace heddle::levels
