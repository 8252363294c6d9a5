// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Numbers of the host as a View in the memory of a backend.
#pragma once

#include <Kokkos_Core.hpp>

#include <string>
#include <vector>

namespace heddle::perf {

template <class Exec, class T>
auto copy_to(Exec const& exec, std::string const& label, std::vector<T> const& host) {
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const from(host.data(),
                                                                                host.size());
  Kokkos::View<T*, typename Exec::memory_space> to(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), host.size());
  Kokkos::deep_copy(exec, to, from);
  exec.fence("heddle::perf::copy_to");
  return to;
}

}  // namespace heddle::perf
