// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How kernels that carry a user's function are launched.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::jacobian::detail {

/// 0 ... size - 1 on `exec`. A functor of up to 4 KiB travels as an argument of its kernel. Without
/// the hint, Kokkos sends those above 512 bytes through constant memory on CUDA and waits for the
/// one before: no graph could record that.
template <class Exec>
auto lines_of(Exec const& exec, DefaultIndex const size) {
  return Kokkos::Experimental::require(
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultIndex>>(exec, 0, size),
      Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

}  // namespace heddle::jacobian::detail
