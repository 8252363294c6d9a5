// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Complex sparse matrices and dense LU of them as the oracles see it, in long double. Complete
/// pivoting shares no decision with the library. Knows neither Kokkos nor core.
#pragma once

#include <tests/reference/entries.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace heddle::reference {

using Complex = std::complex<double>;
using LongComplex = std::complex<long double>;
using ComplexVector = std::vector<Complex>;

struct ComplexEntry {
  std::int32_t row = 0, column = 0;
  Complex value;
};

/// Entries in any order; several of one place add up.
struct ComplexEntries {
  std::int32_t num_rows = 0, num_columns = 0;
  std::vector<ComplexEntry> list;

  void add(std::int32_t const row, std::int32_t const column, Complex const value) {
    list.push_back({row, column, value});
  }
};

inline ComplexEntries complex_from_rows(std::vector<ComplexVector> const& rows) {
  auto const n = static_cast<std::int32_t>(rows.size());
  ComplexEntries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j)
      if (rows[i][j] != 0.0) entries.add(i, j, rows[i][j]);
  return entries;
}

inline ComplexEntries transposed(ComplexEntries const& entries) {
  ComplexEntries result{entries.num_columns, entries.num_rows, {}};
  for (auto const& entry : entries.list) result.add(entry.column, entry.row, entry.value);
  return result;
}

inline ComplexEntries adjoint(ComplexEntries const& entries) {
  ComplexEntries result = transposed(entries);
  for (auto& entry : result.list) entry.value = std::conj(entry.value);
  return result;
}

/// A x, summed in long double and rounded once.
inline ComplexVector multiply(ComplexEntries const& entries, ComplexVector const& x) {
  std::vector<LongComplex> sum(entries.num_rows);
  for (auto const& entry : entries.list)
    sum[entry.row] += LongComplex(entry.value) * LongComplex(x[entry.column]);
  ComplexVector result(sum.size());
  for (std::size_t i = 0; i < sum.size(); ++i) result[i] = Complex(sum[i]);
  return result;
}

/// Componentwise backward error in long double, as that of real matrices.
inline double backward_error(ComplexEntries const& entries, ComplexVector const& x,
                             ComplexVector const& b) {
  std::vector<LongComplex> residual(b.begin(), b.end());
  std::vector<long double> size(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) size[i] = std::abs(residual[i]);
  for (auto const& entry : entries.list) {
    auto const product = LongComplex(entry.value) * LongComplex(x[entry.column]);
    residual[entry.row] -= product;
    size[entry.row] += std::abs(product);
  }
  long double worst = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    long double const rest = std::abs(residual[i]);
    if (rest == 0 && std::isfinite(size[i])) continue;
    auto const ratio = rest / size[i];
    if (!std::isfinite(ratio)) return std::numeric_limits<double>::infinity();
    worst = std::max(worst, ratio);
  }
  return static_cast<double>(worst);
}

/// max_i |x - y|_i / max_i |y|_i.
inline double relative_difference(ComplexVector const& x, ComplexVector const& y) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    double const here = std::abs(x[i] - y[i]);
    if (!std::isfinite(here)) return std::numeric_limits<double>::infinity();
    difference = std::fmax(difference, here);
    size = std::fmax(size, std::abs(y[i]));
  }
  return difference == 0 ? 0 : difference / size;
}

/// A square dense matrix, row by row.
struct ComplexDense {
  int n = 0;
  std::vector<LongComplex> values;

  explicit ComplexDense(int const size) : n(size), values(static_cast<std::size_t>(size) * size) {}
  explicit ComplexDense(ComplexEntries const& entries) : ComplexDense(entries.num_rows) {
    for (auto const& entry : entries.list)
      (*this)(entry.row, entry.column) += LongComplex(entry.value);
  }
  LongComplex& operator()(int const i, int const j) { return values[i * n + j]; }
  LongComplex operator()(int const i, int const j) const { return values[i * n + j]; }
};

/// P A Q = L U with the largest remaining entry as each pivot.
class ComplexDenseLu {
 public:
  explicit ComplexDenseLu(ComplexDense const& a) : factors_(a), row_(a.n), column_(a.n) {
    std::iota(row_.begin(), row_.end(), 0);
    std::iota(column_.begin(), column_.end(), 0);
    for (rank_ = 0; rank_ < a.n && bring_largest_to(rank_); ++rank_) eliminate(rank_);
  }

  bool singular() const { return rank_ < factors_.n; }
  /// ln |det A| of a regular matrix.
  long double log_determinant() const {
    long double sum = 0;
    for (int k = 0; k < factors_.n; ++k) sum += std::log(std::abs(factors_(k, k)));
    return sum;
  }
  /// det A / |det A| of a regular matrix.
  Complex phase() const {
    LongComplex product = sign_;
    for (int k = 0; k < factors_.n; ++k) product *= factors_(k, k) / std::abs(factors_(k, k));
    return Complex(product);
  }

  std::vector<LongComplex> solve(std::vector<LongComplex> const& b) const {
    int const n = factors_.n;
    std::vector<LongComplex> y(n), x(n);
    for (int i = 0; i < n; ++i) {
      y[i] = b[row_[i]];
      for (int k = 0; k < i; ++k) y[i] -= factors_(i, k) * y[k];
    }
    for (int i = n - 1; i >= 0; --i) {
      for (int k = i + 1; k < n; ++k) y[i] -= factors_(i, k) * y[k];
      y[i] /= factors_(i, i);
    }
    for (int i = 0; i < n; ++i) x[column_[i]] = y[i];
    return x;
  }

  ComplexVector solve(ComplexVector const& b) const {
    auto const x = solve(std::vector<LongComplex>(b.begin(), b.end()));
    ComplexVector result(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) result[i] = Complex(x[i]);
    return result;
  }

  /// The 1-norm of the inverse, column by column.
  long double inverse_one_norm() const {
    long double largest = 0;
    for (int j = 0; j < factors_.n; ++j) {
      std::vector<LongComplex> unit(factors_.n);
      unit[j] = 1;
      long double sum = 0;
      for (auto const& value : solve(unit)) sum += std::abs(value);
      largest = std::max(largest, sum);
    }
    return largest;
  }

 private:
  bool bring_largest_to(int const k) {
    int row = k, column = k;
    for (int i = k; i < factors_.n; ++i)
      for (int j = k; j < factors_.n; ++j)
        if (std::abs(factors_(i, j)) > std::abs(factors_(row, column))) row = i, column = j;
    if (factors_(row, column) == LongComplex(0)) return false;
    for (int j = 0; j < factors_.n; ++j) std::swap(factors_(k, j), factors_(row, j));
    for (int i = 0; i < factors_.n; ++i) std::swap(factors_(i, k), factors_(i, column));
    std::swap(row_[k], row_[row]);
    std::swap(column_[k], column_[column]);
    if (row != k) sign_ = -sign_;
    if (column != k) sign_ = -sign_;
    return true;
  }

  void eliminate(int const k) {
    for (int i = k + 1; i < factors_.n; ++i) {
      factors_(i, k) /= factors_(k, k);
      for (int j = k + 1; j < factors_.n; ++j) factors_(i, j) -= factors_(i, k) * factors_(k, j);
    }
  }

  ComplexDense factors_;
  std::vector<int> row_, column_;
  int rank_ = 0;
  long double sign_ = 1;
};

/// 1 / (|S| |S^-1|) in the 1-norm, S = A with rows and columns scaled until their largest
/// magnitudes are near 1 (Ruiz, RAL-TR-2001-034); 0 for a singular matrix.
inline double equilibrated_reciprocal_condition(ComplexDense a) {
  for (int round = 0; round < 20; ++round) {
    std::vector<long double> row(a.n, 0), column(a.n, 0);
    for (int i = 0; i < a.n; ++i)
      for (int j = 0; j < a.n; ++j) {
        row[i] = std::max(row[i], std::abs(a(i, j)));
        column[j] = std::max(column[j], std::abs(a(i, j)));
      }
    for (int i = 0; i < a.n; ++i)
      for (int j = 0; j < a.n; ++j)
        if (a(i, j) != LongComplex(0)) a(i, j) /= std::sqrt(row[i] * column[j]);
  }
  long double norm = 0;
  for (int j = 0; j < a.n; ++j) {
    long double sum = 0;
    for (int i = 0; i < a.n; ++i) sum += std::abs(a(i, j));
    norm = std::max(norm, sum);
  }
  ComplexDenseLu const lu(a);
  return lu.singular() ? 0 : static_cast<double>(1 / (norm * lu.inverse_one_norm()));
}

/// min_j max_i |A(i,j)| / max_i |U(i,j)| with the pivots on the diagonal as they stand.
inline double reciprocal_growth(ComplexDense const& a) {
  ComplexDense factors = a;
  for (int k = 0; k < a.n; ++k)
    for (int i = k + 1; i < a.n; ++i) {
      factors(i, k) /= factors(k, k);
      for (int j = k + 1; j < a.n; ++j) factors(i, j) -= factors(i, k) * factors(k, j);
    }
  long double growth = std::numeric_limits<long double>::infinity();
  for (int j = 0; j < a.n; ++j) {
    long double largest_a = 0, largest_u = 0;
    for (int i = 0; i < a.n; ++i) largest_a = std::max(largest_a, std::abs(a(i, j)));
    for (int i = 0; i <= j; ++i) largest_u = std::max(largest_u, std::abs(factors(i, j)));
    growth = std::min(growth, largest_a / largest_u);
  }
  return static_cast<double>(growth);
}

}  // namespace heddle::reference
