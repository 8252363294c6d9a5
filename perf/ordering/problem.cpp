// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.hpp"

#include <heddle/io/read.hpp>
#include <heddle/ordering/fill_order.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace heddle::perf {
namespace {

using Entry = std::tuple<std::int32_t, std::int32_t, double>;  // column, row, value

/// All entries, both triangles, by columns and rows, each place once.
std::vector<Entry> sorted_entries(io::Matrix const& matrix) {
  std::vector<Entry> entries;
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    double const value = matrix.values.empty() ? 1 : matrix.values[k];
    auto const row = matrix.rows[k], column = matrix.columns[k];
    entries.emplace_back(column, row, value);
    if (matrix.symmetry != io::Symmetry::general && row != column) {
      bool const skew = matrix.symmetry == io::Symmetry::skew_symmetric;
      entries.emplace_back(row, column, skew ? -value : value);
    }
  }
  auto const place = [](Entry const& entry) {
    return std::pair(std::get<0>(entry), std::get<1>(entry));
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](Entry const& a, Entry const& b) { return place(a) < place(b); });
  std::vector<Entry> sums;
  for (auto const& entry : entries) {
    if (!sums.empty() && place(sums.back()) == place(entry)) {
      std::get<2>(sums.back()) += std::get<2>(entry);
    } else {
      sums.push_back(entry);
    }
  }
  return sums;
}

/// The scaled matrix with the matched rows on the diagonal, rows ascending.
void make_matched(OrderingProblem& problem) {
  std::vector<std::int32_t> place(problem.n);
  for (std::int32_t j = 0; j < problem.n; ++j) place[problem.matching.row_of_column[j]] = j;
  for (std::int32_t j = 0; j < problem.n; ++j) {
    std::vector<std::pair<std::int32_t, double>> column;
    for (auto entry = problem.offsets[j]; entry < problem.offsets[j + 1]; ++entry) {
      std::int32_t const row = problem.rows[entry];
      column.emplace_back(place[row], problem.values[entry] * problem.matching.row_scale[row] *
                                          problem.matching.column_scale[j]);
    }
    std::sort(column.begin(), column.end());
    for (auto const& [row, value] : column) {
      problem.matched_rows.push_back(row);
      problem.scaled_values.push_back(value);
    }
  }
  problem.fill_order = ordering::amd(problem.n, problem.offsets, problem.matched_rows);
}

}  // namespace

OrderingProblem load_ordering_problem(std::string const& name, std::string const& path) {
  auto const matrix = io::read_matrix(path);
  OrderingProblem problem;
  problem.name = name;
  problem.n = matrix.num_columns;
  problem.offsets.assign(problem.n + 1, 0);
  for (auto const& [column, row, value] : sorted_entries(matrix)) {
    ++problem.offsets[column + 1];
    problem.rows.push_back(row);
    problem.values.push_back(value);
    problem.magnitudes.push_back(std::abs(value));
  }
  for (std::int32_t j = 0; j < problem.n; ++j) problem.offsets[j + 1] += problem.offsets[j];
  problem.matching = ordering::weighted_matching(problem.columns());
  if (!problem.matching.row_scale.empty() && problem.n > 0) make_matched(problem);
  return problem;
}

}  // namespace heddle::perf
