// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The members of BatchFactorization and BatchWorkspace: checks of the arguments, then the state.
#pragma once

#include <heddle/base/detail/out_of_memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/lu/batch.hpp>
#include <heddle/lu/detail/batch_state_solve.hpp>

#include <Kokkos_Core.hpp>

#include <limits>
#include <memory>
#include <string>

namespace heddle::lu {

template <class Exec>
BatchWorkspace<Exec>::BatchWorkspace() : buffers_(new detail::BatchBuffers<Exec>) {}
template <class Exec>
BatchWorkspace<Exec>::~BatchWorkspace() = default;
template <class Exec>
BatchWorkspace<Exec>::BatchWorkspace(BatchWorkspace&&) noexcept = default;
template <class Exec>
BatchWorkspace<Exec>& BatchWorkspace<Exec>::operator=(BatchWorkspace&&) noexcept = default;

template <class Value, class Exec>
std::uint64_t BatchFactorization<Value, Exec>::bytes_needed(Analysis const& analysis,
                                                            std::int64_t num_systems) {
  HEDDLE_EXPECTS(!analysis.empty(), invalid_argument,
                 "the analysis is empty: its status was not success");
  auto const& data = analysis.data();
  auto const padded = static_cast<std::uint64_t>(detail::batch_shape<Exec>(num_systems).padded);
  auto const entries = static_cast<std::uint64_t>(data.factors.num_entries());
  auto const given = static_cast<std::uint64_t>(data.matrix.num_entries());
  auto const n = static_cast<std::uint64_t>(data.matrix.n);
  return padded * (entries * sizeof(Value) + given * sizeof(Number) + 4 * n);
}

template <class Value, class Exec>
BatchFactorization<Value, Exec>::BatchFactorization(Exec const& exec, Analysis const& analysis,
                                                    std::int64_t num_systems) {
  require_initialized("heddle::lu::BatchFactorization");
  HEDDLE_EXPECTS(num_systems >= 0, invalid_argument,
                 "num_systems is negative: " + std::to_string(num_systems));
  HEDDLE_EXPECTS(analysis.empty() || analysis.data().matrix.dropped.extent(0) == 0, unsupported,
                 "the analysis left explicit zeros out, which systems of a batch may fill");
  auto const bytes = bytes_needed(analysis, num_systems);
  HEDDLE_EXPECTS(bytes <= backends::traits<Exec>::usable_bytes(exec), out_of_memory,
                 std::to_string(num_systems) + " systems need " + std::to_string(bytes) +
                     " bytes, and there are " +
                     std::to_string(backends::traits<Exec>::usable_bytes(exec)));
  auto const groups = detail::batch_shape<Exec>(num_systems).groups;
  HEDDLE_EXPECTS(2 * groups * analysis.data().matrix.n < std::numeric_limits<DefaultIndex>::max(),
                 unsupported,
                 "the batch has more than 2^30 columns in all groups: use several batches");
  using State = detail::BatchState<Value, Exec>;
  state_ = heddle::detail::unless_out_of_memory(
      [&] { return std::make_unique<State>(exec, analysis, num_systems); },
      [] { return std::unique_ptr<State>(); });
  HEDDLE_EXPECTS(state_ != nullptr, out_of_memory,
                 "no memory for " + std::to_string(bytes) + " bytes of a batch");
}
template <class Value, class Exec>
BatchFactorization<Value, Exec>::~BatchFactorization() = default;
template <class Value, class Exec>
BatchFactorization<Value, Exec>::BatchFactorization(BatchFactorization&&) noexcept = default;
template <class Value, class Exec>
BatchFactorization<Value, Exec>& BatchFactorization<Value, Exec>::operator=(
    BatchFactorization&&) noexcept = default;

template <class Value, class Exec>
std::int64_t BatchFactorization<Value, Exec>::num_systems() const {
  return state_->shape().systems;
}

namespace detail {
/// Throws invalid_argument unless `rows` is systems x items.
template <class Rows>
void check_extents(char const* what, Rows const& rows, std::int64_t systems, std::int64_t items) {
  HEDDLE_EXPECTS(rows.extent(0) == static_cast<std::size_t>(systems) &&
                     rows.extent(1) == static_cast<std::size_t>(items),
                 invalid_argument,
                 std::string(what) + " is " + std::to_string(rows.extent(0)) + " x " +
                     std::to_string(rows.extent(1)) + ", not " + std::to_string(systems) + " x " +
                     std::to_string(items));
}
}  // namespace detail

template <class Value, class Exec>
BatchFactorResult BatchFactorization<Value, Exec>::factor_rows(
    Exec const& exec, BatchRows<Number const, Exec> const& values, BatchOptions const& options) {
  auto const is_share = [](double value) { return value >= 0 && value <= 1; };
  HEDDLE_EXPECTS(is_share(options.pivot_tolerance) && is_share(options.growth_threshold) &&
                     options.absolute_tolerance >= 0,
                 invalid_argument, "a tolerance of the batch is out of range");
  detail::check_extents("values", values, num_systems(),
                        static_cast<std::int64_t>(state_->plan().given_indices.extent(0)));
  return state_->factor(exec, values, options);
}

template <class Value, class Exec>
BatchSolveResult BatchFactorization<Value, Exec>::solve_rows(
    Exec const& exec, BatchRows<Number const, Exec> const& b, BatchRows<Number, Exec> const& x,
    BatchWorkspace<Exec>& workspace, BatchSolveOptions const& options) const {
  HEDDLE_EXPECTS(state_->factored(), invalid_state, "solve before factor");
  HEDDLE_EXPECTS(options.refinement_steps >= 0, invalid_argument,
                 "refinement_steps is negative: " + std::to_string(options.refinement_steps));
  detail::check_extents("b", b, num_systems(), state_->plan().n);
  detail::check_extents("x", x, num_systems(), state_->plan().n);
  return heddle::detail::unless_out_of_memory(
      [&] { return state_->solve(exec, b, x, workspace.buffers(), options); },
      heddle::detail::OutOfMemory<BatchSolveResult>());
}

}  // namespace heddle::lu
