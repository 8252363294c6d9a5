// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a user without dual numbers does: forward differences of the whole function, one for each
/// colour, and the same recovery.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/cli/jacobian/steps.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::perf {

template <class Memory>
struct Perturb {
  Kokkos::View<double const*, Memory> x;
  Kokkos::View<std::int32_t const*, Memory> colors;
  Kokkos::View<double*, Memory> moved;
  std::int32_t color;
  double step;
  KOKKOS_FUNCTION void operator()(std::int32_t const j) const {
    moved(j) = x(j) + (colors(j) == color ? step : 0);
  }
};

/// One row of the Jacobian from the differences in the block, one residual after the other.
template <class Memory>
struct Recover {
  Pattern<std::int64_t, std::int32_t, Memory> pattern;
  Kokkos::View<std::int32_t const*, Memory> colors;
  Kokkos::View<double const*, Memory> base, block;
  Kokkos::View<double*, Memory> values;
  double step;
  KOKKOS_FUNCTION void operator()(std::int32_t const i) const {
    std::int64_t const m = pattern.num_rows;
    for (auto p = pattern.row_offsets(i); p < pattern.row_offsets(i + 1); ++p) {
      std::int64_t const color = colors(pattern.columns(p));
      values(p) = (block(color * m + i) - base(i)) / step;
    }
  }
};

/// Compressed forward differences: k + 1 residuals and a recovery.
template <class F, class Exec>
class Differences {
 public:
  using Memory = typename Exec::memory_space;
  using Vector = Kokkos::View<double*, Memory>;
  using Colors = Kokkos::View<std::int32_t const*, Memory>;
  using P = Pattern<std::int64_t, std::int32_t, Memory>;

  Differences(F const& f, P const& pattern, Colors const& colors, std::int32_t num_colors)
      : steps_(f, pattern.num_rows, pattern.num_columns, 0),
        pattern_(pattern),
        colors_(colors),
        num_colors_(num_colors),
        moved_(make(pattern.num_columns)),
        base_(make(pattern.num_rows)),
        block_(make(static_cast<std::size_t>(pattern.num_rows) * num_colors)) {}

  void evaluate(Exec const& exec, Vector const& x, Vector const& values) const {
    constexpr double step = 1.5e-8;  // about the square root of the rounding unit
    auto const m = static_cast<std::size_t>(pattern_.num_rows);
    using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int32_t>>;
    steps_.residual(exec, x, base_);
    for (std::int32_t c = 0; c < num_colors_; ++c) {
      Kokkos::parallel_for("heddle::perf::perturb", Range(exec, 0, pattern_.num_columns),
                           Perturb<Memory>{x, colors_, moved_, c, step});
      auto const part = std::pair<std::size_t, std::size_t>(c * m, (c + 1) * m);
      steps_.residual(exec, moved_, Vector(Kokkos::subview(block_, part)));
    }
    Kokkos::parallel_for("heddle::perf::recover", Range(exec, 0, pattern_.num_rows),
                         Recover<Memory>{pattern_, colors_, base_, block_, values, step});
  }

 private:
  static Vector make(std::size_t count) { return Vector("heddle::perf::differences", count); }
  cli::Steps<Exec, F> steps_;
  P pattern_;
  Colors colors_;
  std::int32_t num_colors_;
  Vector moved_, base_, block_;
};

}  // namespace heddle::perf
