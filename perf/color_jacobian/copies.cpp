// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copies.hpp"

#include <Kokkos_Core.hpp>

#include <cstring>

namespace heddle::perf {
namespace {

Copies seen;

}  // namespace

CopyCounter::CopyCounter() {
  seen = {};
  Kokkos::Tools::Experimental::set_begin_deep_copy_callback(
      [](Kokkos::Tools::SpaceHandle to, char const*, void const*, Kokkos::Tools::SpaceHandle from,
         char const*, void const*, std::uint64_t bytes) {
        if (std::strcmp(to.name, from.name) == 0) return;
        ++seen.count;
        seen.bytes += static_cast<std::int64_t>(bytes);
      });
}

CopyCounter::~CopyCounter() { Kokkos::Tools::Experimental::set_begin_deep_copy_callback(nullptr); }

Copies CopyCounter::copies() const { return seen; }

}  // namespace heddle::perf
