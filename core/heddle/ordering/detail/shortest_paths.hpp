// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The weighted matching itself: duals, entries that are tight under them, shortest paths.
///
/// Duff and Koster, SIAM J. Matrix Anal. Appl. 22, 2001 (the algorithm behind MC64 job 5). An entry
/// costs c_ij = log2(max_i |a_ij|) - log2|a_ij| >= 0. Duals obey u_i + v_j <= c_ij, with equality
/// ("tight") on matched entries; a perfect matching with such duals has the least cost.
///
/// Start: v_j = 0 and u_i = min_j c_ij. These are quotients, so no logarithm is taken. A maximum
/// matching of the tight entries, diagonal first, usually leaves few columns. Each of those takes
/// the end of a shortest augmenting path (Dijkstra), stopped as soon as no open row can be nearer
/// than the best free one. A search touches what it reaches and nothing else.
#pragma once

#include <heddle/ordering/detail/transversal.hpp>
#include <heddle/ordering/matching.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::ordering::detail {

/// Matches rows and columns along entries of nonzero magnitude. Deterministic.
class ShortestPaths {
 public:
  /// Takes the magnitudes; throws invalid_matrix for one that is negative, NaN or infinite.
  explicit ShortestPaths(Columns const& matrix);

  /// Gives the column a row along a shortest path, if there is a path at all.
  bool augment(std::int32_t root);

  Pairing const& pairing() const { return pairing_; }
  Pairing release_pairing() { return std::move(pairing_); }
  /// 0 if the column holds no nonzero.
  double column_maximum(std::int32_t column) const { return column_maximum_[column]; }
  double row_dual(std::int32_t row) const { return rows_[row].dual; }
  double column_dual(std::int32_t column);

 private:
  struct Row {
    double dual = 0;
    double distance = 0;           ///< from the root of the search that reached the row last
    std::int64_t entry = -1;       ///< by which it was reached
    std::int32_t column = -1;      ///< of that entry
    std::int32_t reached_in = -1;  ///< the search
  };
  struct OpenRow {
    double distance;
    std::int32_t row;
    bool operator<(OpenRow const& other) const { return distance > other.distance; }
  };

  std::vector<double> divide_by_column_maxima();
  void match_tight_entries(std::vector<double> const& largest_in_row);
  void take_logarithms(std::int32_t column);
  double matched_dual(std::int32_t column) const;
  void scan(std::int32_t column, double dual);
  std::int32_t close_nearest();
  void leave_tree_for_good();
  void shift_rows_along_path(std::int32_t root);

  Columns const& matrix_;
  Pairing pairing_;
  std::vector<double> column_maximum_;
  std::vector<double> cost_;  ///< of an entry; |a_ij| / max until the column's logarithms are taken
  std::vector<std::int64_t> matched_entry_;  ///< of columns with logarithms
  std::vector<bool> has_logarithms_;
  std::vector<Row> rows_;

  // The search that is running.
  std::vector<OpenRow> farther_;       ///< heap of open rows; outdated items stay until popped
  std::vector<std::int32_t> nearest_;  ///< open rows as near as the one closed last
  std::vector<std::int32_t> closed_;
  double tree_distance_ = 0;  ///< of the row closed last
  double path_distance_ = 0;  ///< of the nearest free row found
  std::int32_t free_row_ = -1, search_ = 0;
};

}  // namespace heddle::ordering::detail
