// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A colouring of a device in host memory, for plans that are made once more on the host.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/coloring/result.hpp>
#include <heddle/jacobian/detail/placed.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::jacobian::detail {

/// What plans read of a colouring that they have verified. Waits.
template <class Exec, class Coloring>
coloring::ColoringResult<DefaultIndex, Kokkos::HostSpace> host_coloring(Exec const& exec,
                                                                        Coloring const& coloring,
                                                                        place::LibraryPhase& run) {
  note_copy<Exec>(run, "colors", place::Direction::to_host, coloring.colors);
  note_copy<Exec>(run, "row colors", place::Direction::to_host, coloring.row_colors);
  coloring::ColoringResult<DefaultIndex, Kokkos::HostSpace> on_the_host;
  on_the_host.num_colors = coloring.num_colors;
  on_the_host.num_row_colors = coloring.num_row_colors;
  on_the_host.lower_bound = coloring.lower_bound;
  on_the_host.kind = coloring.kind;
  on_the_host.pattern_hash = coloring.pattern_hash;
  on_the_host.verified = true;
  auto const copy = [&](auto const& from, auto& to) {
    to = heddle::detail::allocate_host<DefaultIndex>(from.label(), from.extent(0));
    if (from.extent(0) > 0) Kokkos::deep_copy(exec, to, from);
  };
  copy(coloring.colors, on_the_host.colors);
  copy(coloring.row_colors, on_the_host.row_colors);
  exec.fence("heddle::jacobian::colors_on_host");
  return on_the_host;
}

}  // namespace heddle::jacobian::detail
