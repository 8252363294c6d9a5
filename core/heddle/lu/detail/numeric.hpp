// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Numeric factorization: left-looking by columns, without synchronisation between levels.
///
/// Workers draw columns from a ticket counter, in level order, and wait for the flags of the
/// columns they need, so one launch factors the whole matrix (persistent kernel; deadlock-free for
/// any number of workers, see heddle/base/detail/tickets.hpp). Column j is gathered into a dense
/// vector of its worker; x(k) L(:,k) is subtracted for each k in U(:,j), in an order that all
/// backends share (SubtractionOrder), then L is divided by the pivot. Each target has one writer
/// and a fixed order of subtractions, and there are no atomics on values: the factors are bitwise
/// equal for every backend, worker and thread count. (The sources are compiled without contraction
/// to fused multiply-adds.)
///
/// A pivot that fails its checks is replaced in flight and recorded, so that nobody waits in vain.
/// Cost: multiply-adds of F; memory: n values per worker. Does not synchronise.
#pragma once

#include <heddle/backends/native_lu.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/team_loops.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/lu/detail/panel.hpp>
#include <heddle/lu/detail/pivot_limits.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/scalar.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace heddle::lu::detail {

/// Per column, written by the kernel and reduced afterwards.
template <class Value, class Exec>
struct ColumnReport {
  using Space = typename Exec::memory_space;
  Kokkos::View<std::uint8_t*, Space> bad;                    ///< 1: the pivot failed a check
  Kokkos::View<Magnitude<Value>*, Space> reciprocal_growth;  ///< max|A(:,j)| / max|U(:,j)|
};

/// The dense vectors, flags and the ticket of a factorization. Allocated once per plan.
template <class Value, class Exec>
struct NumericWorkspace {
  using Space = typename Exec::memory_space;
  heddle::detail::TeamShape shape;
  Kokkos::View<Value**, Kokkos::LayoutRight, Space> dense;  ///< one row of n per team
  Kokkos::View<std::uint32_t*, Space> done;                 ///< epoch of the last finished run
  heddle::detail::TicketCounter<Space> ticket;
  Kokkos::View<std::uint32_t*, Space> native_tickets;        ///< two, zero between launches
  Kokkos::View<Value**, Kokkos::LayoutRight, Space> zeroed;  ///< of the right-looking form
  ColumnReport<Value, Exec> report;
  std::uint32_t epoch = 0;
};

template <class Value, class Exec>
struct FactorColumn {
  using Real = Magnitude<Value>;
  using Space = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  // Plain pointers: a View of Kokkos 4.7 costs a copy of its handle per access on hosts, which is
  // more than the multiply-add. The Views outlive the kernel in the plan and the factors.
  DefaultOffset const *column_offsets, *diagonal, *row_slot;
  DefaultIndex const *rows, *order, *upper_order, *supernode;
  Value *values, *row_values;
  Value* dense;
  std::uint32_t* done;
  std::uint8_t* bad;
  Real* reciprocal_growth;
  DefaultIndex n;
  std::uint32_t epoch;
  PivotLimits limits;
  bool alone;  ///< one worker: nothing to wait for, and ascending order suits the caches

  KOKKOS_FUNCTION void operator()(Member const& team, DefaultIndex ticket) const {
    DefaultIndex const column = alone ? ticket : order[ticket];
    DefaultOffset const first = column_offsets[column], last = column_offsets[column + 1];
    DefaultOffset const middle = diagonal[column];
    Value* const x = dense + static_cast<std::int64_t>(team.league_rank()) * n;
    Real const largest_input = gather(team, first, last, x);
    heddle::detail::team_wait(team);
    Real const largest_upper = supernode != nullptr ? eliminate_by_panels(first, middle, x)
                                                    : eliminate(team, first, middle, x);
    Value const candidate = x[column];
    Real const largest_lower = store_lower(team, middle, last, x, candidate);
    bool const good = is_good_pivot(limits, candidate, largest_lower);
    Value const pivot = good ? candidate : replaced_pivot(limits, candidate);
    if (!good) store_lower(team, middle, last, x, pivot);
    Real const upper = Kokkos::max(largest_upper, magnitude(pivot));
    heddle::detail::team_wait(team);
    heddle::detail::team_once(team, [&] {
      bad[column] = good ? 0 : 1;
      reciprocal_growth[column] = largest_input == Real(0) ? Real(1) : largest_input / upper;
      if (!alone) heddle::detail::publish(&done[column], epoch);
    });
  }

  /// Copies the entries of A (zero where F fills in) to x; returns the largest magnitude.
  KOKKOS_FUNCTION Real gather(Member const& team, DefaultOffset first, DefaultOffset last,
                              Value* x) const {
    return heddle::detail::team_largest<Real>(team, first, last, [&](DefaultOffset slot) {
      Value const value = values[slot];
      x[rows[slot]] = value;
      return magnitude(value);
    });
  }

  KOKKOS_FUNCTION void store(DefaultOffset slot, Value value) const {
    values[slot] = value;
    row_values[row_slot[slot]] = value;
  }

  /// Subtracts earlier columns. What stands in their rows by then is U, which goes to both copies;
  /// returns its largest magnitude.
  KOKKOS_FUNCTION Real eliminate(Member const& team, DefaultOffset first, DefaultOffset middle,
                                 Value* x) const {
    Real largest = 0;
    for (DefaultOffset taken = first; taken < middle; ++taken) {
      DefaultOffset const slot = first + upper_order[taken];
      DefaultIndex const k = rows[slot];
      if (!alone) {
        heddle::detail::team_once(team, [&] { heddle::detail::wait_until(&done[k], epoch); });
        heddle::detail::team_wait(team);
      }
      Value const factor = x[k];
      heddle::detail::team_once(team, [&] { store(slot, factor); });
      largest = Kokkos::max(largest, magnitude_or_inf(factor));
      heddle::detail::team_loop(
          team, diagonal[k] + 1, column_offsets[k + 1],
          [&](DefaultOffset lower) { x[rows[lower]] -= values[lower] * factor; });
      heddle::detail::team_wait(team);
    }
    return largest;
  }

  /// The same by several columns of a supernode at once, on hosts.
  KOKKOS_FUNCTION Real eliminate_by_panels(DefaultOffset first, DefaultOffset middle,
                                           Value* x) const {
    Real largest = 0;
    KOKKOS_IF_ON_HOST((for (DefaultOffset taken = first; taken < middle;) {
      int const width = panel_width(first, taken, middle);
      largest = Kokkos::max(largest, eliminate_panel(first, taken, width, x));
      taken += width;
    }))
    return largest;
  }

  /// How many columns from `taken` on are one supernode's: a power of 2.
  int panel_width(DefaultOffset first, DefaultOffset taken, DefaultOffset middle) const {
    DefaultIndex const k = rows[first + upper_order[taken]];
    DefaultOffset const most = Kokkos::min<DefaultOffset>(widest_panel, middle - taken);
    int width = 1;
    while (width < most && rows[first + upper_order[taken + width]] == k + width &&
           supernode[k + width] == supernode[k]) {
      ++width;
    }
    return width < 2 ? 1 : width < 4 ? 2 : width < 8 ? 4 : 8;
  }

  Real eliminate_panel(DefaultOffset first, DefaultOffset taken, int width, Value* x) const {
    DefaultIndex const k = rows[first + upper_order[taken]];
    DefaultIndex const end = k + width;
    Panel<Value> panel;
    panel.count = column_offsets[end] - diagonal[end - 1] - 1;
    panel.rows = rows + column_offsets[end] - panel.count;
    Real largest = 0;
    for (int i = 0; i < width; ++i) {
      if (!alone) heddle::detail::wait_until(&done[k + i], epoch);
      Value const factor = x[k + i];
      store(first + upper_order[taken + i], factor);
      largest = Kokkos::max(largest, magnitude_or_inf(factor));
      for (DefaultIndex below = k + i + 1; below < end; ++below) {
        x[below] -= values[diagonal[k + i] + below - (k + i)] * factor;
      }
      panel.factors[i] = factor;
      panel.columns[i] = values + column_offsets[k + i + 1] - panel.count;
    }
    switch (width) {
      case 8: subtract_panel<8>(panel, x); break;
      case 4: subtract_panel<4>(panel, x); break;
      case 2: subtract_panel<2>(panel, x); break;
      default: subtract_panel<1>(panel, x);
    }
    return largest;
  }

  /// Writes the pivot and L, divided by it, to both copies; returns the largest magnitude of what
  /// was divided.
  KOKKOS_FUNCTION Real store_lower(Member const& team, DefaultOffset middle, DefaultOffset last,
                                   Value const* x, Value pivot) const {
    heddle::detail::team_once(team, [&] { store(middle, pivot); });
    return heddle::detail::team_largest<Real>(team, middle + 1, last, [&](DefaultOffset slot) {
      Value const value = x[rows[slot]];
      store(slot, value / pivot);
      return magnitude_or_inf(value);
    });
  }
};

/// Workers and their vectors for one plan: as many as the backend keeps busy, within `dense_bytes`.
template <class Value, class Exec>
NumericWorkspace<Value, Exec> make_numeric_workspace(Exec const& exec, Plan<Exec> const& plan) {
  using traits = backends::traits<Exec>;
  constexpr std::uint64_t dense_bytes = std::uint64_t(1) << 30;
  constexpr double long_columns =
      50;  // multiply-adds an entry of F from which a warp is too little
  NumericWorkspace<Value, Exec> work;
  work.shape.lanes = traits::lanes;
  work.shape.chunk = traits::is_host ? 8 : 1;
  work.shape.team_size = traits::is_host || plan.multiply_adds_per_entry < long_columns ? 1 : 8;
  auto const per_team =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(plan.n)) * sizeof(Value);
  constexpr double worth_sharing = 5e4;  // multiply-adds a level
  int const workers = choose_workers(exec, plan, plan.multiply_adds_per_level, worth_sharing);
  auto const wanted = static_cast<std::uint64_t>(std::max(1, workers / work.shape.team_size));
  work.shape.teams = static_cast<int>(std::clamp<std::uint64_t>(
      std::min<std::uint64_t>(dense_bytes / per_team, static_cast<std::uint64_t>(plan.n)), 1,
      wanted));
  if (!(backends::native_lu<Exec>::template takes<Value> && plan.native.has_pulls)) {
    work.dense = decltype(work.dense)(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::lu::numeric::dense"),
        work.shape.teams, std::max<DefaultIndex>(plan.n, 1));
  }
  work.done = heddle::detail::allocate<std::uint32_t>(exec, "heddle::lu::numeric::done", plan.n);
  work.report.bad =
      heddle::detail::allocate<std::uint8_t>(exec, "heddle::lu::numeric::bad", plan.n);
  work.report.reciprocal_growth =
      heddle::detail::allocate<Magnitude<Value>>(exec, "heddle::lu::numeric::growth", plan.n);
  work.ticket = heddle::detail::TicketCounter<typename Exec::memory_space>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::lu::numeric::ticket"));
  heddle::detail::fill(exec, "heddle::lu::numeric::clear_flags", work.done, 0u);
  if constexpr (backends::native_lu<Exec>::available) {
    work.native_tickets =
        heddle::detail::allocate<std::uint32_t>(exec, "heddle::lu::numeric::tickets", 2);
    heddle::detail::fill(exec, "heddle::lu::numeric::clear_tickets", work.native_tickets, 0u);
  }
  return work;
}

/// Factors in place: `values` hold the scaled A in the slots of F, and L + U afterwards;
/// `row_values` get the same by rows.
template <class Value, class Exec>
void factor_columns(Exec const& exec, Plan<Exec> const& plan, NumericWorkspace<Value, Exec>& work,
                    Kokkos::View<Value*, typename Exec::memory_space> const& values,
                    Kokkos::View<Value*, typename Exec::memory_space> const& row_values,
                    PivotLimits const& limits) {
  ++work.epoch;
  bool const alone = work.shape.teams == 1;
  FactorColumn<Value, Exec> const factor_column{plan.column_offsets.data(),
                                                plan.diagonal.data(),
                                                plan.row_slot.data(),
                                                plan.rows.data(),
                                                plan.order.data(),
                                                plan.upper_order.data(),
                                                plan.supernode.data(),
                                                values.data(),
                                                row_values.data(),
                                                work.dense.data(),
                                                work.done.data(),
                                                work.report.bad.data(),
                                                work.report.reciprocal_growth.data(),
                                                plan.n,
                                                work.epoch,
                                                limits,
                                                alone};
  heddle::detail::for_each_ticket(exec, "heddle::lu::factor_columns", work.shape, work.ticket,
                                  plan.n, factor_column);
}

}  // namespace heddle::lu::detail
