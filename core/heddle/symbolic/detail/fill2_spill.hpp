// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Finished rows of fill2 that do not fit beside the search states: run by run they leave the
/// device for pinned host memory, and the host sorts them into both orders by counting. The device
/// holds one run, and then the pattern itself, nothing else of its size.
#pragma once

#include <heddle/symbolic/detail/compact_pattern.hpp>
#include <heddle/symbolic/detail/fill2_search.hpp>
#include <heddle/symbolic/detail/host_pattern.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::symbolic::detail {

/// A key while its row is found, and the column that leaves.
inline constexpr std::uint64_t bytes_per_finished_entry =
    sizeof(std::uint64_t) + sizeof(DefaultIndex);

/// Bytes for finished rows on the device. Sorting them there takes two keys an entry beside the
/// pattern, which takes 24 bytes.
template <class Exec>
std::uint64_t finished_limit(Exec const& exec, SymbolicOptions const& options, DefaultOffset size) {
  using Traits = backends::traits<Exec>;
  if (options.finished_limit > 0) return options.finished_limit;
  if (Traits::is_host) return ~std::uint64_t{0};
  std::uint64_t const there = Traits::usable_bytes(exec);
  return static_cast<std::uint64_t>(size) * 40 <= there / 4 * 3 ? ~std::uint64_t{0} : there / 8;
}

template <class Exec>
using FinishedMemory = std::conditional_t<backends::traits<Exec>::is_host, Kokkos::HostSpace,
                                          Kokkos::SharedHostPinnedSpace>;

/// Runs of rows with at most `most` entries each, and at least one row.
inline std::vector<std::pair<DefaultIndex, DefaultIndex>> runs_of_rows(
    Kokkos::View<DefaultOffset*, Kokkos::HostSpace> const& offsets, DefaultOffset most) {
  auto const n = static_cast<DefaultIndex>(offsets.extent(0)) - 1;
  std::vector<std::pair<DefaultIndex, DefaultIndex>> runs;
  for (DefaultIndex first = 0; first < n;) {
    DefaultIndex last = first + 1;
    while (last < n && offsets(last + 1) - offsets(first) <= most) ++last;
    runs.emplace_back(first, last);
    first = last;
  }
  return runs;
}

/// The columns of all rows in host memory, in no order within a row. Waits.
template <class Exec, class Search>
auto collect_rows(Exec const& exec, Offsets<typename Exec::memory_space> const& row_offsets,
                  Kokkos::View<DefaultOffset*, Kokkos::HostSpace> const& offsets,
                  std::uint64_t limit, Search& search, Fill2Report& report) {
  using Memory = typename Exec::memory_space;
  auto const n = offsets.extent(0) - 1;
  auto const runs =
      runs_of_rows(offsets, static_cast<DefaultOffset>(limit / bytes_per_finished_entry));
  DefaultOffset longest = 0;
  for (auto const& [first, last] : runs) {
    longest = std::max(longest, offsets(last) - offsets(first));
  }
  SearchResults<Memory> results;
  results.begins = row_offsets;
  results.counts = allocate<DefaultOffset>(exec, "heddle::symbolic::recounts", n + 1);
  results.keys = allocate<std::uint64_t>(exec, "heddle::symbolic::run_keys", longest);
  auto const members = allocate<DefaultIndex>(exec, "heddle::symbolic::run_members", longest);
  Kokkos::View<DefaultIndex*, FinishedMemory<Exec>> const finished(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "heddle::symbolic::finished_rows"),
      offsets(n));
  for (auto const& [first, last] : runs) {
    DefaultOffset const begin = offsets(first), size = offsets(last) - begin;
    results.base = begin;
    search(results, first, last);
    Kokkos::parallel_for("heddle::symbolic::unpack_members", EntryRange<Exec>(exec, 0, size),
                         UnpackMembers<Memory>{results.keys, members});
    Kokkos::deep_copy(exec, Kokkos::subview(finished, std::pair(begin, begin + size)),
                      Kokkos::subview(members, std::pair(DefaultOffset{0}, size)));
    ++report.num_spills;
    report.spilled_bytes += static_cast<std::uint64_t>(size) * sizeof(DefaultIndex);
  }
  exec.fence("heddle::symbolic::finished_rows");
  return finished;
}

/// Arrays of the host's pattern to the memory of `Exec`; the same ones if that is the host's.
template <class Exec, class T>
Kokkos::View<T*, typename Exec::memory_space> brought(
    Exec const& exec, Kokkos::View<T*, Kokkos::HostSpace> const& from) {
  if constexpr (std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) {
    return from;
  } else {
    auto const to = heddle::detail::allocate<T>(exec, from.label(), from.extent(0));
    if (from.extent(0) > 0) Kokkos::deep_copy(exec, to, from);
    return to;
  }
}

/// F by rows through the host; `search(results, first, last)` writes the rows of a run. Waits.
template <class Exec, class Search>
FactorPattern<typename Exec::memory_space> pattern_through_host(
    Exec const& exec, Offsets<typename Exec::memory_space> const& row_offsets, std::uint64_t limit,
    Search& search, Fill2Report& report) {
  using heddle::detail::allocate_host;
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::fill2_spill");
  auto const n = static_cast<DefaultIndex>(row_offsets.extent(0)) - 1;
  auto const offsets = allocate_host<DefaultOffset>("heddle::symbolic::row_offsets", n + 1);
  Kokkos::deep_copy(exec, offsets, row_offsets);
  exec.fence("heddle::symbolic::row_offsets");
  auto const finished = collect_rows(exec, row_offsets, offsets, limit, search, report);
  auto const size = finished.extent(0);
  auto const lines = static_cast<std::size_t>(n);
  auto const column_offsets =
      allocate_host<DefaultOffset>("heddle::symbolic::column_offsets", lines + 1);
  auto const rows = allocate_host<DefaultIndex>("heddle::symbolic::rows", size);
  auto const diagonal = allocate_host<DefaultOffset>("heddle::symbolic::diagonal", lines);
  auto const columns = allocate_host<DefaultIndex>("heddle::symbolic::columns", size);
  auto const row_diagonal = allocate_host<DefaultOffset>("heddle::symbolic::row_diagonal", lines);
  auto const row_slot = allocate_host<DefaultOffset>("heddle::symbolic::row_slot", size);
  write_pattern({n, {offsets.data(), lines + 1}, {finished.data(), size}},
                {column_offsets.data(), rows.data(), diagonal.data(), offsets.data(),
                 columns.data(), row_diagonal.data(), row_slot.data()});
  FactorPattern<typename Exec::memory_space> result;
  result.n = n;
  result.column_offsets = brought(exec, column_offsets);
  result.rows = brought(exec, rows);
  result.diagonal = brought(exec, diagonal);
  result.row_offsets = row_offsets;
  result.columns = brought(exec, columns);
  result.row_diagonal = brought(exec, row_diagonal);
  result.row_slot = brought(exec, row_slot);
  exec.fence("heddle::symbolic::pattern_through_host");
  return result;
}

}  // namespace heddle::symbolic::detail
