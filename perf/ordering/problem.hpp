// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The input of all benchmarks of ordering: one matrix, made ready once.
#pragma once

#include <heddle/ordering/matching.hpp>
#include <heddle/ordering/partial_pivoting.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::perf {

/// A square matrix by columns, rows ascending, and what the weighted matching makes of it.
struct OrderingProblem {
  std::string name;
  std::int32_t n = 0;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> rows;
  std::vector<double> values, magnitudes;
  ordering::Matching matching;

  // Scaled, with the matched rows on the diagonal; empty if there is no perfect matching.
  std::vector<std::int32_t> matched_rows;
  std::vector<double> scaled_values;
  std::vector<std::int32_t> fill_order;  ///< AMD of the matched matrix

  ordering::Columns columns() const { return {n, offsets, rows, magnitudes}; }
  bool has_matched() const { return !fill_order.empty(); }
};

/// Reads a file, sums duplicates, matches and orders. Throws heddle::error.
OrderingProblem load_ordering_problem(std::string const& name, std::string const& path);

}  // namespace heddle::perf
