// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sparse LU behind an interface that knows no Kokkos: backend, precision and whether numbers are
/// complex become run-time values, and the rest of the command is plain C++, compiled alike in
/// every build.
#pragma once

#include <heddle/cli/arguments.hpp>
#include <heddle/io/matrix.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/lu/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// A matrix by rows in host memory, as the library takes it.
struct HostMatrix;
using HostMatrixHandle = std::shared_ptr<HostMatrix const>;

/// Both triangles of symmetric kinds; complex for complex files.
HostMatrixHandle to_host_matrix(io::Matrix const& matrix);
std::int64_t num_entries(HostMatrix const& matrix);
/// An analysis, usable by solvers of every backend.
struct Plan;

/// lu::AnalyzeResult without its Kokkos part.
struct AnalysisReport {
  lu::Status status = lu::Status::success;
  std::shared_ptr<Plan const> plan;  ///< none unless the status is success
  std::int64_t structural_rank = 0;
  std::vector<std::int32_t> unmatched_rows, unmatched_columns;
  std::optional<lu::Position> first_bad;
  std::int64_t num_levels = 0;
  std::int64_t longest_column = 0;
  std::uint64_t num_factor_entries = 0;
  std::uint64_t multiply_adds = 0;
  std::uint64_t bytes = 0;
  double pattern_symmetry = 1;
  bool exact_pattern = true;
  std::int64_t num_blocks = 0, largest_block = 0;
  std::vector<lu::PhaseReport> phases;
};

/// Analyses on the backend of that name, which must be one of this build.
AnalysisReport analyze(std::string_view backend, HostMatrix const& matrix,
                       lu::AnalyzeOptions const& options);

/// Right-hand sides or solutions in host memory: `count` columns of `rows` values, one after the
/// other.
struct Vectors {
  std::int64_t rows = 0;
  std::int64_t count = 1;
  std::vector<double> values;
  std::vector<double> imaginary = {};  ///< as many, or none if they are real
};

/// The columns of a vector or matrix file.
Vectors to_vectors(io::Matrix const& matrix);
/// A 1 or A^T 1: a right-hand side whose solution is known.
Vectors times_ones(HostMatrix const& matrix, bool transpose);

/// Factors of one backend and precision. Those of a device are made and used there, unless
/// HEDDLE_PLACE says otherwise of "lu::refactor" or "lu::solve": then they move.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual lu::FactorResult factor(HostMatrix const& matrix, lu::PivotOptions const& options) = 0;
  virtual lu::FactorResult refactor(HostMatrix const& matrix, lu::PivotOptions const& options) = 0;
  /// `solution` gets the size of `right_hand_side`. Where the backend has its own memory, the
  /// copies of both are counted in the phase "solve": its time and its bytes.
  virtual lu::SolveResult solve(Vectors const& right_hand_side, Vectors& solution,
                                lu::SolveOptions const& options) = 0;
};

std::unique_ptr<Solver> make_solver(std::string_view backend, Precision precision,
                                    Plan const& plan);

}  // namespace heddle::cli
