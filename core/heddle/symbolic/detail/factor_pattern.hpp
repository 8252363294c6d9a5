// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The body of factor_pattern: checks, the choice of the method, and two of the methods.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/symbolic/detail/boolean_factorization.hpp>
#include <heddle/symbolic/detail/compact_pattern.hpp>
#include <heddle/symbolic/detail/fill2_chunked.hpp>
#include <heddle/symbolic/detail/host_pattern.hpp>
#include <heddle/symbolic/detail/move_pattern.hpp>
#include <heddle/symbolic/detail/placed.hpp>
#include <heddle/symbolic/detail/tree_superset.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace heddle::symbolic {
namespace detail {

/// From this share of mirrored entries on the superset is as good as the exact pattern: its lines
/// are more regular, and what it adds costs less than the filter.
constexpr double near_symmetry = 0.9;

/// Counts rows that do not ascend strictly or leave the matrix.
template <class Memory>
struct CountBadRows {
  DefaultPattern<Memory> matrix;

  KOKKOS_FUNCTION void operator()(DefaultIndex const row, DefaultIndex& num_bad) const {
    DefaultIndex previous = -1;
    bool bad = matrix.row_offsets(row) > matrix.row_offsets(row + 1) ||
               matrix.row_offsets(row) < 0 ||
               matrix.row_offsets(row + 1) > static_cast<DefaultOffset>(matrix.columns.extent(0));
    for (DefaultOffset p = matrix.row_offsets(row); !bad && p < matrix.row_offsets(row + 1); ++p) {
      bad = matrix.columns(p) <= previous || matrix.columns(p) >= matrix.num_columns;
      previous = matrix.columns(p);
    }
    num_bad += bad;
  }
};

template <class Exec>
void check_matrix(Exec const& exec, DefaultPattern<typename Exec::memory_space> const& matrix,
                  EliminationTree const& tree) {
  HEDDLE_EXPECTS(matrix.num_rows >= 0 && matrix.num_rows == matrix.num_columns, invalid_matrix,
                 "the pattern of the factors needs a square matrix, not " +
                     std::to_string(matrix.num_rows) + " x " + std::to_string(matrix.num_columns));
  auto const n = static_cast<std::size_t>(matrix.num_rows);
  HEDDLE_EXPECTS(matrix.row_offsets.extent(0) == n + 1, invalid_matrix,
                 "a pattern of " + std::to_string(n) + " rows needs " + std::to_string(n + 1) +
                     " offsets, not " + std::to_string(matrix.row_offsets.extent(0)));
  HEDDLE_EXPECTS(
      tree.parent.size() == n && tree.row_counts.size() == n && tree.column_counts.size() == n,
      invalid_argument, "the elimination tree belongs to another matrix");
  DefaultIndex num_bad = 0;
  Kokkos::parallel_reduce("heddle::symbolic::count_bad_rows",
                          Kokkos::RangePolicy<Exec>(exec, 0, matrix.num_rows),
                          CountBadRows<typename Exec::memory_space>{matrix}, num_bad);
  HEDDLE_EXPECTS(num_bad == 0, invalid_matrix,
                 std::to_string(num_bad) + " rows do not ascend strictly within the matrix");
}

/// A pattern whose two orders are the same arrays.
template <class Exec>
FactorPattern<typename Exec::memory_space> empty_symmetric_pattern(Exec const& exec,
                                                                   EliminationTree const& tree) {
  using Memory = typename Exec::memory_space;
  auto const n = static_cast<DefaultIndex>(tree.parent.size());
  DefaultOffset const size = tree.num_factor_entries;
  FactorPattern<Memory> result;
  result.n = n;
  result.column_offsets = allocate<DefaultOffset>(exec, "heddle::symbolic::offsets", n + 1);
  result.rows = allocate<DefaultIndex>(exec, "heddle::symbolic::members", size);
  result.diagonal = allocate<DefaultOffset>(exec, "heddle::symbolic::diagonal", n);
  result.row_slot = allocate<DefaultOffset>(exec, "heddle::symbolic::row_slot", size);
  result.row_offsets = result.column_offsets;
  result.columns = result.rows;
  result.row_diagonal = result.diagonal;
  return result;
}

template <class Memory>
FactorArrays arrays_of(FactorPattern<Memory> const& pattern) {
  return {pattern.column_offsets.data(), pattern.rows.data(),    pattern.diagonal.data(),
          pattern.row_offsets.data(),    pattern.columns.data(), pattern.row_diagonal.data(),
          pattern.row_slot.data()};
}

/// The sequential way: the tree alone for a symmetric pattern, else the row merge.
/// Method::row_merge asks for the merge in any case.
template <class Exec>
FactorPattern<typename Exec::memory_space> pattern_on_host(
    Exec const& exec, DefaultPattern<typename Exec::memory_space> const& matrix,
    EliminationTree const& tree, SymbolicOptions const& options, bool const may_keep_superset) {
  exec.fence("heddle::symbolic::pattern_on_host");  // the input may still be written
  Rows const rows{matrix.num_rows,
                  {matrix.row_offsets.data(), matrix.row_offsets.extent(0)},
                  {matrix.columns.data(), matrix.columns.extent(0)}};
  double const symmetry = options.method == Method::row_merge ? 0 : pattern_symmetry(rows);
  if (symmetry == 1 || (may_keep_superset && symmetry >= near_symmetry)) {
    Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::tree_superset");
    auto result = empty_symmetric_pattern(exec, tree);
    result.exact = symmetry == 1;
    if (result.exact) {
      write_tree_pattern(tree, rows, arrays_of(result));
    } else {
      auto const edges = transposed(rows.n, larger_ends(rows.n, rows.offsets, rows.columns));
      write_tree_pattern(tree, edges, arrays_of(result));
    }
    return result;
  }
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::row_merge");
  Lists const factor_rows = merge_rows(rows);
  auto result = empty_pattern(exec, rows.n, factor_rows.offsets.back());
  write_pattern({rows.n, factor_rows.offsets, factor_rows.members}, arrays_of(result));
  return result;
}

/// The portable way: superset, boolean factorization, compaction.
template <class Exec>
FactorPattern<typename Exec::memory_space> pattern_by_filter(
    Exec const& exec, DefaultPattern<typename Exec::memory_space> const& matrix,
    EliminationTree const& tree, SymbolicOptions const& options, bool const may_keep_superset) {
  using Memory = typename Exec::memory_space;
  auto const workers = make_workers(exec, matrix.num_rows, options);
  auto superset = tree_superset(exec, matrix, tree, workers);
  DefaultOffset const size = superset.pattern.num_entries();
  auto const present = allocate<std::uint8_t>(exec, "heddle::symbolic::present", size);
  MatrixMarks marks;
  Kokkos::parallel_reduce("heddle::symbolic::mark_matrix", EntryRange<Exec>(exec, 0, size),
                          MarkMatrix<Memory>{matrix, superset.keys, present},
                          Kokkos::Sum<DefaultOffset, Kokkos::HostSpace>(marks.mirrored),
                          Kokkos::Sum<DefaultOffset, Kokkos::HostSpace>(marks.off_diagonal));
  exec.fence("heddle::symbolic::mark_matrix");
  superset.pattern.exact = marks.mirrored == marks.off_diagonal;
  if (superset.pattern.exact || (may_keep_superset && marks.symmetry() >= near_symmetry)) {
    return superset.pattern;
  }
  fill_columns(exec, superset.pattern, tree, workers, present);
  return compact_pattern(exec, superset, present);
}

/// By kernels on the instance, whatever its backend.
template <class Exec>
FactorPattern<typename Exec::memory_space> pattern_by_kernels(
    Exec const& exec, DefaultPattern<typename Exec::memory_space> const& matrix,
    EliminationTree const& tree, SymbolicOptions const& options, bool const may_keep_superset) {
  if (options.method == Method::fill2) return pattern_by_fill2(exec, matrix, options);
  if (options.method == Method::fill2_chunked) {
    return pattern_by_fill2_chunked(exec, matrix, options);
  }
  return pattern_by_filter(exec, matrix, tree, options, may_keep_superset);
}

/// The instance for sequential phases: the caller's if its backend is a host's.
template <class Exec>
auto host_instance(Exec const& exec) {
  if constexpr (backends::traits<Exec>::is_host) {
    return exec;
  } else {
    return Kokkos::DefaultHostExecutionSpace();
  }
}

/// Finds the pattern where `run` was placed. Waits.
template <class Exec, class Source>
PlacedPattern<Exec> find_pattern(Exec const& exec,
                                 Pattern<DefaultOffset, DefaultIndex, Source> const& matrix,
                                 EliminationTree const& tree, SymbolicOptions const& options,
                                 place::LibraryPhase& run) {
  bool const may_keep_superset = options.method == Method::automatic && !options.exact;
  PlacedPattern<Exec> found;
  if (run.where() == place::Where::host) {
    auto const rows = moved<Kokkos::HostSpace>(exec, matrix, run);
    auto const host = host_instance(exec);
    check_matrix(host, rows, tree);
    found.on_host = pattern_on_host(host, rows, tree, options, may_keep_superset);
    host.fence("heddle::symbolic::factor_pattern");
    found.on_host.ran_at = run.where();
    if constexpr (backends::traits<Exec>::is_host) found.on_device = found.on_host;
  } else {
    auto const rows = moved<typename Exec::memory_space>(exec, matrix, run);
    check_matrix(exec, rows, tree);
    found.on_device = pattern_by_kernels(exec, rows, tree, options, may_keep_superset);
    exec.fence("heddle::symbolic::factor_pattern");
    found.on_device.ran_at = run.where();
    if constexpr (backends::traits<Exec>::is_host) found.on_host = found.on_device;
  }
  auto const n = static_cast<DefaultIndex>(tree.parent.size());
  report(options.observer, "heddle::symbolic::factor_pattern", n, n);
  return found;
}

template <class Exec, class Source>
PlacedPattern<Exec> factor_pattern_where_found(
    Exec const& exec, Pattern<DefaultOffset, DefaultIndex, Source> const& matrix,
    EliminationTree const& tree, SymbolicOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::factor_pattern");
  auto const entries = static_cast<std::int64_t>(matrix.columns.extent(0));
  place::LibraryPhase run(question<Exec>(entries, tree, options));
  auto found = find_pattern(exec, matrix, tree, options, run);
  found.phase = run.end();
  return found;
}

}  // namespace detail

template <class Exec>
FactorPattern<typename Exec::memory_space> factor_pattern(
    Exec const& exec,
    Pattern<DefaultOffset, DefaultIndex, typename Exec::memory_space> const& matrix,
    EliminationTree const& tree, SymbolicOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::factor_pattern");
  auto const entries = static_cast<std::int64_t>(matrix.columns.extent(0));
  place::LibraryPhase run(detail::question<Exec>(entries, tree, options));
  auto found = detail::find_pattern(exec, matrix, tree, options, run);
  if constexpr (!backends::traits<Exec>::is_host) {
    if (run.where() == place::Where::host) {
      return detail::moved<typename Exec::memory_space>(exec, found.on_host, run);
    }
  }
  return found.on_device;
}

}  // namespace heddle::symbolic
