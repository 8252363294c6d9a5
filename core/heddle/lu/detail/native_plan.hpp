// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the native kernels of a backend need besides the plan; nothing where there are none.
#pragma once

#include <heddle/backends/native_lu.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/lu/detail/native_work.hpp>
#include <heddle/lu/detail/solve_schedule.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::lu::detail {

/// A schedule of solves (solve_schedule.hpp), in the memory of the backend but the stretches.
template <class Exec>
struct NativeSolve {
  using Space = typename Exec::memory_space;
  Kokkos::View<DefaultIndex const*, Space> order;
  Kokkos::View<backends::lu_format::SolveStep const*, Space> steps;
  Kokkos::View<std::int32_t const*, Space> sources;
  std::vector<backends::lu_format::SolveStretch> stretches;
};

/// Lists of multiply-adds and orders of work, in the memory of the backend.
template <class Exec>
struct NativePlan {
  using Space = typename Exec::memory_space;
  bool has_pulls = false;  ///< else the portable form factors: the lists would be too large
  Kokkos::View<backends::lu_format::Item*, Space> items;
  Kokkos::View<backends::lu_format::Column*, Space> columns;
  Kokkos::View<std::uint32_t*, Space> level_begin;
  Kokkos::View<backends::lu_format::Pull*, Space> pulls;
  Kokkos::View<std::uint32_t*, Space> slot_entry;  ///< canonical entry of each slot, or no_entry
  std::int64_t longest = 0;
  NativeSolve<Exec> solve, transposed_solve;
};

/// Throws internal with the runtime's text unless the status is that of success.
template <class Exec>
void expect_native_success(int status, char const* call) {
  HEDDLE_EXPECTS(status == 0, internal,
                 std::string(call) + ": " + backends::native_lu<Exec>::text(status));
}

template <class Exec>
struct PointSlots {
  Kokkos::View<DefaultOffset const*, typename Exec::memory_space> slot;
  Kokkos::View<std::uint32_t*, typename Exec::memory_space> slot_entry;
  KOKKOS_FUNCTION void operator()(DefaultOffset entry) const {
    if (slot(entry) >= 0) slot_entry(slot(entry)) = static_cast<std::uint32_t>(entry);
  }
};

template <class Exec>
void point_slots_to_entries(
    Exec const& exec, Kokkos::View<DefaultOffset const*, typename Exec::memory_space> const& slot,
    NativePlan<Exec>& native) {
  heddle::detail::fill(exec, "heddle::lu::clear_slot_entries", native.slot_entry,
                       backends::lu_format::no_entry);
  Kokkos::parallel_for("heddle::lu::point_slots",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultOffset>>(
                           exec, 0, static_cast<DefaultOffset>(slot.extent(0))),
                       PointSlots<Exec>{slot, native.slot_entry});
}

/// A copy in the memory of `exec`, on its way.
template <class Exec, class T>
Kokkos::View<T*, typename Exec::memory_space> copy_of(Exec const& exec, char const* label,
                                                      std::vector<T> const& from,
                                                      std::int64_t& bytes_moved) {
  auto const to = heddle::detail::allocate<T>(exec, label, from.size());
  Kokkos::deep_copy(exec, to, heddle::detail::view_of(from));
  bytes_moved += static_cast<std::int64_t>(from.size() * sizeof(T));
  return to;
}

/// The schedule of solves, at the backend. Waits.
template <class Exec>
NativeSolve<Exec> make_native_solve(Exec const& exec, AnalysisData const& data, bool transposed,
                                    std::int64_t& bytes_moved) {
  auto schedule =
      solve_schedule(data, transposed, backends::native_lu<Exec>::most_steps_in_block());
  NativeSolve<Exec> solve;
  solve.order = copy_of(exec, "heddle::lu::native::order", schedule.order, bytes_moved);
  solve.steps = copy_of(exec, "heddle::lu::native::steps", schedule.steps, bytes_moved);
  solve.sources = copy_of(exec, "heddle::lu::native::sources", schedule.sources, bytes_moved);
  solve.stretches = std::move(schedule.stretches);
  exec.fence("heddle::lu::native_plan");  // before the tables of the host go
  return solve;
}

/// Copies the work to the backend and has the pulls written there.
template <class Exec, class Plan>
void write_pulls(Exec const& exec, AnalysisData const& data, Plan const& plan,
                 NativeWork const& work, std::int64_t& bytes_moved, NativePlan<Exec>& native) {
  using heddle::detail::allocate;
  using Space = typename Exec::memory_space;
  native.items = copy_of(exec, "heddle::lu::native::items", work.items, bytes_moved);
  native.columns = copy_of(exec, "heddle::lu::native::columns", work.columns, bytes_moved);
  native.level_begin = allocate<std::uint32_t>(exec, "heddle::lu::native::level_begin",
                                               static_cast<std::size_t>(work.num_level_begins));
  native.pulls = allocate<backends::lu_format::Pull>(exec, "heddle::lu::native::pulls",
                                                     static_cast<std::size_t>(work.num_pulls));
  native.slot_entry =
      allocate<std::uint32_t>(exec, "heddle::lu::native::slot_entry", data.factors.rows.extent(0));
  native.longest = work.longest;
  auto const rank = heddle::detail::to_memory<Space>(
      exec, "heddle::lu::native::rank",
      Kokkos::View<DefaultIndex const*, Kokkos::HostSpace>(data.order.rank), bytes_moved);
  point_slots_to_entries(exec, plan.slot, native);
  typename backends::native_lu<Exec>::PullPlanArguments const arguments{
      plan.column_offsets.data(),
      plan.rows.data(),
      plan.diagonal.data(),
      plan.upper_order.data(),
      rank.data(),
      native.items.data(),
      static_cast<std::int64_t>(native.items.extent(0)),
      native.columns.data(),
      native.level_begin.data(),
      native.pulls.data(),
      native.longest};
  expect_native_success<Exec>(backends::native_lu<Exec>::build_pull_plan(exec, arguments),
                              "build_pull_plan");
  exec.fence("heddle::lu::native_plan");  // before the tables of the host and `rank` go
}

/// Fills the native part of a plan whose other parts are there. Waits.
template <class Exec, class Plan>
void make_native_plan(Exec const& exec, AnalysisData const& data, Plan& plan) {
  if constexpr (backends::native_lu<Exec>::available) {
    if (plan.n == 0) return;
    plan.native.solve = make_native_solve(exec, data, false, plan.bytes_moved);
    plan.native.transposed_solve = make_native_solve(exec, data, true, plan.bytes_moved);
    if (data.options.numeric == Numeric::right_looking) return;
    NativeWork const work = native_work(data);
    auto const bytes =
        static_cast<std::uint64_t>(work.num_pulls) * sizeof(backends::lu_format::Pull);
    if (!fits_native_layout(data, work)) return;
    if (bytes > backends::traits<Exec>::usable_bytes(exec) / 8) return;
    write_pulls(exec, data, plan, work, plan.bytes_moved, plan.native);
    plan.native.has_pulls = true;
  }
}

}  // namespace heddle::lu::detail
