// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bounded memory: the block holds one sweep (or one product) at a time, and each is gathered
/// before the next. Nonzeros are grouped by the step that computes them.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/detail/recovery.hpp>
#include <heddle/jacobian/recovery_index.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace heddle::jacobian::detail {

/// Nonzeros by step, in the order of the pattern within a step.
template <class Memory>
struct StepGroups {
  Kokkos::View<std::int64_t*, Memory> positions;  ///< nnz
  std::vector<std::int64_t> offsets;              ///< steps + 1; host
};

/// Steps: the sweeps, then the products.
inline std::int64_t num_steps(BlockLayout const& layout) {
  return std::int64_t{layout.sweeps()} + layout.row_colors;
}

/// Where the values of a step begin in the whole block.
inline std::int64_t step_begin(BlockLayout const& layout, std::int64_t const step) {
  return step < layout.sweeps() ? step * layout.sweep_size()
                                : layout.row_part() + (step - layout.sweeps()) * layout.n;
}

inline std::int64_t step_of(BlockLayout const& layout, std::int64_t const position) {
  return position < layout.row_part() ? position / layout.sweep_size()
                                      : layout.sweeps() + (position - layout.row_part()) / layout.n;
}

template <class Exec, class Position>
StepGroups<typename Exec::memory_space> group_positions(
    Exec const& exec, BlockLayout const& layout,
    Kokkos::View<Position const*, typename Exec::memory_space> const& index) {
  std::int64_t bytes = 0;
  auto const on_host = heddle::detail::to_memory<Kokkos::HostSpace>(
      exec, "heddle::jacobian::index_on_host", index, bytes);
  exec.fence("heddle::jacobian::group_by_step");
  StepGroups<typename Exec::memory_space> groups;
  groups.offsets.assign(static_cast<std::size_t>(num_steps(layout)) + 1, 0);
  auto const nonzeros = static_cast<std::int64_t>(on_host.extent(0));
  auto const step = [&](std::int64_t p) {
    return step_of(layout, static_cast<std::int64_t>(on_host(p)));
  };
  for (std::int64_t p = 0; p < nonzeros; ++p) ++groups.offsets[step(p) + 1];
  for (std::size_t s = 1; s < groups.offsets.size(); ++s)
    groups.offsets[s] += groups.offsets[s - 1];
  std::vector<std::int64_t> cursor(groups.offsets), positions(on_host.extent(0));
  for (std::int64_t p = 0; p < nonzeros; ++p) positions[cursor[step(p)]++] = p;
  groups.positions = heddle::detail::allocate<std::int64_t>(
      exec, "heddle::jacobian::step_positions", positions.size());
  if (nonzeros > 0) {
    Kokkos::deep_copy(exec, groups.positions, heddle::detail::view_of(positions));
  }
  exec.fence("heddle::jacobian::group_by_step");  // the vector ends here
  return groups;
}

/// Groups of a recovery index, by counting on the host. Cost: O(nnz). Synchronises `exec`.
template <class Exec>
StepGroups<typename Exec::memory_space> group_by_step(
    Exec const& exec, BlockLayout const& layout,
    RecoveryIndex<typename Exec::memory_space> const& index) {
  return index.is_wide() ? group_positions<Exec, std::uint64_t>(exec, layout, index.wide)
                         : group_positions<Exec, std::uint32_t>(exec, layout, index.narrow);
}

template <class T, class Position>
struct GatherStep {
  std::int64_t const* positions;
  Position const* index;
  T const* block;
  std::int64_t begin;
  T* values;

  KOKKOS_FUNCTION void operator()(std::int64_t const q) const {
    std::int64_t const p = positions[q];
    values[p] = block[static_cast<std::int64_t>(index[p]) - begin];
  }
};

/// The values of one step, whose block begins at `begin` of the whole one.
template <class Exec, class T>
void gather_step(Exec const& exec, StepGroups<typename Exec::memory_space> const& groups,
                 RecoveryIndex<typename Exec::memory_space> const& index, BlockLayout const& layout,
                 std::int64_t step, T const* block, T* values) {
  auto const range = entries(exec, groups.offsets[step], groups.offsets[step + 1]);
  auto const begin = step_begin(layout, step);
  auto const* const positions = groups.positions.data();
  if (index.is_wide()) {
    Kokkos::parallel_for(
        "heddle::jacobian::gather_step", range,
        GatherStep<T, std::uint64_t>{positions, index.wide.data(), block, begin, values});
  } else {
    Kokkos::parallel_for(
        "heddle::jacobian::gather_step", range,
        GatherStep<T, std::uint32_t>{positions, index.narrow.data(), block, begin, values});
  }
}

}  // namespace heddle::jacobian::detail
