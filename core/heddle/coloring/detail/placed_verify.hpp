// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where a colouring is verified: by kernels where the colours are, if lines alone decide; the host
/// names what is wrong.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/coloring/detail/device_coloring.hpp>
#include <heddle/place/library_phase.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace heddle::coloring::detail {

/// What only the host can verify has a name of its own, so that a rule about coloring::verify never
/// asks for the impossible.
template <class Exec>
place::PhaseQuestion verify_question(Kind const kind, ColoringOptions const& options,
                                     std::int64_t const bytes, std::int64_t const entries) {
  place::PhaseQuestion question{"coloring::verify"};
  question.has_device = has_nets(kind) && !options.symmetrize && !options.ignore_ghosts;
  if (!question.has_device) question.name = "coloring::verify_on_host";
  bool const is_host = backends::traits<Exec>::is_host;
  question.usual.where = is_host ? Place::host : Place::device;
  if (question.has_device) question.call = {options.place, {}};
  question.bytes = bytes;
  question.nnz = entries;
  question.device_backend = backends::traits<Exec>::name;
  return question;
}

template <class Memory>
struct LowestColor {
  using Reducer = Kokkos::Min<DefaultIndex>;
  Kokkos::View<DefaultIndex*, Memory> colors;
  KOKKOS_FUNCTION void operator()(DefaultIndex const vertex, DefaultIndex& lowest) const {
    lowest = Kokkos::min(lowest, colors(vertex));
  }
};

/// Whether the colours are dense in 0 ... k - 1 or neutral, so many as the result says.
template <class Exec>
bool colors_are_dense(Exec const& exec, ResultOn<Exec> const& result) {
  auto const n = static_cast<DefaultIndex>(result.colors.extent(0));
  if (result.num_colors < 0 || result.num_colors > n) return false;
  if (n == 0) return true;
  auto const lowest =
      reduce_lines<DefaultIndex>(exec, "heddle::coloring::lowest_color", n,
                                 LowestColor<typename Exec::memory_space>{result.colors});
  if (lowest < -1 || count_colors(exec, result.colors) != result.num_colors) return false;
  auto const sizes = class_sizes(exec, result.colors, result.num_colors);
  return std::find(sizes.begin(), sizes.end(), 0) == sizes.end();
}

/// Whether kernels find that the colouring holds. False: the host has to look.
template <class Exec>
bool holds_by_kernels(Exec const& exec, Rows<typename Exec::memory_space> const& given,
                      ResultOn<Exec> const& result) {
  using Memory = typename Exec::memory_space;
  if (!is_clean(exec, given) || result.row_colors.extent(0) > 0) return false;
  DeviceLines<Memory> const rows{given.num_rows, given.num_columns, given.offsets, given.columns};
  bool const two = result.kind == Kind::distance2;
  if (two && !is_symmetric(exec, rows)) return false;
  auto const vertices = result.kind == Kind::columns ? rows.range : rows.count;
  if (result.colors.extent(0) != static_cast<std::size_t>(vertices)) return false;
  if (!colors_are_dense(exec, result)) return false;
  auto const lines = two ? rows : nets_of_rows(exec, rows, result.kind).members;
  auto const longest = longest_line(exec, two ? closed(exec, rows) : lines);
  bool const enough = rows.num_entries() == 0 || result.num_colors >= longest;
  return enough && suits_kernels(longest, result.num_colors) &&
         lines_are_valid(exec, lines, result.colors, result.num_colors, two);
}

}  // namespace heddle::coloring::detail
