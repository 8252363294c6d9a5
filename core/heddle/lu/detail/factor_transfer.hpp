// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Factors to an image in host memory and back. O(nnz(F)) bytes each way; waits.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/lu/detail/factor_image.hpp>
#include <heddle/lu/detail/factorization_state.hpp>
#include <heddle/lu/detail/factors.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace heddle::lu::detail {

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
  auto const fill = [&](auto const& to, auto const& from) {
    if (to.extent(0) > 0) Kokkos::deep_copy(exec, to, from);
  };
  fill(factors.matrix, image.matrix);
  fill(factors.values, image.values);
  fill(factors.row_values, image.row_values);
  fill(factors.outer_values, image.outer_values);
  fill(factors.outer_row_values, image.outer_row_values);
  exec.fence("heddle::lu::restore");
  return factors;
}

/// Between a state and an image of its factors.
template <class Value, class Exec>
struct FactorTransfer {
  using Impl = FactorizationImpl<Value, Exec>;
  static std::shared_ptr<FactorImage<Value> const> from(Exec const& exec, Impl const& impl) {
    auto image = std::make_shared<FactorImage<Value>>(image_of(exec, impl.factors()));
    image->generation = impl.generation_;
    image->searched_growth = impl.searched_growth_;
    return image;
  }
  static void to(Exec const& exec, FactorImage<Value> const& image, Impl& impl) {
    if (&impl.analysis_.data() != &image.analysis.data()) impl.adopt(exec, image.analysis);
    impl.current_ = factors_of(exec, image, impl.plan_);
    impl.spare_.reset();
    impl.generation_ = image.generation;
    impl.searched_growth_ = image.searched_growth;
  }
};

}  // namespace heddle::lu::detail
