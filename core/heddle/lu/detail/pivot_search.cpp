// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/pivot_search.hpp>

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/ordering/fill_order.hpp>
#include <heddle/ordering/partial_pivoting.hpp>

#include <algorithm>
#include <vector>

namespace heddle::lu::detail {
namespace {

/// Below it the order of A + A^T says little about a factorization that moves rows.
constexpr double symmetric_enough = 0.5;

template <class T>
std::span<T const> span_of(HostArray<T> const& view) {
  return {view.data(), view.extent(0)};
}

std::vector<double> scaled_by_columns(CanonicalPattern const& matrix,
                                      std::span<double const> values,
                                      Permutation const& permutation) {
  std::vector<double> scaled(values.size());
  for (DefaultIndex column = 0; column < matrix.n; ++column) {
    for (auto at = matrix.column_offsets(column); at < matrix.column_offsets(column + 1); ++at) {
      scaled[at] = values[matrix.entries(at)] * permutation.row_scale(matrix.rows(at)) *
                   permutation.column_scale(column);
    }
  }
  return scaled;
}

/// A row that no step took: the matched one if it is left, else the first. The search goes on after
/// a step without a pivot, so what is left depends on the other rows.
DefaultIndex row_without_pivot(std::span<DefaultIndex const> row_of_step, DefaultIndex matched) {
  std::vector<bool> taken(row_of_step.size(), false);
  for (auto const row : row_of_step) {
    if (row >= 0) taken[row] = true;
  }
  if (!taken[matched]) return matched;
  return static_cast<DefaultIndex>(std::find(taken.begin(), taken.end(), false) - taken.begin());
}

}  // namespace

PivotSearch search_pivots(CanonicalPattern const& matrix, std::span<double const> values,
                          AnalysisData const& before) {
  auto const& permutation = before.permutation;
  std::vector<DefaultIndex> matched_row(static_cast<std::size_t>(matrix.n));
  for (std::size_t step = 0; step < matched_row.size(); ++step) {
    matched_row[permutation.column_of_step(step)] = permutation.row_of_step(step);
  }
  auto const order_view = span_of(permutation.column_of_step);
  std::vector<DefaultIndex> order(order_view.begin(), order_view.end());
  if (before.pattern_symmetry < symmetric_enough) {
    order = ordering::colamd(matrix.n, span_of(matrix.column_offsets), span_of(matrix.rows));
  }
  auto const scaled = scaled_by_columns(matrix, values, permutation);
  ordering::PartialPivotingOptions options;
  // A factor entry takes 16 bytes there; more than half of the machine is no recovery.
  options.entry_limit = static_cast<std::int64_t>(backends::host_bytes() / 32);
  auto const found = ordering::pivot_by_partial_pivoting(
      {matrix.n, span_of(matrix.column_offsets), span_of(matrix.rows), scaled}, order, matched_row,
      options);

  PivotSearch result;
  using Found = ordering::PartialPivotingStatus;
  if (found.status == Found::entry_limit_exceeded) {
    result.status = Status::out_of_memory;
  } else if (found.status != Found::success) {
    result.status = Status::numerically_singular;
    result.first_bad = Position{found.first_bad_step, -1, order[found.first_bad_step]};
    result.first_bad->row =
        row_without_pivot(found.row_of_step, matched_row[order[found.first_bad_step]]);
  } else {
    result.permutation = permutation;
    result.permutation.row_of_step =
        heddle::detail::to_view("heddle::lu::row_of_step", found.row_of_step);
    result.permutation.column_of_step =
        heddle::detail::to_view("heddle::lu::column_of_step", order);
    result.smallest_pivot = found.smallest_pivot;
  }
  return result;
}

}  // namespace heddle::lu::detail
