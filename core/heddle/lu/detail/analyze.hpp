// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The analysis: check, match, scale and order on the host, then pattern and levels on `exec`.
/// Cost, synchronisation, determinism: heddle/lu/analysis.hpp.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/build_info.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/detail/out_of_memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/detail/blocks.hpp>
#include <heddle/lu/detail/canonical.hpp>
#include <heddle/lu/detail/placed.hpp>
#include <heddle/lu/detail/preorder.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/detail/self_check.hpp>
#include <heddle/lu/detail/subtraction_order.hpp>
#include <heddle/symbolic/elimination_tree.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace heddle::lu::detail {

inline constexpr std::uint64_t bytes_per_factor_entry = 20;  // 3 x 4 + 8; values come on top
inline constexpr std::uint64_t bytes_per_unknown = 96;       // offsets, permutations, flags, levels

/// A copy of the factors' pattern that the host can read; the same views if it can already.
template <class Exec>
symbolic::FactorPattern<Kokkos::HostSpace> to_host(
    Exec const& exec, symbolic::FactorPattern<typename Exec::memory_space> const& factors,
    std::int64_t& bytes_moved) {
  using Space = typename Exec::memory_space;
  if constexpr (std::is_same_v<Space, Kokkos::HostSpace>) {
    return factors;
  } else {
    symbolic::FactorPattern<Kokkos::HostSpace> host;
    host.n = factors.n;
    host.exact = factors.exact;
    auto copy = [&](auto const& from, auto& to) {
      using Item = typename std::remove_reference_t<decltype(to)>::value_type;
      to = heddle::detail::allocate_host<Item>(from.label(), from.extent(0));
      if (from.extent(0) > 0) Kokkos::deep_copy(exec, to, from);
      bytes_moved += static_cast<std::int64_t>(from.extent(0) * sizeof(Item));
    };
    copy(factors.column_offsets, host.column_offsets);
    copy(factors.rows, host.rows);
    copy(factors.diagonal, host.diagonal);
    copy(factors.row_slot, host.row_slot);
    if (factors.columns.data() == factors.rows.data()) {  // symmetric: one pattern for both orders
      host.row_offsets = host.column_offsets;
      host.columns = host.rows;
      host.row_diagonal = host.diagonal;
    } else {
      copy(factors.row_offsets, host.row_offsets);
      copy(factors.columns, host.columns);
      copy(factors.row_diagonal, host.row_diagonal);
    }
    exec.fence("heddle::lu::factors_to_host");
    return host;
  }
}

/// Where each canonical entry goes in F, and by what it is multiplied on the way.
inline void map_entries(AnalysisData& data) {
  auto const& matrix = data.matrix;
  auto const n = static_cast<std::size_t>(matrix.n);
  auto const& permutation = data.permutation;
  std::vector<DefaultIndex> step_of_row(n), step_of_column(n);
  for (std::size_t step = 0; step < n; ++step) {
    step_of_row[permutation.row_of_step(step)] = static_cast<DefaultIndex>(step);
    step_of_column[permutation.column_of_step(step)] = static_cast<DefaultIndex>(step);
  }
  auto const count = static_cast<std::size_t>(matrix.num_entries());
  auto slot = heddle::detail::allocate_host<DefaultOffset>("heddle::lu::slot", count);
  auto scale = heddle::detail::allocate_host<double>("heddle::lu::entry_scale", count);
  auto const* rows = data.factors.rows.data();
  for (DefaultIndex row = 0; row < matrix.n; ++row) {
    for (auto entry = matrix.row_offsets(row); entry < matrix.row_offsets(row + 1); ++entry) {
      auto const column = matrix.columns(entry);
      auto const step = step_of_column[column];
      // Finite, so that a stored zero stays zero.
      scale(entry) =
          std::min(permutation.row_scale(row) * permutation.column_scale(column), 0x1p1023);
      slot(entry) = -1;
      if (!data.blocks.together(step_of_row[row], step)) continue;
      auto const* first = rows + data.factors.column_offsets(step);
      auto const* last = rows + data.factors.column_offsets(step + 1);
      slot(entry) = std::lower_bound(first, last, step_of_row[row]) - rows;
    }
  }
  data.slot = slot;
  data.entry_scale = scale;
}

/// Multiply-adds of one left-looking factorization: column k of L is subtracted once for each entry
/// of row k of U.
inline std::uint64_t count_multiply_adds(
    symbolic::FactorPattern<Kokkos::HostSpace> const& factors) {
  std::uint64_t total = 0;
  for (DefaultIndex k = 0; k < factors.n; ++k) {
    total += static_cast<std::uint64_t>(factors.row_offsets(k + 1) - factors.row_diagonal(k) - 1) *
             static_cast<std::uint64_t>(factors.column_offsets(k + 1) - factors.diagonal(k) - 1);
  }
  return total;
}

/// Bytes that may be used: the caller's limit, or what the memory of the backend can hold.
template <class Exec>
std::uint64_t usable_bytes(Exec const& exec, std::uint64_t limit) {
  std::uint64_t const there = backends::traits<Exec>::usable_bytes(exec);
  return limit == 0 ? there : std::min(limit, there);
}

/// Predicts the size of the factors; false and a status in `result` if it is too much.
template <class Exec>
bool fits(Exec const& exec, AnalysisData const& data, symbolic::EliminationTree const& tree,
          AnalyzeResult& result) {
  result.num_factor_entries = static_cast<std::uint64_t>(tree.num_factor_entries);
  result.multiply_adds = tree.multiply_adds;
  // Two sets of values, each by rows and by columns.
  auto const value = static_cast<std::uint64_t>(data.value_bytes);
  result.bytes = result.num_factor_entries * (bytes_per_factor_entry + 4 * value) +
                 static_cast<std::uint64_t>(data.matrix.n) * bytes_per_unknown +
                 static_cast<std::uint64_t>(data.matrix.num_entries()) * (32 + value);
  if (tree.num_factor_entries > data.matrix.offset_limit) {
    result.status = Status::too_large;
  } else if (result.bytes > usable_bytes(exec, data.options.memory_limit)) {
    result.status = Status::out_of_memory;
  }
  return result.status == Status::success;
}

/// Pattern, levels and maps for permutations that are settled. Fills `result` and, on success, its
/// analysis. Refuses before anything large is allocated.
template <class Exec>
void complete_analysis(Exec const& exec, AnalysisData&& data, AnalyzeResult& result) {
  Timer timer;
  auto const& options = data.options;
  result.num_blocks = data.blocks.num_blocks;
  result.largest_block = data.blocks.largest;
  PermutedPattern const permuted = permuted_pattern(data.matrix, data.permutation, data.blocks);
  data.pattern_symmetry = result.pattern_symmetry = permuted.symmetry;
  report(options.observer, "heddle::lu::symbolic", 0, data.matrix.n);
  auto const tree =
      symbolic::elimination_tree(data.matrix.n, permuted.row_offsets, permuted.columns);
  if (!fits(exec, data, tree, result)) return;

  std::int64_t bytes_moved = 0;
  auto const found =
      find_factors(exec,
                   {data.matrix.n, data.matrix.n, heddle::detail::view_of(permuted.row_offsets),
                    heddle::detail::view_of(permuted.columns)},
                   tree, options);
  bool const is_here = found.phase.place == place::Where::host;
  data.factors = is_here ? found.on_host : to_host(exec, found.on_device, bytes_moved);
  map_entries(data);
  data.outer = find_outer_entries(data.matrix, data.permutation, data.blocks);
  result.phases.push_back(renamed(found.phase, "symbolic", timer.seconds(), bytes_moved));

  timer.reset();
  report(options.observer, "heddle::lu::levels", 0, data.matrix.n);
  data.levels = find_levels(exec, found, data.factors, tree, options);
  data.multiply_adds = count_multiply_adds(data.factors);
  data.order = subtraction_order(data.factors, data.multiply_adds);
  result.phases.push_back(renamed(data.levels.phase, "levels", timer.seconds(), 0));

  if constexpr (heddle::detail::build_info::checks) {
    check_factor_pattern(data.factors);
    check_levels(data.levels, data.matrix.n);
  }
  result.num_factor_entries = static_cast<std::uint64_t>(data.factors.num_entries());
  result.multiply_adds = data.multiply_adds;
  result.num_levels = data.levels.num_levels;
  for (DefaultIndex j = 0; j < data.factors.n; ++j) {
    result.longest_column = std::max<std::int64_t>(
        result.longest_column, data.factors.column_offsets(j + 1) - data.factors.column_offsets(j));
  }
  result.exact_pattern = data.factors.exact;
  result.analysis = Analysis(std::make_shared<AnalysisData const>(std::move(data)));
}

/// The whole pipeline for values that are already canonical and finite.
template <class T, class Exec>
AnalyzeResult analyze_values(Exec const& exec, CanonicalPattern const& matrix,
                             std::span<T const> values, AnalyzeOptions const& options) {
  AnalyzeResult result;
  std::vector<double> magnitudes(values.size());
  std::transform(values.begin(), values.end(), magnitudes.begin(), magnitude<T>);
  Preordering order = preorder(matrix, magnitudes, options);
  result.status = order.status;
  result.structural_rank = order.structural_rank;
  result.unmatched_rows = std::move(order.unmatched_rows);
  result.unmatched_columns = std::move(order.unmatched_columns);
  result.phases = std::move(order.phases);
  result.ordering = order.ordering;
  result.predictions = std::move(order.predictions);
  if (result.status != Status::success) return result;
  AnalysisData data;
  data.matrix = matrix;
  data.permutation = order.permutation;
  data.blocks = make_blocks(order.block_offsets);
  data.value_fingerprint = fingerprint<T>(values);
  data.value_bytes = sizeof(T);
  data.options = options;
  complete_analysis(exec, std::move(data), result);
  return result;
}

template <class T, class Exec>
AnalyzeResult analyze_input(Exec const& exec, HostInput<T> const& input,
                            AnalyzeOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::analyze");
  HEDDLE_EXPECTS(options.workers >= 0, invalid_argument,
                 "workers is negative: " + std::to_string(options.workers));
  HEDDLE_EXPECTS(options.expected_factorizations >= 1, invalid_argument,
                 "expected_factorizations is " + std::to_string(options.expected_factorizations) +
                     ", not at least 1");
  check_matrix(input);
  if (auto const bad = first_non_finite(input)) {
    AnalyzeResult result;
    result.status = Status::non_finite;
    result.first_bad = bad;
    return result;
  }
  CanonicalPattern matrix = canonical_pattern(input, options.duplicates);
  if (options.drop_explicit_zeros) drop_zeros<T>(matrix, input);
  std::vector<T> const values = canonical_values(matrix, input);
  auto const bad = std::find_if_not(values.begin(), values.end(), is_finite<T>);
  if (bad != values.end()) {  // finite duplicates whose sum is not
    AnalyzeResult result;
    result.status = Status::non_finite;
    result.first_bad = position_of_canonical(matrix, bad - values.begin());
    return result;
  }
  return analyze_values<T>(exec, matrix, values, options);
}

}  // namespace heddle::lu::detail

namespace heddle::lu {

template <CompiledBackend Exec, SolverMatrix<Exec> Matrix>
AnalyzeResult analyze(Exec const& exec, Matrix const& matrix, AnalyzeOptions const& options) {
  require_initialized("heddle::lu::analyze");
  return heddle::detail::unless_out_of_memory(
      [&] {
        using T = detail::Wide<typename Matrix::value_type>;
        detail::InputStaging<T, Kokkos::HostSpace> staging;
        auto const input = detail::to_input<Kokkos::HostSpace>(exec, matrix, staging);
        return detail::analyze_input<T>(exec, input, options);
      },
      heddle::detail::OutOfMemory<AnalyzeResult>());
}

}  // namespace heddle::lu
