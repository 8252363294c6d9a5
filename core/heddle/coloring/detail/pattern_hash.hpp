// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The body of pattern_hash: kernels where rows ascend, else the host.
#pragma once

#include <heddle/base/initialized.hpp>
#include <heddle/coloring/detail/device_prepare.hpp>
#include <heddle/coloring/pattern_hash.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace heddle::coloring {

template <CompiledBackend Exec, CompiledPattern<Exec> P>
std::uint64_t pattern_hash(Exec const& exec, P const& pattern, bool const ignore_ghosts) {
  using Memory = typename Exec::memory_space;
  require_initialized("heddle::coloring::pattern_hash");
  Kokkos::Profiling::ScopedRegion const region("heddle::coloring::pattern_hash");
  auto const rows = detail::rows_in<Memory>(exec, pattern);
  if (detail::is_clean(exec, rows)) {
    return detail::hash_on_device(exec, detail::DeviceLines<Memory>{rows.num_rows, rows.num_columns,
                                                                    rows.offsets, rows.columns});
  }
  auto const on_host = detail::rows_in<Kokkos::HostSpace>(exec, pattern);
  detail::CleanPattern const clean(detail::given_pattern(on_host), ignore_ghosts);
  return detail::hash_on_host(clean.rows());
}

}  // namespace heddle::coloring
