// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/ordering/partial_pivoting.hpp>

#include <heddle/base/error.hpp>
#include <heddle/ordering/detail/check_pattern.hpp>
#include <heddle/ordering/detail/lower_factor.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace heddle::ordering {
namespace {

template <class T>
void check_input(BasicValuedColumns<T> const& matrix, std::span<std::int32_t const> column_order,
                 std::span<std::int32_t const> preferred_row) {
  detail::check_pattern(matrix.n, matrix.offsets, matrix.rows);
  auto const n = static_cast<std::size_t>(matrix.n);
  HEDDLE_EXPECTS(matrix.values.size() == matrix.rows.size(), invalid_argument,
                 "values and row indices differ in number");
  HEDDLE_EXPECTS(column_order.size() == n, invalid_argument, "the column order needs n items");
  HEDDLE_EXPECTS(preferred_row.empty() || preferred_row.size() == n, invalid_argument,
                 "preferred rows must be none or n");
  std::vector<bool> seen(n, false);
  for (std::int32_t const column : column_order) {
    bool const fresh = column >= 0 && column < matrix.n && !seen[column];
    HEDDLE_EXPECTS(fresh, invalid_argument, "the column order is no permutation of 0 ... n - 1");
    seen[column] = true;
  }
  for (std::int32_t const row : preferred_row) {
    HEDDLE_EXPECTS(row >= -1 && row < matrix.n, invalid_argument,
                   "a preferred row is outside 0 ... n - 1 and not -1");
  }
}

bool is_finite(double value) { return std::isfinite(value); }
bool is_finite(std::complex<double> const& value) {
  return std::isfinite(value.real()) && std::isfinite(value.imag());
}

/// One left-looking factorization; `run` is called once.
template <class T>
class Elimination {
 public:
  Elimination(BasicValuedColumns<T> const& matrix, std::span<std::int32_t const> preferred_row,
              PartialPivotingOptions const& options)
      : matrix_(matrix),
        preferred_row_(preferred_row),
        options_(options),
        lower_(matrix.n),
        step_of_row_(matrix.n, -1),
        seen_(matrix.n, -1),
        work_(matrix.n, T(0)),
        next_(matrix.n) {
    result_.row_of_step.assign(matrix.n, -1);
  }

  PartialPivoting run(std::span<std::int32_t const> column_order) {
    for (std::int32_t step = 0; step < matrix_.n; ++step) {
      std::int32_t const column = column_order[step];
      find_reached(step, column);
      eliminate(column);
      choose_pivot(step, column);
      if (options_.entry_limit > 0 && result_.num_entries > options_.entry_limit) {
        result_.status = PartialPivotingStatus::entry_limit_exceeded;
        break;
      }
    }
    return std::move(result_);
  }

 private:
  void find_reached(std::int32_t step, std::int32_t column);
  void visit(std::int32_t step, std::int32_t root);
  std::int32_t next_unseen(std::int32_t step, std::int32_t from);
  void eliminate(std::int32_t column);
  bool clear_multipliers();
  double largest_given(std::int32_t column) const;
  void choose_pivot(std::int32_t step, std::int32_t column);
  void refuse(std::int32_t step, double candidate);
  void accept(std::int32_t step, std::int32_t pivot_row);

  BasicValuedColumns<T> const& matrix_;
  std::span<std::int32_t const> preferred_row_;
  PartialPivotingOptions const& options_;
  PartialPivoting result_;
  detail::LowerFactor<T> lower_;
  std::vector<std::int32_t> step_of_row_;  ///< -1 while the row is not pivotal
  std::vector<std::int32_t> seen_;         ///< per row: the last step that reached it
  std::vector<T> work_;                    ///< the current column by rows; 0 elsewhere
  std::vector<std::int32_t> reached_;      ///< earlier steps, dependents first
  std::vector<std::int32_t> candidates_;   ///< rows that are not pivotal
  std::vector<std::int32_t> path_;         ///< of the depth-first search
  std::vector<std::int32_t> next_;         ///< per step: successors already looked at
};

/// The rows where the column fills in: what its entries reach through the columns of L.
template <class T>
void Elimination<T>::find_reached(std::int32_t step, std::int32_t column) {
  reached_.clear();
  candidates_.clear();
  for (auto entry = matrix_.offsets[column]; entry < matrix_.offsets[column + 1]; ++entry) {
    std::int32_t const row = matrix_.rows[entry];
    if (seen_[row] == step) continue;
    seen_[row] = step;
    if (step_of_row_[row] < 0) {
      candidates_.push_back(row);
    } else {
      visit(step, step_of_row_[row]);
    }
  }
}

/// Depth-first search from one earlier step; appends to `reached_` in postorder.
template <class T>
void Elimination<T>::visit(std::int32_t step, std::int32_t root) {
  path_.push_back(root);
  next_[root] = 0;
  while (!path_.empty()) {
    std::int32_t const current = path_.back();
    std::int32_t const successor = next_unseen(step, current);
    if (successor >= 0) {
      path_.push_back(successor);
      next_[successor] = 0;
    } else {
      path_.pop_back();
      reached_.push_back(current);
    }
  }
}

template <class T>
std::int32_t Elimination<T>::next_unseen(std::int32_t step, std::int32_t from) {
  std::int32_t& next = next_[from];
  if (lower_.is_pruned(from)) {
    auto const successors = lower_.successors(from);
    while (next < static_cast<std::int32_t>(successors.size())) {
      std::int32_t const successor = successors[next++];
      std::int32_t& seen = seen_[result_.row_of_step[successor]];
      if (seen != step) {
        seen = step;
        return successor;
      }
    }
    return -1;
  }
  auto const rows = lower_.rows(from);
  while (next < static_cast<std::int32_t>(rows.size())) {
    std::int32_t const row = rows[next++];
    if (seen_[row] == step) continue;
    seen_[row] = step;
    if (step_of_row_[row] >= 0) return step_of_row_[row];
    candidates_.push_back(row);
  }
  return -1;
}

/// Solves with the columns of L that are reached; leaves the column in `work_`.
template <class T>
void Elimination<T>::eliminate(std::int32_t column) {
  for (auto entry = matrix_.offsets[column]; entry < matrix_.offsets[column + 1]; ++entry) {
    work_[matrix_.rows[entry]] += matrix_.values[entry];
  }
  // Reverse postorder is topological. A chain member comes right before its successor unless
  // another root had reached that one already.
  for (auto item = reached_.rbegin(); item != reached_.rend();) {
    std::int32_t const first = *item;
    std::int32_t length = 1;
    while (++item != reached_.rend() && *item == first + length &&
           lower_.continues_chain(first + length)) {
      ++length;
    }
    lower_.update(first, length, result_.row_of_step.data(), work_.data());
  }
}

/// The multipliers have done their work: clears them, and says whether all were finite.
template <class T>
bool Elimination<T>::clear_multipliers() {
  bool finite = true;
  for (std::int32_t const earlier : reached_) {
    T& multiplier = work_[result_.row_of_step[earlier]];
    finite &= is_finite(multiplier);
    multiplier = 0;
  }
  return finite;
}

/// The largest magnitude of a column as it was given.
template <class T>
double Elimination<T>::largest_given(std::int32_t column) const {
  double largest = 0;
  for (auto entry = matrix_.offsets[column]; entry < matrix_.offsets[column + 1]; ++entry) {
    largest = std::max(largest, std::abs(matrix_.values[entry]));
  }
  return largest;
}

template <class T>
void Elimination<T>::choose_pivot(std::int32_t step, std::int32_t column) {
  bool finite = clear_multipliers();
  double largest = 0;
  std::int32_t pivot_row = -1;
  for (std::int32_t const row : candidates_) {
    double const magnitude = std::abs(work_[row]);
    finite &= is_finite(work_[row]) && std::isfinite(magnitude);
    if (magnitude > largest) {
      largest = magnitude;
      pivot_row = row;
    }
  }
  double const smallest_usable = options_.singular_tolerance * largest_given(column);
  result_.num_entries += static_cast<std::int64_t>(reached_.size());
  if (!finite) {
    refuse(step, std::numeric_limits<double>::quiet_NaN());
  } else if (largest <= smallest_usable) {
    refuse(step, largest);
  } else {
    // A preferred row that is pivotal already has 0 here.
    std::int32_t const preferred = preferred_row_.empty() ? -1 : preferred_row_[column];
    double const magnitude = preferred >= 0 ? std::abs(work_[preferred]) : 0;
    bool const take = magnitude > smallest_usable && magnitude >= options_.threshold * largest;
    accept(step, take ? preferred : pivot_row);
  }
  for (std::int32_t const row : candidates_) work_[row] = 0;
}

/// The step gets neither a row nor a column of L, so later steps do not see it.
template <class T>
void Elimination<T>::refuse(std::int32_t step, double candidate) {
  if (result_.first_bad_step < 0) {
    result_.first_bad_step = step;
    result_.best_candidate = candidate;
  }
  if (std::isnan(candidate)) {
    result_.status = PartialPivotingStatus::non_finite;
  } else if (result_.status == PartialPivotingStatus::success) {
    result_.status = PartialPivotingStatus::singular;
  }
}

template <class T>
void Elimination<T>::accept(std::int32_t step, std::int32_t pivot_row) {
  T const pivot = work_[pivot_row];
  result_.smallest_pivot = std::min(result_.smallest_pivot, std::abs(pivot));
  result_.num_entries += static_cast<std::int64_t>(candidates_.size());
  result_.row_of_step[step] = pivot_row;
  step_of_row_[pivot_row] = step;

  // The column before is reached, so its rows are among the candidates; if it has as many, they
  // are the same.
  bool const same_rows = !reached_.empty() && step > 0 && result_.row_of_step[step - 1] >= 0 &&
                         seen_[result_.row_of_step[step - 1]] == step &&
                         lower_.rows(step - 1).size() == candidates_.size();
  if (same_rows) {
    lower_.append_to_chain(step, pivot_row, work_.data(), pivot);
  } else {
    std::erase(candidates_, pivot_row);
    lower_.append(step, candidates_, work_.data(), pivot);
    candidates_.push_back(pivot_row);
  }
  for (std::int32_t const earlier : reached_) {
    if (lower_.is_pruned(earlier)) continue;
    auto const rows = lower_.rows(earlier);
    if (std::find(rows.begin(), rows.end(), pivot_row) != rows.end()) {
      lower_.prune(earlier, step_of_row_);
    }
  }
}

template <class T>
PartialPivoting pivots_of(BasicValuedColumns<T> const& matrix,
                          std::span<std::int32_t const> column_order,
                          std::span<std::int32_t const> preferred_row,
                          PartialPivotingOptions const& options) {
  check_input(matrix, column_order, preferred_row);
  return Elimination<T>(matrix, preferred_row, options).run(column_order);
}

}  // namespace

PartialPivoting pivot_by_partial_pivoting(ValuedColumns const& matrix,
                                          std::span<std::int32_t const> column_order,
                                          std::span<std::int32_t const> preferred_row,
                                          PartialPivotingOptions const& options) {
  return pivots_of(matrix, column_order, preferred_row, options);
}

PartialPivoting pivot_by_partial_pivoting(ComplexValuedColumns const& matrix,
                                          std::span<std::int32_t const> column_order,
                                          std::span<std::int32_t const> preferred_row,
                                          PartialPivotingOptions const& options) {
  return pivots_of(matrix, column_order, preferred_row, options);
}

}  // namespace heddle::ordering
