// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The pattern that a plan works with: in the memory of the instance, checked, without duplicates.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/recovery.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::jacobian::detail {

/// Entries that do not stand behind a smaller one of their row.
template <class P>
struct CountDescents {
  P pattern;
  KOKKOS_FUNCTION void operator()(std::int64_t const p, std::int64_t& descents) const {
    if (p == 0 || pattern.columns(p - 1) < pattern.columns(p)) return;
    auto const row = row_of(pattern.row_offsets.data(), pattern.num_rows, p);
    descents += static_cast<std::int64_t>(pattern.row_offsets(row)) != p;
  }
};

/// The pattern in host memory; waits for the copy.
template <class Exec, class O, class M>
Pattern<O, DefaultIndex, Kokkos::HostSpace> on_host(Exec const& exec,
                                                    Pattern<O, DefaultIndex, M> const& pattern) {
  std::int64_t bytes = 0;
  auto const offsets = heddle::detail::to_memory<Kokkos::HostSpace>(
      exec, "heddle::jacobian::offsets_on_host", pattern.row_offsets, bytes);
  auto const columns = heddle::detail::to_memory<Kokkos::HostSpace>(
      exec, "heddle::jacobian::columns_on_host", pattern.columns, bytes);
  exec.fence("heddle::jacobian::pattern_on_host");
  return {pattern.num_rows, pattern.num_columns, offsets, columns};
}

/// Throws bad_pattern if a row holds a column twice: its value would be ambiguous. Rows that ascend
/// are recognised by one kernel; only others are looked at on the host.
template <class Exec, class P>
void require_no_duplicates(Exec const& exec, P const& pattern) {
  std::int64_t descents = 0;
  Kokkos::parallel_reduce("heddle::jacobian::count_descents",
                          entries(exec, 0, pattern.num_entries()), CountDescents<P>{pattern},
                          descents);
  if (descents == 0) return;
  auto const host = on_host(exec, pattern);
  std::vector<DefaultIndex> last_row(static_cast<std::size_t>(host.num_columns), -1);
  for (DefaultIndex row = 0; row < host.num_rows; ++row) {
    for (auto p = host.row_offsets(row); p < host.row_offsets(row + 1); ++p) {
      auto& last = last_row[host.columns(p)];
      HEDDLE_EXPECTS(last != row, bad_pattern,
                     "row " + std::to_string(row) + " of the pattern holds column " +
                         std::to_string(host.columns(p)) + " twice");
      last = row;
    }
  }
}

/// The pattern in the memory of `exec`: the same views if they lie there.
template <class Exec, class O, class M>
Pattern<O, DefaultIndex, typename Exec::memory_space> in_memory_of(
    Exec const& exec, Pattern<O, DefaultIndex, M> const& pattern) {
  using Memory = typename Exec::memory_space;
  std::int64_t bytes = 0;
  auto const offsets = heddle::detail::to_memory<Memory>(exec, "heddle::jacobian::pattern_offsets",
                                                         pattern.row_offsets, bytes);
  auto const columns = heddle::detail::to_memory<Memory>(exec, "heddle::jacobian::pattern_columns",
                                                         pattern.columns, bytes);
  return {pattern.num_rows, pattern.num_columns, offsets, columns};
}

}  // namespace heddle::jacobian::detail
