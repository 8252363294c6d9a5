// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/ordering/detail/shortest_paths.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heddle::ordering::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int32_t never_again = std::numeric_limits<std::int32_t>::max();
/// Smaller quotients are held at this bound and count as not tight: they may have lost their bits.
constexpr double smallest_quotient = 0x1p-1000;

double largest(std::span<double const> magnitudes) {
  double result = 0;
  bool legal = true;
  for (double const magnitude : magnitudes) {
    legal &= magnitude >= 0 && magnitude <= std::numeric_limits<double>::max();
    result = magnitude > result ? magnitude : result;
  }
  HEDDLE_EXPECTS(legal, invalid_matrix, "a magnitude is negative, NaN or infinite");
  return result;
}

}  // namespace

ShortestPaths::ShortestPaths(Columns const& matrix)
    : matrix_(matrix),
      pairing_(matrix.n),
      column_maximum_(matrix.n),
      cost_(matrix.rows.size()),
      matched_entry_(matrix.n, -1),
      has_logarithms_(matrix.n, false),
      rows_(matrix.n) {
  std::vector<double> const largest_in_row = divide_by_column_maxima();
  match_tight_entries(largest_in_row);
  for (std::int32_t row = 0; row < matrix.n; ++row) {
    if (largest_in_row[row] > 0) rows_[row].dual = -std::log2(largest_in_row[row]);
  }
}

/// Fills `cost_` with quotients and returns the largest of each row, 0 for a row without nonzeros.
std::vector<double> ShortestPaths::divide_by_column_maxima() {
  std::vector<double> largest_in_row(matrix_.n, 0.0);
  for (std::int32_t column = 0; column < matrix_.n; ++column) {
    auto const begin = matrix_.offsets[column], end = matrix_.offsets[column + 1];
    double const maximum = largest(matrix_.magnitudes.subspan(begin, end - begin));
    column_maximum_[column] = maximum;
    for (auto entry = begin; entry < end; ++entry) {
      double quotient = matrix_.magnitudes[entry];
      if (quotient > 0) quotient = std::max(quotient / maximum, smallest_quotient);
      cost_[entry] = quotient;
      double& largest_so_far = largest_in_row[matrix_.rows[entry]];
      if (quotient > largest_so_far) largest_so_far = quotient;
    }
  }
  return largest_in_row;
}

void ShortestPaths::match_tight_entries(std::vector<double> const& largest_in_row) {
  auto const is_tight = [&](std::int64_t entry) {
    double const quotient = cost_[entry];
    return quotient == largest_in_row[matrix_.rows[entry]] && quotient > smallest_quotient;
  };
  match_diagonal(matrix_, is_tight, pairing_);
  augment_to_maximum(matrix_, is_tight, pairing_);
}

/// Most columns are never searched, so their logarithms are never taken.
void ShortestPaths::take_logarithms(std::int32_t column) {
  if (has_logarithms_[column]) return;
  has_logarithms_[column] = true;
  std::int32_t const matched_row = pairing_.row_of_column[column];
  for (auto entry = matrix_.offsets[column]; entry < matrix_.offsets[column + 1]; ++entry) {
    double const quotient = cost_[entry];
    if (quotient > smallest_quotient) {
      cost_[entry] = -std::log2(quotient);
    } else {
      cost_[entry] =
          quotient == 0 ? infinity
                        : std::log2(column_maximum_[column]) - std::log2(matrix_.magnitudes[entry]);
    }
    if (matrix_.rows[entry] == matched_row) matched_entry_[column] = entry;
  }
}

/// The dual of a matched column follows from its tight entry; it is stored nowhere.
double ShortestPaths::matched_dual(std::int32_t column) const {
  return cost_[matched_entry_[column]] - rows_[pairing_.row_of_column[column]].dual;
}

double ShortestPaths::column_dual(std::int32_t column) {
  bool const matched = pairing_.row_of_column[column] >= 0;
  if (matched && !has_logarithms_[column]) return 0;  // as it was at the start
  take_logarithms(column);
  if (matched) return matched_dual(column);
  double dual = infinity;
  for (auto entry = matrix_.offsets[column]; entry < matrix_.offsets[column + 1]; ++entry) {
    dual = std::min(dual, cost_[entry] - rows_[matrix_.rows[entry]].dual);
  }
  return dual == infinity ? 0 : dual;
}

bool ShortestPaths::augment(std::int32_t root) {
  ++search_;
  farther_.clear();
  nearest_.clear();
  closed_.clear();
  tree_distance_ = 0;
  path_distance_ = infinity;
  free_row_ = -1;
  take_logarithms(root);
  scan(root, 0);  // any dual will do: it moves all distances by the same amount
  for (auto row = close_nearest(); row >= 0; row = close_nearest()) {
    std::int32_t const column = pairing_.column_of_row[row];
    take_logarithms(column);
    scan(column, matched_dual(column));
  }
  if (free_row_ < 0) {
    leave_tree_for_good();
    return false;
  }
  for (std::int32_t const row : closed_) {
    rows_[row].dual += rows_[row].distance - path_distance_;
  }
  shift_rows_along_path(root);
  return true;
}

/// Reaches the rows of a column from the row closed last.
void ShortestPaths::scan(std::int32_t column, double dual) {
  auto const end = matrix_.offsets[column + 1];
  for (auto entry = matrix_.offsets[column]; entry < end; ++entry) {
    std::int32_t const index = matrix_.rows[entry];
    Row& row = rows_[index];
    // Rounding may leave a reduced cost slightly below zero; distances must not descend.
    double const reduced_cost = std::max(cost_[entry] - row.dual - dual, 0.0);
    double const distance = tree_distance_ + reduced_cost;
    if (!(distance < path_distance_)) continue;  // also stored zeros, which cost infinity
    if (row.reached_in >= search_ && row.distance <= distance) continue;
    row.distance = distance;
    row.entry = entry;
    row.column = column;
    row.reached_in = search_;
    if (pairing_.column_of_row[index] < 0) {
      path_distance_ = distance;
      free_row_ = index;
    } else if (distance == tree_distance_) {
      nearest_.push_back(index);
    } else {
      farther_.push_back({distance, index});
      std::push_heap(farther_.begin(), farther_.end());
    }
  }
}

/// The nearest open row if a shorter path may lead through it, else -1.
std::int32_t ShortestPaths::close_nearest() {
  std::int32_t row = -1;
  if (tree_distance_ == path_distance_) return row;
  if (!nearest_.empty()) {
    row = nearest_.back();
    nearest_.pop_back();
  }
  while (row < 0 && !farther_.empty() && farther_.front().distance < path_distance_) {
    OpenRow const top = farther_.front();
    std::pop_heap(farther_.begin(), farther_.end());
    farther_.pop_back();
    if (rows_[top.row].distance == top.distance) row = top.row;  // else it was reached more cheaply
  }
  if (row >= 0) {
    closed_.push_back(row);
    tree_distance_ = rows_[row].distance;
  }
  return row;
}

/// A tree without a free row never gets one: its rows are matched among its columns.
void ShortestPaths::leave_tree_for_good() {
  for (std::int32_t const row : closed_) {
    rows_[row].reached_in = never_again;
    rows_[row].distance = -infinity;
  }
}

void ShortestPaths::shift_rows_along_path(std::int32_t root) {
  for (std::int32_t row = free_row_, column = -1; column != root;) {
    column = rows_[row].column;
    std::int32_t const given_up = pairing_.row_of_column[column];
    pairing_.match(row, column);
    matched_entry_[column] = rows_[row].entry;
    row = given_up;
  }
}

}  // namespace heddle::ordering::detail
