// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Augmentation of a matching to a maximum one, on the edges that a predicate allows.
///
/// Depth-first search with look-ahead (Duff, ACM TOMS 7, 1981), without recursion. A search that
/// fails has seen a set of columns whose rows are all matched among themselves: no later search can
/// get out of it either, so these columns are never entered again and all failing searches together
/// cost O(nnz). Once searches have seen as many columns as there are, every other one tries entries
/// from the end: that shortens the paths on meshes (Duff, Kaya and Ucar, ACM TOMS 38, 2011).
/// Deterministic.
#pragma once

#include <heddle/ordering/matching.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace heddle::ordering::detail {

/// A matching under construction, from both sides; -1 where there is no partner.
struct Pairing {
  explicit Pairing(std::int32_t n)
      : row_of_column(static_cast<std::size_t>(n), -1),
        column_of_row(static_cast<std::size_t>(n), -1) {}

  void match(std::int32_t row, std::int32_t column) {
    row_of_column[column] = row;
    column_of_row[row] = column;
  }

  std::vector<std::int32_t> row_of_column, column_of_row;
};

/// The state of all searches on one set of edges. `Allowed` tells for an entry whether it is one.
template <class Allowed>
class Transversal {
 public:
  Transversal(Columns const& matrix, Allowed const& allowed, Pairing& pairing)
      : matrix_(matrix),
        allowed_(allowed),
        pairing_(pairing),
        look_ahead_(matrix.offsets.begin(), matrix.offsets.end() - 1),
        next_entry_(matrix.n),
        seen_(matrix.n, 0),
        path_(matrix.n),
        visited_(matrix.n) {}

  /// Gives the column a row along an alternating path, if there is one.
  bool augment(std::int32_t root) {
    ++search_;
    backwards_ = total_visited_ > matrix_.n && search_ % 2 == 0;
    depth_ = 0;
    num_visited_ = 0;
    enter(root);
    while (depth_ > 0) {
      std::int32_t const column = path_[depth_ - 1];
      if (std::int32_t const row = find_free_row(column); row >= 0) {
        shift_rows_along_path(row);
        return true;
      }
      if (!descend(column)) --depth_;
    }
    // Nothing that this search has seen leads to a free row, now or later.
    for (std::int32_t k = 0; k < num_visited_; ++k) seen_[visited_[k]] = dead;
    return false;
  }

  /// Gives the column a free row that it reaches directly, if there is one.
  bool assign_directly(std::int32_t column) {
    std::int32_t const row = find_free_row(column);
    if (row >= 0) pairing_.match(row, column);
    return row >= 0;
  }

 private:
  static constexpr std::int32_t dead = std::numeric_limits<std::int32_t>::max();

  void enter(std::int32_t column) {
    seen_[column] = search_;
    next_entry_[column] = backwards_ ? matrix_.offsets[column + 1] : matrix_.offsets[column];
    visited_[num_visited_++] = column;
    ++total_visited_;
    path_[depth_++] = column;
  }

  /// Matched rows stay matched, so each entry is looked at once in all searches together.
  std::int32_t find_free_row(std::int32_t column) {
    std::int64_t const end = matrix_.offsets[column + 1];
    std::int64_t& entry = look_ahead_[column];
    while (entry < end) {
      std::int64_t const current = entry++;
      std::int32_t const row = matrix_.rows[current];
      if (pairing_.column_of_row[row] < 0 && allowed_(current)) return row;
    }
    return -1;
  }

  /// Enters the next unseen column whose row this column could take.
  bool descend(std::int32_t column) {
    std::int64_t const end = backwards_ ? matrix_.offsets[column] : matrix_.offsets[column + 1];
    std::int64_t& entry = next_entry_[column];
    while (entry != end) {
      std::int64_t const current = backwards_ ? --entry : entry++;
      // The look-ahead is exhausted: every allowed row has a column.
      std::int32_t const owner = pairing_.column_of_row[matrix_.rows[current]];
      if (owner >= 0 && seen_[owner] < search_ && allowed_(current)) {
        enter(owner);
        return true;
      }
    }
    return false;
  }

  /// Each column of the path takes the row that its successor gives up, the last one `row`.
  void shift_rows_along_path(std::int32_t row) {
    while (depth_ > 0) {
      std::int32_t const column = path_[--depth_];
      std::int32_t const given_up = pairing_.row_of_column[column];
      pairing_.match(row, column);
      row = given_up;
    }
  }

  Columns const& matrix_;
  Allowed const& allowed_;
  Pairing& pairing_;
  std::vector<std::int64_t> look_ahead_, next_entry_;
  std::vector<std::int32_t> seen_;     ///< the search that entered a column last, or `dead`
  std::vector<std::int32_t> path_;     ///< columns from the root to the current one
  std::vector<std::int32_t> visited_;  ///< columns of the current search
  std::int32_t search_ = 0, depth_ = 0, num_visited_ = 0;
  std::int64_t total_visited_ = 0;
  bool backwards_ = false;  ///< entries of a column are tried from its end
};

/// Gives columns their own row where the diagonal entry is allowed: a symmetric pattern stays so.
template <class Allowed>
void match_diagonal(Columns const& matrix, Allowed const& allowed, Pairing& pairing) {
  for (std::int32_t column = 0; column < matrix.n; ++column) {
    for (auto entry = matrix.offsets[column]; entry < matrix.offsets[column + 1]; ++entry) {
      if (matrix.rows[entry] == column && allowed(entry)) {
        pairing.match(column, column);
        break;
      }
    }
  }
}

/// Extends a matching to a maximum one on the allowed edges; matched rows and columns stay matched.
/// Returns the number of columns without a row.
template <class Allowed>
std::int32_t augment_to_maximum(Columns const& matrix, Allowed const& allowed, Pairing& pairing) {
  std::vector<std::int32_t> open;
  for (std::int32_t column = 0; column < matrix.n; ++column) {
    if (pairing.row_of_column[column] < 0) open.push_back(column);
  }
  if (open.empty()) return 0;
  Transversal<Allowed> transversal(matrix, allowed, pairing);
  std::vector<std::int32_t> still_open;
  for (std::int32_t const column : open) {
    if (!transversal.assign_directly(column)) still_open.push_back(column);
  }
  std::int32_t unmatched = 0;
  for (std::int32_t const column : still_open) unmatched += !transversal.augment(column);
  return unmatched;
}

}  // namespace heddle::ordering::detail
