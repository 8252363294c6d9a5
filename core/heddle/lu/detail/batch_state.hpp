// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The state behind BatchFactorization. Cost, synchronisation, determinism: heddle/lu/batch.hpp.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/lu/batch.hpp>
#include <heddle/lu/detail/batch_numeric.hpp>
#include <heddle/lu/detail/batch_solve.hpp>
#include <heddle/lu/detail/load.hpp>
#include <heddle/lu/detail/plan.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace heddle::lu::detail {

template <class T, class Exec>
Interleaved<T, Exec> allocate_interleaved(Exec const& exec, std::string const& label,
                                          std::size_t items, std::int64_t padded) {
  return Interleaved<T, Exec>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), items,
                              static_cast<std::size_t>(padded));
}

/// Runs `functor(row, system)` for all rows and systems; systems are neighbours.
template <class Functor>
struct OverSystems {
  Functor functor;
  std::int64_t padded;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    functor(static_cast<DefaultIndex>(item / padded), item % padded);
  }
};
template <class Exec, class Functor>
void over_systems(Exec const& exec, std::string const& label, std::int64_t rows,
                  std::int64_t padded, Functor const& functor) {
  Kokkos::parallel_for(label, EntryRange<Exec>(exec, 0, rows * padded),
                       OverSystems<Functor>{functor, padded});
}

/// Sums the sources of a canonical entry in each system.
template <class Exec>
struct BatchCanonical {
  BatchRows<double const, Exec> values;
  Array<DefaultOffset, Exec> source_offsets, sources;
  Interleaved<double, Exec> matrix;
  KOKKOS_FUNCTION void operator()(DefaultOffset entry, std::int64_t padded_system) const {
    auto const system = Kokkos::min(padded_system, static_cast<std::int64_t>(values.extent(0)) - 1);
    auto const value = [&](DefaultOffset at) { return values(system, at); };
    if (source_offsets.extent(0) == 0) {
      matrix(entry, padded_system) = value(entry);
      return;
    }
    DefaultOffset const first = source_offsets(entry);
    matrix(entry, padded_system) =
        ordered_sum(source_offsets(entry + 1) - first,
                    [&](DefaultOffset k) { return value(sources(first + k)); });
  }
};

/// Scaled entries to their slots, or, for the entries between blocks, to a list of their own.
template <class Value, class Exec>
struct BatchScatter {
  Interleaved<double, Exec> matrix;
  Array<double, Exec> entry_scale;
  Array<DefaultOffset, Exec> slot, entries;  // entries: empty, or canonical entries of the list
  Interleaved<Value, Exec> values;
  KOKKOS_FUNCTION void operator()(DefaultOffset item, std::int64_t system) const {
    bool const listed = entries.extent(0) > 0;
    DefaultOffset const entry = listed ? entries(item) : item;
    DefaultOffset const target = listed ? item : slot(entry);
    if (target < 0) return;
    values(target, system) = static_cast<Value>(matrix(entry, system) * entry_scale(entry));
  }
};

/// Whether each system is finite: its flag is lowered by any entry that is not.
template <class Exec>
struct BatchFinite {
  Interleaved<double, Exec> matrix;
  Kokkos::View<double*, typename Exec::memory_space> finite;
  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    double all = 1;
    for (std::size_t entry = 0; entry < matrix.extent(0); ++entry) {
      if (!Kokkos::isfinite(matrix(entry, system))) all = 0;
    }
    finite(system) = all;
  }
};

template <class Exec>
struct BatchBuffers {
  std::int64_t n = -1, padded = 0;
  Interleaved<double, Exec> b, x, refined, residual, weight, unknowns;
  Kokkos::View<double*, typename Exec::memory_space> error, refined_error, largest;
  Kokkos::View<std::uint32_t*, typename Exec::memory_space> done;
  heddle::detail::TicketCounter<typename Exec::memory_space> ticket;
  std::uint32_t epoch = 0;

  void fit(Exec const& exec, std::int64_t rows, BatchShape const& shape) {
    if (n == rows && padded == shape.padded) return;
    *this = {};
    auto const size = static_cast<std::size_t>(rows);
    b = allocate_interleaved<double>(exec, "heddle::lu::batch::b", size, shape.padded);
    x = allocate_interleaved<double>(exec, "heddle::lu::batch::x", size, shape.padded);
    refined = allocate_interleaved<double>(exec, "heddle::lu::batch::refined", size, shape.padded);
    residual =
        allocate_interleaved<double>(exec, "heddle::lu::batch::residual", size, shape.padded);
    weight = allocate_interleaved<double>(exec, "heddle::lu::batch::weight", size, shape.padded);
    unknowns =
        allocate_interleaved<double>(exec, "heddle::lu::batch::unknowns", 2 * size, shape.padded);
    auto const systems = static_cast<std::size_t>(shape.padded);
    error = heddle::detail::allocate<double>(exec, "heddle::lu::batch::error", systems);
    refined_error =
        heddle::detail::allocate<double>(exec, "heddle::lu::batch::refined_error", systems);
    largest = heddle::detail::allocate<double>(exec, "heddle::lu::batch::largest", systems);
    done = heddle::detail::allocate<std::uint32_t>(
        exec, "heddle::lu::batch::solved", 2 * size * static_cast<std::size_t>(shape.groups));
    heddle::detail::fill(exec, "heddle::lu::batch::clear_flags", done, 0u);
    ticket = decltype(ticket)(Kokkos::view_alloc(exec, "heddle::lu::batch::ticket"));
    n = rows;
    padded = shape.padded;
  }
};

template <class Value, class Exec>
class BatchState {
 public:
  using Space = typename Exec::memory_space;

  BatchState(Exec const& exec, Analysis const& analysis, std::int64_t systems);
  BatchFactorResult factor(Exec const& exec, BatchRows<double const, Exec> const& values,
                           BatchOptions const& options);
  BatchSolveResult solve(Exec const& exec, BatchRows<double const, Exec> const& b,
                         BatchRows<double, Exec> const& x, BatchBuffers<Exec>& buffers,
                         BatchSolveOptions const& options) const;
  BatchShape const& shape() const { return shape_; }
  Plan<Exec> const& plan() const { return plan_; }
  bool factored() const { return factored_; }

 private:
  void load(Exec const& exec, BatchRows<double const, Exec> const& values);
  void run_numeric(Exec const& exec, BatchOptions const& options);
  BatchFactorResult report(Exec const& exec, BatchOptions const& options) const;
  void apply_inverse(Exec const& exec, Interleaved<double, Exec> const& from,
                     Interleaved<double, Exec> const& before, Interleaved<double, Exec> const& to,
                     bool add, BatchBuffers<Exec>& buffers) const;
  void measure(Exec const& exec, Interleaved<double, Exec> const& x,
               Kokkos::View<double*, Space> const& error, BatchBuffers<Exec>& buffers) const;

  Analysis analysis_;
  Plan<Exec> plan_;
  BatchShape shape_;
  bool factored_ = false;
  heddle::detail::TeamShape teams_;
  Interleaved<double, Exec> matrix_;
  Interleaved<Value, Exec> values_, outer_;
  Kokkos::View<DefaultOffset*, Space> column_slot_;
  Kokkos::View<DefaultIndex*, Space> positions_;
  Kokkos::View<Value*, Space> inputs_;
  Kokkos::View<double*, Space> finite_;
  Kokkos::View<std::uint32_t*, Space> done_;
  heddle::detail::TicketCounter<Space> ticket_;
  SystemReports<Exec> reports_;
  std::uint32_t epoch_ = 0;
};

template <class Value, class Exec>
BatchState<Value, Exec>::BatchState(Exec const& exec, Analysis const& analysis,
                                    std::int64_t systems)
    : analysis_(analysis),
      plan_(make_plan(exec, analysis.data())),
      shape_(batch_shape<Exec>(systems)) {
  using heddle::detail::allocate;
  using traits = backends::traits<Exec>;
  auto const entries = static_cast<std::size_t>(plan_.num_factor_entries());
  auto const padded = static_cast<std::size_t>(shape_.padded);
  auto const n = static_cast<std::size_t>(plan_.n);
  teams_.lanes = traits::lanes;
  teams_.teams = static_cast<int>(
      std::clamp<std::int64_t>(plan_.workers > 0 ? plan_.workers : traits::workers(exec), 1,
                               std::max<std::int64_t>(1, plan_.n * shape_.groups)));
  auto const workers = static_cast<std::size_t>(teams_.teams);
  matrix_ =
      allocate_interleaved<double>(exec, "heddle::lu::batch::matrix",
                                   static_cast<std::size_t>(plan_.num_entries()), shape_.padded);
  values_ = allocate_interleaved<Value>(exec, "heddle::lu::batch::values", entries, shape_.padded);
  outer_ = allocate_interleaved<Value>(exec, "heddle::lu::batch::outer",
                                       plan_.outer_columns.extent(0), shape_.padded);
  column_slot_ = allocate<DefaultOffset>(exec, "heddle::lu::batch::column_slot", entries);
  Kokkos::parallel_for("heddle::lu::invert_slots",
                       EntryRange<Exec>(exec, 0, plan_.num_factor_entries()),
                       InvertSlots<Exec>{plan_.row_slot, column_slot_});
  positions_ = allocate<DefaultIndex>(exec, "heddle::lu::batch::positions", workers * n);
  inputs_ = allocate<Value>(exec, "heddle::lu::batch::inputs", workers * group_size<Exec>);
  finite_ = allocate<double>(exec, "heddle::lu::batch::finite", padded);
  done_ = allocate<std::uint32_t>(exec, "heddle::lu::batch::done",
                                  n * static_cast<std::size_t>(shape_.groups));
  heddle::detail::fill(exec, "heddle::lu::batch::clear_flags", done_, 0u);
  ticket_ = decltype(ticket_)(Kokkos::view_alloc(exec, "heddle::lu::batch::ticket"));
  reports_.num_bad = allocate<std::int32_t>(exec, "heddle::lu::batch::num_bad", padded);
  reports_.first_bad = allocate<std::int32_t>(exec, "heddle::lu::batch::first_bad", padded);
  reports_.growth = allocate<double>(exec, "heddle::lu::batch::growth", padded);
  exec.fence("heddle::lu::batch::make");
}

template <class Value, class Exec>
void BatchState<Value, Exec>::load(Exec const& exec, BatchRows<double const, Exec> const& values) {
  over_systems(exec, "heddle::lu::batch::load_canonical", plan_.num_entries(), shape_.padded,
               BatchCanonical<Exec>{values, plan_.source_offsets, plan_.sources, matrix_});
  Kokkos::parallel_for("heddle::lu::batch::find_non_finite",
                       EntryRange<Exec>(exec, 0, shape_.padded),
                       BatchFinite<Exec>{matrix_, finite_});
  Kokkos::View<Value*, Space, Kokkos::MemoryUnmanaged> const all(values_.data(), values_.size());
  heddle::detail::fill(exec, "heddle::lu::batch::clear_factors", all, Value(0));
  over_systems(exec, "heddle::lu::batch::scatter", plan_.num_entries(), shape_.padded,
               BatchScatter<Value, Exec>{matrix_, plan_.entry_scale, plan_.slot, {}, values_});
  over_systems(exec, "heddle::lu::batch::gather_outer",
               static_cast<std::int64_t>(plan_.outer_columns.extent(0)), shape_.padded,
               BatchScatter<Value, Exec>{matrix_, plan_.entry_scale, plan_.slot,
                                         plan_.outer_row_entries, outer_});
}

template <class Value, class Exec>
void BatchState<Value, Exec>::run_numeric(Exec const& exec, BatchOptions const& options) {
  double const root = std::sqrt(static_cast<double>(std::numeric_limits<Value>::epsilon()));
  PivotLimits limits;
  limits.relative = options.pivot_tolerance > 0    ? options.pivot_tolerance
                    : std::is_same_v<Value, float> ? 1e-4
                                                   : 1e-8;
  limits.absolute = options.absolute_tolerance > 0 ? options.absolute_tolerance : root;
  double const found = analysis_.data().smallest_pivot;  // as in factorization_state.hpp
  if (found > 0) limits.absolute = std::min(limits.absolute, 1e-3 * found);
  limits.replacement = root;
  Kokkos::parallel_for("heddle::lu::batch::clear_reports", EntryRange<Exec>(exec, 0, shape_.padded),
                       ClearReports<Exec>{reports_});
  ++epoch_;
  heddle::detail::for_each_ticket(
      exec, "heddle::lu::batch::factor_columns", teams_, ticket_,
      static_cast<DefaultIndex>(plan_.n * shape_.groups),
      FactorGroupColumn<Value, Exec>{
          plan_.column_offsets.data(), plan_.diagonal.data(), plan_.rows.data(), plan_.order.data(),
          values_.data(), positions_.data(), inputs_.data(), done_.data(), reports_, plan_.n,
          static_cast<DefaultIndex>(shape_.groups), shape_.padded, epoch_, limits});
}

template <class Exec, class View>
auto host_copy(Exec const& exec, View const& view) {
  auto copy = Kokkos::create_mirror(Kokkos::WithoutInitializing, view);
  if (view.extent(0) > 0) Kokkos::deep_copy(exec, copy, view);
  return copy;
}

template <class Value, class Exec>
BatchFactorResult BatchState<Value, Exec>::report(Exec const& exec,
                                                  BatchOptions const& options) const {
  auto const bad = host_copy(exec, reports_.num_bad), first = host_copy(exec, reports_.first_bad);
  auto const growth = host_copy(exec, reports_.growth), finite = host_copy(exec, finite_);
  exec.fence("heddle::lu::batch::report");
  BatchFactorResult result;
  for (std::int64_t system = 0; system < shape_.systems; ++system) {
    bool const degraded = bad(system) > 0 || !(growth(system) >= options.growth_threshold);
    auto const status = finite(system) == 0       ? Status::non_finite
                        : degraded && plan_.n > 0 ? Status::pivot_degraded
                                                  : Status::success;
    result.status = std::max(result.status, status);
    result.statuses.push_back(status);
    result.first_bad.push_back(bad(system) > 0 ? first(system) : -1);
    result.perturbed.push_back(bad(system));
    result.reciprocal_growth.push_back(plan_.n > 0 ? growth(system) : 1);
  }
  return result;
}

template <class Value, class Exec>
BatchFactorResult BatchState<Value, Exec>::factor(Exec const& exec,
                                                  BatchRows<double const, Exec> const& values,
                                                  BatchOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::batch::factor");
  if (shape_.systems > 0) {
    load(exec, values);
    run_numeric(exec, options);
  }
  factored_ = true;
  return report(exec, options);
}

/// to = A^-1 from (+ before), for all systems.
template <class Value, class Exec>
void BatchState<Value, Exec>::apply_inverse(Exec const& exec, Interleaved<double, Exec> const& from,
                                            Interleaved<double, Exec> const& before,
                                            Interleaved<double, Exec> const& to, bool add,
                                            BatchBuffers<Exec>& buffers) const {
  over_systems(exec, "heddle::lu::batch::permute_in", plan_.n, shape_.padded,
               BatchPermuteIn<Exec>{plan_.row_of_step, plan_.row_scale, from, buffers.unknowns});
  Lines<Value> const lines{plan_.factor_row_offsets.data(),
                           plan_.row_diagonal.data(),
                           plan_.factor_columns.data(),
                           nullptr,
                           plan_.block_begin.data(),
                           plan_.block_end.data(),
                           plan_.outer_row_offsets.data(),
                           plan_.outer_columns.data(),
                           nullptr};
  heddle::detail::for_each_ticket(
      exec, "heddle::lu::batch::solve_triangles", teams_, buffers.ticket,
      static_cast<DefaultIndex>(2 * plan_.n * shape_.groups),
      SolveGroupLine<Value, Exec>{lines, column_slot_.data(), values_.data(), outer_.data(),
                                  buffers.unknowns.data(), buffers.done.data(), plan_.n,
                                  static_cast<DefaultIndex>(shape_.groups), shape_.padded,
                                  ++buffers.epoch});
  over_systems(exec, "heddle::lu::batch::permute_out", plan_.n, shape_.padded,
               BatchPermuteOut<Exec>{plan_.column_of_step, plan_.column_scale, buffers.unknowns,
                                     before, to, add});
}

template <class Value, class Exec>
void BatchState<Value, Exec>::measure(Exec const& exec, Interleaved<double, Exec> const& x,
                                      Kokkos::View<double*, Space> const& error,
                                      BatchBuffers<Exec>& buffers) const {
  EntryRange<Exec> const systems(exec, 0, shape_.padded);
  Kokkos::parallel_for("heddle::lu::batch::largest_unknowns", systems,
                       BatchLargest<Exec>{x, buffers.largest});
  double const negligible = 1000.0 * plan_.n * std::numeric_limits<double>::epsilon();
  over_systems(exec, "heddle::lu::batch::residual", plan_.n, shape_.padded,
               BatchResidual<Exec>{plan_.row_offsets, plan_.columns, matrix_, buffers.b, x,
                                   buffers.residual, buffers.weight, buffers.largest, negligible});
  Kokkos::parallel_for("heddle::lu::batch::backward_errors", systems,
                       BatchError<Exec>{buffers.residual, buffers.weight, x, error});
}

template <class Value, class Exec>
BatchSolveResult BatchState<Value, Exec>::solve(Exec const& exec,
                                                BatchRows<double const, Exec> const& b,
                                                BatchRows<double, Exec> const& x,
                                                BatchBuffers<Exec>& buffers,
                                                BatchSolveOptions const& options) const {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::batch::solve");
  BatchSolveResult result;
  if (shape_.systems == 0) return result;
  buffers.fit(exec, plan_.n, shape_);
  over_systems(exec, "heddle::lu::batch::load_rhs", plan_.n, shape_.padded,
               BatchLoad<Exec>{b, buffers.b});
  apply_inverse(exec, buffers.b, buffers.b, buffers.x, false, buffers);
  measure(exec, buffers.x, buffers.error, buffers);
  for (int step = 0; step < options.refinement_steps; ++step) {
    apply_inverse(exec, buffers.residual, buffers.x, buffers.refined, true, buffers);
    measure(exec, buffers.refined, buffers.refined_error, buffers);
    over_systems(
        exec, "heddle::lu::batch::keep_better", plan_.n, shape_.padded,
        BatchKeepBetter<Exec>{buffers.error, buffers.refined_error, buffers.refined, buffers.x});
    Kokkos::parallel_for("heddle::lu::batch::keep_error", EntryRange<Exec>(exec, 0, shape_.padded),
                         BatchKeepError<Exec>{buffers.error, buffers.refined_error});
  }
  over_systems(exec, "heddle::lu::batch::store_solution", plan_.n, shape_.padded,
               BatchStore<Exec>{buffers.x, x});
  auto const errors = host_copy(exec, buffers.error);
  exec.fence("heddle::lu::batch::solve");
  for (std::int64_t system = 0; system < shape_.systems; ++system) {
    auto const status = !std::isfinite(errors(system))                      ? Status::non_finite
                        : errors(system) <= options.accepted_backward_error ? Status::success
                                                                            : Status::not_converged;
    result.status = std::max(result.status, status);
    result.statuses.push_back(status);
    result.backward_errors.push_back(errors(system));
  }
  return result;
}

}  // namespace heddle::lu::detail
