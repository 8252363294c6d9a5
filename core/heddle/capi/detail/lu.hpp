// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sparse LU of one backend and one type of values behind the C calls.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/capi/detail/arrays.hpp>
#include <heddle/capi/detail/backend.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

#include <limits>
#include <optional>
#include <string>

namespace heddle::capi {

static_assert(static_cast<int>(lu::Status::ill_conditioned) + 10 == HEDDLE_ILL_CONDITIONED &&
              static_cast<int>(lu::Status::zero_pivot) + 10 == HEDDLE_ZERO_PIVOT &&
              static_cast<int>(lu::Status::not_converged) + 10 == HEDDLE_NOT_CONVERGED);

/// A status of lu as one of the C calls, with where it happened.
inline Outcome outcome_of(lu::Status status, std::optional<lu::Position> const& where) {
  if (status == lu::Status::success) return {};
  std::string message(lu::to_string(status));
  if (where && where->row >= 0) message += ": row " + std::to_string(where->row);
  if (where && where->column >= 0) message += ", column " + std::to_string(where->column);
  return {static_cast<int>(status) + 10, message};
}

/// `Memory`: where the pattern lies, that of `Exec` or of the host.
template <class Value, class Offset, class Exec, class Memory>
class LuOf final : public Lu {
 public:
  LuOf(Exec const& exec, Rows<Offset> const& given, LuOptions const& options)
      : exec_(exec), options_(options) {
    auto const n = static_cast<std::size_t>(given.num_rows);
    auto const entries = static_cast<std::size_t>(given.num_entries);
    auto const values = brought<Memory>(exec, given.memory, static_cast<Value const*>(given.values),
                                        entries, "values");
    matrix_ = {static_cast<DefaultIndex>(n), static_cast<DefaultIndex>(n),
               kept<Memory>(exec, given.memory, given.row_offsets, n + 1, "row_offsets"),
               kept<Memory>(exec, given.memory, given.columns, entries, "columns"), values};
    analysis_ = lu::analyze(exec, matrix_, options.analyze);
    matrix_.values = {};
    if (!analysis_.analysis.empty()) factors_.emplace(exec, analysis_.analysis);
  }

  Outcome analyzed() const override {
    auto outcome = outcome_of(analysis_.status, analysis_.first_bad);
    if (analysis_.status == lu::Status::structurally_singular) {
      outcome.message += ": structural rank " + std::to_string(analysis_.structural_rank) + " of " +
                         std::to_string(matrix_.num_rows);
    }
    return outcome;
  }
  Outcome factor(int memory, void const* values) override {
    expect_analysis();
    factored_ = factors_->factor(exec_, with(memory, values), options_.pivots);
    return outcome_of(factored_.status, factored_.first_bad);
  }
  Outcome refactor(int memory, void const* values) override {
    expect_analysis();
    factored_ = factors_->refactor(exec_, with(memory, values), options_.pivots);
    return outcome_of(factored_.status, factored_.first_bad);
  }
  Outcome solve(lu::Operation operation, int memory, std::int64_t num_rhs, void const* b,
                void* x) override {
    expect_analysis();
    using Near = typename Exec::memory_space;
    HEDDLE_EXPECTS(num_rhs >= 0, invalid_argument, "num_rhs is negative");
    auto const n = static_cast<std::size_t>(matrix_.num_rows);
    auto const count = n * static_cast<std::size_t>(num_rhs);
    auto const rhs = brought<Near>(exec_, memory, static_cast<Value const*>(b), count, "b");
    Result<Value, Exec> const solution(exec_, memory, static_cast<Value*>(x), count, "x");
    auto options = options_.solve;
    options.operation = operation;
    auto const columns = static_cast<std::size_t>(num_rhs);
    solved_ = factors_->solve(
        exec_, Kokkos::View<Value const**, Kokkos::LayoutLeft, Near>(rhs.data(), n, columns),
        Kokkos::View<Value**, Kokkos::LayoutLeft, Near>(solution.view().data(), n, columns),
        workspace_, options);
    solution.deliver();
    return outcome_of(solved_.status, solved_.first_bad);
  }

  heddle_lu_report report() const override {
    heddle_lu_report report{};
    report.rows = matrix_.num_rows;
    report.entries = matrix_.num_entries();
    report.structural_rank = analysis_.structural_rank;
    report.blocks = analysis_.num_blocks;
    report.levels = analysis_.num_levels;
    report.factor_entries = analysis_.num_factor_entries;
    report.multiply_adds = analysis_.multiply_adds;
    report.bytes = factored_.bytes;
    report.perturbed = factored_.perturbed;
    auto const bad = factored_.first_bad.value_or(lu::Position{});
    report.first_bad_row = bad.row;
    report.first_bad_column = bad.column;
    report.reciprocal_growth = factored_.reciprocal_growth;
    report.reciprocal_condition = factored_.reciprocal_condition;
    report.log_determinant = factored_.determinant.log_magnitude;
    report.determinant_phase[0] = factored_.determinant.phase.real();
    report.determinant_phase[1] = factored_.determinant.phase.imag();
    report.backward_error = solved_.backward_error;
    report.refinements = solved_.refinements;
    if (factors_) {
      report.is_factored = factors_->state() == Factors::State::factored;
      report.generation = factors_->generation();
    }
    return report;
  }

 private:
  using Factors = lu::Factorization<Value, Exec>;
  using Matrix = Csr<Value, Offset, DefaultIndex, Memory>;

  void expect_analysis() const {
    HEDDLE_EXPECTS(factors_.has_value(), invalid_state,
                   "the analysis has failed: " + std::string(lu::to_string(analysis_.status)));
  }
  /// The matrix with other values.
  Matrix with(int memory, void const* values) const {
    auto matrix = matrix_;
    matrix.values = brought<Memory>(exec_, memory, static_cast<Value const*>(values),
                                    static_cast<std::size_t>(matrix_.num_entries()), "values");
    return matrix;
  }

  Exec exec_;
  LuOptions options_;
  Matrix matrix_;  ///< the pattern; values come with each call
  lu::AnalyzeResult analysis_;
  std::optional<Factors> factors_;
  lu::FactorResult factored_;
  lu::SolveResult solved_;
  lu::SolveWorkspace<Exec> workspace_;
};

}  // namespace heddle::capi
