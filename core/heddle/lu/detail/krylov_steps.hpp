// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The vector work of FGMRES, with sums in one order on every backend.
#pragma once

#include <heddle/lu/detail/residual.hpp>
#include <heddle/lu/detail/scalar.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace heddle::lu::detail {

/// y = (A x) / w by lines, sums in index order.
template <class W, class Exec>
struct WeightedProduct {
  MatrixLines<W> matrix;
  WorkVectors<W, Exec> x, y;
  WorkVectors<double, Exec> weight;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    W sum = 0;
    for (DefaultOffset at = matrix.offsets[line]; at < matrix.offsets[line + 1]; ++at) {
      sum += matrix.value(at) * x(matrix.indices[at], 0);
    }
    y(line, 0) = sum / weight(line, 0);
  }
};

/// One right-hand side's residual and weight; a weight of zero, where the residual is zero, is 1.
template <class W, class Exec>
struct TakeColumn {
  WorkVectors<W, Exec> residual;
  WorkVectors<double, Exec> weights;
  int right;
  WorkVectors<W, Exec> scaled;
  WorkVectors<double, Exec> weight;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    double const size = weights(line, right);
    weight(line, 0) = size > 0 ? size : 1;
    scaled(line, 0) = size > 0 ? residual(line, right) / size : W(0);
  }
};

/// y = x * w.
template <class W, class Exec>
struct Weigh {
  WorkVectors<W, Exec> x, y;
  WorkVectors<double, Exec> weight;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    y(line, 0) = x(line, 0) * weight(line, 0);
  }
};

/// y(:, right) += a x.
template <class T, class Exec>
struct AddMultiple {
  using W = Wide<T>;
  WorkVectors<W, Exec> x;
  W factor;
  WorkVectors<T, Exec> y;
  int right;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const {
    y(line, right) = static_cast<T>(static_cast<W>(y(line, right)) + factor * x(line, 0));
  }
};

template <class W, class Exec>
struct ScaleVector {
  WorkVectors<W, Exec> x;
  double factor;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int) const { x(line, 0) *= factor; }
};

/// Partial sums of x * conj(y) over runs of fixed length.
template <class W, class Exec>
struct PartialDots {
  static constexpr std::int64_t run = 256;
  WorkVectors<W, Exec> x, y;
  Kokkos::View<W*, typename Exec::memory_space> partial;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const n = static_cast<std::int64_t>(x.extent(0));
    std::int64_t const last = Kokkos::min(n, (item + 1) * run);
    W sum = 0;
    for (std::int64_t row = item * run; row < last; ++row) sum += x(row, 0) * conjugate(y(row, 0));
    partial(item) = sum;
  }
};

/// y^H x, the same bits for any number of threads. Waits.
template <class W, class Exec>
W ordered_dot_product(Exec const& exec, WorkVectors<W, Exec> const& x,
                      WorkVectors<W, Exec> const& y,
                      Kokkos::View<W*, typename Exec::memory_space> const& partial) {
  constexpr auto run = PartialDots<W, Exec>::run;
  auto const count = (static_cast<std::int64_t>(x.extent(0)) + run - 1) / run;
  Kokkos::parallel_for("heddle::lu::krylov::partial_dots", EntryRange<Exec>(exec, 0, count),
                       PartialDots<W, Exec>{x, y, partial});
  std::vector<W> sums(static_cast<std::size_t>(count));
  Kokkos::View<W*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(sums.data(), sums.size());
  Kokkos::deep_copy(exec, host,
                    Kokkos::subview(partial, Kokkos::make_pair(std::int64_t{0}, count)));
  exec.fence("heddle::lu::krylov::dot");
  W total = 0;
  for (W const& sum : sums) total += sum;
  return total;
}

}  // namespace heddle::lu::detail
