// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The part of sparse LU that depends on the pattern and, for the matching, on one set of values.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/lu/result.hpp>
#include <heddle/lu/value.hpp>

#include <Kokkos_Core.hpp>

#include <memory>

namespace heddle::lu {

namespace detail {
struct AnalysisData;
}

/// An immutable plan for matrices of one pattern: permutations, scales, the pattern of the factors,
/// levels, and the map from the user's entries to the slots of the factors. Cheap to copy; copies
/// share the data, also between threads and factorizations. Lives in host memory.
class Analysis {
 public:
  Analysis() = default;
  /// Made by analyze.
  explicit Analysis(std::shared_ptr<detail::AnalysisData const> data) : data_(std::move(data)) {}

  /// Whether there is no plan: default-constructed, or analyze did not succeed.
  bool empty() const { return data_ == nullptr; }
  /// The plan itself, for Heddle's own modules.
  detail::AnalysisData const& data() const { return *data_; }

 private:
  std::shared_ptr<detail::AnalysisData const> data_;
};

/// What an order promises before any factor exists; bounds, where the pattern is unsymmetric.
struct OrderPrediction {
  Ordering ordering = Ordering::amd;
  std::uint64_t num_factor_entries = 0;  ///< of L + U in the diagonal blocks
  std::uint64_t multiply_adds = 0;
  std::int64_t critical_path = 0;  ///< columns that must follow one another
  double seconds = 0;              ///< of one numeric factorization, by one model on all backends
};

/// The outcome of analyze: the plan, or why there is none, and what the plan costs.
struct AnalyzeResult {
  Status status = Status::success;
  Analysis analysis;                 ///< empty unless the status is success
  std::int64_t structural_rank = 0;  ///< n unless structurally_singular
  std::vector<std::int32_t> unmatched_rows, unmatched_columns;  ///< as the user numbered them
  std::optional<Position> first_bad;                            ///< non_finite: the entry
  Ordering ordering = Ordering::automatic;                      ///< that was used
  /// Under Ordering::automatic: what was weighed against each other, if amd was dear enough.
  std::vector<OrderPrediction> predictions;
  std::int64_t num_blocks = 0;     ///< of the block triangular form; 1 without one, 0 if n = 0
  std::int64_t largest_block = 0;  ///< rows
  std::int64_t num_levels = 0;
  std::int64_t longest_column = 0;       ///< entries of L + U in it
  std::uint64_t num_factor_entries = 0;  ///< of L + U; a bound if the analysis ended early
  std::uint64_t multiply_adds = 0;       ///< of one numeric factorization
  std::uint64_t bytes = 0;               ///< that a factorization in double precision will hold
  double pattern_symmetry = 1;           ///< share of off-diagonal entries with a mirror, matched
  bool exact_pattern = true;
  std::vector<PhaseReport> phases;
};

/// Analyses a square matrix: checks it, moves large entries to the diagonal and scales (matching),
/// permutes to block triangular form, orders for little fill, finds the pattern and the levels of
/// the factors.
///
/// `matrix` is Csr or Csc of float, double or their Kokkos::complex forms with 32- or 64-bit
/// offsets, in the memory of `Exec` or of the host; of complex entries the magnitudes count;
/// entries of a line in any order, duplicates as the options say. The matching and the order are
/// sequential and run on the host; pattern and levels run on `exec`. Cost: near O(nnz(A)) for the
/// host phases, then O(nnz(F)) or more for the pattern. Synchronises `exec`. Deterministic: the
/// same analysis on every backend. Throws invalid_matrix, invalid_argument, not_initialized; the
/// outcomes of numbers and sizes are in the status.
template <CompiledBackend Exec, SolverMatrix<Exec> Matrix>
AnalyzeResult analyze(Exec const& exec, Matrix const& matrix, AnalyzeOptions const& options = {});

}  // namespace heddle::lu
