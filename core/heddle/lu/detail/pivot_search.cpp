// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/pivot_search.hpp>

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/ordering/fill_order.hpp>
#include <heddle/ordering/partial_pivoting.hpp>

#include <algorithm>
#include <complex>
#include <type_traits>
#include <vector>

namespace heddle::lu::detail {
namespace {

/// Below it the order of A + A^T says little about a factorization that moves rows.
constexpr double symmetric_enough = 0.5;

template <class T>
std::span<T const> span_of(HostArray<T> const& view) {
  return {view.data(), view.extent(0)};
}

/// The scaled entries of the diagonal blocks by columns: pivots never leave their block.
template <class T>
struct InnerMatrix {
  std::vector<DefaultOffset> offsets{0};
  std::vector<DefaultIndex> rows;
  std::vector<T> values;
};

template <class T>
InnerMatrix<T> inner_matrix(AnalysisData const& data, std::span<T const> values) {
  auto const& matrix = data.matrix;
  auto const& permutation = data.permutation;
  std::vector<DefaultIndex> step_of_row(static_cast<std::size_t>(matrix.n)),
      step_of_column(step_of_row.size());
  for (DefaultIndex step = 0; step < matrix.n; ++step) {
    step_of_row[permutation.row_of_step(step)] = step;
    step_of_column[permutation.column_of_step(step)] = step;
  }
  InnerMatrix<T> inner;
  for (DefaultIndex column = 0; column < matrix.n; ++column) {
    for (auto at = matrix.column_offsets(column); at < matrix.column_offsets(column + 1); ++at) {
      auto const row = matrix.rows(at);
      if (!data.blocks.together(step_of_row[row], step_of_column[column])) continue;
      inner.rows.push_back(row);
      inner.values.push_back(values[matrix.entries(at)] * permutation.row_scale(row) *
                             permutation.column_scale(column));
    }
    inner.offsets.push_back(static_cast<DefaultOffset>(inner.rows.size()));
  }
  return inner;
}

/// The columns block by block, in COLAMD's order within each.
template <class T>
std::vector<DefaultIndex> colamd_in_blocks(AnalysisData const& data, InnerMatrix<T> const& inner) {
  auto order = ordering::colamd(data.matrix.n, inner.offsets, inner.rows);
  if (data.blocks.num_blocks <= 1) return order;
  std::vector<DefaultIndex> block_of_column(order.size());
  for (DefaultIndex step = 0; step < data.matrix.n; ++step) {
    block_of_column[data.permutation.column_of_step(step)] = data.blocks.begin(step);
  }
  std::stable_sort(order.begin(), order.end(), [&](DefaultIndex a, DefaultIndex b) {
    return block_of_column[a] < block_of_column[b];
  });
  return order;
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

template <class T>
PivotSearch search_pivots(CanonicalPattern const& matrix, std::span<T const> values,
                          AnalysisData const& before) {
  auto const& permutation = before.permutation;
  std::vector<DefaultIndex> matched_row(static_cast<std::size_t>(matrix.n));
  for (std::size_t step = 0; step < matched_row.size(); ++step) {
    matched_row[permutation.column_of_step(step)] = permutation.row_of_step(step);
  }
  InnerMatrix<T> const inner = inner_matrix(before, values);
  auto const order_view = span_of(permutation.column_of_step);
  std::vector<DefaultIndex> order(order_view.begin(), order_view.end());
  if (before.pattern_symmetry < symmetric_enough) {
    order = colamd_in_blocks(before, inner);
  }
  ordering::PartialPivotingOptions options;
  // A factor entry takes 16 bytes there; more than half of the machine is no recovery.
  options.entry_limit = static_cast<std::int64_t>(backends::host_bytes() / 32);
  using Plain = std::conditional_t<is_complex<T>, std::complex<double>, double>;  // same layout
  auto const found = ordering::pivot_by_partial_pivoting(
      ordering::BasicValuedColumns<Plain>{
          matrix.n,
          inner.offsets,
          inner.rows,
          {reinterpret_cast<Plain const*>(inner.values.data()), inner.values.size()}},
      order, matched_row, options);

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

template PivotSearch search_pivots(CanonicalPattern const&, std::span<double const>,
                                   AnalysisData const&);
template PivotSearch search_pivots(CanonicalPattern const&,
                                   std::span<Kokkos::complex<double> const>, AnalysisData const&);

}  // namespace heddle::lu::detail
