// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The sparsity pattern of a function, found by running it on the host on traced numbers.
#pragma once

#include <heddle/backends/selection.hpp>
#include <heddle/base/compiled_for.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/function.hpp>
#include <heddle/jacobian/traced.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::jacobian {

/// For which points a traced pattern holds.
enum class Trace {
  global,  ///< everywhere: a branch on a traced value throws, select and min and max keep both
  local    ///< at one point: branches are followed
};

/// Options of trace_sparsity.
struct TraceOptions {
  Trace mode = Trace::global;
  Kokkos::View<double const*, Kokkos::HostSpace> x = {};  ///< local: the point, n entries
};

namespace detail {

/// The argument of a row function while it is traced.
struct TracedInput {
  using value_type = Traced<double>;
  double const* x;  // null: values are unknown
  DefaultIndex n, row;

  KOKKOS_FUNCTION Traced<double> operator[](DefaultIndex const j) const {
    Traced<double> input;
    KOKKOS_IF_ON_HOST((if (j < 0 || j >= n) throw_outside(row, j, n);
                       input = Traced<double>(x != nullptr ? x[j] : 0.0);
                       input.known = x != nullptr; input.derivative = IndexSet::of(j);))
    return input;
  }
};

/// Rows of a pattern under construction.
struct TracedRows {
  std::vector<DefaultOffset> offsets{0};
  std::vector<DefaultIndex> columns;

  void append(IndexSet const& row) {
    row.append_to(columns);
    offsets.push_back(static_cast<DefaultOffset>(columns.size()));
  }
};

template <class F>
TracedRows trace_rows(F const& f, DefaultIndex const m, DefaultIndex const n, double const* x) {
  TracedRows rows;
  for (DefaultIndex i = 0; i < m; ++i) {
    rows.append(Traced<double>(f(i, TracedInput{x, n, i})).derivative);
  }
  return rows;
}

/// A whole function runs on the reference backend: an exception cannot leave a parallel region.
template <class F>
TracedRows trace_whole(F const& f, DefaultIndex const m, DefaultIndex const n, double const* x) {
  using Vector = Kokkos::View<Traced<double>*, Kokkos::HostSpace>;
  Vector const inputs("heddle::jacobian::traced_inputs", n);
  Vector const outputs("heddle::jacobian::traced_outputs", m);
  for (DefaultIndex j = 0; j < n; ++j) inputs(j) = TracedInput{x, n, 0}[j];
  backends::ReferenceBackend const host;
  f(host, Kokkos::View<Traced<double> const*, Kokkos::HostSpace>(inputs), outputs);
  host.fence("heddle::jacobian::trace");
  TracedRows rows;
  for (DefaultIndex i = 0; i < m; ++i) rows.append(outputs(i).derivative);
  return rows;
}

template <class Exec, class T>
auto move_to_memory_of(Exec const& exec, char const* label, std::vector<T> const& items) {
  auto const view = heddle::detail::allocate<T>(exec, label, items.size());
  if (!items.empty()) Kokkos::deep_copy(exec, view, heddle::detail::view_of(items));
  return view;
}

}  // namespace detail

/// The pattern of the Jacobian of f: R^n -> R^m, rows ascending without duplicates, in the memory
/// of `exec`. f is a row function or a whole function (function.hpp) that takes Traced<double>; it
/// runs on the host, whole functions on the reference backend (Serial where there is one), so data
/// that it captures must be readable there. Entry (i, j) is in the pattern if the derivative of
/// f_i by x_j may be nonzero: everywhere, or at options.x.
/// Cost: one evaluation of f on sets, O(operations x nonzeros a row). Synchronises `exec`.
/// Deterministic. Throws traced_branch (operator, inputs; global traces only), size_mismatch
/// (options.x), invalid_argument (negative sizes, an x[j] out of range), not_initialized.
template <CompiledBackend Exec, class F>
Pattern<DefaultOffset, DefaultIndex, typename Exec::memory_space> trace_sparsity(
    Exec const& exec, F const& f, DefaultIndex m, DefaultIndex n,
    TraceOptions const& options = {}) {
  constexpr auto phase = "heddle::jacobian::trace_sparsity";
  require_initialized(phase);
  Kokkos::Profiling::ScopedRegion const region(phase);
  HEDDLE_EXPECTS(m >= 0 && n >= 0, invalid_argument, "trace_sparsity: a size is negative");
  bool const local = options.mode == Trace::local;
  HEDDLE_EXPECTS(!local || static_cast<DefaultIndex>(options.x.extent(0)) == n, size_mismatch,
                 "trace_sparsity: expected a point of " + std::to_string(n) + " entries, got " +
                     std::to_string(options.x.extent(0)));
  double const* const x = local ? options.x.data() : nullptr;
  detail::TracedRows rows;
  if constexpr (RowFunction<F, double>) {
    rows = detail::trace_rows(f, m, n, x);
  } else {
    rows = detail::trace_whole(f, m, n, x);
  }
  auto const offsets =
      detail::move_to_memory_of(exec, "heddle::jacobian::pattern_offsets", rows.offsets);
  auto const columns =
      detail::move_to_memory_of(exec, "heddle::jacobian::pattern_columns", rows.columns);
  exec.fence("heddle::jacobian::trace_sparsity");  // the vectors end here
  return {m, n, offsets, columns};
}

}  // namespace heddle::jacobian
