// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Recovered Jacobians against what was computed in another way. On the host.
#pragma once

#include <heddle/cli/jacobian/report.hpp>
#include <heddle/jacobian/dual.hpp>
#include <heddle/jacobian/function.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::cli {

/// A matrix by rows as plain arrays, columns ascending.
struct PlainJacobian {
  std::int32_t rows = 0, columns = 0;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> column;
  std::vector<double> value;
};

/// Collects differences row by row, relative to the largest expected entry of the row. What is not
/// finite on one side only differs infinitely.
class RowComparison {
 public:
  RowComparison(std::string against, double tolerance) {
    check_.against = std::move(against);
    check_.tolerance = tolerance;
  }

  void add(std::int32_t column, double expected, double got) {
    double difference = std::abs(expected - got);
    if (!std::isfinite(expected) || !std::isfinite(got)) {
      bool const same = expected == got || (std::isnan(expected) && std::isnan(got));
      difference = same ? 0 : std::numeric_limits<double>::infinity();
    } else {
      size_ = std::max(size_, std::abs(expected));
    }
    ++check_.entries;
    if (difference > worst_) {
      worst_ = difference;
      column_ = column;
    }
  }

  void end_row(std::int32_t row) {
    check_.largest_difference = std::max(check_.largest_difference, worst_);
    double const relative = worst_ == 0 ? 0 : size_ > 0 ? worst_ / size_ : worst_;
    if (relative > check_.relative) {
      check_.relative = relative;
      check_.row = row;
      check_.column = column_;
    }
    worst_ = size_ = 0;
  }

  JacobianCheck const& check() const { return check_; }

 private:
  JacobianCheck check_;
  double worst_ = 0, size_ = 0;
  std::int32_t column_ = -1;
};

/// x with the direction of one column.
struct OneColumn {
  using value_type = jacobian::Dual<double, 1>;
  double const* x;
  std::int32_t column;

  KOKKOS_FUNCTION value_type operator[](std::int32_t const j) const {
    value_type input(x[j]);
    if (j == column) input.derivative[0] = 1;
    return input;
  }
};

/// Against derivatives written by hand, at every nonzero.
template <class F>
JacobianCheck check_stencil(F const& f, PlainJacobian const& got, std::vector<double> const& x) {
  RowComparison comparison("stencil", 1e-12);
  jacobian::PlainInput<double> const input{x.data()};
  for (std::int32_t i = 0; i < got.rows; ++i) {
    for (auto p = got.offsets[i]; p < got.offsets[i + 1]; ++p) {
      comparison.add(got.column[p], f.derivative(i, got.column[p], input), got.value[p]);
    }
    comparison.end_row(i);
  }
  return comparison.check();
}

/// Largest number of entries that a dense comparison computes.
inline constexpr std::int64_t most_dense_entries = std::int64_t(1) << 24;

/// Against dual numbers of one lane, one column after the other: every entry, so that what is
/// outside of the pattern shows, too. Cost: m n evaluations of a row.
template <class F>
JacobianCheck check_dense(F const& f, PlainJacobian const& got, std::vector<double> const& x) {
  RowComparison comparison("dense_ad", 1e-12);
  std::vector<double> row(static_cast<std::size_t>(got.columns));
  for (std::int32_t i = 0; i < got.rows; ++i) {
    row.assign(row.size(), 0);
    for (auto p = got.offsets[i]; p < got.offsets[i + 1]; ++p) row[got.column[p]] = got.value[p];
    for (std::int32_t j = 0; j < got.columns; ++j) {
      jacobian::Dual<double, 1> const result = f(i, OneColumn{x.data(), j});
      comparison.add(j, result.derivative[0], row[j]);
    }
    comparison.end_row(i);
  }
  return comparison.check();
}

/// Against a matrix file: entries that one side lacks count as 0. Throws Failure (bad_input) if the
/// sizes differ, and what read_matrix throws.
JacobianCheck check_reference(std::string const& file, PlainJacobian const& got);

}  // namespace heddle::cli
