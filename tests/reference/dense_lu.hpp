// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Dense oracles of sparse LU in long double: slow, obvious, knowing neither Kokkos nor core.
/// Complete pivoting needs no matching, scaling or order, so it shares no decision with the
/// library.
#pragma once

#include <tests/reference/entries.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace heddle::reference {

/// A square dense matrix, row by row.
struct Dense {
  int n = 0;
  std::vector<long double> values;

  explicit Dense(int const size) : n(size), values(static_cast<std::size_t>(size) * size, 0) {}
  explicit Dense(Entries const& entries) : Dense(entries.num_rows) {
    for (auto const& entry : entries.list) (*this)(entry.row, entry.column) += entry.value;
  }
  long double& operator()(int const i, int const j) { return values[i * n + j]; }
  long double operator()(int const i, int const j) const { return values[i * n + j]; }
};

/// The largest sum of magnitudes of a column.
inline long double one_norm(Dense const& a) {
  long double largest = 0;
  for (int j = 0; j < a.n; ++j) {
    long double sum = 0;
    for (int i = 0; i < a.n; ++i) sum += std::fabs(a(i, j));
    largest = std::max(largest, sum);
  }
  return largest;
}

/// P A Q = L U with the largest remaining entry as each pivot.
class DenseLu {
 public:
  explicit DenseLu(Dense const& a) : factors_(a), row_(a.n), column_(a.n) {
    std::iota(row_.begin(), row_.end(), 0);
    std::iota(column_.begin(), column_.end(), 0);
    for (rank_ = 0; rank_ < a.n && bring_largest_to(rank_); ++rank_) eliminate(rank_);
  }

  /// Pivots that are not exactly zero.
  int rank() const { return rank_; }
  bool singular() const { return rank_ < factors_.n; }
  int sign() const { return singular() ? 0 : sign_; }

  /// ln |det A|; -infinity for a singular matrix.
  long double log_determinant() const {
    if (singular()) return -std::numeric_limits<long double>::infinity();
    long double sum = 0;
    for (int k = 0; k < factors_.n; ++k) sum += std::log(std::fabs(factors_(k, k)));
    return sum;
  }

  std::vector<long double> solve(std::vector<long double> const& b) const {
    int const n = factors_.n;
    std::vector<long double> y(n);
    for (int i = 0; i < n; ++i) {
      y[i] = b[row_[i]];
      for (int k = 0; k < i; ++k) y[i] -= factors_(i, k) * y[k];
    }
    for (int i = n - 1; i >= 0; --i) {
      for (int k = i + 1; k < n; ++k) y[i] -= factors_(i, k) * y[k];
      y[i] /= factors_(i, i);
    }
    std::vector<long double> x(n);
    for (int i = 0; i < n; ++i) x[column_[i]] = y[i];
    return x;
  }

  std::vector<double> solve(std::vector<double> const& b) const {
    auto const x = solve(std::vector<long double>(b.begin(), b.end()));
    return {x.begin(), x.end()};
  }

  /// The 1-norm of the inverse, column by column.
  long double inverse_one_norm() const {
    long double largest = 0;
    for (int j = 0; j < factors_.n; ++j) {
      std::vector<long double> unit(factors_.n, 0);
      unit[j] = 1;
      long double sum = 0;
      for (auto const value : solve(unit)) sum += std::fabs(value);
      largest = std::max(largest, sum);
    }
    return largest;
  }

 private:
  bool bring_largest_to(int const k) {
    int row = k, column = k;
    for (int i = k; i < factors_.n; ++i)
      for (int j = k; j < factors_.n; ++j)
        if (std::fabs(factors_(i, j)) > std::fabs(factors_(row, column))) row = i, column = j;
    if (factors_(row, column) == 0) return false;
    for (int j = 0; j < factors_.n; ++j) std::swap(factors_(k, j), factors_(row, j));
    for (int i = 0; i < factors_.n; ++i) std::swap(factors_(i, k), factors_(i, column));
    std::swap(row_[k], row_[row]);
    std::swap(column_[k], column_[column]);
    if (row != k) sign_ = -sign_;
    if (column != k) sign_ = -sign_;
    if (factors_(k, k) < 0) sign_ = -sign_;
    return true;
  }

  void eliminate(int const k) {
    for (int i = k + 1; i < factors_.n; ++i) {
      factors_(i, k) /= factors_(k, k);
      for (int j = k + 1; j < factors_.n; ++j) factors_(i, j) -= factors_(i, k) * factors_(k, j);
    }
  }

  Dense factors_;
  std::vector<int> row_, column_;
  int rank_ = 0;
  int sign_ = 1;
};

/// 1 / (||A|| ||A^-1||) in the 1-norm; 0 for a singular matrix.
inline double reciprocal_condition(Dense const& a) {
  DenseLu const lu(a);
  if (lu.singular()) return 0;
  return static_cast<double>(1 / (one_norm(a) * lu.inverse_one_norm()));
}

/// Rows and columns scaled so that their largest magnitudes approach 1 (Ruiz, RAL-TR-2001-034).
inline Dense equilibrated(Dense a) {
  for (int round = 0; round < 20; ++round) {
    std::vector<long double> row(a.n, 0), column(a.n, 0);
    for (int i = 0; i < a.n; ++i)
      for (int j = 0; j < a.n; ++j) {
        row[i] = std::max(row[i], std::fabs(a(i, j)));
        column[j] = std::max(column[j], std::fabs(a(i, j)));
      }
    for (int i = 0; i < a.n; ++i)
      for (int j = 0; j < a.n; ++j)
        if (a(i, j) != 0) a(i, j) /= std::sqrt(row[i] * column[j]);
  }
  return a;
}

/// L + U (unit diagonal of L left out) with the pivots on the diagonal as they stand. Every pivot
/// must differ from zero.
inline Dense factors_without_pivoting(Dense factors) {
  for (int k = 0; k < factors.n; ++k)
    for (int i = k + 1; i < factors.n; ++i) {
      factors(i, k) /= factors(k, k);
      for (int j = k + 1; j < factors.n; ++j) factors(i, j) -= factors(i, k) * factors(k, j);
    }
  return factors;
}

/// min_j max_i |A(i,j)| / max_i |U(i,j)| with the pivots on the diagonal as they stand.
inline double reciprocal_growth(Dense const& a) {
  Dense const factors = factors_without_pivoting(a);
  long double growth = std::numeric_limits<long double>::infinity();
  for (int j = 0; j < a.n; ++j) {
    long double largest_a = 0, largest_u = 0;
    for (int i = 0; i < a.n; ++i) largest_a = std::max(largest_a, std::fabs(a(i, j)));
    for (int i = 0; i <= j; ++i) largest_u = std::max(largest_u, std::fabs(factors(i, j)));
    growth = std::min(growth, largest_a / largest_u);
  }
  return static_cast<double>(growth);
}

/// The determinant of an integer matrix, exactly, as long as its minors stay below 2^63 (Bareiss,
/// Math. Comp. 22, 1968: every division leaves no remainder).
inline long long exact_determinant(Entries const& entries) {
  int const n = entries.num_rows;
  std::vector<std::vector<long long>> a(n, std::vector<long long>(n, 0));
  for (auto const& entry : entries.list)
    a[entry.row][entry.column] += static_cast<long long>(entry.value);
  long long previous = 1, sign = 1;
  for (int k = 0; k + 1 < n; ++k) {
    int row = k;
    while (row < n && a[row][k] == 0) ++row;
    if (row == n) return 0;
    if (row != k) {
      std::swap(a[row], a[k]);
      sign = -sign;
    }
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j) a[i][j] = (a[i][j] * a[k][k] - a[i][k] * a[k][j]) / previous;
    previous = a[k][k];
  }
  return n == 0 ? 1 : sign * a[n - 1][n - 1];
}

}  // namespace heddle::reference
