// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Reciprocal condition number in the 1-norm of the equilibrated matrix, estimated from the factors
/// (Hager, SIAM J. Sci. Stat. Comput. 5, 1984; Higham, ACM TOMS 14, 1988, with his second vector).
///
/// Equilibrated: rows and columns are scaled to a largest magnitude near 1 (one full pass, then
/// three rounds of Ruiz, RAL-TR-2001-034). The scales of the matching will not do: they lift
/// entries that are rounding noise to 1 where nothing else can be matched, and such a matrix would
/// pass for well-conditioned. Six pairs of solves at most, double vectors. A lower bound of the
/// condition, rarely off by more than a factor 3. Waits for the instance a few times.
#pragma once

#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/solve_buffers.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>

namespace heddle::lu::detail {

/// One scale per line such that scaled magnitudes approach 1: scale(i) /= largest in line i, or its
/// square root, which leaves the other half to the other order.
template <class Exec>
struct EquilibrateLine {
  MatrixLines matrix;
  WorkVectors<double, Exec> own, other;
  bool whole;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    double largest = 0;
    for (auto at = matrix.offsets[line]; at < matrix.offsets[line + 1]; ++at) {
      largest = Kokkos::max(largest, matrix.magnitude(at) * other(matrix.indices[at], 0));
    }
    largest *= own(line, 0);
    if (largest > 0) own(line, 0) /= whole ? largest : Kokkos::sqrt(largest);
  }
};

/// Sum of magnitudes in one column of the equilibrated matrix.
template <class Exec>
struct EquilibratedColumnNorm {
  MatrixLines columns;
  WorkVectors<double, Exec> row_scale, column_scale;
  KOKKOS_FUNCTION void operator()(DefaultOffset column, double& largest) const {
    double sum = 0;
    for (auto at = columns.offsets[column]; at < columns.offsets[column + 1]; ++at) {
      sum += columns.magnitude(at) * row_scale(columns.indices[at], 0);
    }
    sum *= column_scale(column, 0);
    if (sum > largest) largest = sum;
  }
};

/// What Hager's iteration does to a vector, chosen by `kind`.
enum class ProbeKind { ones, even, sign, unit, alternating };

template <class Exec>
struct SetProbe {
  WorkVectors<double, Exec> x;
  ProbeKind kind = ProbeKind::ones;
  std::int64_t chosen = -1;
  double n = 1;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, int) const {
    switch (kind) {
      case ProbeKind::ones: x(row, 0) = 1; break;
      case ProbeKind::even: x(row, 0) = 1 / n; break;
      case ProbeKind::sign: x(row, 0) = x(row, 0) < 0 ? -1 : 1; break;
      case ProbeKind::unit: x(row, 0) = row == chosen ? 1 : 0; break;
      case ProbeKind::alternating:
        x(row, 0) = (row % 2 == 0 ? 1 : -1) * (1 + (n > 1 ? row / (n - 1) : 0));
        break;
    }
  }
};

template <class Exec>
struct SumMagnitudes {
  WorkVectors<double, Exec> x;
  KOKKOS_FUNCTION void operator()(DefaultOffset row, double& sum) const {
    sum += Kokkos::abs(x(row, 0));
  }
};

using LargestItem = Kokkos::MaxFirstLoc<double, DefaultOffset>;

template <class Exec>
struct FindLargest {
  WorkVectors<double, Exec> x;
  KOKKOS_FUNCTION void operator()(DefaultOffset row, LargestItem::value_type& largest) const {
    double const size = Kokkos::abs(x(row, 0));
    if (size > largest.val || (size == largest.val && row < largest.loc)) {
      largest.val = size;
      largest.loc = row;
    }
  }
};

template <class Exec>
struct MultiplyBy {
  WorkVectors<double, Exec> x, factor;
  bool divide;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, int) const {
    x(row, 0) = divide ? x(row, 0) / factor(row, 0) : x(row, 0) * factor(row, 0);
  }
};

/// Estimates |S^-1| for S = D A E, A factored, D and E the equilibrating scales.
template <class Value, class Exec>
class ConditionEstimate {
 public:
  ConditionEstimate(Exec const& exec, Factors<Value, Exec> const& factors,
                    SolveBuffers<Exec>& buffers)
      : exec_(exec),
        factors_(factors),
        n_(factors.plan->n),
        flags_(buffers.flags_for(exec, factors.plan->n)) {
    auto const n = static_cast<std::size_t>(n_);
    auto& typed = buffers.double_precision;
    x_ = typed.current.get(exec, "heddle::lu::condition::probe", n, 1);
    unknowns_ = typed.unknowns.get(exec, "heddle::lu::condition::unknowns", 2 * n, 1);
    row_scale_ = buffers.residual.get(exec, "heddle::lu::condition::row_scale", n, 1);
    column_scale_ = buffers.weight.get(exec, "heddle::lu::condition::column_scale", n, 1);
  }

  /// 1 / (|S| |S^-1|), 0 if that is not finite.
  double reciprocal() {
    double const reciprocal = 1 / (equilibrated_norm() * inverse_norm());
    return std::isfinite(reciprocal) ? std::min(reciprocal, 1.0) : 0;
  }

 private:
  double equilibrated_norm() {
    auto const rows = factors_.matrix_lines(false), columns = factors_.matrix_lines(true);
    over_vectors(exec_, "heddle::lu::condition_ones", n_, 1, SetProbe<Exec>{row_scale_});
    over_vectors(exec_, "heddle::lu::condition_ones", n_, 1, SetProbe<Exec>{column_scale_});
    for (int round = 0; round < 4; ++round) {
      bool const whole = round == 0;  // scales that are far apart; the others even them out
      over_vectors(exec_, "heddle::lu::equilibrate_rows", n_, 1,
                   EquilibrateLine<Exec>{rows, row_scale_, column_scale_, whole});
      over_vectors(exec_, "heddle::lu::equilibrate_columns", n_, 1,
                   EquilibrateLine<Exec>{columns, column_scale_, row_scale_, whole});
    }
    double largest = 0;
    Kokkos::parallel_reduce("heddle::lu::equilibrated_norm", EntryRange<Exec>(exec_, 0, n_),
                            EquilibratedColumnNorm<Exec>{columns, row_scale_, column_scale_},
                            Kokkos::Max<double>(largest));
    return largest;
  }

  double inverse_norm() {
    double best = probe(ProbeKind::even);
    std::int64_t chosen = -1;
    for (int round = 0; round < 5; ++round) {
      set(ProbeKind::sign);
      apply(true);
      LargestItem::value_type largest{-1, 0};
      Kokkos::parallel_reduce("heddle::lu::condition_largest", EntryRange<Exec>(exec_, 0, n_),
                              FindLargest<Exec>{x_}, LargestItem(largest));
      if (largest.loc == chosen || !std::isfinite(largest.val)) break;
      chosen = largest.loc;
      double const next = probe(ProbeKind::unit, chosen);
      if (!(next > best)) break;
      best = next;
    }
    double const second = 2 * probe(ProbeKind::alternating) / (3 * static_cast<double>(n_));
    return second > best || std::isnan(second) ? second : best;
  }

  void set(ProbeKind kind, std::int64_t chosen = -1) {
    over_vectors(exec_, "heddle::lu::condition_probe", n_, 1,
                 SetProbe<Exec>{x_, kind, chosen, static_cast<double>(n_)});
  }

  /// x = S^-1 x or S^-T x.
  void apply(bool transposed) {
    auto const& before = transposed ? column_scale_ : row_scale_;
    auto const& after = transposed ? row_scale_ : column_scale_;
    over_vectors(exec_, "heddle::lu::condition_scale", n_, 1, MultiplyBy<Exec>{x_, before, true});
    apply_inverse<double>(exec_, factors_, transposed, x_, unknowns_, x_, false, flags_);
    over_vectors(exec_, "heddle::lu::condition_scale", n_, 1, MultiplyBy<Exec>{x_, after, true});
  }

  /// |S^-1 v| for a vector of that kind; S^-1 v stays in x.
  double probe(ProbeKind kind, std::int64_t chosen = -1) {
    set(kind, chosen);
    apply(false);
    double sum = 0;
    Kokkos::parallel_reduce("heddle::lu::condition_norm", EntryRange<Exec>(exec_, 0, n_),
                            SumMagnitudes<Exec>{x_}, sum);
    return sum;
  }

  Exec const& exec_;
  Factors<Value, Exec> const& factors_;
  DefaultIndex n_;
  SolveFlags<Exec>& flags_;
  WorkVectors<double, Exec> x_, unknowns_, row_scale_, column_scale_;
};

template <class Value, class Exec>
double reciprocal_condition(Exec const& exec, Factors<Value, Exec> const& factors,
                            SolveBuffers<Exec>& buffers) {
  if (factors.plan->n == 0) return 1;
  return ConditionEstimate<Value, Exec>(exec, factors, buffers).reciprocal();
}

}  // namespace heddle::lu::detail
