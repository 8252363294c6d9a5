// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Solves of a batch: together with the pivots that all share, one by one where a system has its
/// own. Cost, synchronisation, determinism: heddle/lu/batch.hpp.
#pragma once

#include <heddle/lu/detail/batch_state.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heddle::lu::detail {

/// The lines of F that a sweep reads; their values lie elsewhere.
template <class Value, class Exec>
Lines<Value> BatchState<Value, Exec>::lines(bool transposed) const {
  if (transposed) {
    return {plan_.column_offsets.data(),
            plan_.diagonal.data(),
            plan_.rows.data(),
            nullptr,
            plan_.block_begin.data(),
            plan_.block_end.data(),
            plan_.outer_column_offsets.data(),
            plan_.outer_rows.data(),
            nullptr};
  }
  return {plan_.factor_row_offsets.data(),
          plan_.row_diagonal.data(),
          plan_.factor_columns.data(),
          nullptr,
          plan_.block_begin.data(),
          plan_.block_end.data(),
          plan_.outer_row_offsets.data(),
          plan_.outer_columns.data(),
          nullptr};
}

/// to = A^-1 from (+ before) or its transposed form, for all systems.
template <class Value, class Exec>
void BatchState<Value, Exec>::apply_inverse(Exec const& exec, SystemForm form,
                                            Interleaved<W, Exec> const& from,
                                            Interleaved<W, Exec> const& before,
                                            Interleaved<W, Exec> const& to, bool add,
                                            Buffers& buffers) const {
  auto const [transposed, conjugated] = form;
  auto const& in = transposed ? plan_.column_of_step : plan_.row_of_step;
  auto const& in_scale = transposed ? plan_.column_scale : plan_.row_scale;
  auto const& out = transposed ? plan_.row_of_step : plan_.column_of_step;
  auto const& out_scale = transposed ? plan_.row_scale : plan_.column_scale;
  over_systems(exec, "heddle::lu::batch::permute_in", plan_.n, shape_.padded,
               BatchPermuteIn<W, Exec>{in, in_scale, from, buffers.unknowns, conjugated});
  auto const& outer = transposed ? plan_.outer_column_entries : plan_.outer_row_entries;
  heddle::detail::for_each_ticket(
      exec, "heddle::lu::batch::solve_triangles", teams_, buffers.ticket,
      static_cast<DefaultIndex>(2 * plan_.n * shape_.groups),
      SolveGroupLine<Value, Exec>{lines(transposed), transposed ? nullptr : column_slot_.data(),
                                  values_.data(), matrix_.data(), plan_.entry_scale.data(),
                                  outer.data(), buffers.unknowns.data(), buffers.done.data(),
                                  plan_.n, static_cast<DefaultIndex>(shape_.groups), shape_.padded,
                                  ++buffers.epoch, transposed});
  over_systems(
      exec, "heddle::lu::batch::permute_out", plan_.n, shape_.padded,
      BatchPermuteOut<W, Exec>{out, out_scale, buffers.unknowns, before, to, add, conjugated});
}

template <class Value, class Exec>
void BatchState<Value, Exec>::measure(Exec const& exec, SystemForm form,
                                      Interleaved<W, Exec> const& x,
                                      Kokkos::View<double*, Space> const& error,
                                      Buffers& buffers) const {
  EntryRange<Exec> const systems(exec, 0, shape_.padded);
  Kokkos::parallel_for("heddle::lu::batch::largest_unknowns", systems,
                       BatchLargest<W, Exec>{x, buffers.largest});
  double const negligible = 1000.0 * plan_.n * std::numeric_limits<double>::epsilon();
  BatchResidual<W, Exec> residual{plan_.row_offsets, plan_.columns,  {},
                                  matrix_,           buffers.b,      x,
                                  buffers.residual,  buffers.weight, buffers.largest,
                                  negligible,        form.conjugated};
  if (form.transposed) {
    residual.offsets = plan_.matrix_column_offsets;
    residual.indices = plan_.matrix_rows;
    residual.entries = plan_.matrix_entries;
  }
  over_systems(exec, "heddle::lu::batch::residual", plan_.n, shape_.padded, residual);
  Kokkos::parallel_for("heddle::lu::batch::backward_errors", systems,
                       BatchError<W, Exec>{buffers.residual, x, buffers.weight, error});
}

/// Solves and refines all systems with the pivots that they share.
template <class Value, class Exec>
void BatchState<Value, Exec>::solve_together(Exec const& exec, SystemForm form,
                                             int refinement_steps, Buffers& buffers) const {
  apply_inverse(exec, form, buffers.b, buffers.b, buffers.x, false, buffers);
  measure(exec, form, buffers.x, buffers.error, buffers);
  for (int step = 0; step < refinement_steps; ++step) {
    apply_inverse(exec, form, buffers.residual, buffers.x, buffers.refined, true, buffers);
    measure(exec, form, buffers.refined, buffers.refined_error, buffers);
    over_systems(
        exec, "heddle::lu::batch::keep_better", plan_.n, shape_.padded,
        BatchKeepBetter<W, Exec>{buffers.error, buffers.refined_error, buffers.refined, buffers.x});
    Kokkos::parallel_for("heddle::lu::batch::keep_error", EntryRange<Exec>(exec, 0, shape_.padded),
                         BatchKeepError<Exec>{buffers.error, buffers.refined_error});
  }
}

/// Systems with pivots of their own, from the copy of b: the user's may be overwritten by now.
template <class Value, class Exec>
void BatchState<Value, Exec>::solve_alone(Exec const& exec, BatchRows<W, Exec> const& x,
                                          BatchBuffers<Exec>& buffers,
                                          BatchSolveOptions const& options,
                                          BatchSolveResult& result) const {
  using Column = Kokkos::View<W*, Kokkos::LayoutStride, Space>;
  SolveOptions alone;
  alone.operation = options.operation;
  alone.accepted_backward_error = options.accepted_backward_error;
  auto const& b = buffers.template wide<W>().b;
  for (auto const& [system, factors] : alone_) {
    Column const from(b.data() + system, Kokkos::LayoutStride(b.extent(0), b.stride(0)));
    Column const to(x.data() + static_cast<std::int64_t>(x.stride(0)) * system,
                    Kokkos::LayoutStride(x.extent(1), x.stride(1)));
    auto const solved = factors.solve(exec, from, to, buffers.single, alone);
    result.statuses[system] = solved.status;
    result.backward_errors[system] = solved.backward_error;
  }
}

template <class Value, class Exec>
BatchSolveResult BatchState<Value, Exec>::solve(Exec const& exec, BatchRows<W const, Exec> const& b,
                                                BatchRows<W, Exec> const& x,
                                                BatchBuffers<Exec>& workspace,
                                                BatchSolveOptions const& options) const {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::batch::solve");
  BatchSolveResult result;
  if (shape_.systems == 0) return result;
  Timer timer;
  auto& buffers = workspace.template wide<W>();
  buffers.fit(exec, plan_.n, shape_);
  over_systems(exec, "heddle::lu::batch::load_rhs", plan_.n, shape_.padded,
               BatchLoad<W, Exec>{b, buffers.b});
  solve_together(exec, form_of<W>(options.operation), options.refinement_steps, buffers);
  over_systems(exec, "heddle::lu::batch::store_solution", plan_.n, shape_.padded,
               BatchStore<W, Exec>{buffers.x, x});
  auto const errors = host_copy(exec, buffers.error);
  exec.fence("heddle::lu::batch::solve");
  for (std::int64_t system = 0; system < shape_.systems; ++system) {
    auto const status = !std::isfinite(errors(system))                      ? Status::non_finite
                        : errors(system) <= options.accepted_backward_error ? Status::success
                                                                            : Status::not_converged;
    result.statuses.push_back(status);
    result.backward_errors.push_back(errors(system));
  }
  solve_alone(exec, x, workspace, options, result);
  result.status = *std::max_element(result.statuses.begin(), result.statuses.end());
  result.phases.push_back({"solve", backends::traits<Exec>::name, timer.seconds(), 0});
  return result;
}

}  // namespace heddle::lu::detail
