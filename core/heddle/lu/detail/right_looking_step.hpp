// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One step of the right-looking factorization and the kernels that run the steps of a level.
///
/// Step j divides L(:,j) by its pivot; then A(:,k) -= L(:,j) U(j,k) for each k in U(j,:), by atomic
/// additions, since several steps of a level may update one column. L(:,j) meets column k in one of
/// two ways: scattered into a vector of n zeros, which all entries of the column look up, or by a
/// binary search of each row of L(:,j) in the sorted column (Zhu et al., PPoPP 2023).
#pragma once

#include <heddle/base/detail/team_loops.hpp>
#include <heddle/lu/detail/pivot_limits.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/scalar.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::lu::detail {

template <class Value, class Exec>
struct RightStep {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  // Plain pointers, as in numeric.hpp.
  DefaultOffset const *column_offsets, *diagonal, *row_offsets, *row_diagonal, *column_slot;
  DefaultIndex const *rows, *columns, *order;
  Value* values;
  std::uint8_t* bad;
  Value* zeroed;  ///< one row of n per team; null: binary search
  DefaultIndex n;
  PivotLimits limits;

  KOKKOS_FUNCTION Value* vector_of(Member const& team) const {
    return zeroed == nullptr ? nullptr : zeroed + static_cast<std::int64_t>(team.league_rank()) * n;
  }

  KOKKOS_FUNCTION void divide(Member const& team, DefaultIndex const j) const {
    DefaultOffset const middle = diagonal[j], last = column_offsets[j + 1];
    Magnitude<Value> const largest = heddle::detail::team_largest<Magnitude<Value>>(
        team, middle + 1, last, [&](DefaultOffset slot) { return magnitude_or_inf(values[slot]); });
    Value const candidate = values[middle];
    bool const good = is_good_pivot(limits, candidate, largest);
    Value const pivot = good ? candidate : replaced_pivot(limits, candidate);
    heddle::detail::team_wait(team);  // everyone has read the candidate
    heddle::detail::team_loop(team, middle + 1, last,
                              [&](DefaultOffset slot) { values[slot] /= pivot; });
    heddle::detail::team_once(team, [&] {
      values[middle] = pivot;
      bad[j] = good ? 0 : 1;
    });
    heddle::detail::team_wait(team);
  }

  /// Puts L(:,j) into the vector of zeros, or zeros back.
  KOKKOS_FUNCTION void scatter(Member const& team, DefaultIndex const j, Value* const x,
                               bool const back) const {
    if (x == nullptr) return;
    heddle::detail::team_wait(team);
    heddle::detail::team_loop(
        team, diagonal[j] + 1, column_offsets[j + 1],
        [&](DefaultOffset slot) { x[rows[slot]] = back ? Value(0) : values[slot]; });
    heddle::detail::team_wait(team);
  }

  /// A(:,k) -= L(:,j) U(j,k) for the entry (j,k) at place `q` of row order.
  KOKKOS_FUNCTION void update(Member const& team, DefaultIndex const j, DefaultOffset const q,
                              Value const* const x) const {
    DefaultOffset const first = column_slot[q] + 1, last = column_offsets[columns[q] + 1];
    Value const factor = values[column_slot[q]];
    if (x != nullptr) {
      heddle::detail::team_loop(team, first, last, [&](DefaultOffset slot) {
        Value const lower = x[rows[slot]];
        if (lower != Value(0)) add_atomically(&values[slot], Value(-lower * factor));
      });
      return;
    }
    heddle::detail::team_loop(
        team, diagonal[j] + 1, column_offsets[j + 1], [&](DefaultOffset slot) {
          add_atomically(&values[find(first, last, rows[slot])], Value(-values[slot] * factor));
        });
  }

  /// The slot of a row in [first, last), where it stands: F is closed under elimination.
  KOKKOS_FUNCTION DefaultOffset find(DefaultOffset first, DefaultOffset last,
                                     DefaultIndex const row) const {
    while (first + 1 < last) {
      DefaultOffset const middle = first + (last - first) / 2;
      if (rows[middle] <= row) {
        first = middle;
      } else {
        last = middle;
      }
    }
    return first;
  }
};

/// Level types A and B: a team per column, dividing and updating.
template <class Value, class Exec>
struct StepPerColumn {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  RightStep<Value, Exec> step;
  DefaultIndex first, last;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    Value* const x = step.vector_of(team);
    for (DefaultIndex at = first + team.league_rank(); at < last; at += team.league_size()) {
      DefaultIndex const j = step.order[at];
      step.divide(team, j);
      step.scatter(team, j, x, false);
      for (auto q = step.row_diagonal[j] + 1; q < step.row_offsets[j + 1]; ++q) {
        step.update(team, j, q, x);
      }
      step.scatter(team, j, x, true);
    }
  }
};

/// Level type C, first kernel: a team per column divides.
template <class Value, class Exec>
struct DividePerColumn {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  RightStep<Value, Exec> step;
  DefaultIndex first;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    step.divide(team, step.order[first + team.league_rank()]);
  }
};

/// Level type C, second kernel: a team per column and subcolumn.
template <class Value, class Exec>
struct UpdatePerSubcolumn {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  RightStep<Value, Exec> step;
  DefaultIndex first;
  DefaultOffset num_pairs;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    Value* const x = step.vector_of(team);
    for (DefaultOffset pair = team.league_rank(); pair < num_pairs; pair += team.league_size()) {
      // A level of this type has few columns: walk to the one that the pair belongs to.
      DefaultOffset rest = pair;
      DefaultIndex at = first;
      while (rest >= num_subcolumns(at)) rest -= num_subcolumns(at++);
      DefaultIndex const j = step.order[at];
      step.scatter(team, j, x, false);
      step.update(team, j, step.row_diagonal[j] + 1 + rest, x);
      step.scatter(team, j, x, true);
    }
  }
  KOKKOS_FUNCTION DefaultOffset num_subcolumns(DefaultIndex const at) const {
    DefaultIndex const j = step.order[at];
    return step.row_offsets[j + 1] - step.row_diagonal[j] - 1;
  }
};

}  // namespace heddle::lu::detail
