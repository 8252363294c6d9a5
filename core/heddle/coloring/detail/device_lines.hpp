// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Lists of indices and nets in the memory of an execution space.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/coloring/detail/input.hpp>
#include <heddle/coloring/detail/nets.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace heddle::coloring::detail {

template <class Exec>
using LineRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultIndex>>;

/// The same as Lines.
template <class Memory>
struct DeviceLines {
  DefaultIndex count = 0;
  DefaultIndex range = 0;
  Kokkos::View<DefaultOffset const*, Memory> offsets;
  Kokkos::View<DefaultIndex const*, Memory> indices;

  DefaultOffset num_entries() const { return static_cast<DefaultOffset>(indices.extent(0)); }
  KOKKOS_FUNCTION DefaultOffset first(DefaultIndex const line) const { return offsets(line); }
  KOKKOS_FUNCTION DefaultOffset last(DefaultIndex const line) const { return offsets(line + 1); }
};

/// The same as Nets. `members` of a net stand in the order in which they are coloured.
template <class Memory>
struct DeviceNets {
  DeviceLines<Memory> nets_of, members;

  DefaultIndex num_vertices() const { return nets_of.count; }
  DefaultIndex num_nets() const { return members.count; }
};

template <class Exec>
DeviceLines<typename Exec::memory_space> to_device(Exec const& exec, Lines const& lines) {
  return {lines.count, lines.range,
          to_exec(exec, "heddle::coloring::lines::offsets", lines.offsets,
                  static_cast<std::size_t>(lines.count) + 1),
          to_exec(exec, "heddle::coloring::lines::indices", lines.indices,
                  static_cast<std::size_t>(lines.num_entries()))};
}

/// A number that one kernel computed, after waiting for it.
template <class T, class Exec, class Functor>
T reduce_lines(Exec const& exec, std::string const& label, DefaultIndex const count,
               Functor const& functor) {
  T result{};
  Kokkos::parallel_reduce(label, LineRange<Exec>(exec, 0, count), functor,
                          typename Functor::Reducer(result));
  exec.fence(label);
  return result;
}

/// How many threads share a line: about as many as an average line has entries, a power of two.
template <class Memory>
int lanes_for(DeviceLines<Memory> const& lines, int const most) {
  int lanes = 1;
  while (lanes < most && DefaultOffset{lanes} * lines.count < lines.num_entries()) lanes *= 2;
  return lanes;
}

}  // namespace heddle::coloring::detail
