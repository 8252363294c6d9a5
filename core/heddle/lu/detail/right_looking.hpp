// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Right-looking numeric factorization, level by level, with three kinds of levels.
///
/// Wide levels take few threads a column, narrow ones a block a column, and the narrowest a block
/// for each column and subcolumn (Peng and Tan, GLU3.0, IEEE Design & Test 37, 2020; Zhu et al.,
/// PPoPP 2023). Updates are atomic additions in any order: results differ from run to run within
/// rounding, unlike those of the left-looking form. Levels follow the exact right-looking rule of
/// heddle/levels. Cost: one kernel a level, two for the narrowest. Does not synchronise.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/lu/detail/numeric.hpp>
#include <heddle/lu/detail/right_looking_step.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/result.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace heddle::lu::detail {

/// Columns of a level above which its type changes; of the published solver.
inline constexpr DefaultIndex widest_b = 448, widest_four_warps = 896, widest_c = 16;

/// The largest magnitude of each column of the scaled matrix, for the growth.
template <class Value, class Exec>
struct LargestOfColumn {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Array<DefaultOffset, Exec> offsets, diagonal;
  Kokkos::View<Value*, typename Exec::memory_space> values;
  Kokkos::View<Magnitude<Value>*, typename Exec::memory_space> largest;
  bool finished;  ///< afterwards: the ratio to the largest of U
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    DefaultIndex const j = team.league_rank();
    DefaultOffset const end = finished ? diagonal(j) + 1 : offsets(j + 1);
    using Real = Magnitude<Value>;
    Real const found = heddle::detail::team_largest<Real>(
        team, offsets(j), end, [&](DefaultOffset slot) { return magnitude_or_inf(values(slot)); });
    heddle::detail::team_once(team, [&] {
      if (!finished) {
        largest(j) = found;
      } else {
        largest(j) = largest(j) == Real(0) ? Real(1) : largest(j) / found;
      }
    });
  }
};

template <class Value, class Exec>
struct CopyToRows {
  Array<DefaultOffset, Exec> row_slot;
  Kokkos::View<Value*, typename Exec::memory_space> values, row_values;
  KOKKOS_FUNCTION void operator()(DefaultOffset slot) const {
    row_values(row_slot(slot)) = values(slot);
  }
};

/// How many vectors of n zeros to keep: 0 chooses the binary search.
template <class Value, class Exec>
int num_dense_columns(Exec const& exec, Plan<Exec> const& plan) {
  using traits = backends::traits<Exec>;
  auto const wanted = static_cast<std::uint64_t>(std::clamp<std::int64_t>(
      traits::workers(exec) / (traits::is_host ? 1 : 4), 1, std::max<DefaultIndex>(plan.n, 1)));
  std::uint64_t const vector =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(plan.n)) * sizeof(Value);
  std::uint64_t const limit = plan.right.column_memory_limit > 0 ? plan.right.column_memory_limit
                                                                 : traits::usable_bytes(exec) / 8;
  std::uint64_t const fitting = limit / vector;
  if (plan.right.format == ColumnFormat::search) return 0;
  if (plan.right.format == ColumnFormat::automatic && fitting < wanted) return 0;
  return static_cast<int>(std::clamp<std::uint64_t>(fitting, 1, wanted));
}

/// The launches of one factorization.
template <class Value, class Exec>
class RightLooking {
 public:
  RightLooking(Exec const& exec, Plan<Exec> const& plan, NumericWorkspace<Value, Exec>& work,
               Kokkos::View<Value*, typename Exec::memory_space> const& values,
               PivotLimits const& limits)
      : exec_(exec), plan_(plan) {
    int const vectors = num_dense_columns<Value>(exec, plan);
    if (vectors > 0 && work.zeroed.extent(0) == 0) {
      work.zeroed = decltype(work.zeroed)(Kokkos::view_alloc(exec, "heddle::lu::numeric::zeroed"),
                                          vectors, plan.n);
    }
    most_teams_ = vectors;
    report_.dense_columns = vectors;
    step_ = {plan.column_offsets.data(),
             plan.diagonal.data(),
             plan.factor_row_offsets.data(),
             plan.row_diagonal.data(),
             plan.right.column_slot.data(),
             plan.rows.data(),
             plan.factor_columns.data(),
             plan.order.data(),
             values.data(),
             work.report.bad.data(),
             vectors > 0 ? work.zeroed.data() : nullptr,
             plan.n,
             limits};
  }

  RightLookingReport run() {
    auto const& offsets = plan_.right.level_offsets;
    for (std::size_t level = 0; level + 1 < offsets.size(); ++level) {
      run_level(offsets[level], offsets[level + 1], plan_.right.level_subcolumns[level]);
    }
    return report_;
  }

 private:
  void run_level(DefaultIndex first, DefaultIndex last, DefaultOffset num_pairs) {
    DefaultIndex const width = last - first;
    if (width > widest_c) {
      int const warps = width > widest_four_warps ? 2 : width > widest_b ? 4 : 32;
      ++(width > widest_b ? report_.levels_a : report_.levels_b);
      launch("heddle::lu::right_looking_columns", width, warps,
             StepPerColumn<Value, Exec>{step_, first, last}, true);
      return;
    }
    ++report_.levels_c;
    launch("heddle::lu::right_looking_divide", width, 32,
           DividePerColumn<Value, Exec>{step_, first}, false);
    if (num_pairs == 0) return;
    launch("heddle::lu::right_looking_subcolumns", num_pairs, 8,
           UpdatePerSubcolumn<Value, Exec>{step_, first, num_pairs}, true);
  }

  /// Teams of so many warps, on devices; as many as there are items, or vectors if they need one.
  template <class Functor>
  void launch(std::string const& label, DefaultOffset items, int warps, Functor const& functor,
              bool needs_vector) {
    using traits = backends::traits<Exec>;
    using Policy = Kokkos::TeamPolicy<Exec>;
    DefaultOffset const most =
        needs_vector && most_teams_ > 0 ? most_teams_ : DefaultOffset{1} << 30;
    auto const teams = static_cast<int>(std::min(items, most));
    int size = 1;
    if (!traits::is_host) {
      Policy const largest(exec_, teams, 1, traits::lanes);
      size = std::min(warps, largest.team_size_max(functor, Kokkos::ParallelForTag()));
    }
    Kokkos::parallel_for(label, Policy(exec_, teams, size, traits::lanes), functor);
  }

  Exec const& exec_;
  Plan<Exec> const& plan_;
  RightStep<Value, Exec> step_;
  RightLookingReport report_;
  int most_teams_ = 0;
};

/// Factors in place, as factor_columns does, and says how.
template <class Value, class Exec>
RightLookingReport factor_right_looking(
    Exec const& exec, Plan<Exec> const& plan, NumericWorkspace<Value, Exec>& work,
    Kokkos::View<Value*, typename Exec::memory_space> const& values,
    Kokkos::View<Value*, typename Exec::memory_space> const& row_values,
    PivotLimits const& limits) {
  if (plan.n == 0) return {};
  Kokkos::TeamPolicy<Exec> const columns(exec, plan.n, 1, backends::traits<Exec>::lanes);
  LargestOfColumn<Value, Exec> largest{plan.column_offsets, plan.diagonal, values,
                                       work.report.reciprocal_growth, false};
  Kokkos::parallel_for("heddle::lu::largest_of_columns", columns, largest);
  auto const report = RightLooking<Value, Exec>(exec, plan, work, values, limits).run();
  largest.finished = true;
  Kokkos::parallel_for("heddle::lu::growth_of_columns", columns, largest);
  Kokkos::parallel_for("heddle::lu::copy_to_rows",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultOffset>>(
                           exec, 0, plan.num_factor_entries()),
                       CopyToRows<Value, Exec>{plan.row_slot, values, row_values});
  return report;
}

}  // namespace heddle::lu::detail
