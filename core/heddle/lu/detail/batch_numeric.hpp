// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Numeric factorization of a batch: the left-looking form of numeric.hpp with a group of systems
/// where that has a number.
///
/// Workers draw pairs of a column and a group by ticket, columns in level order, and wait for the
/// columns of their group that they need. Where a row stands in the column at hand is looked up
/// once for all systems of the group. Each system sees the same operations in the same order,
/// whatever the group and the backend. Cost: multiply-adds of F a system, 16 to 24 bytes each; n
/// indices a worker. Does not synchronise.
#pragma once

#include <heddle/base/detail/team_loops.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/lu/detail/batch_layout.hpp>
#include <heddle/lu/detail/pivot_limits.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/scalar.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::lu::detail {

/// What is known of each system; sums and extremes, so that no order matters.
template <class Exec>
struct SystemReports {
  Kokkos::View<std::int32_t*, typename Exec::memory_space> num_bad, first_bad;
  Kokkos::View<double*, typename Exec::memory_space> growth;
};

template <class Exec>
struct ClearReports {
  SystemReports<Exec> reports;
  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    reports.num_bad(system) = 0;
    reports.first_bad(system) = INT32_MAX;
    reports.growth(system) = Kokkos::Experimental::infinity_v<double>;
  }
};

template <class Value, class Exec>
struct FactorGroupColumn {
  using Real = Magnitude<Value>;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  DefaultOffset const *column_offsets, *diagonal;
  DefaultIndex const *rows, *order;
  Value* values;            // slots x padded
  DefaultIndex* positions;  // n a worker
  Real* inputs;             // a group's numbers a worker: the largest entries of the column of A
  std::uint32_t* done;      // by column and group
  SystemReports<Exec> reports;
  DefaultIndex n, groups;
  std::int64_t padded;
  std::uint32_t epoch;
  PivotLimits limits;

  KOKKOS_FUNCTION void operator()(Member const& team, DefaultIndex const ticket) const {
    DefaultIndex const column = order[ticket / groups], group = ticket % groups;
    DefaultOffset const first = column_offsets[column], last = column_offsets[column + 1];
    DefaultOffset const middle = diagonal[column];
    std::int64_t const system = static_cast<std::int64_t>(group) * group_size<Exec>;
    DefaultIndex* const position = positions + static_cast<std::int64_t>(team.league_rank()) * n;
    heddle::detail::team_loop(team, first, last, [&](DefaultOffset slot) {
      position[rows[slot]] = static_cast<DefaultIndex>(slot - first);
      if (slot < middle) {
        heddle::detail::poll_until(&done[flag_of(rows[slot], group)],
                                   [this](std::uint32_t const seen) { return seen == epoch; });
      }
    });
    Kokkos::load_fence();
    heddle::detail::team_wait(team);
    note_inputs(team, first, last, system);
    for (DefaultOffset upper = first; upper < middle; ++upper) {
      subtract(team, upper, first, position, system);
    }
    over_group<Exec>(team, system, [&](std::int64_t s) { finish(team, column, s); });
    heddle::detail::team_wait(team);
    heddle::detail::team_once(
        team, [&] { heddle::detail::publish(&done[flag_of(column, group)], epoch); });
  }

  KOKKOS_FUNCTION std::int64_t flag_of(DefaultIndex column, DefaultIndex group) const {
    return static_cast<std::int64_t>(column) * groups + group;
  }
  KOKKOS_FUNCTION Value& at(DefaultOffset slot, std::int64_t system) const {
    return values[slot * padded + system];
  }
  KOKKOS_FUNCTION Real& input(Member const& team, std::int64_t system) const {
    return inputs[static_cast<std::int64_t>(team.league_rank()) * group_size<Exec> +
                  system % group_size<Exec>];
  }

  KOKKOS_FUNCTION void note_inputs(Member const& team, DefaultOffset first, DefaultOffset last,
                                   std::int64_t system) const {
    over_group<Exec>(team, system, [&](std::int64_t s) { input(team, s) = 0; });
    for (DefaultOffset slot = first; slot < last; ++slot) {
      over_group<Exec>(team, system, [&](std::int64_t s) {
        input(team, s) = Kokkos::max(input(team, s), magnitude(at(slot, s)));
      });
    }
  }

  /// Column k of L times U(k,j), for the entry (k,j) in the slot `upper`.
  KOKKOS_FUNCTION void subtract(Member const& team, DefaultOffset upper, DefaultOffset first,
                                DefaultIndex const* position, std::int64_t system) const {
    DefaultIndex const k = rows[upper];
    for (DefaultOffset lower = diagonal[k] + 1; lower < column_offsets[k + 1]; ++lower) {
      DefaultOffset const target = first + position[rows[lower]];
      over_group<Exec>(team, system,
                       [&](std::int64_t s) { at(target, s) -= at(lower, s) * at(upper, s); });
    }
  }

  /// Pivot and L of one system.
  KOKKOS_FUNCTION void finish(Member const& team, DefaultIndex column, std::int64_t s) const {
    DefaultOffset const middle = diagonal[column];
    Real largest = 0, upper = 0;
    for (auto slot = middle + 1; slot < column_offsets[column + 1]; ++slot) {
      largest = Kokkos::max(largest, magnitude_or_inf(at(slot, s)));
    }
    Value const candidate = at(middle, s);
    bool const good = is_good_pivot(limits, candidate, largest);
    Value const pivot = good ? candidate : replaced_pivot(limits, candidate);
    at(middle, s) = pivot;
    for (auto slot = column_offsets[column]; slot <= middle; ++slot) {
      upper = Kokkos::max(upper, magnitude_or_inf(at(slot, s)));
    }
    for (auto slot = middle + 1; slot < column_offsets[column + 1]; ++slot) at(slot, s) /= pivot;
    Real const given = input(team, s);
    Kokkos::atomic_min(&reports.growth(s),
                       given == Real(0) ? 1.0 : static_cast<double>(given / upper));
    if (good) return;
    Kokkos::atomic_add(&reports.num_bad(s), 1);
    Kokkos::atomic_min(&reports.first_bad(s), column);
  }
};

}  // namespace heddle::lu::detail
