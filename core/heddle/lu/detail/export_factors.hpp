// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Splits F into L and U and copies what belongs to them to the host. O(nnz(F)); waits.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/exported_factors.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <vector>

namespace heddle::lu::detail {

/// A Csc as it grows, column by column.
template <class Value>
struct GrowingColumns {
  std::vector<DefaultOffset> offsets{0};
  std::vector<DefaultIndex> rows;
  std::vector<Value> values;

  void add(DefaultIndex row, Value value) {
    rows.push_back(row);
    values.push_back(value);
  }
  void end_column() { offsets.push_back(static_cast<DefaultOffset>(rows.size())); }
  Csc<Value> release() const {
    using heddle::detail::to_view;
    auto const n = static_cast<DefaultIndex>(offsets.size() - 1);
    return {n, n, to_view("heddle::lu::exported_offsets", offsets),
            to_view("heddle::lu::exported_rows", rows),
            to_view("heddle::lu::exported_values", values)};
  }
};

template <class T>
std::vector<T> to_vector(HostArray<T> const& view) {
  return {view.data(), view.data() + view.extent(0)};
}

template <class Value>
void split_columns(AnalysisData const& data, Value const* values, ExportedFactors<Value>& result) {
  auto const& factors = data.factors;
  GrowingColumns<Value> lower, upper;
  for (DefaultIndex column = 0; column < factors.n; ++column) {
    DefaultOffset const middle = factors.diagonal(column);
    for (auto slot = factors.column_offsets(column); slot <= middle; ++slot) {
      upper.add(factors.rows(slot), values[slot]);
    }
    lower.add(column, Value(1));
    for (auto slot = middle + 1; slot < factors.column_offsets(column + 1); ++slot) {
      lower.add(factors.rows(slot), values[slot]);
    }
    lower.end_column();
    upper.end_column();
  }
  result.lower = lower.release();
  result.upper = upper.release();
}

/// First steps of the diagonal blocks, and n.
inline std::vector<DefaultIndex> block_offsets(Blocks const& blocks, DefaultIndex n) {
  std::vector<DefaultIndex> offsets;
  for (DefaultIndex step = 0; step < n;) {
    offsets.push_back(step);
    step = blocks.end.extent(0) == 0 ? n : blocks.end(step);
  }
  offsets.push_back(n);
  return offsets;
}

template <class Value, class Exec>
ExportedFactors<Value> export_factors(Exec const& exec, Factors<Value, Exec> const& factors) {
  using heddle::detail::to_memory;
  AnalysisData const& data = factors.analysis.data();
  std::int64_t bytes_moved = 0;
  auto const values =
      to_memory<Kokkos::HostSpace>(exec, "heddle::lu::export::values", factors.values, bytes_moved);
  auto const outer = to_memory<Kokkos::HostSpace>(exec, "heddle::lu::export::outer",
                                                  factors.outer_values, bytes_moved);
  exec.fence("heddle::lu::export_factors");
  ExportedFactors<Value> result;
  split_columns(data, values.data(), result);
  GrowingColumns<Value> between;
  for (DefaultIndex column = 0; column < data.matrix.n; ++column) {
    bool const any = data.outer.column_offsets.extent(0) > 0;
    DefaultOffset const end = any ? data.outer.column_offsets(column + 1) : 0;
    for (auto at = any ? data.outer.column_offsets(column) : 0; at < end; ++at) {
      between.add(data.outer.rows(at), outer(at));
    }
    between.end_column();
  }
  result.between = between.release();
  result.row_of_step = to_vector(data.permutation.row_of_step);
  result.column_of_step = to_vector(data.permutation.column_of_step);
  result.row_scale = to_vector(data.permutation.row_scale);
  result.column_scale = to_vector(data.permutation.column_scale);
  result.block_offsets = block_offsets(data.blocks, data.matrix.n);
  return result;
}

}  // namespace heddle::lu::detail
