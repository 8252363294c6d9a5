// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/preorder.hpp>

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/lu/detail/fill_ordering.hpp>
#include <heddle/ordering/matching.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace heddle::lu::detail {
namespace {

using IndexVector = std::vector<DefaultIndex>;

/// The magnitudes of the canonical entries in column order, as the matching wants them.
std::vector<double> magnitudes_by_columns(CanonicalPattern const& matrix,
                                          std::span<double const> magnitudes) {
  std::vector<double> by_columns(magnitudes.size());
  for (std::size_t at = 0; at < magnitudes.size(); ++at) {
    by_columns[at] = magnitudes[matrix.entries(at)];
  }
  return by_columns;
}

template <class T>
std::span<T const> span_of(HostArray<T> const& view) {
  return {view.data(), view.extent(0)};
}

IndexVector natural_order(DefaultIndex n) {
  IndexVector order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

IndexVector inverse_of(IndexVector const& order) {
  IndexVector inverse(order.size(), -1);
  for (std::size_t place = 0; place < order.size(); ++place) {
    inverse[order[place]] = static_cast<DefaultIndex>(place);
  }
  return inverse;
}

ordering::Matching match(CanonicalPattern const& matrix, std::span<double const> magnitudes,
                         AnalyzeOptions const& options) {
  if (options.matching == Matching::none) {
    ordering::Matching same;
    same.row_of_column = natural_order(matrix.n);
    same.structural_rank = matrix.n;
    return same;
  }
  auto const by_columns = magnitudes_by_columns(matrix, magnitudes);
  ordering::Columns const columns{matrix.n, span_of(matrix.column_offsets), span_of(matrix.rows),
                                  by_columns};
  if (options.matching == Matching::cardinality) return ordering::maximum_matching(columns);
  return ordering::weighted_matching(columns);
}

/// The order of the pattern with matched rows on the diagonal: a row goes by the name of its
/// column.
FillOrdering order_columns(CanonicalPattern const& matrix, IndexVector const& row_of_column,
                           AnalyzeOptions const& options) {
  IndexVector const column_of_row = inverse_of(row_of_column);
  IndexVector renamed(matrix.rows.extent(0));
  for (std::size_t at = 0; at < renamed.size(); ++at) renamed[at] = column_of_row[matrix.rows(at)];
  return order_for_little_fill({matrix.n, span_of(matrix.column_offsets), renamed}, options);
}

/// The power of two next to a positive number.
double rounded_to_power(double value) { return std::exp2(std::round(std::log2(value))); }

/// Brings the largest magnitudes of rows, then of columns, to 1, which leaves those of rows there;
/// then powers of two.
void equilibrate(CanonicalPattern const& matrix, std::span<double const> magnitudes,
                 ordering::Matching& matching) {
  auto const n = static_cast<std::size_t>(matrix.n);
  std::vector<double> row(n, 0.0), column(n, 0.0);
  auto const over_entries = [&](auto const& visit) {
    for (DefaultIndex i = 0; i < matrix.n; ++i) {
      for (auto at = matrix.row_offsets(i); at < matrix.row_offsets(i + 1); ++at) {
        visit(i, matrix.columns(at), magnitudes[at]);
      }
    }
  };
  auto const invert = [](double largest) { return largest > 0 ? 1 / largest : 1.0; };
  over_entries([&](DefaultIndex i, DefaultIndex, double size) { row[i] = std::max(row[i], size); });
  std::transform(row.begin(), row.end(), row.begin(), invert);
  over_entries([&](DefaultIndex i, DefaultIndex j, double size) {
    column[j] = std::max(column[j], size * row[i]);
  });
  std::transform(column.begin(), column.end(), column.begin(), invert);
  std::transform(row.begin(), row.end(), row.begin(), rounded_to_power);
  std::transform(column.begin(), column.end(), column.begin(), rounded_to_power);
  matching.row_scale = std::move(row);
  matching.column_scale = std::move(column);
}

HostArray<double> ones_or(std::string const& label, std::vector<double> const& scale,
                          DefaultIndex n) {
  if (!scale.empty()) return heddle::detail::to_view(label, scale);
  return heddle::detail::to_view(label, std::vector<double>(static_cast<std::size_t>(n), 1.0));
}

}  // namespace

Preordering preorder(CanonicalPattern const& matrix, std::span<double const> magnitudes,
                     AnalyzeOptions const& options) {
  Preordering result;
  Timer timer;
  HEDDLE_EXPECTS(options.scaling != Scaling::matched || options.matching == Matching::weighted ||
                     options.matching == Matching::automatic,
                 invalid_argument, "matched scales need a weighted matching");
  report(options.observer, "heddle::lu::match", 0, matrix.n);
  ordering::Matching matching = match(matrix, magnitudes, options);
  result.phases.push_back({"match", "host", timer.seconds(), 0});
  result.structural_rank = matching.structural_rank;
  if (matching.structural_rank < matrix.n) {
    result.status = Status::structurally_singular;
    result.unmatched_rows = std::move(matching.unmatched_rows);
    result.unmatched_columns = std::move(matching.unmatched_columns);
    return result;
  }

  timer.reset();
  report(options.observer, "heddle::lu::order", 0, matrix.n);
  FillOrdering found = order_columns(matrix, matching.row_of_column, options);
  IndexVector const& order = found.order;
  IndexVector row_of_step(order.size());
  for (std::size_t step = 0; step < order.size(); ++step) {
    row_of_step[step] = matching.row_of_column[order[step]];
  }
  if (options.scaling == Scaling::none) matching.row_scale = matching.column_scale = {};
  if (options.scaling == Scaling::row_column) equilibrate(matrix, magnitudes, matching);
  auto& permutation = result.permutation;
  permutation.row_of_step = heddle::detail::to_view("heddle::lu::row_of_step", row_of_step);
  permutation.column_of_step = heddle::detail::to_view("heddle::lu::column_of_step", order);
  permutation.row_scale = ones_or("heddle::lu::row_scale", matching.row_scale, matrix.n);
  permutation.column_scale = ones_or("heddle::lu::column_scale", matching.column_scale, matrix.n);
  result.block_offsets = std::move(found.block_offsets);
  result.ordering = found.ordering;
  result.predictions = std::move(found.predictions);
  result.phases.push_back({"order", "host", timer.seconds(), 0});
  return result;
}

namespace {

/// The inner entries of the permuted matrix by columns, rows ascending.
struct InnerColumns {
  std::vector<DefaultOffset> offsets;
  IndexVector rows;
};

InnerColumns inner_columns(CanonicalPattern const& matrix, Permutation const& permutation,
                           Blocks const& blocks) {
  auto const n = static_cast<std::size_t>(matrix.n);
  IndexVector step_of_row(n);
  for (std::size_t step = 0; step < n; ++step) {
    step_of_row[permutation.row_of_step(step)] = static_cast<DefaultIndex>(step);
  }
  InnerColumns result;
  result.offsets.assign(1, 0);
  result.rows.reserve(static_cast<std::size_t>(matrix.num_entries()));
  for (DefaultIndex step = 0; step < matrix.n; ++step) {
    auto const column = permutation.column_of_step(step);
    auto const first = result.rows.size();
    for (auto at = matrix.column_offsets(column); at < matrix.column_offsets(column + 1); ++at) {
      auto const row = step_of_row[matrix.rows(at)];
      if (blocks.together(row, step)) result.rows.push_back(row);
    }
    std::sort(result.rows.begin() + static_cast<std::ptrdiff_t>(first), result.rows.end());
    result.offsets.push_back(static_cast<DefaultOffset>(result.rows.size()));
  }
  return result;
}

/// Share of the off-diagonal entries whose mirror is there too.
double symmetry_of(InnerColumns const& columns, PermutedPattern const& rows) {
  std::int64_t off_diagonal = 0, mirrored = 0;
  for (std::size_t line = 0; line + 1 < columns.offsets.size(); ++line) {
    auto down = columns.offsets[line];
    for (auto at = rows.row_offsets[line]; at < rows.row_offsets[line + 1]; ++at) {
      auto const column = rows.columns[at];
      while (down < columns.offsets[line + 1] && columns.rows[down] < column) ++down;
      if (column == static_cast<DefaultIndex>(line)) continue;
      ++off_diagonal;
      mirrored += down < columns.offsets[line + 1] && columns.rows[down] == column;
    }
  }
  return off_diagonal > 0 ? static_cast<double>(mirrored) / off_diagonal : 1;
}

}  // namespace

PermutedPattern permuted_pattern(CanonicalPattern const& matrix, Permutation const& permutation,
                                 Blocks const& blocks) {
  // By columns first, rows ascending; then by rows, which sorts the columns of each row.
  InnerColumns const columns = inner_columns(matrix, permutation, blocks);
  auto const n = static_cast<std::size_t>(matrix.n);
  PermutedPattern result{std::vector<DefaultOffset>(n + 1, 0), IndexVector(columns.rows.size()), 1};
  for (auto const row : columns.rows) ++result.row_offsets[row + 1];
  std::partial_sum(result.row_offsets.begin(), result.row_offsets.end(),
                   result.row_offsets.begin());
  std::vector<DefaultOffset> next(result.row_offsets.begin(), result.row_offsets.end() - 1);
  for (std::size_t column = 0; column < n; ++column) {
    for (auto at = columns.offsets[column]; at < columns.offsets[column + 1]; ++at) {
      result.columns[next[columns.rows[at]]++] = static_cast<DefaultIndex>(column);
    }
  }
  result.symmetry = symmetry_of(columns, result);
  return result;
}

}  // namespace heddle::lu::detail
