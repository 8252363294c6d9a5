// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The backends of this build as a list of types and a run-time choice by name.
#pragma once

#include <heddle/backends/traits.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle::backends {

/// What results of other backends are compared with: Serial, or the host backend without it.
#ifdef KOKKOS_ENABLE_SERIAL
using ReferenceBackend = Kokkos::Serial;
#else
using ReferenceBackend = Kokkos::DefaultHostExecutionSpace;
#endif

/// Calls `f(std::type_identity<Exec>{})` for each backend of this build, hosts first.
template <class F>
void for_each_backend(F&& f) {
#ifdef KOKKOS_ENABLE_SERIAL
  f(std::type_identity<Kokkos::Serial>{});
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  f(std::type_identity<Kokkos::OpenMP>{});
#endif
#ifdef KOKKOS_ENABLE_CUDA
  f(std::type_identity<Kokkos::Cuda>{});
#endif
}

/// The names of the backends of this build, hosts first.
inline std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for_each_backend(
      [&]<class Exec>(std::type_identity<Exec>) { names.emplace_back(traits<Exec>::name); });
  return names;
}

/// Calls `f(std::type_identity<Exec>{})` for the backend of that name. False if there is none.
template <class F>
bool with_backend(std::string_view name, F&& f) {
  bool found = false;
  for_each_backend([&]<class Exec>(std::type_identity<Exec> tag) {
    if (name == traits<Exec>::name) {
      found = true;
      f(tag);
    }
  });
  return found;
}

}  // namespace heddle::backends
