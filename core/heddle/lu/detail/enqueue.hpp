// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The forms of refactor and solve that only enqueue: no wait, no allocation, no value read on the
/// host, so that a graph can hold them. Contracts: heddle/lu/factorization.hpp.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/lu/detail/factorization_state.hpp>
#include <heddle/lu/detail/left_looking.hpp>
#include <heddle/lu/detail/solve.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace heddle::lu::detail {

template <class Value, class Exec>
void FactorizationImpl<Value, Exec>::enqueue_refactor(
    Exec const& exec, Kokkos::View<Value const*, Space> const& values,
    PivotOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::numeric");
  MatrixInput<W, Space> input;
  if constexpr (std::is_same_v<Value, W>) {
    input.wide_values = values;
  } else {
    input.narrow_values = values;
  }
  load_canonical(exec, *plan_, input, current_->matrix);
  if constexpr (!backends::traits<Exec>::is_host) {
    // The portable form takes its flags' epoch from the host; a replay would find them set.
    if (!factors_natively<Value>(*plan_)) {
      heddle::detail::fill(exec, "heddle::lu::numeric::clear_flags", work_.done, 0u);
    }
  }
  scatter(exec, *current_);
  compute_factors(exec, *current_, options);
  enqueued_options_ = options;
}

template <class Value, class Exec>
FactorResult FactorizationImpl<Value, Exec>::finish_refactor(Exec const& exec) {
  FactorResult result;
  auto const bad = find_non_finite_sum(exec, *plan_, current_->matrix);
  if (bad != no_entry) {
    result.status = Status::non_finite;
    result.first_bad = position_of_canonical(analysis_.data().matrix, bad);
    spare_ = std::move(current_);
    current_.reset();
    return result;
  }
  Attempt tried;
  tried.summary = summarize_pivots<Value>(exec, *plan_, work_.report, current_->values);
  tried.factors = std::move(*current_);
  current_.reset();
  settle(exec, std::move(tried), enqueued_options_, enqueued_options_.always_estimate, result);
  return result;
}

/// The solve without checks of its numbers. b and x may be the same memory: x is written last.
template <class T, class Value, class Exec>
void enqueue_solve(Exec const& exec, Factors<Value, Exec> const& factors,
                   UserVectors<T const, Exec> const& b, UserVectors<T, Exec> const& x,
                   SolveBuffers<Exec>& buffers, SolveOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::solve");
  if (b.extent(0) == 0 || b.extent(1) == 0) return;
  Refiner<T, Value, Exec> refiner(exec, factors, form_of<T>(options.operation), b, buffers);
  buffers.flags.clear_first = !backends::traits<Exec>::is_host;
  refiner.first_solution();
  int const steps = options.refinement == Refinement::fixed ? options.refinement_steps : 0;
  refiner.enqueue_steps(steps);
  buffers.flags.clear_first = false;
  over_vectors(exec, "heddle::lu::copy_solution", x.extent(0), x.extent(1),
               CopyVectors<T, Exec>{refiner.solution(), x});
}

}  // namespace heddle::lu::detail
