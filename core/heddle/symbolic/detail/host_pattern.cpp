// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/symbolic/detail/host_pattern.hpp>

#include <algorithm>
#include <utility>

namespace heddle::symbolic::detail {
namespace {

using Index = std::int32_t;
using Offset = std::int64_t;

/// Row merge, one row at a time.
class RowMerger {
 public:
  explicit RowMerger(Rows const& matrix)
      : matrix_(matrix),
        seen_in_(matrix.n, -1),
        upper_(matrix.n),
        left_(matrix.n),
        right_(matrix.n) {
    factor_.offsets.reserve(static_cast<std::size_t>(matrix.n) + 1);
    factor_.offsets.push_back(0);
    factor_.members.reserve(matrix.columns.size() * 2 + matrix.n);
  }

  Lists merge() && {
    for (Index row = 0; row < matrix_.n; ++row) {
      num_left_ = num_right_ = 0;
      seen_in_[row] = row;
      for (Index const column : matrix_[row]) take(row, column);
      // The list grows while it is worked through: whatever appears left of the diagonal is merged.
      for (Index next = 0; next < num_left_; ++next) merge_upper(row, left_[next]);
      append(row);
    }
    return std::move(factor_);
  }

 private:
  /// The part of U(k,:) that still has to be merged.
  struct Upper {
    Offset begin = 0, end = 0;
    bool is_cut = false;
  };

  void take(Index const row, Index const column) {
    if (seen_in_[column] == row) return;
    seen_in_[column] = row;
    if (column < row) {
      left_[num_left_++] = column;
    } else {
      right_[num_right_++] = column;
    }
  }

  void merge_upper(Index const row, Index const k) {
    Upper& upper = upper_[k];
    Index* const columns = factor_.members.data();
    if (upper.is_cut) {
      for (Offset p = upper.begin; p < upper.end; ++p) take(row, columns[p]);
      return;
    }
    // Entries up to the diagonal move to the front, where a cut leaves them. They have no partner
    // in L, or the list would have been cut there.
    Offset front = upper.begin;
    bool has_partner = false;
    for (Offset p = upper.begin; p < upper.end; ++p) {
      take(row, columns[p]);
      if (columns[p] > row) continue;
      has_partner |= columns[p] == row;
      std::swap(columns[p], columns[front++]);
    }
    if (has_partner) {
      upper.end = front;
      upper.is_cut = true;
    }
  }

  void append(Index const row) {
    auto& members = factor_.members;
    members.insert(members.end(), left_.begin(), left_.begin() + num_left_);
    members.push_back(row);
    upper_[row].begin = static_cast<Offset>(members.size());
    members.insert(members.end(), right_.begin(), right_.begin() + num_right_);
    upper_[row].end = static_cast<Offset>(members.size());
    factor_.offsets.push_back(upper_[row].end);
  }

  Rows matrix_;
  Lists factor_;
  std::vector<Index> seen_in_;
  std::vector<Upper> upper_;
  std::vector<Index> left_, right_;
  Index num_left_ = 0, num_right_ = 0;
};

}  // namespace

double pattern_symmetry(Rows const& matrix) {
  // Rows ascend, so the mirror images that the rows below ask for stand one after another right of
  // the diagonal: one cursor a row passes over them.
  std::vector<Offset> cursor(matrix.n);
  Offset num_off_diagonal = 0, num_below = 0;
  for (Index row = 0; row < matrix.n; ++row) {
    Offset p = matrix.offsets[row];
    Offset const end = matrix.offsets[row + 1];
    num_off_diagonal += end - p;
    for (; p < end && matrix.columns[p] < row; ++p) {
      Index const column = matrix.columns[p];
      Offset& mirror = cursor[column];
      while (mirror < matrix.offsets[column + 1] && matrix.columns[mirror] < row) ++mirror;
      num_below += mirror < matrix.offsets[column + 1] && matrix.columns[mirror] == row;
    }
    if (p < end && matrix.columns[p] == row) {
      --num_off_diagonal;
      ++p;
    }
    cursor[row] = p;
  }
  if (num_off_diagonal == 0) return 1;
  return 2 * static_cast<double>(num_below) / static_cast<double>(num_off_diagonal);
}

template <class Starts>
void write_tree_pattern(EliminationTree const& tree, Starts const& starts,
                        FactorArrays const& arrays) {
  Index const n = static_cast<Index>(tree.parent.size());
  std::vector<Offset> below(n), left(n);  // cursors behind and before the diagonal
  std::vector<Index> seen_in(n, -1);
  arrays.column_offsets[0] = 0;
  for (Index j = 0; j < n; ++j) {
    left[j] = arrays.column_offsets[j];
    arrays.diagonal[j] = left[j] + tree.row_counts[j];
    below[j] = arrays.diagonal[j] + 1;
    arrays.column_offsets[j + 1] = below[j] + tree.column_counts[j];
  }
  for (Index row = 0; row < n; ++row) {
    seen_in[row] = row;
    for (Index const start : starts[row]) {
      if (start >= row) break;
      for (Index node = start; seen_in[node] != row; node = tree.parent[node]) {
        seen_in[node] = row;
        arrays.rows[below[node]++] = row;
      }
    }
  }
  // L stands by columns, ascending. Its mirror image falls into place in the same order.
  for (Index j = 0; j < n; ++j) {
    Offset const diagonal = arrays.diagonal[j];
    arrays.rows[diagonal] = j;
    arrays.row_slot[diagonal] = diagonal;
    for (Offset p = diagonal + 1; p < arrays.column_offsets[j + 1]; ++p) {
      Offset const mirror = left[arrays.rows[p]]++;
      arrays.rows[mirror] = j;
      arrays.row_slot[p] = mirror;
      arrays.row_slot[mirror] = p;
    }
  }
}

template void write_tree_pattern(EliminationTree const&, Rows const&, FactorArrays const&);
template void write_tree_pattern(EliminationTree const&, Lists const&, FactorArrays const&);

Lists merge_rows(Rows const& matrix) { return RowMerger(matrix).merge(); }

void write_pattern(Rows const& factor_rows, FactorArrays const& arrays) {
  Index const n = factor_rows.n;
  std::copy(factor_rows.offsets.begin(), factor_rows.offsets.end(), arrays.row_offsets);
  std::fill(arrays.column_offsets, arrays.column_offsets + n + 1, Offset{0});
  for (Index const column : factor_rows.columns) ++arrays.column_offsets[column + 1];
  for (Index j = 0; j < n; ++j) arrays.column_offsets[j + 1] += arrays.column_offsets[j];

  std::vector<Offset> cursor(arrays.column_offsets, arrays.column_offsets + n);
  for (Index row = 0; row < n; ++row) {
    for (Index const column : factor_rows[row]) arrays.rows[cursor[column]++] = row;
  }
  cursor.assign(arrays.row_offsets, arrays.row_offsets + n);
  for (Index column = 0; column < n; ++column) {
    for (Offset p = arrays.column_offsets[column]; p < arrays.column_offsets[column + 1]; ++p) {
      Index const row = arrays.rows[p];
      Offset const slot = cursor[row]++;
      arrays.columns[slot] = column;
      arrays.row_slot[p] = slot;
      if (row == column) {
        arrays.diagonal[row] = p;
        arrays.row_diagonal[row] = slot;
      }
    }
  }
}

}  // namespace heddle::symbolic::detail
