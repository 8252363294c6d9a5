// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Reciprocal condition number of the scaled matrix in the 1-norm, estimated from the factors
/// (Hager, SIAM J. Sci. Stat. Comput. 5, 1984; Higham, ACM TOMS 14, 1988, with his second vector).
///
/// Five pairs of solves at most, double vectors. A lower bound of the condition, rarely off by more
/// than a factor 3. Waits for the instance a few times.
#pragma once

#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/solve_buffers.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>

namespace heddle::lu::detail {

/// Sum of magnitudes in one column of the scaled matrix, which lies in the slots of F before the
/// numeric factorization.
template <class Value, class Exec>
struct ColumnNorm {
  Array<DefaultOffset, Exec> column_offsets;
  Kokkos::View<Value*, typename Exec::memory_space> values;
  KOKKOS_FUNCTION void operator()(DefaultOffset column, double& largest) const {
    double sum = 0;
    for (auto slot = column_offsets(column); slot < column_offsets(column + 1); ++slot) {
      sum += Kokkos::abs(static_cast<double>(values(slot)));
    }
    if (sum > largest) largest = sum;
  }
};

/// 1-norm of the scaled matrix in the slots of F. Waits.
template <class Value, class Exec>
double scaled_norm(Exec const& exec, Plan<Exec> const& plan,
                   Kokkos::View<Value*, typename Exec::memory_space> const& values) {
  double largest = 0;
  Kokkos::parallel_reduce("heddle::lu::scaled_norm", EntryRange<Exec>(exec, 0, plan.n),
                          ColumnNorm<Value, Exec>{plan.column_offsets, values},
                          Kokkos::Max<double>(largest));
  return largest;
}

/// What Hager's iteration does to a vector, chosen by `kind`.
enum class ProbeKind { even, sign, unit, alternating };

template <class Exec>
struct SetProbe {
  WorkVectors<double, Exec> x;
  ProbeKind kind;
  std::int64_t chosen;
  double n;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, int) const {
    switch (kind) {
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

/// Estimates the 1-norm of the inverse of the scaled matrix.
template <class Value, class Exec>
class InverseNorm {
 public:
  InverseNorm(Exec const& exec, Factors<Value, Exec> const& factors, SolveBuffers<Exec>& buffers)
      : exec_(exec), factors_(factors), n_(factors.plan->n),
        flags_(buffers.flags_for(exec, factors.plan->n)),
        x_(buffers.double_precision.unknowns.get(exec, "heddle::lu::condition::probe",
                                                 static_cast<std::size_t>(n_), 1)) {}

  double estimate() {
    double best = probe(ProbeKind::even);
    std::int64_t chosen = -1;
    for (int round = 0; round < 5; ++round) {
      set(ProbeKind::sign);
      solve_triangles(exec_, factors_.lines(true), true, x_, flags_);
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

 private:
  void set(ProbeKind kind, std::int64_t chosen = -1) {
    over_vectors(exec_, "heddle::lu::condition_probe", static_cast<std::size_t>(n_), 1,
                 SetProbe<Exec>{x_, kind, chosen, static_cast<double>(n_)});
  }

  /// |S^-1 v| for a vector of that kind; S^-1 v stays in x.
  double probe(ProbeKind kind, std::int64_t chosen = -1) {
    set(kind, chosen);
    solve_triangles(exec_, factors_.lines(false), false, x_, flags_);
    double sum = 0;
    Kokkos::parallel_reduce("heddle::lu::condition_norm", EntryRange<Exec>(exec_, 0, n_),
                            SumMagnitudes<Exec>{x_}, sum);
    return sum;
  }

  Exec const& exec_;
  Factors<Value, Exec> const& factors_;
  DefaultIndex n_;
  SolveFlags<Exec>& flags_;
  WorkVectors<double, Exec> x_;
};

/// 1 / (norm * |S^-1|), 0 if that is not finite.
template <class Value, class Exec>
double reciprocal_condition(Exec const& exec, Factors<Value, Exec> const& factors, double norm,
                            SolveBuffers<Exec>& buffers) {
  if (factors.plan->n == 0) return 1;
  double const inverse_norm = InverseNorm<Value, Exec>(exec, factors, buffers).estimate();
  double const reciprocal = 1 / (norm * inverse_norm);
  return std::isfinite(reciprocal) ? std::min(reciprocal, 1.0) : 0;
}

}  // namespace heddle::lu::detail
