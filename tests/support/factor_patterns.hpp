// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Patterns to the device and factor patterns back, as plain vectors that compare.
#pragma once

#include <heddle/symbolic/elimination_tree.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <tests/support/patterns.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

template <class Exec, class T>
Kokkos::View<T*, typename Exec::memory_space> to_device(Exec const& exec,
                                                        std::vector<T> const& values) {
  Kokkos::View<T*, typename Exec::memory_space> view("heddle::test::values", values.size());
  Kokkos::deep_copy(exec, view,
                    Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        values.data(), values.size()));
  exec.fence("heddle::test::to_device");
  return view;
}

template <class View>
std::vector<typename View::non_const_value_type> to_host(View const& view) {
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  return {mirror.data(), mirror.data() + mirror.extent(0)};
}

template <class Exec>
Pattern<DefaultOffset, DefaultIndex, typename Exec::memory_space> to_device(
    Exec const& exec, SortedRows const& rows) {
  return {rows.n, rows.n, to_device(exec, rows.offsets), to_device(exec, rows.columns)};
}

inline symbolic::EliminationTree tree_of(SortedRows const& rows) {
  return symbolic::elimination_tree(rows.n, rows.offsets, rows.columns);
}

/// A FactorPattern in plain vectors.
struct HostFactors {
  std::vector<DefaultOffset> column_offsets, diagonal, row_offsets, row_diagonal, row_slot;
  std::vector<DefaultIndex> rows, columns;
  bool exact = true;

  bool operator==(HostFactors const&) const = default;
};

template <class Memory>
HostFactors to_host(symbolic::FactorPattern<Memory> const& factors) {
  return {to_host(factors.column_offsets), to_host(factors.diagonal),
          to_host(factors.row_offsets),    to_host(factors.row_diagonal),
          to_host(factors.row_slot),       to_host(factors.rows),
          to_host(factors.columns),        factors.exact};
}

template <class Exec>
HostFactors factors_of(Exec const& exec, SortedRows const& rows,
                       symbolic::SymbolicOptions const& options = {}) {
  return to_host(symbolic::factor_pattern(exec, to_device(exec, rows), tree_of(rows), options));
}

/// What FactorPattern promises for a filled table, written down entry by entry.
inline HostFactors expected_factors(reference::Table const& filled) {
  HostFactors expected;
  std::size_t const n = filled.size();
  std::vector<std::vector<DefaultOffset>> row_slot_of(n, std::vector<DefaultOffset>(n));
  for (std::size_t i = 0; i < n; ++i) {
    expected.row_offsets.push_back(static_cast<DefaultOffset>(expected.columns.size()));
    for (std::size_t j = 0; j < n; ++j) {
      if (!filled[i][j]) continue;
      row_slot_of[i][j] = static_cast<DefaultOffset>(expected.columns.size());
      if (i == j) expected.row_diagonal.push_back(row_slot_of[i][j]);
      expected.columns.push_back(static_cast<DefaultIndex>(j));
    }
  }
  expected.row_offsets.push_back(static_cast<DefaultOffset>(expected.columns.size()));
  for (std::size_t j = 0; j < n; ++j) {
    expected.column_offsets.push_back(static_cast<DefaultOffset>(expected.rows.size()));
    for (std::size_t i = 0; i < n; ++i) {
      if (!filled[i][j]) continue;
      if (i == j) expected.diagonal.push_back(static_cast<DefaultOffset>(expected.rows.size()));
      expected.rows.push_back(static_cast<DefaultIndex>(i));
      expected.row_slot.push_back(row_slot_of[i][j]);
    }
  }
  expected.column_offsets.push_back(static_cast<DefaultOffset>(expected.rows.size()));
  return expected;
}

}  // namespace heddle::test
