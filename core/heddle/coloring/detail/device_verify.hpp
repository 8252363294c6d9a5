// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Verification and counts by kernels. They find the first line with a clash; the host names it.
#pragma once

#include <heddle/coloring/detail/device_nets.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace heddle::coloring::detail {

/// The first line in which two members have one color, or one has none. `closed`: line r holds r,
/// too, whether it is stored or not.
template <class Memory>
struct FirstBadLine {
  using Reducer = Kokkos::Min<DefaultIndex>;
  DeviceLines<Memory> lines;
  Kokkos::View<DefaultIndex*, Memory> colors;
  DefaultIndex num_colors;
  bool closed;

  KOKKOS_FUNCTION void operator()(DefaultIndex const line, DefaultIndex& first) const {
    if (line < first && is_bad(line)) first = line;
  }

  KOKKOS_FUNCTION bool is_bad(DefaultIndex const line) const {
    bool bad = false;
    for (DefaultIndex base = 0; base == 0 || base < num_colors; base += 64) {
      std::uint64_t once = 0, twice = 0;
      if (closed && lines.first(line) < lines.last(line)) add(line, base, once, twice);
      for (DefaultOffset p = lines.first(line); p < lines.last(line); ++p) {
        DefaultIndex const member = lines.indices(p);
        bad = bad || colors(member) < 0;
        if (!closed || member != line) add(member, base, once, twice);
      }
      bad = bad || twice != 0;
    }
    return bad;
  }

  KOKKOS_FUNCTION void add(DefaultIndex const member, DefaultIndex const base, std::uint64_t& once,
                           std::uint64_t& twice) const {
    DefaultIndex const bit = colors(member) - base;
    if (bit < 0 || bit >= 64) return;
    twice |= once & std::uint64_t{1} << bit;
    once |= std::uint64_t{1} << bit;
  }
};

/// Whether kernels check these lines well: one thread a line, a pass for every 64 colours.
inline bool suits_kernels(DefaultOffset const longest, DefaultIndex const num_colors) {
  return longest * (num_colors / 64 + 1) <= DefaultOffset{1} << 18;
}

/// Whether every line is as it should be.
template <class Exec>
bool lines_are_valid(Exec const& exec, DeviceLines<typename Exec::memory_space> const& lines,
                     Kokkos::View<DefaultIndex*, typename Exec::memory_space> const& colors,
                     DefaultIndex const num_colors, bool const closed) {
  if (lines.count == 0 || lines.num_entries() == 0) return true;
  constexpr auto none = std::numeric_limits<DefaultIndex>::max();
  return none == reduce_lines<DefaultIndex>(
                     exec, "heddle::coloring::first_bad_line", lines.count,
                     FirstBadLine<typename Exec::memory_space>{lines, colors, num_colors, closed});
}

template <class Memory>
struct HighestColor {
  using Reducer = Kokkos::Max<DefaultIndex>;
  Kokkos::View<DefaultIndex*, Memory> colors;
  KOKKOS_FUNCTION void operator()(DefaultIndex const vertex, DefaultIndex& highest) const {
    highest = Kokkos::max(highest, colors(vertex));
  }
};

template <class Exec>
DefaultIndex count_colors(Exec const& exec,
                          Kokkos::View<DefaultIndex*, typename Exec::memory_space> const& colors) {
  if (colors.extent(0) == 0) return 0;
  return 1 + reduce_lines<DefaultIndex>(exec, "heddle::coloring::highest_color",
                                        static_cast<DefaultIndex>(colors.extent(0)),
                                        HighestColor<typename Exec::memory_space>{colors});
}

/// Counts in many copies, so that few colours of many vertices do not queue up for one number.
template <class Memory>
struct CountClasses {
  Kokkos::View<DefaultIndex*, Memory> colors;
  Kokkos::View<std::int64_t*, Memory> sizes;  // copies x num_colors
  DefaultIndex num_colors, copies;
  KOKKOS_FUNCTION void operator()(DefaultIndex const vertex) const {
    DefaultIndex const color = colors(vertex);
    if (color < 0) return;
    auto const copy = static_cast<DefaultOffset>((vertex / 32) % copies);
    Kokkos::atomic_inc(&sizes(copy * num_colors + color));
  }
};

/// Vertices of each color.
template <class Exec>
std::vector<std::int64_t> class_sizes(
    Exec const& exec, Kokkos::View<DefaultIndex*, typename Exec::memory_space> const& colors,
    DefaultIndex const num_colors) {
  using Memory = typename Exec::memory_space;
  std::vector<std::int64_t> result(static_cast<std::size_t>(num_colors));
  if (num_colors == 0) return result;
  DefaultIndex const copies = num_colors <= 1024 ? 32 : 1;
  std::size_t const size = result.size() * static_cast<std::size_t>(copies);
  auto const sizes =
      heddle::detail::allocate<std::int64_t>(exec, "heddle::coloring::class_sizes", size);
  heddle::detail::fill(exec, "heddle::coloring::clear_sizes", sizes, 0);
  Kokkos::parallel_for("heddle::coloring::count_classes",
                       LineRange<Exec>(exec, 0, static_cast<DefaultIndex>(colors.extent(0))),
                       CountClasses<Memory>{colors, sizes, num_colors, copies});
  std::vector<std::int64_t> all(size);
  Kokkos::deep_copy(exec,
                    Kokkos::View<std::int64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        all.data(), all.size()),
                    sizes);
  exec.fence("heddle::coloring::class_sizes");
  for (std::size_t item = 0; item < size; ++item) result[item % result.size()] += all[item];
  return result;
}

}  // namespace heddle::coloring::detail
