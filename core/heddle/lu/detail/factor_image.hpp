// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Factors in host memory on their way from one backend to another, whose solves then give the same
/// bits. O(nnz(F)) bytes each way; waits.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/lu/detail/factors.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace heddle::lu::detail {

template <class Value>
struct FactorImage {
  template <class T>
  using Array = Kokkos::View<T const*, Kokkos::HostSpace>;
  Analysis analysis;
  Array<Wide<Value>> matrix;
  Array<Value> values, row_values, outer_values, outer_row_values;
  std::int64_t generation = 0;
  double searched_growth = 0;

  std::int64_t bytes() const {
    auto const of_values = values.extent(0) + row_values.extent(0) + outer_values.extent(0) +
                           outer_row_values.extent(0);
    return static_cast<std::int64_t>(matrix.extent(0) * sizeof(Wide<Value>) +
                                     of_values * sizeof(Value));
  }
};

/// Of factors in host memory the image is no copy: it has to be used up before they change.
template <class Value, class Exec>
FactorImage<Value> image_of(Exec const& exec, Factors<Value, Exec> const& factors) {
  std::int64_t bytes = 0;
  auto const on_host = [&]<class T>(Kokkos::View<T*, typename Exec::memory_space> const& view) {
    using Memory = typename Exec::memory_space;
    return heddle::detail::to_memory<Kokkos::HostSpace>(
        exec, "heddle::lu::image", Kokkos::View<T const*, Memory>(view), bytes);
  };
  FactorImage<Value> image;
  image.analysis = factors.analysis;
  image.matrix = on_host(factors.matrix);
  image.values = on_host(factors.values);
  image.row_values = on_host(factors.row_values);
  image.outer_values = on_host(factors.outer_values);
  image.outer_row_values = on_host(factors.outer_row_values);
  return image;
}

/// Factors of that plan, which is one of the image's analysis.
template <class Value, class Exec>
Factors<Value, Exec> factors_of(Exec const& exec, FactorImage<Value> const& image,
                                std::shared_ptr<Plan<Exec> const> plan) {
  auto factors = allocate_factors<Value>(exec, image.analysis, std::move(plan));
  Kokkos::deep_copy(exec, factors.matrix, image.matrix);
  Kokkos::deep_copy(exec, factors.values, image.values);
  Kokkos::deep_copy(exec, factors.row_values, image.row_values);
  Kokkos::deep_copy(exec, factors.outer_values, image.outer_values);
  Kokkos::deep_copy(exec, factors.outer_row_values, image.outer_row_values);
  exec.fence("heddle::lu::restore");
  return factors;
}

}  // namespace heddle::lu::detail
