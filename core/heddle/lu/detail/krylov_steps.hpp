// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The vector work of FGMRES, with sums in one order on every backend.
#pragma once

#include <heddle/lu/detail/residual.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace heddle::lu::detail {

/// y = (A x) / w by lines, sums in index order.
template <class Exec>
struct WeightedProduct {
  MatrixLines matrix;
  WorkVectors<double, Exec> x, weight, y;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    double sum = 0;
    for (DefaultOffset at = matrix.offsets[line]; at < matrix.offsets[line + 1]; ++at) {
      sum += matrix.value(at) * x(matrix.indices[at], 0);
    }
    y(line, 0) = sum / weight(line, 0);
  }
};

/// One right-hand side's residual and weight; a weight of zero, where the residual is zero, is 1.
template <class Exec>
struct TakeColumn {
  WorkVectors<double, Exec> residual, weights;
  int right;
  WorkVectors<double, Exec> scaled, weight;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    double const size = weights(line, right);
    weight(line, 0) = size > 0 ? size : 1;
    scaled(line, 0) = size > 0 ? residual(line, right) / size : 0;
  }
};

/// y = x * w.
template <class Exec>
struct Weigh {
  WorkVectors<double, Exec> x, weight, y;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    y(line, 0) = x(line, 0) * weight(line, 0);
  }
};

/// y(:, right) += a x.
template <class T, class Exec>
struct AddMultiple {
  WorkVectors<double, Exec> x;
  double factor;
  WorkVectors<T, Exec> y;
  int right;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    y(line, right) = static_cast<T>(static_cast<double>(y(line, right)) + factor * x(line, 0));
  }
};

template <class Exec>
struct ScaleVector {
  WorkVectors<double, Exec> x;
  double factor;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const { x(line, 0) *= factor; }
};

/// Partial sums of x * y over runs of fixed length.
template <class Exec>
struct PartialDots {
  static constexpr std::int64_t run = 256;
  WorkVectors<double, Exec> x, y;
  Kokkos::View<double*, typename Exec::memory_space> partial;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const n = static_cast<std::int64_t>(x.extent(0));
    std::int64_t const last = Kokkos::min(n, (item + 1) * run);
    double sum = 0;
    for (std::int64_t row = item * run; row < last; ++row) sum += x(row, 0) * y(row, 0);
    partial(item) = sum;
  }
};

/// x . y, the same bits for any number of threads. Waits.
template <class Exec>
double ordered_dot_product(Exec const& exec, WorkVectors<double, Exec> const& x,
                           WorkVectors<double, Exec> const& y,
                           Kokkos::View<double*, typename Exec::memory_space> const& partial) {
  constexpr auto run = PartialDots<Exec>::run;
  auto const count = (static_cast<std::int64_t>(x.extent(0)) + run - 1) / run;
  Kokkos::parallel_for("heddle::lu::krylov::partial_dots", EntryRange<Exec>(exec, 0, count),
                       PartialDots<Exec>{x, y, partial});
  std::vector<double> sums(static_cast<std::size_t>(count));
  Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(sums.data(),
                                                                               sums.size());
  Kokkos::deep_copy(exec, host,
                    Kokkos::subview(partial, Kokkos::make_pair(std::int64_t{0}, count)));
  exec.fence("heddle::lu::krylov::dot");
  double total = 0;
  for (double const sum : sums) total += sum;
  return total;
}

}  // namespace heddle::lu::detail
