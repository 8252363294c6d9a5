// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the kernels need of an analysis, in the memory of the backend.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/detail/analysis_data.hpp>
#include <heddle/lu/detail/native_plan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace heddle::lu::detail {

template <class T, class Exec>
using Array = Kokkos::View<T const*, typename Exec::memory_space>;

/// What the right-looking form needs besides; empty under the left-looking one.
template <class Exec>
struct RightLookingPlan {
  Kokkos::View<DefaultOffset*, typename Exec::memory_space>
      column_slot;  ///< slot in column order of each slot of row order
  std::vector<DefaultIndex> level_offsets;
  std::vector<DefaultOffset> level_subcolumns;  ///< entries of U in the rows of each level
  ColumnFormat format = ColumnFormat::automatic;
  std::uint64_t column_memory_limit = 0;
};

template <class Exec>
struct InvertSlots {
  Array<DefaultOffset, Exec> row_slot;
  Kokkos::View<DefaultOffset*, typename Exec::memory_space> column_slot;
  KOKKOS_FUNCTION void operator()(DefaultOffset slot) const { column_slot(row_slot(slot)) = slot; }
};

/// Read-only; shared by all values that were factored with one analysis. On host backends these are
/// the views of the analysis itself.
template <class Exec>
struct Plan {
  DefaultIndex n = 0;
  bool by_rows = true;
  Array<DefaultOffset, Exec> given_offsets;
  Array<DefaultIndex, Exec> given_indices;
  Array<DefaultOffset, Exec> source_offsets;  ///< empty if each canonical entry has one source
  Array<DefaultOffset, Exec> sources;         ///< empty if these are in canonical order, too
  Array<DefaultOffset, Exec> dropped;
  // the canonical matrix, for residuals and for loading
  Array<DefaultOffset, Exec> row_offsets;
  Array<DefaultIndex, Exec> columns;
  Array<DefaultOffset, Exec> matrix_column_offsets, matrix_entries;
  Array<DefaultIndex, Exec> matrix_rows;
  Array<DefaultOffset, Exec> slot;
  Array<double, Exec> entry_scale;
  Array<DefaultIndex, Exec> row_of_step, column_of_step;
  Array<double, Exec> row_scale, column_scale;
  // the block triangular form; empty if there is one block
  Array<DefaultIndex, Exec> block_begin, block_end;
  Array<DefaultOffset, Exec> outer_row_offsets, outer_row_entries;
  Array<DefaultIndex, Exec> outer_columns;
  Array<DefaultOffset, Exec> outer_column_offsets, outer_column_entries;
  Array<DefaultIndex, Exec> outer_rows;
  // F = L + U
  Array<DefaultOffset, Exec> column_offsets;
  Array<DefaultIndex, Exec> rows;
  Array<DefaultOffset, Exec> diagonal;
  Array<DefaultOffset, Exec> factor_row_offsets;
  Array<DefaultIndex, Exec> factor_columns;
  Array<DefaultOffset, Exec> row_diagonal;
  Array<DefaultOffset, Exec> row_slot;
  Array<DefaultIndex, Exec> order;        ///< columns by level, then by index
  Array<DefaultIndex, Exec> upper_order;  ///< see SubtractionOrder
  Array<DefaultIndex, Exec> supernode;    ///< the same; on hosts alone
  RightLookingPlan<Exec> right;
  NativePlan<Exec> native;
  double multiply_adds_per_entry = 0;
  double multiply_adds_per_level = 0, entries_per_level = 0;
  int workers = 0;           ///< wanted; 0: as many as pay
  double log_scale = 0;      ///< ln of the product of all scales
  int permutation_sign = 1;  ///< of the row and the column permutation together
  std::int64_t bytes_moved = 0;

  DefaultOffset num_entries() const { return static_cast<DefaultOffset>(columns.extent(0)); }
  DefaultOffset num_factor_entries() const { return static_cast<DefaultOffset>(rows.extent(0)); }
};

/// +1 or -1 for an even or odd permutation.
inline int sign_of(HostArray<DefaultIndex> const& permutation) {
  std::vector<bool> seen(permutation.extent(0), false);
  int sign = 1;
  for (std::size_t start = 0; start < seen.size(); ++start) {
    // A cycle of even length is an odd permutation.
    for (auto at = static_cast<std::size_t>(permutation(start)); !seen[start] && at != start;
         at = static_cast<std::size_t>(permutation(at))) {
      seen[at] = true;
      sign = -sign;
    }
    seen[start] = true;
  }
  return sign;
}

inline double log_of_product(HostArray<double> const& scales) {
  double sum = 0;
  for (std::size_t item = 0; item < scales.extent(0); ++item) sum += std::log(scales(item));
  return sum;
}

/// Workers for a kernel whose levels hold `work` items each. A wait for another thread of a host
/// costs as much as some hundred items, so where a level has few of them one worker is faster;
/// devices hide their waits behind other columns. Results do not depend on it.
template <class Exec>
int choose_workers(Exec const& exec, Plan<Exec> const& plan, double work, double worth_sharing) {
  using traits = backends::traits<Exec>;
  if (plan.workers > 0) return plan.workers;
  return traits::is_host && work < worth_sharing ? 1 : traits::workers(exec);
}

/// `take` moves one array; the tables of the block triangular form.
template <class Take, class Exec>
void take_blocks(Take const& take, AnalysisData const& data, Plan<Exec>& plan) {
  take(plan.block_begin, data.blocks.begin);
  take(plan.block_end, data.blocks.end);
  take(plan.outer_row_offsets, data.outer.row_offsets);
  take(plan.outer_row_entries, data.outer.row_entries);
  take(plan.outer_columns, data.outer.columns);
  take(plan.outer_column_offsets, data.outer.column_offsets);
  take(plan.outer_column_entries, data.outer.column_entries);
  take(plan.outer_rows, data.outer.rows);
}

template <class Take, class Exec>
void take_factor_rows(Take const& take, AnalysisData const& data, Plan<Exec>& plan) {
  if (data.factors.columns.data() == data.factors.rows.data()) {  // one pattern for both orders
    plan.factor_row_offsets = plan.column_offsets;
    plan.factor_columns = plan.rows;
    plan.row_diagonal = plan.diagonal;
  } else {
    take(plan.factor_row_offsets, data.factors.row_offsets);
    take(plan.factor_columns, data.factors.columns);
    take(plan.row_diagonal, data.factors.row_diagonal);
  }
}

template <class Exec>
void take_right_looking(Exec const& exec, AnalysisData const& data, Plan<Exec>& plan) {
  if (data.options.numeric != Numeric::right_looking) return;
  auto& right = plan.right;
  right.format = data.options.column_format;
  right.column_memory_limit = data.options.column_memory_limit;
  right.level_offsets = data.levels.level_offsets;
  for (DefaultIndex level = 0; level < data.levels.num_levels; ++level) {
    DefaultOffset sum = 0;
    for (auto at = right.level_offsets[level]; at < right.level_offsets[level + 1]; ++at) {
      auto const j = data.levels.order(at);
      sum += data.factors.row_offsets(j + 1) - data.factors.row_diagonal(j) - 1;
    }
    right.level_subcolumns.push_back(sum);
  }
  right.column_slot = heddle::detail::allocate<DefaultOffset>(
      exec, "heddle::lu::column_slot", static_cast<std::size_t>(plan.num_factor_entries()));
  Kokkos::parallel_for("heddle::lu::invert_slots",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultOffset>>(
                           exec, 0, plan.num_factor_entries()),
                       InvertSlots<Exec>{plan.row_slot, right.column_slot});
}

template <class Exec>
Plan<Exec> make_plan(Exec const& exec, AnalysisData const& data) {
  Plan<Exec> plan;
  auto take = [&](auto& to, auto const& from) {
    if (from.extent(0) == 0) return;  // not in use: no allocation and no label of its own
    using Item = typename std::remove_reference_t<decltype(from)>::const_value_type;
    to = heddle::detail::to_memory<typename Exec::memory_space>(
        exec, from.label(), Kokkos::View<Item*, Kokkos::HostSpace>(from), plan.bytes_moved);
  };
  plan.n = data.matrix.n;
  plan.by_rows = data.matrix.by_rows;
  take(plan.given_offsets, data.matrix.given_offsets);
  take(plan.given_indices, data.matrix.given_indices);
  bool const has_duplicates = data.matrix.sources.extent(0) > data.slot.extent(0);
  if (has_duplicates) take(plan.source_offsets, data.matrix.source_offsets);
  take(plan.sources, data.matrix.sources);
  take(plan.dropped, data.matrix.dropped);
  take(plan.row_offsets, data.matrix.row_offsets);
  take(plan.columns, data.matrix.columns);
  take(plan.matrix_column_offsets, data.matrix.column_offsets);
  take(plan.matrix_rows, data.matrix.rows);
  take(plan.matrix_entries, data.matrix.entries);
  take(plan.slot, data.slot);
  take(plan.entry_scale, data.entry_scale);
  take(plan.row_of_step, data.permutation.row_of_step);
  take(plan.column_of_step, data.permutation.column_of_step);
  take(plan.row_scale, data.permutation.row_scale);
  take(plan.column_scale, data.permutation.column_scale);
  take_blocks(take, data, plan);
  take(plan.column_offsets, data.factors.column_offsets);
  take(plan.rows, data.factors.rows);
  take(plan.diagonal, data.factors.diagonal);
  take_factor_rows(take, data, plan);
  take(plan.row_slot, data.factors.row_slot);
  take(plan.order, data.levels.order);
  take(plan.upper_order, data.order.upper);
  if (backends::traits<Exec>::is_host) take(plan.supernode, data.order.supernode);
  take_right_looking(exec, data, plan);
  make_native_plan(exec, data, plan);
  auto const multiply_adds = static_cast<double>(data.multiply_adds);
  auto const entries = static_cast<double>(data.factors.num_entries());
  auto const levels = static_cast<double>(std::max<DefaultIndex>(data.levels.num_levels, 1));
  plan.multiply_adds_per_entry = multiply_adds / std::max(entries, 1.0);
  plan.multiply_adds_per_level = multiply_adds / levels;
  plan.entries_per_level = entries / levels;
  plan.workers = data.options.workers;
  plan.log_scale =
      log_of_product(data.permutation.row_scale) + log_of_product(data.permutation.column_scale);
  plan.permutation_sign =
      sign_of(data.permutation.row_of_step) * sign_of(data.permutation.column_of_step);
  exec.fence("heddle::lu::make_plan");
  return plan;
}

}  // namespace heddle::lu::detail
