// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The 1-norm of an operator that can only be applied (Hager, SIAM J. Sci. Stat. Comput. 5, 1984;
/// Higham, ACM TOMS 14, 1988, with his second vector; complex: Higham and Tisseur, SIMAX 21, 2000).
///
/// A lower bound, rarely off by more than a factor 3. At most six pairs of applications, each of
/// which waits for the instance.
#pragma once

#include <heddle/lu/detail/load.hpp>
#include <heddle/lu/detail/residual.hpp>
#include <heddle/lu/detail/scalar.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>

namespace heddle::lu::detail {

/// What Hager's iteration does to a vector, chosen by `kind`.
enum class ProbeKind { ones, even, sign, unit, alternating };

template <class W, class Exec>
struct SetProbe {
  WorkVectors<W, Exec> x;
  ProbeKind kind = ProbeKind::ones;
  std::int64_t chosen = -1;
  double n = 1;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, int) const {
    switch (kind) {
      case ProbeKind::ones: x(row, 0) = 1; break;
      case ProbeKind::even: x(row, 0) = 1 / n; break;
      case ProbeKind::sign: x(row, 0) = direction(x(row, 0)); break;
      case ProbeKind::unit: x(row, 0) = row == chosen ? 1 : 0; break;
      case ProbeKind::alternating:
        x(row, 0) = (row % 2 == 0 ? 1 : -1) * (1 + (n > 1 ? row / (n - 1) : 0));
        break;
    }
  }
};

template <class W, class Exec>
struct SumMagnitudes {
  WorkVectors<W, Exec> x;
  KOKKOS_FUNCTION void operator()(DefaultOffset row, double& sum) const {
    sum += magnitude(x(row, 0));
  }
};

using LargestItem = Kokkos::MaxFirstLoc<double, DefaultOffset>;

template <class W, class Exec>
struct FindLargest {
  WorkVectors<W, Exec> x;
  KOKKOS_FUNCTION void operator()(DefaultOffset row, LargestItem::value_type& largest) const {
    double const size = magnitude(x(row, 0));
    if (size > largest.val || (size == largest.val && row < largest.loc)) {
      largest.val = size;
      largest.loc = row;
    }
  }
};

/// x *= factor, or x /= factor.
template <class W, class Exec>
struct MultiplyBy {
  WorkVectors<W, Exec> x;
  WorkVectors<double, Exec> factor;
  bool divide;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, int) const {
    x(row, 0) = divide ? x(row, 0) / factor(row, 0) : x(row, 0) * factor(row, 0);
  }
};

/// `apply(adjoint)` replaces x, n x 1, by the operator times x, or by its adjoint times x.
template <class W, class Exec, class Apply>
class NormEstimate {
 public:
  NormEstimate(Exec const& exec, WorkVectors<W, Exec> const& x, Apply const& apply)
      : exec_(exec), x_(x), apply_(apply), n_(static_cast<DefaultIndex>(x.extent(0))) {}

  double run() {
    double best = probe(ProbeKind::even);
    std::int64_t chosen = -1;
    for (int round = 0; round < 5; ++round) {
      set(ProbeKind::sign);
      apply_(true);
      LargestItem::value_type largest{-1, 0};
      Kokkos::parallel_reduce("heddle::lu::condition_largest", EntryRange<Exec>(exec_, 0, n_),
                              FindLargest<W, Exec>{x_}, LargestItem(largest));
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
    over_vectors(exec_, "heddle::lu::condition_probe", n_, 1,
                 SetProbe<W, Exec>{x_, kind, chosen, static_cast<double>(n_)});
  }

  /// The 1-norm of the operator times a vector of that kind, which stays in x.
  double probe(ProbeKind kind, std::int64_t chosen = -1) {
    set(kind, chosen);
    apply_(false);
    double sum = 0;
    Kokkos::parallel_reduce("heddle::lu::condition_norm", EntryRange<Exec>(exec_, 0, n_),
                            SumMagnitudes<W, Exec>{x_}, sum);
    return sum;
  }

  Exec const& exec_;
  WorkVectors<W, Exec> x_;
  Apply const& apply_;
  DefaultIndex n_;
};

template <class W, class Exec, class Apply>
double estimated_one_norm(Exec const& exec, WorkVectors<W, Exec> const& x, Apply const& apply) {
  return NormEstimate<W, Exec, Apply>(exec, x, apply).run();
}

}  // namespace heddle::lu::detail
