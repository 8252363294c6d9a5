// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The mark of callables that run at both places.
#pragma once

#include <Kokkos_Core.hpp>

#include <utility>

namespace heddle::place {

/// A callable that runs on the host and inline in device code; made by host_device.
template <class F>
struct HostDevice {
  F f;
  /// Calls it.
  template <class... Arguments>
  KOKKOS_FUNCTION auto operator()(Arguments const&... arguments) const {
    return f(arguments...);
  }
};

/// Marks a callable (KOKKOS_FUNCTION, no Views of its own that only one memory has) as one that
/// both places may call: an `on_host` phase runs it inline in device code, a SparseJacobian
/// evaluates it on the host, too.
template <class F>
HostDevice<F> host_device(F f) {
  return {std::move(f)};
}

/// Whether a callable has that mark.
template <class F>
inline constexpr bool is_host_device = false;
template <class F>
inline constexpr bool is_host_device<HostDevice<F>> = true;

}  // namespace heddle::place
