// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The columns of L as a left-looking factorization makes and uses them.
///
/// Often the rows of a column are those of its predecessor without the pivot row. Such columns form
/// a chain, and a chain stores its rows once: each member sees a tail of the first one's list. An
/// update by several members then reads and writes a target once for up to four of them.
///
/// For the search of reached columns each column has a list of steps. Once column k has an entry in
/// row s of U and s one in row k of L, everything s reaches below k is reached through k (symmetric
/// pruning): then the list of s shrinks to what is pivotal by then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace heddle::ordering::detail {

template <class T>
class LowerFactor {
 public:
  explicit LowerFactor(std::int32_t n) : columns_(n) {}

  /// Rows strictly below the pivot, original numbers.
  std::span<std::int32_t const> rows(std::int32_t step) const {
    Column const& column = columns_[step];
    return {rows_.data() + column.first_row, static_cast<std::size_t>(column.count)};
  }

  bool is_pruned(std::int32_t step) const { return columns_[step].first_successor >= 0; }
  /// Steps that a pruned column leads to.
  std::span<std::int32_t const> successors(std::int32_t step) const {
    Column const& column = columns_[step];
    return {successors_.data() + column.first_successor,
            static_cast<std::size_t>(column.num_successors)};
  }

  /// Whether `step` is stored as the tail of its predecessor.
  bool continues_chain(std::int32_t step) const { return columns_[step].continues; }

  /// Appends a column with these rows and the entries work[row] / pivot.
  void append(std::int32_t step, std::span<std::int32_t const> rows, T const* work, T pivot) {
    columns_[step].first_row = static_cast<std::int64_t>(rows_.size());
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    append_values(step, static_cast<std::int32_t>(rows.size()), work, pivot);
  }

  /// Appends a column whose rows are those of the step before without `pivot_row`.
  void append_to_chain(std::int32_t step, std::int32_t pivot_row, T const* work, T pivot) {
    Column const& before = columns_[step - 1];
    move_to_front_of_tail(step - 1, pivot_row);
    columns_[step].first_row = before.first_row + 1;
    columns_[step].continues = true;
    append_values(step, before.count - 1, work, pivot);
  }

  void prune(std::int32_t step, std::vector<std::int32_t> const& step_of_row) {
    Column& column = columns_[step];
    column.first_successor = static_cast<std::int64_t>(successors_.size());
    for (std::int32_t const row : rows(step)) {
      if (step_of_row[row] >= 0) successors_.push_back(step_of_row[row]);
    }
    column.num_successors = static_cast<std::int32_t>(successors_.size() - column.first_successor);
  }

  /// work -= L(:, first ... first + length - 1) * their multipliers, which stand in `work` at the
  /// pivot rows and are final after the call. The steps belong to one chain.
  void update(std::int32_t first, std::int32_t length, std::int32_t const* row_of_step,
              T* work) const {
    // Inside the chain each member changes the multipliers of later ones.
    for (std::int32_t member = 0; member + 1 < length; ++member) {
      T const multiplier = work[row_of_step[first + member]];
      T const* values = values_of(first + member);
      for (std::int32_t later = member + 1; later < length; ++later) {
        work[row_of_step[first + later]] -= values[later - member - 1] * multiplier;
      }
    }
    std::int32_t member = 0;
    std::int32_t const last = first + length - 1;
    for (; member + 4 <= length; member += 4) subtract<4>(first + member, last, row_of_step, work);
    if (member + 2 <= length) {
      subtract<2>(first + member, last, row_of_step, work);
      member += 2;
    }
    if (member < length) subtract<1>(first + member, last, row_of_step, work);
  }

 private:
  struct Column {
    std::int64_t first_row = 0, first_value = 0;
    std::int64_t first_successor = -1;
    std::int32_t count = 0, num_successors = 0;
    bool continues = false;
  };

  T const* values_of(std::int32_t step) const {
    return values_.data() + columns_[step].first_value;
  }

  void append_values(std::int32_t step, std::int32_t count, T const* work, T pivot) {
    columns_[step].first_value = static_cast<std::int64_t>(values_.size());
    columns_[step].count = count;
    for (std::int32_t const row : rows(step)) values_.push_back(work[row] / pivot);
  }

  /// Makes `row` the first of the rows of `step`, in all columns of its chain.
  void move_to_front_of_tail(std::int32_t step, std::int32_t row) {
    auto const tail = rows_.begin() + columns_[step].first_row;
    auto const place = std::find(tail, tail + columns_[step].count, row) - tail;
    std::swap(tail[0], tail[place]);
    for (std::int32_t member = step;; --member) {
      T* values = values_.data() + columns_[member].first_value +
                  (columns_[step].first_row - columns_[member].first_row);
      std::swap(values[0], values[place]);
      if (!columns_[member].continues) break;
    }
  }

  /// The rows below the chain's step `last`, by `Width` members at once.
  template <int Width>
  void subtract(std::int32_t first, std::int32_t last, std::int32_t const* row_of_step,
                T* work) const {
    auto const below = rows(last);
    T const* values[Width];
    T multiplier[Width];
    for (int k = 0; k < Width; ++k) {
      values[k] = values_of(first + k) + (last - first - k);
      multiplier[k] = work[row_of_step[first + k]];
    }
    for (std::size_t item = 0; item < below.size(); ++item) {
      T sum = 0;
      for (int k = 0; k < Width; ++k) sum += values[k][item] * multiplier[k];
      work[below[item]] -= sum;
    }
  }

  std::vector<Column> columns_;
  std::vector<std::int32_t> rows_;
  std::vector<T> values_;
  std::vector<std::int32_t> successors_;
};

}  // namespace heddle::ordering::detail
