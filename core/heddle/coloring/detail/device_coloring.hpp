// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Colouring on the device: from rows that lie there, or from a problem of the host.
#pragma once

#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/detail/device_verify.hpp>
#include <heddle/coloring/detail/host_coloring.hpp>
#include <heddle/coloring/detail/speculative.hpp>

#include <Kokkos_Core.hpp>

#include <optional>
#include <vector>

namespace heddle::coloring::detail {

/// Colours nets by the method of the options, and fills in what the kernels know. False: rounds of
/// speculation left some vertices, which only the frontier can finish, and it needs members in
/// order.
template <class Exec>
bool color_device_nets(Exec const& exec, DeviceNets<typename Exec::memory_space> const& nets,
                       ColoringOptions const& options, bool const in_order,
                       ResultOn<Exec>& result) {
  result.colors = heddle::detail::allocate<DefaultIndex>(
      exec, "heddle::coloring::colors", static_cast<std::size_t>(nets.num_vertices()));
  heddle::detail::fill(exec, "heddle::coloring::clear_colors", result.colors, -1);
  if (options.method == Method::speculative) {
    color_speculatively(exec, nets, result.colors, options.seed, options.max_parallel_rounds,
                        result.rounds, result.windows);
    if (!in_order && count_uncolored(exec, result.colors) > 0) return false;
  }
  color_by_frontier(exec, nets, result.colors, result.rounds, result.windows);
  result.num_colors = count_colors(exec, result.colors);
  result.ran_at = Place::device;
  return true;
}

template <class Memory>
struct SetEmptyNeutral {
  DeviceLines<Memory> lines;  // an empty one: a vertex without entries
  Kokkos::View<DefaultIndex*, Memory> colors;
  KOKKOS_FUNCTION void operator()(DefaultIndex const vertex) const {
    if (lines.first(vertex) == lines.last(vertex)) colors(vertex) = -1;
  }
};

/// Nets of clean rows; symmetric ones for distance2. Members of nets that are columns stand in no
/// order.
template <class Exec>
DeviceNets<typename Exec::memory_space> nets_of_rows(
    Exec const& exec, DeviceLines<typename Exec::memory_space> const& rows, Kind const kind) {
  if (kind == Kind::columns) return {transposed(exec, rows), rows};
  if (kind == Kind::rows) return {rows, transposed(exec, rows)};
  auto const with_diagonal = closed(exec, rows);
  return {with_diagonal, with_diagonal};
}

/// Whether kernels alone can colour this: nothing to sort, to order or to balance.
inline bool suits_device_rows(ColoringOptions const& options) {
  bool const natural = options.order == Order::automatic || options.order == Order::natural;
  bool const in_order = natural && options.kind != Kind::rows;
  return has_nets(options.kind) && !options.balance &&
         (in_order || options.method == Method::speculative);
}

/// The whole colouring by kernels. Nothing if the rows need the host first, or if the result does
/// not hold: then the host names what is wrong, or colours.
template <class Exec>
std::optional<ResultOn<Exec>> color_device_rows(Exec const& exec,
                                                Rows<typename Exec::memory_space> const& given,
                                                ColoringOptions const& options) {
  using Memory = typename Exec::memory_space;
  if (!is_clean(exec, given)) return std::nullopt;
  DeviceLines<Memory> const rows{given.num_rows, given.num_columns, given.offsets, given.columns};
  bool const two = options.kind == Kind::distance2;
  if (two && !is_symmetric(exec, rows)) return std::nullopt;
  auto const nets = nets_of_rows(exec, rows, options.kind);
  ResultOn<Exec> result;
  bool const in_order = options.kind != Kind::rows;
  if (!color_device_nets(exec, nets, options, in_order, result)) return std::nullopt;
  if (options.neutral_empty) {
    Kokkos::parallel_for("heddle::coloring::set_empty_neutral",
                         LineRange<Exec>(exec, 0, nets.num_vertices()),
                         SetEmptyNeutral<Memory>{two ? rows : nets.nets_of, result.colors});
    if (rows.num_entries() == 0) result.num_colors = 0;
  }
  auto const longest = longest_line(exec, nets.members);
  result.lower_bound = rows.num_entries() == 0 ? 0 : static_cast<DefaultIndex>(longest);
  result.set_sizes = class_sizes(exec, result.colors, result.num_colors);
  result.pattern_hash = hash_on_device(exec, rows);
  if (options.verify) {
    if (!suits_kernels(longest, result.num_colors)) return std::nullopt;
    if (!lines_are_valid(exec, two ? rows : nets.members, result.colors, result.num_colors, two)) {
      return std::nullopt;
    }
    if (result.num_colors < result.lower_bound) return std::nullopt;
    result.verified = true;
  }
  return result;
}

/// A problem of the host, coloured on the device and brought back.
template <class Exec>
HostColoring color_problem_on_device(Exec const& exec, HostProblem& problem,
                                     ColoringOptions const& options,
                                     std::vector<DefaultIndex> const* const given,
                                     ResultOn<Exec>& result) {
  Nets const nets = problem.kind() == Kind::distance1 ? problem.edges_as_nets() : problem.nets();
  bool const ordered = options.method == Method::greedy;
  auto const& order = given ? *given : problem.order(ordered ? options.order : Order::natural);
  DeviceNets<typename Exec::memory_space> on_device;
  on_device.nets_of = to_device(exec, nets.nets_of);
  if (ordered && !order.empty()) {
    on_device.members = to_device(exec, members_in_order(nets, order).view());
  } else {
    on_device.members = to_device(exec, nets.members);
  }
  color_device_nets(exec, on_device, options, true, result);
  HostColoring coloring;
  coloring.colors = to_vector(exec, Given<typename Exec::memory_space>(result.colors));
  coloring.num_colors = result.num_colors;
  coloring.windows = result.windows;
  coloring.lower_bound = problem.lower_bound();
  return coloring;
}

}  // namespace heddle::coloring::detail
