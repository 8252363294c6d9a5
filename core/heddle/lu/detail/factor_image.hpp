// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Factors in host memory on their way from one backend to another, whose solves then give the same
/// bits.
#pragma once

#include <heddle/lu/analysis.hpp>
#include <heddle/lu/value.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::lu::detail {

template <class Value>
struct FactorImage {
  template <class T>
  using Array = Kokkos::View<T const*, Kokkos::HostSpace>;
  Analysis analysis;
  Array<WideForm<Value>> matrix;
  Array<Value> values, row_values, outer_values, outer_row_values;
  std::int64_t generation = 0;
  double searched_growth = 0;

  std::int64_t bytes() const {
    auto const of_values = values.extent(0) + row_values.extent(0) + outer_values.extent(0) +
                           outer_row_values.extent(0);
    return static_cast<std::int64_t>(matrix.extent(0) * sizeof(WideForm<Value>) +
                                     of_values * sizeof(Value));
  }
};

}  // namespace heddle::lu::detail
