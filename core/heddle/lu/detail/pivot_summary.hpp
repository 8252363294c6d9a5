// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One reduction over the columns of a finished factorization: bad pivots, growth, determinant.
#pragma once

#include <heddle/lu/detail/load.hpp>
#include <heddle/lu/detail/numeric.hpp>
#include <heddle/lu/detail/scalar.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <complex>
#include <cstdint>

namespace heddle::lu::detail {

/// A positive number as mantissa x 2^exponent: products never overflow, and nothing takes a
/// logarithm per column.
struct ScaledNumber {
  double mantissa = 1;  ///< in [1, 2^500)
  std::int64_t exponent = 0;

  KOKKOS_FUNCTION static ScaledNumber of(double positive) {
    auto const bits = Kokkos::bit_cast<std::uint64_t>(positive);
    auto const exponent = static_cast<std::int64_t>(bits >> 52) - 1023;
    auto const mantissa = (bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u;
    return {Kokkos::bit_cast<double>(mantissa), exponent};
  }
  KOKKOS_FUNCTION ScaledNumber& operator*=(ScaledNumber const& other) {
    mantissa *= other.mantissa;
    exponent += other.exponent;
    if (mantissa >= 0x1p500) normalize();  // seldom, so that it is foreseen
    return *this;
  }
  KOKKOS_FUNCTION void normalize() {
    ScaledNumber const normal = of(mantissa);
    mantissa = normal.mantissa;
    exponent += normal.exponent;
  }
  /// Of the normal form, so that it does not tell when products were normalised.
  double log() const {
    ScaledNumber number = *this;
    number.normalize();
    return std::log(number.mantissa) + static_cast<double>(number.exponent) * std::log(2.0);
  }
};

struct PivotSummary {
  DefaultOffset first_bad = no_entry;
  std::int64_t num_bad = 0;
  std::int64_t num_negative = 0;
  double reciprocal_growth = 1;
  ScaledNumber pivot_product;              ///< magnitude; of the scaled matrix
  Kokkos::complex<double> phase = {1, 0};  ///< of complex pivots; real ones count num_negative

  KOKKOS_FUNCTION PivotSummary& operator+=(PivotSummary const& other) {
    first_bad = Kokkos::min(first_bad, other.first_bad);
    num_bad += other.num_bad;
    num_negative += other.num_negative;
    reciprocal_growth = Kokkos::min(reciprocal_growth, other.reciprocal_growth);
    pivot_product *= other.pivot_product;
    phase *= other.phase;
    return *this;
  }
};

template <class Value>
struct SummarizeColumn {
  std::uint8_t const* bad;
  Magnitude<Value> const* reciprocal_growth;
  Value const* values;
  DefaultOffset const* diagonal;
  KOKKOS_FUNCTION void operator()(DefaultOffset column, PivotSummary& sum) const {
    auto const pivot = static_cast<Wide<Value>>(values[diagonal[column]]);
    if (bad[column]) {
      sum.first_bad = Kokkos::min(sum.first_bad, column);
      ++sum.num_bad;
    }
    if constexpr (is_complex<Value>) {
      sum.phase *= direction(pivot);
    } else {
      sum.num_negative += pivot < 0;
    }
    sum.reciprocal_growth =
        Kokkos::min(sum.reciprocal_growth, static_cast<double>(reciprocal_growth[column]));
    sum.pivot_product *= ScaledNumber::of(magnitude(pivot));
  }
};

/// det A / |det A| of factors whose permutations have that sign: +-1 for real ones.
template <class Value>
std::complex<double> determinant_phase(PivotSummary const& summary, int permutation_sign) {
  if constexpr (is_complex<Value>) {
    auto const phase = direction(summary.phase);  // rounding has moved it off the unit circle
    return {permutation_sign * phase.real(), permutation_sign * phase.imag()};
  } else {
    return {permutation_sign * (summary.num_negative % 2 == 0 ? 1.0 : -1.0), 0.0};
  }
}

/// Waits for the factorization and summarises it.
template <class Value, class Exec>
PivotSummary summarize_pivots(Exec const& exec, Plan<Exec> const& plan,
                              ColumnReport<Value, Exec> const& report,
                              Kokkos::View<Value*, typename Exec::memory_space> const& values) {
  PivotSummary summary;
  Kokkos::parallel_reduce("heddle::lu::summarize_pivots", EntryRange<Exec>(exec, 0, plan.n),
                          SummarizeColumn<Value>{report.bad.data(), report.reciprocal_growth.data(),
                                                 values.data(), plan.diagonal.data()},
                          Kokkos::Sum<PivotSummary>(summary));
  return summary;
}

}  // namespace heddle::lu::detail

template <>
struct Kokkos::reduction_identity<heddle::lu::detail::PivotSummary> {
  KOKKOS_FORCEINLINE_FUNCTION static heddle::lu::detail::PivotSummary sum() { return {}; }
};
