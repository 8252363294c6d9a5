// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One linear system as plain arrays, which every solver of a run is given. Knows no Kokkos.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::perf {

/// A x = b with A by columns: rows ascend and are distinct, as UMFPACK wants them.
struct Problem {
  std::string name;
  std::int32_t n = 0;
  std::vector<std::int32_t> offsets, rows;
  std::vector<double> values;
  std::vector<double> next_values;  ///< the same pattern one step later: each value off by < 0.1 %
  std::vector<double> right_hand_side;
};

/// Which of the two sets of values is meant.
enum class Values { given, next };

/// Reads a square real matrix; symmetric files are expanded and duplicates are summed.
/// Throws heddle::error for files that are no such matrix.
Problem load_problem(std::string const& name, std::string const& path);

/// The matrix that a name of the form grid_<k> stands for: the 5-point Laplacian with 0.3 upwind on
/// k x k cells, numbered row by row. Nothing for other names.
std::optional<Problem> generated_problem(std::string const& name);

/// max_i |b - A x|_i / (|A| |x| + |b|)_i, in extended precision so that the judge rounds less than
/// the judged. NaN or Inf in x gives infinity.
double backward_error(Problem const& problem, Values values, std::vector<double> const& x);

}  // namespace heddle::perf
