// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Reciprocal condition number in the 1-norm of the equilibrated matrix, estimated from the factors
/// (norm_estimate.hpp).
///
/// Equilibrated: rows and columns are scaled to a largest magnitude near 1 (one full pass, then
/// three rounds of Ruiz, RAL-TR-2001-034). The scales of the matching will not do: they lift
/// entries that are rounding noise to 1 where nothing else can be matched, and such a matrix would
/// pass for well-conditioned. Six pairs of solves at most, double vectors. A lower bound of the
/// condition, rarely off by more than a factor 3. Waits for the instance a few times.
#pragma once

#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/norm_estimate.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/detail/solve_buffers.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>

namespace heddle::lu::detail {

/// One scale per line such that scaled magnitudes approach 1: scale(i) /= largest in line i, or its
/// square root, which leaves the other half to the other order.
template <class W, class Exec>
struct EquilibrateLine {
  MatrixLines<W> matrix;
  WorkVectors<double, Exec> own, other;
  bool whole;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    double largest = 0;
    for (auto at = matrix.offsets[line]; at < matrix.offsets[line + 1]; ++at) {
      largest = Kokkos::max(largest, matrix.size(at) * other(matrix.indices[at], 0));
    }
    largest *= own(line, 0);
    if (largest > 0) own(line, 0) /= whole ? largest : Kokkos::sqrt(largest);
  }
};

/// Sum of magnitudes in one column of the equilibrated matrix.
template <class W, class Exec>
struct EquilibratedColumnNorm {
  MatrixLines<W> columns;
  WorkVectors<double, Exec> row_scale, column_scale;
  KOKKOS_FUNCTION void operator()(DefaultOffset column, double& largest) const {
    double sum = 0;
    for (auto at = columns.offsets[column]; at < columns.offsets[column + 1]; ++at) {
      sum += columns.size(at) * row_scale(columns.indices[at], 0);
    }
    sum *= column_scale(column, 0);
    if (sum > largest) largest = sum;
  }
};

/// Estimates |S^-1| for S = D A E, A factored, D and E the equilibrating scales.
template <class Value, class Exec>
class ConditionEstimate {
  using W = Wide<Value>;

 public:
  ConditionEstimate(Exec const& exec, Factors<Value, Exec> const& factors,
                    SolveBuffers<Exec>& buffers)
      : exec_(exec),
        factors_(factors),
        n_(factors.plan->n),
        flags_(buffers.flags_for(exec, factors.plan->n)) {
    auto const n = static_cast<std::size_t>(n_);
    auto& typed = buffers.template typed<W>();
    x_ = typed.current.get(exec, "heddle::lu::condition::probe", n, 1);
    unknowns_ =
        typed.unknowns.get(exec, "heddle::lu::condition::unknowns", unknown_vectors<Exec> * n, 1);
    row_scale_ = buffers.row_scale.get(exec, "heddle::lu::condition::row_scale", n, 1);
    column_scale_ = buffers.column_scale.get(exec, "heddle::lu::condition::column_scale", n, 1);
  }

  /// 1 / (|S| |S^-1|), 0 if that is not finite.
  double reciprocal() {
    double const reciprocal = 1 / (equilibrated_norm() * inverse_norm());
    return std::isfinite(reciprocal) ? std::min(reciprocal, 1.0) : 0;
  }

 private:
  double equilibrated_norm() {
    auto const rows = factors_.matrix_lines({}), columns = factors_.matrix_lines({true});
    over_vectors(exec_, "heddle::lu::condition_ones", n_, 1, SetProbe<double, Exec>{row_scale_});
    over_vectors(exec_, "heddle::lu::condition_ones", n_, 1, SetProbe<double, Exec>{column_scale_});
    for (int round = 0; round < 4; ++round) {
      bool const whole = round == 0;  // scales that are far apart; the others even them out
      over_vectors(exec_, "heddle::lu::equilibrate_rows", n_, 1,
                   EquilibrateLine<W, Exec>{rows, row_scale_, column_scale_, whole});
      over_vectors(exec_, "heddle::lu::equilibrate_columns", n_, 1,
                   EquilibrateLine<W, Exec>{columns, column_scale_, row_scale_, whole});
    }
    double largest = 0;
    Kokkos::parallel_reduce("heddle::lu::equilibrated_norm", EntryRange<Exec>(exec_, 0, n_),
                            EquilibratedColumnNorm<W, Exec>{columns, row_scale_, column_scale_},
                            Kokkos::Max<double>(largest));
    return largest;
  }

  double inverse_norm() {
    return estimated_one_norm<W>(exec_, x_, [this](bool adjoint) { apply(adjoint); });
  }

  /// x = S^-1 x or S^-H x.
  void apply(bool transposed) {
    auto const& before = transposed ? column_scale_ : row_scale_;
    auto const& after = transposed ? row_scale_ : column_scale_;
    over_vectors(exec_, "heddle::lu::condition_scale", n_, 1,
                 MultiplyBy<W, Exec>{x_, before, true});
    SystemForm const form{transposed, transposed && is_complex<W>};
    apply_inverse<W>(exec_, factors_, form, x_, unknowns_, x_, false, flags_);
    over_vectors(exec_, "heddle::lu::condition_scale", n_, 1, MultiplyBy<W, Exec>{x_, after, true});
  }

  Exec const& exec_;
  Factors<Value, Exec> const& factors_;
  DefaultIndex n_;
  SolveFlags<Exec>& flags_;
  WorkVectors<W, Exec> x_, unknowns_;
  WorkVectors<double, Exec> row_scale_, column_scale_;
};

template <class Value, class Exec>
double reciprocal_condition(Exec const& exec, Factors<Value, Exec> const& factors,
                            SolveBuffers<Exec>& buffers) {
  if (factors.plan->n == 0) return 1;
  return ConditionEstimate<Value, Exec>(exec, factors, buffers).reciprocal();
}

}  // namespace heddle::lu::detail
