// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/backend.hpp>

#include <heddle/backends/place.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::place::detail {

bool in_parallel_region() { return backends::in_parallel_region(); }

void before_finalize(void (*action)()) { Kokkos::push_finalize_hook(action); }

}  // namespace heddle::place::detail
