// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Ranks with a Zipf distribution by rejection-inversion: W. Hormann, G. Derflinger,
/// "Rejection-inversion to generate variates from monotone discrete distributions", ACM TOMACS 6,
/// 1996. Exact for any exponent > 0, without tables, less than two draws a rank on average.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::cli {

/// A rank 1 ... universe that is a function of a seed and the index of the draw.
class ZipfRank {
 public:
  ZipfRank() = default;
  ZipfRank(double exponent, std::uint64_t universe)
      : exponent_(exponent),
        universe_(static_cast<double>(universe)),
        lowest_(integral(1.5) - 1),
        highest_(integral(universe_ + 0.5)),
        squeeze_(2 - inverse(integral(2.5) - density(2))) {}

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t const seed,
                                           std::uint64_t const draw) const {
    std::uint64_t state = mixed(seed + draw * 0x9e3779b97f4a7c15u);
    for (;;) {
      state += 0x9e3779b97f4a7c15u;
      double const uniform = static_cast<double>(mixed(state) >> 11) * 0x1p-53;
      double const area = highest_ + uniform * (lowest_ - highest_);
      double const x = inverse(area);
      double rank = Kokkos::floor(x + 0.5);
      rank = rank < 1 ? 1 : rank > universe_ ? universe_ : rank;
      if (rank - x <= squeeze_ || area >= integral(rank + 0.5) - density(rank)) {
        return static_cast<std::uint64_t>(rank);
      }
    }
  }

 private:
  KOKKOS_FUNCTION static std::uint64_t mixed(std::uint64_t z) {  // SplitMix64's output function
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  KOKKOS_FUNCTION double density(double x) const {
    return Kokkos::exp(-exponent_ * Kokkos::log(x));
  }
  /// The integral of the density from 1 to x, also where the exponent is 1.
  KOKKOS_FUNCTION double integral(double x) const {
    double const log_x = Kokkos::log(x);
    double const t = (1 - exponent_) * log_x;
    double const ratio = Kokkos::abs(t) > 1e-8 ? Kokkos::expm1(t) / t : 1 + t / 2;
    return ratio * log_x;
  }
  KOKKOS_FUNCTION double inverse(double area) const {
    double t = area * (1 - exponent_);
    t = t < -1 ? -1 : t;  // rounding at the end of the range
    double const ratio = Kokkos::abs(t) > 1e-8 ? Kokkos::log1p(t) / t : 1 - t / 2;
    return Kokkos::exp(ratio * area);
  }

  double exponent_ = 1, universe_ = 1;
  double lowest_ = 0, highest_ = 0, squeeze_ = 0;
};

}  // namespace heddle::cli
