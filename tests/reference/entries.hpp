// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A sparse matrix as the oracles see it: a list of entries. Knows neither Kokkos nor core.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace heddle::reference {

struct Entry {
  std::int32_t row = 0;
  std::int32_t column = 0;
  double value = 0;
};

/// Entries in any order; several of one place add up.
struct Entries {
  std::int32_t num_rows = 0;
  std::int32_t num_columns = 0;
  std::vector<Entry> list;

  void add(std::int32_t const row, std::int32_t const column, double const value) {
    list.push_back({row, column, value});
  }
};

/// A square matrix from its rows; zeros are left out.
inline Entries from_rows(std::vector<std::vector<double>> const& rows) {
  auto const n = static_cast<std::int32_t>(rows.size());
  Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j)
      if (rows[i][j] != 0) entries.add(i, j, rows[i][j]);
  return entries;
}

/// One entry per place, by rows.
inline Entries summed(Entries const& entries) {
  std::map<std::pair<std::int32_t, std::int32_t>, long double> places;
  for (auto const& entry : entries.list) places[{entry.row, entry.column}] += entry.value;
  Entries result{entries.num_rows, entries.num_columns, {}};
  for (auto const& [place, value] : places)
    result.add(place.first, place.second, static_cast<double>(value));
  return result;
}

inline Entries transposed(Entries const& entries) {
  Entries result{entries.num_columns, entries.num_rows, {}};
  for (auto const& entry : entries.list) result.add(entry.column, entry.row, entry.value);
  return result;
}

/// A x, summed in long double and rounded once.
inline std::vector<double> multiply(Entries const& entries, std::vector<double> const& x) {
  std::vector<long double> sum(entries.num_rows, 0);
  for (auto const& entry : entries.list)
    sum[entry.row] += static_cast<long double>(entry.value) * x[entry.column];
  return {sum.begin(), sum.end()};
}

/// Componentwise backward error max_i |b - A x|_i / (|A| |x| + |b|)_i (Oettli and Prager, 1964) in
/// long double. Not a number anywhere gives infinity, so that no comparison lets it pass.
inline double backward_error(Entries const& entries, std::vector<double> const& x,
                             std::vector<double> const& b) {
  std::vector<long double> residual(b.begin(), b.end());
  std::vector<long double> size(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) size[i] = std::fabs(residual[i]);
  for (auto const& entry : entries.list) {
    auto const product = static_cast<long double>(entry.value) * x[entry.column];
    residual[entry.row] -= product;
    size[entry.row] += std::fabs(product);
  }
  long double worst = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (residual[i] == 0 && std::isfinite(size[i])) continue;
    auto const ratio = std::fabs(residual[i]) / size[i];
    if (!std::isfinite(ratio)) return std::numeric_limits<double>::infinity();
    worst = ratio > worst ? ratio : worst;
  }
  return static_cast<double>(worst);
}

/// max_i |x - y|_i / max_i |y|_i.
inline double relative_difference(std::vector<double> const& x, std::vector<double> const& y) {
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!std::isfinite(x[i])) return std::numeric_limits<double>::infinity();
    difference = std::fmax(difference, std::fabs(x[i] - y[i]));
    size = std::fmax(size, std::fabs(y[i]));
  }
  return difference == 0 ? 0 : difference / size;
}

}  // namespace heddle::reference
