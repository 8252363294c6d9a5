// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One set of factored values with the plan they belong to, and the two solves with them.
#pragma once

#include <heddle/lu/analysis.hpp>
#include <heddle/lu/detail/numeric.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/residual.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/detail/triangular.hpp>
#include <heddle/lu/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>

namespace heddle::lu::detail {

/// Which system is meant: A, A^T or A^H. Of real matrices the last two are the same.
struct SystemForm {
  bool transposed = false, conjugated = false;
};

template <class T>
SystemForm form_of(Operation operation) {
  return {operation != Operation::none,
          is_complex<T> && operation == Operation::conjugate_transpose};
}

/// Everything that a solve reads. A refactorization writes another one and swaps on success.
template <class Value, class Exec>
struct Factors {
  using Space = typename Exec::memory_space;
  Analysis analysis;
  std::shared_ptr<Plan<Exec> const> plan;
  Kokkos::View<Wide<Value>*, Space> matrix;                    ///< canonical values of A
  Kokkos::View<Value*, Space> values, row_values;              ///< L + U by columns and by rows
  Kokkos::View<Value*, Space> outer_values, outer_row_values;  ///< between blocks, scaled

  Lines<Value> lines(bool transposed) const {
    if (transposed) {
      return {plan->column_offsets.data(),
              plan->diagonal.data(),
              plan->rows.data(),
              values.data(),
              plan->block_begin.data(),
              plan->block_end.data(),
              plan->outer_column_offsets.data(),
              plan->outer_rows.data(),
              outer_values.data()};
    }
    return {plan->factor_row_offsets.data(), plan->row_diagonal.data(),
            plan->factor_columns.data(),     row_values.data(),
            plan->block_begin.data(),        plan->block_end.data(),
            plan->outer_row_offsets.data(),  plan->outer_columns.data(),
            outer_row_values.data()};
  }
  MatrixLines<Wide<Value>> matrix_lines(SystemForm form) const {
    if (form.transposed) {
      return {plan->matrix_column_offsets.data(), plan->matrix_rows.data(),
              plan->matrix_entries.data(), matrix.data(), form.conjugated};
    }
    return {plan->row_offsets.data(), plan->columns.data(), nullptr, matrix.data(), false};
  }
};

/// Bytes of one set of factored values.
template <class Value, class Exec>
std::uint64_t bytes_of_factors(Plan<Exec> const& plan) {
  auto const outer = plan.outer_rows.extent(0) + plan.outer_columns.extent(0);
  return static_cast<std::uint64_t>(plan.num_entries()) * sizeof(Wide<Value>) +
         (2 * static_cast<std::uint64_t>(plan.num_factor_entries()) + outer) * sizeof(Value);
}

template <class Value, class Exec>
Factors<Value, Exec> allocate_factors(Exec const& exec, Analysis const& analysis,
                                      std::shared_ptr<Plan<Exec> const> plan) {
  using heddle::detail::allocate;
  auto const entries = static_cast<std::size_t>(plan->num_factor_entries());
  Factors<Value, Exec> factors;
  factors.analysis = analysis;
  factors.matrix = allocate<Wide<Value>>(exec, "heddle::lu::matrix",
                                         static_cast<std::size_t>(plan->num_entries()));
  factors.values = allocate<Value>(exec, "heddle::lu::values", entries);
  factors.row_values = allocate<Value>(exec, "heddle::lu::row_values", entries);
  factors.outer_values =
      allocate<Value>(exec, "heddle::lu::outer_values", plan->outer_rows.extent(0));
  factors.outer_row_values =
      allocate<Value>(exec, "heddle::lu::outer_row_values", plan->outer_columns.extent(0));
  factors.plan = std::move(plan);
  return factors;
}

/// to = A^-1 from or its transposed form, through the unknowns of the factors: `from` is
/// permuted and scaled in, `to` out (or added to).
template <class T, class Value, class Exec, class From, class To>
void apply_inverse(Exec const& exec, Factors<Value, Exec> const& factors, SystemForm form,
                   From const& from, WorkVectors<T, Exec> const& unknowns, To const& to, bool add,
                   SolveFlags<Exec>& flags) {
  auto const& plan = *factors.plan;
  auto const [transposed, conjugated] = form;
  auto const n = static_cast<std::size_t>(plan.n), count = unknowns.extent(1);
  WorkVectors<T, Exec> const right(
      unknowns.data() + static_cast<std::size_t>(row_of_right<T>(plan)) * count, n, count);
  auto const& in = transposed ? plan.column_of_step : plan.row_of_step;
  auto const& in_scale = transposed ? plan.column_scale : plan.row_scale;
  auto const& out = transposed ? plan.row_of_step : plan.column_of_step;
  auto const& out_scale = transposed ? plan.row_scale : plan.column_scale;
  over_vectors(exec, "heddle::lu::permute_in", n, count,
               PermuteIn<T, Exec, From>{in, in_scale, from, right, conjugated});
  solve_triangles(exec, plan, factors.lines(transposed), transposed, unknowns, flags);
  over_vectors(exec, "heddle::lu::permute_out", n, count,
               PermuteOut<T, Exec, To>{out, out_scale, unknowns, static_cast<DefaultIndex>(n), to,
                                       add, conjugated});
}

}  // namespace heddle::lu::detail
