// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/preorder.hpp>

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/ordering/fill_order.hpp>
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
                                          std::span<double const> values) {
  std::vector<double> magnitudes(values.size());
  for (std::size_t at = 0; at < values.size(); ++at) {
    magnitudes[at] = std::abs(values[matrix.entries(at)]);
  }
  return magnitudes;
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

ordering::Matching match(CanonicalPattern const& matrix, std::span<double const> values,
                         AnalyzeOptions const& options) {
  if (options.matching == Matching::none) {
    ordering::Matching same;
    same.row_of_column = natural_order(matrix.n);
    same.structural_rank = matrix.n;
    return same;
  }
  auto const magnitudes = magnitudes_by_columns(matrix, values);
  ordering::Columns const columns{matrix.n, span_of(matrix.column_offsets), span_of(matrix.rows),
                                  magnitudes};
  if (options.matching == Matching::cardinality) return ordering::maximum_matching(columns);
  return ordering::weighted_matching(columns);
}

IndexVector checked_user_order(AnalyzeOptions const& options, DefaultIndex n) {
  auto const& order = options.user_order;
  HEDDLE_EXPECTS(order.size() == static_cast<std::size_t>(n), invalid_argument,
                 "user_order has " + std::to_string(order.size()) + " items, the matrix has " +
                     std::to_string(n) + " columns");
  std::vector<bool> seen(order.size(), false);
  for (auto const column : order) {
    HEDDLE_EXPECTS(
        column >= 0 && column < n && !seen[column], invalid_argument,
        "user_order is no permutation: " + std::to_string(column) + " is out of range or repeats");
    seen[column] = true;
  }
  return order;
}

IndexVector order_columns(CanonicalPattern const& matrix, IndexVector const& row_of_column,
                          AnalyzeOptions const& options) {
  if (options.ordering == Ordering::natural) return natural_order(matrix.n);
  if (options.ordering == Ordering::user) return checked_user_order(options, matrix.n);
  // The pattern with matched rows on the diagonal: a row goes by the name of its column.
  IndexVector const column_of_row = inverse_of(row_of_column);
  IndexVector renamed(matrix.rows.extent(0));
  for (std::size_t at = 0; at < renamed.size(); ++at) renamed[at] = column_of_row[matrix.rows(at)];
  return ordering::amd(matrix.n, span_of(matrix.column_offsets), renamed);
}

HostArray<double> ones_or(std::string const& label, std::vector<double> const& scale,
                          DefaultIndex n) {
  if (!scale.empty()) return heddle::detail::to_view(label, scale);
  return heddle::detail::to_view(label, std::vector<double>(static_cast<std::size_t>(n), 1.0));
}

}  // namespace

Preordering preorder(CanonicalPattern const& matrix, std::span<double const> values,
                     AnalyzeOptions const& options) {
  Preordering result;
  Timer timer;
  HEDDLE_EXPECTS(options.scaling != Scaling::matched || options.matching == Matching::weighted ||
                     options.matching == Matching::automatic,
                 invalid_argument, "matched scales need a weighted matching");
  report(options.observer, "heddle::lu::match", 0, matrix.n);
  ordering::Matching matching = match(matrix, values, options);
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
  IndexVector const order = order_columns(matrix, matching.row_of_column, options);
  IndexVector row_of_step(order.size());
  for (std::size_t step = 0; step < order.size(); ++step) {
    row_of_step[step] = matching.row_of_column[order[step]];
  }
  if (options.scaling == Scaling::none) matching.row_scale = matching.column_scale = {};
  auto& permutation = result.permutation;
  permutation.row_of_step = heddle::detail::to_view("heddle::lu::row_of_step", row_of_step);
  permutation.column_of_step = heddle::detail::to_view("heddle::lu::column_of_step", order);
  permutation.row_scale = ones_or("heddle::lu::row_scale", matching.row_scale, matrix.n);
  permutation.column_scale = ones_or("heddle::lu::column_scale", matching.column_scale, matrix.n);
  result.phases.push_back({"order", "host", timer.seconds(), 0});
  return result;
}

PermutedPattern permuted_pattern(CanonicalPattern const& matrix, Permutation const& permutation) {
  auto const n = static_cast<std::size_t>(matrix.n);
  auto const count = static_cast<std::size_t>(matrix.num_entries());
  IndexVector step_of_column(n);
  for (std::size_t step = 0; step < n; ++step) {
    step_of_column[permutation.column_of_step(step)] = static_cast<DefaultIndex>(step);
  }
  // By columns first, rows ascending; then by rows, which sorts the columns of each row.
  std::vector<DefaultOffset> column_offsets(n + 1, 0);
  IndexVector rows(count);
  for (std::size_t entry = 0; entry < count; ++entry) {
    ++column_offsets[step_of_column[matrix.columns(entry)] + 1];
  }
  std::partial_sum(column_offsets.begin(), column_offsets.end(), column_offsets.begin());
  std::vector<DefaultOffset> next(column_offsets.begin(), column_offsets.end() - 1);
  PermutedPattern result{std::vector<DefaultOffset>(n + 1, 0), IndexVector(count), 1};
  for (std::size_t step = 0; step < n; ++step) {
    auto const row = permutation.row_of_step(step);
    for (auto entry = matrix.row_offsets(row); entry < matrix.row_offsets(row + 1); ++entry) {
      rows[next[step_of_column[matrix.columns(entry)]]++] = static_cast<DefaultIndex>(step);
    }
    result.row_offsets[step + 1] =
        result.row_offsets[step] + matrix.row_offsets(row + 1) - matrix.row_offsets(row);
  }
  next.assign(result.row_offsets.begin(), result.row_offsets.end() - 1);
  for (std::size_t column = 0; column < n; ++column) {
    for (auto at = column_offsets[column]; at < column_offsets[column + 1]; ++at) {
      result.columns[next[rows[at]]++] = static_cast<DefaultIndex>(column);
    }
  }

  std::int64_t off_diagonal = 0, mirrored = 0;
  for (std::size_t line = 0; line < n; ++line) {
    auto down = column_offsets[line];
    for (auto at = result.row_offsets[line]; at < result.row_offsets[line + 1]; ++at) {
      auto const column = result.columns[at];
      while (down < column_offsets[line + 1] && rows[down] < column) ++down;
      if (column == static_cast<DefaultIndex>(line)) continue;
      ++off_diagonal;
      mirrored += down < column_offsets[line + 1] && rows[down] == column;
    }
  }
  if (off_diagonal > 0) result.symmetry = static_cast<double>(mirrored) / off_diagonal;
  return result;
}

}  // namespace heddle::lu::detail
