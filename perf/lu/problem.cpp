// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.hpp"

#include <heddle/base/error.hpp>
#include <heddle/io/read.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace heddle::perf {
namespace {

struct Entry {
  std::int32_t column, row;
  double value;
};

std::vector<Entry> expanded_entries(io::Matrix const& matrix) {
  std::vector<Entry> entries;
  double const mirror = matrix.symmetry == io::Symmetry::skew_symmetric ? -1 : 1;
  for (std::size_t k = 0; k < matrix.values.size(); ++k) {
    auto const row = matrix.rows[k], column = matrix.columns[k];
    entries.push_back({column, row, matrix.values[k]});
    if (matrix.symmetry != io::Symmetry::general && row != column) {
      entries.push_back({row, column, mirror * matrix.values[k]});
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](Entry const& a, Entry const& b) {
    return std::tie(a.column, a.row) < std::tie(b.column, b.row);
  });
  return entries;
}

void fill_columns(std::vector<Entry> const& entries, Problem& problem) {
  problem.offsets.assign(problem.n + 1, 0);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    auto const& entry = entries[k];
    bool const repeated =
        k > 0 && entries[k - 1].column == entry.column && entries[k - 1].row == entry.row;
    if (repeated) {
      problem.values.back() += entry.value;
      continue;
    }
    problem.rows.push_back(entry.row);
    problem.values.push_back(entry.value);
    ++problem.offsets[entry.column + 1];
  }
  for (std::int32_t j = 0; j < problem.n; ++j) problem.offsets[j + 1] += problem.offsets[j];
}

// A step of a simulator: values move a little, the pattern stays. The hash makes neighbours differ.
double one_step_later(double value, std::uint32_t slot) {
  double const unit = (slot * 2654435761u >> 8) / 16777216.0;  // in [0, 1)
  return value * (1 + 1e-3 * (2 * unit - 1));
}

Problem make_problem(std::string const& name, std::int32_t n, std::vector<Entry> const& entries) {
  Problem problem;
  problem.name = name;
  problem.n = n;
  fill_columns(entries, problem);
  for (std::uint32_t slot = 0; slot < problem.values.size(); ++slot) {
    problem.next_values.push_back(one_step_later(problem.values[slot], slot));
  }
  for (std::int32_t i = 0; i < problem.n; ++i) {
    problem.right_hand_side.push_back(1 + static_cast<double>(i) / problem.n);
  }
  return problem;
}

}  // namespace

Problem load_problem(std::string const& name, std::string const& path) {
  auto const matrix = io::read_matrix(path);
  HEDDLE_EXPECTS(matrix.num_rows == matrix.num_columns, invalid_matrix, path + ": not square");
  HEDDLE_EXPECTS(
      matrix.layout == io::Layout::coordinate && !matrix.values.empty() && matrix.imaginary.empty(),
      invalid_matrix, path + ": not a sparse real matrix");
  return make_problem(name, matrix.num_rows, expanded_entries(matrix));
}

std::optional<Problem> generated_problem(std::string const& name) {
  std::string const head = "grid_";
  if (name.rfind(head, 0) != 0 || name.size() > head.size() + 4) return {};
  if (name.find_first_not_of("0123456789", head.size()) != std::string::npos) return {};
  std::int32_t const k = name.size() > head.size() ? std::stoi(name.substr(head.size())) : 0;
  if (k == 0) return {};
  std::vector<Entry> entries;  // by columns, rows ascending
  for (std::int32_t cell = 0; cell < k * k; ++cell) {
    std::int32_t const x = cell % k, y = cell / k;
    if (y > 0) entries.push_back({cell, cell - k, -1});
    if (x > 0) entries.push_back({cell, cell - 1, -1});
    entries.push_back({cell, cell, 4.3});
    if (x + 1 < k) entries.push_back({cell, cell + 1, -1.3});
    if (y + 1 < k) entries.push_back({cell, cell + k, -1});
  }
  return make_problem(name, k * k, entries);
}

double backward_error(Problem const& problem, Values which, std::vector<double> const& x) {
  auto const& values = which == Values::given ? problem.values : problem.next_values;
  auto const& b = problem.right_hand_side;
  std::vector<long double> residual(b.begin(), b.end()), size(problem.n);
  for (std::int32_t i = 0; i < problem.n; ++i) size[i] = std::fabs(b[i]);
  for (std::int32_t j = 0; j < problem.n; ++j) {
    for (auto k = problem.offsets[j]; k < problem.offsets[j + 1]; ++k) {
      long double const product = static_cast<long double>(values[k]) * x[j];
      residual[problem.rows[k]] -= product;
      size[problem.rows[k]] += std::fabs(product);
    }
  }
  long double worst = 0;
  for (std::int32_t i = 0; i < problem.n; ++i) {
    auto const share = residual[i] == 0 ? 0 : std::fabs(residual[i]) / size[i];
    if (!std::isfinite(share)) return std::numeric_limits<double>::infinity();
    worst = std::max(worst, share);
  }
  return static_cast<double>(worst);
}

}  // namespace heddle::perf
