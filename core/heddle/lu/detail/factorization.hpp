// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The members of Factorization and SolveWorkspace: checks of the arguments, then the state's work.
#pragma once

#include <heddle/base/detail/out_of_memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/lu/detail/enqueue.hpp>
#include <heddle/lu/detail/export_factors.hpp>
#include <heddle/lu/detail/factor_transfer.hpp>
#include <heddle/lu/detail/factorization_state.hpp>
#include <heddle/lu/detail/matrix_input.hpp>
#include <heddle/lu/detail/placed.hpp>
#include <heddle/lu/detail/recovery.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace heddle::lu {

template <class Exec>
SolveWorkspace<Exec>::SolveWorkspace() : buffers_(new detail::SolveBuffers<Exec>) {}
template <class Exec>
SolveWorkspace<Exec>::~SolveWorkspace() = default;
template <class Exec>
SolveWorkspace<Exec>::SolveWorkspace(SolveWorkspace&&) noexcept = default;
template <class Exec>
SolveWorkspace<Exec>& SolveWorkspace<Exec>::operator=(SolveWorkspace&&) noexcept = default;

template <class Value, class Exec>
Factorization<Value, Exec>::Factorization(Exec const& exec, Analysis const& analysis) {
  require_initialized("heddle::lu::Factorization");
  using Impl = detail::FactorizationImpl<Value, Exec>;
  impl_ =
      heddle::detail::unless_out_of_memory([&] { return std::make_unique<Impl>(exec, analysis); },
                                           [] { return std::unique_ptr<Impl>(); });
  HEDDLE_EXPECTS(impl_ != nullptr, out_of_memory,
                 "no memory for the workspace of the factorization");
}
template <class Value, class Exec>
Factorization<Value, Exec>::~Factorization() = default;
template <class Value, class Exec>
Factorization<Value, Exec>::Factorization(Factorization&&) noexcept = default;
template <class Value, class Exec>
Factorization<Value, Exec>& Factorization<Value, Exec>::operator=(Factorization&&) noexcept =
    default;

namespace detail {
inline void check_options(PivotOptions const& options) {
  auto const is_share = [](double value) { return value >= 0 && value <= 1; };
  HEDDLE_EXPECTS(is_share(options.pivot_tolerance), invalid_argument,
                 "pivot_tolerance is outside [0, 1]");
  HEDDLE_EXPECTS(options.absolute_tolerance >= 0, invalid_argument,
                 "absolute_tolerance is negative or NaN");
  HEDDLE_EXPECTS(is_share(options.growth_threshold), invalid_argument,
                 "growth_threshold is outside [0, 1]");
}

/// Memory that runs out is an outcome, not an error: the old factors are still there.
template <class Value, class Exec, class Matrix>
FactorResult factor_or_report(FactorizationImpl<Value, Exec>& impl, Exec const& exec,
                              Matrix const& matrix, PivotOptions const& options, bool again) {
  check_options(options);
  place::LibraryPhase run(numeric_question<Exec>(again ? "lu::refactor" : "lu::numeric", impl.n(),
                                                 impl.num_factor_entries(), options.place));
  return heddle::detail::unless_out_of_memory(
      [&] {
        auto const input = impl.input_of(exec, matrix);
        FactorResult result = impl.factor(exec, input, options, again);
        result.bytes = impl.held_bytes();
        note_place(result.phases, run.end());
        return result;
      },
      [&] {
        FactorResult result;
        result.status = Status::out_of_memory;
        result.bytes = impl.bytes_of(again ? 2 : 1);
        return result;
      });
}
}  // namespace detail

template <class Value, class Exec>
template <SolverMatrixFor<Value, Exec> Matrix>
FactorResult Factorization<Value, Exec>::factor(Exec const& exec, Matrix const& matrix,
                                                PivotOptions const& options) {
  return detail::factor_or_report(*impl_, exec, matrix, options, false);
}

template <class Value, class Exec>
template <SolverMatrixFor<Value, Exec> Matrix>
FactorResult Factorization<Value, Exec>::refactor(Exec const& exec, Matrix const& matrix,
                                                  PivotOptions const& options) {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state, "refactor before a successful factor");
  return detail::factor_or_report(*impl_, exec, matrix, options, true);
}

namespace detail {
/// The extents of b and x, and the options.
template <class B, class X>
void check_solve(B const& b, X const& x, std::size_t n, SolveOptions const& options) {
  HEDDLE_EXPECTS(b.extent(0) == n && x.extent(0) == n, invalid_argument,
                 "b has " + std::to_string(b.extent(0)) + " rows and x " +
                     std::to_string(x.extent(0)) + "; the matrix has " + std::to_string(n));
  HEDDLE_EXPECTS(
      b.extent(1) == x.extent(1), invalid_argument,
      "b has " + std::to_string(b.extent(1)) + " columns, x has " + std::to_string(x.extent(1)));
  HEDDLE_EXPECTS(options.refinement_steps >= 0, invalid_argument,
                 "refinement_steps is negative: " + std::to_string(options.refinement_steps));
  HEDDLE_EXPECTS(options.krylov_steps >= 0 && options.krylov_steps <= 1000, invalid_argument,
                 "krylov_steps is outside 0 ... 1000: " + std::to_string(options.krylov_steps));
}
}  // namespace detail

template <class Value, class Exec>
template <class T, class Memory>
FactorResult Factorization<Value, Exec>::refactor_values(
    Exec const& exec, Kokkos::View<T const*, Memory> const& values, PivotOptions const& options) {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state, "refactor before a successful factor");
  auto const expected = impl_->plan().given_indices.extent(0);
  HEDDLE_EXPECTS(values.extent(0) == expected, invalid_argument,
                 "there are " + std::to_string(values.extent(0)) + " values; the matrix has " +
                     std::to_string(expected) + " entries");
  return detail::factor_or_report(*impl_, exec, values, options, true);
}

template <class Value, class Exec>
template <class T>
SolveResult Factorization<Value, Exec>::solve_vectors(Exec const& exec,
                                                      Vectors<T const, Exec> const& b,
                                                      Vectors<T, Exec> const& x,
                                                      SolveWorkspace<Exec>& workspace,
                                                      SolveOptions const& options) const {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state, "solve before a successful factor");
  detail::check_solve(b, x, static_cast<std::size_t>(impl_->n()), options);
  place::LibraryPhase run(detail::numeric_question<Exec>(
      "lu::solve", impl_->n(), impl_->num_factor_entries(), options.place));
  return heddle::detail::unless_out_of_memory(
      [&] {
        auto result = impl_->template solve<T>(exec, b, x, workspace.buffers(), options);
        detail::note_place(result.phases, run.end());
        return result;
      },
      heddle::detail::OutOfMemory<SolveResult>());
}

template <class Value, class Exec>
void Factorization<Value, Exec>::refactor_async(
    Exec const& exec, Kokkos::View<Value const*, typename Exec::memory_space> const& values,
    PivotOptions const& options) {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state,
                 "refactor_async before a successful factor");
  HEDDLE_EXPECTS(impl_->takes_graphs(), unsupported,
                 "refactor_async needs the left-looking form, which does not wait");
  HEDDLE_EXPECTS(impl_->plan().dropped.extent(0) == 0, unsupported,
                 "refactor_async cannot look at the explicit zeros that were left out");
  HEDDLE_EXPECTS(values.extent(0) == impl_->num_values(), invalid_argument,
                 std::to_string(values.extent(0)) + " values for " +
                     std::to_string(impl_->num_values()) + " entries of the analysed matrix");
  detail::check_options(options);
  impl_->enqueue_refactor(exec, values, options);
}

template <class Value, class Exec>
FactorResult Factorization<Value, Exec>::finish_refactor(Exec const& exec) {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state,
                 "finish_refactor before a successful factor");
  return impl_->finish_refactor(exec);
}

template <class Value, class Exec>
void Factorization<Value, Exec>::enqueue_solve(Exec const& exec,
                                               Vectors<Value const, Exec> const& b,
                                               Vectors<Value, Exec> const& x,
                                               SolveWorkspace<Exec>& workspace,
                                               SolveOptions const& options) const {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state, "solve before a successful factor");
  detail::check_solve(b, x, static_cast<std::size_t>(impl_->n()), options);
  HEDDLE_EXPECTS(options.refinement != Refinement::automatic, invalid_argument,
                 "solve_async cannot judge a solution: choose Refinement::off or fixed");
  HEDDLE_EXPECTS(!options.bound_forward_error, unsupported,
                 "solve_async cannot bound the forward error, which waits");
  detail::enqueue_solve<Value>(exec, impl_->factors(), b, x, workspace.buffers(), options);
}

template <class Value, class Exec>
auto Factorization<Value, Exec>::state() const -> State {
  return impl_->state();
}
template <class Value, class Exec>
std::int64_t Factorization<Value, Exec>::generation() const {
  return impl_->generation();
}
template <class Value, class Exec>
Analysis const& Factorization<Value, Exec>::analysis() const {
  return impl_->analysis();
}
template <class Value, class Exec>
auto Factorization<Value, Exec>::factor_values() const
    -> Kokkos::View<Value const*, typename Exec::memory_space> {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state,
                 "factor_values before a successful factor");
  return impl_->factors().values;
}
template <class Value, class Exec>
ExportedFactors<Value> Factorization<Value, Exec>::export_factors(Exec const& exec) const {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state,
                 "export_factors before a successful factor");
  return heddle::detail::unless_out_of_memory(
      [&] { return detail::export_factors(exec, impl_->factors()); },
      []() -> ExportedFactors<Value> {
        HEDDLE_EXPECTS(false, out_of_memory, "no memory for a copy of the factors");
        return {};
      });
}

namespace detail {
inline void refuse_without_memory() {
  HEDDLE_EXPECTS(false, out_of_memory, "no memory for a second copy of the factors");
}
}  // namespace detail

template <class Value, class Exec>
std::shared_ptr<detail::FactorImage<Value> const> Factorization<Value, Exec>::image(
    Exec const& exec) const {
  HEDDLE_EXPECTS(state() == State::factored, invalid_state, "image before a successful factor");
  using Image = std::shared_ptr<detail::FactorImage<Value> const>;
  return heddle::detail::unless_out_of_memory(
      [&]() -> Image { return detail::FactorTransfer<Value, Exec>::from(exec, *impl_); },
      []() -> Image {
        detail::refuse_without_memory();
        return nullptr;
      });
}
template <class Value, class Exec>
void Factorization<Value, Exec>::restore(Exec const& exec,
                                         detail::FactorImage<Value> const& image) {
  heddle::detail::unless_out_of_memory(
      [&] { detail::FactorTransfer<Value, Exec>::to(exec, image, *impl_); },
      [] { detail::refuse_without_memory(); });
}

}  // namespace heddle::lu
