// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Solve and iterative refinement with the componentwise backward error (Oettli and Prager, Numer.
/// Math. 6, 1964; Arioli, Demmel, Duff, SIMAX 10, 1989).
///
/// Residuals are in double precision whatever the precision of the factors. A step that does not
/// make the error smaller is undone. Waits for the instance once per residual.
#pragma once

#include <heddle/base/timer.hpp>
#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/forward_bound.hpp>
#include <heddle/lu/detail/krylov.hpp>
#include <heddle/lu/detail/solve_buffers.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/lu/result.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace heddle::lu::detail {

template <class Vectors>
struct VectorNotFinite {
  Vectors vectors;
  std::int64_t count;
  KOKKOS_FUNCTION bool operator()(DefaultOffset item) const {
    return !is_finite(count == 1 ? vectors(item, 0) : vectors(item / count, item % count));
  }
};

/// The first NaN or Inf of vectors: row, and right-hand side as column.
template <class Exec, class Vectors>
std::optional<Position> non_finite_vector(Exec const& exec, std::string const& label,
                                          Vectors const& vectors) {
  auto const count = static_cast<std::int64_t>(vectors.extent(1));
  auto const first = first_where(exec, label, static_cast<DefaultOffset>(vectors.extent(0)) * count,
                                 VectorNotFinite<Vectors>{vectors, count});
  if (first == no_entry) return std::nullopt;
  return Position{-1, first / count, first % count};
}

template <class T, class Exec>
struct CopyVectors {
  WorkVectors<T, Exec> from;
  UserVectors<T, Exec> to;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, int right) const {
    to(row, right) = from(row, right);
  }
};

template <class T, class Exec>
struct CopyWork {
  WorkVectors<T, Exec> from, to;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, int right) const {
    to(row, right) = from(row, right);
  }
};

/// One system with its buffers, between the first solve and the last refinement.
template <class T, class Value, class Exec>
class Refiner {
  using W = Wide<T>;

 public:
  Refiner(Exec const& exec, Factors<Value, Exec> const& factors, SystemForm form,
          UserVectors<T const, Exec> const& b, SolveBuffers<Exec>& buffers)
      : exec_(exec),
        factors_(factors),
        form_(form),
        b_(b),
        flags_(buffers.flags_for(exec, factors.plan->n)) {
    auto const n = b.extent(0), count = b.extent(1);
    auto& typed = buffers.template typed<T>();
    unknowns_ =
        typed.unknowns.get(exec, "heddle::lu::solve::unknowns", unknown_vectors<Exec> * n, count);
    current_ = typed.current.get(exec, "heddle::lu::solve::current", n, count);
    next_ = typed.next.get(exec, "heddle::lu::solve::next", n, count);
    residual_ =
        buffers.template wide<T>().residual.get(exec, "heddle::lu::solve::residual", n, count);
    weight_ = buffers.weight.get(exec, "heddle::lu::solve::weight", n, count);
    largest_ = buffers.largest.get(exec, "heddle::lu::solve::largest", count, 1);
  }

  void first_solution() {
    apply_inverse<T>(exec_, factors_, form_, b_, unknowns_, current_, false, flags_);
  }

  /// Residual of the current solution; its backward error. Waits.
  double measure() {
    compute_residual(current_);
    return backward_error<W>(exec_, residual_, weight_);
  }

  /// One step from the last residual; the step is not judged.
  void step() {
    apply_inverse<T>(exec_, factors_, form_, residual_, unknowns_, current_, true, flags_);
    compute_residual(current_);
  }

  /// So many steps, not judged; does not wait.
  void enqueue_steps(int steps) {
    if (steps > 0) compute_residual(current_);
    for (int done = 0; done < steps; ++done) step();
  }

  /// One step from the last residual, kept only if the backward error falls below `error`, which it
  /// returns improved or unchanged. Waits.
  double step_if_better(double error) {
    over_vectors(exec_, "heddle::lu::keep_solution", current_.extent(0), current_.extent(1),
                 CopyWork<T, Exec>{current_, next_});
    apply_inverse<T>(exec_, factors_, form_, residual_, unknowns_, next_, true, flags_);
    compute_residual(next_);
    double const improved = backward_error<W>(exec_, residual_, weight_);
    if (!(improved < error)) return error;
    std::swap(current_, next_);
    return improved;
  }

  /// Corrects every right-hand side by FGMRES from the last residual; kept only if the backward
  /// error falls below `error`, which is returned improved or unchanged. Waits.
  double krylov_if_better(double error, double goal, int most_steps, SolveBuffers<Exec>& buffers,
                          int& steps) {
    compute_residual(current_);
    over_vectors(exec_, "heddle::lu::keep_solution", current_.extent(0), current_.extent(1),
                 CopyWork<T, Exec>{current_, next_});
    Krylov<T, Value, Exec> krylov(exec_, factors_, form_, most_steps, buffers);
    for (int right = 0; right < static_cast<int>(current_.extent(1)); ++right) {
      steps += krylov.correct(residual_, weight_, right, goal, next_);
    }
    compute_residual(next_);
    double const improved = backward_error<W>(exec_, residual_, weight_);
    if (!(improved < error)) return error;
    std::swap(current_, next_);
    return improved;
  }

  /// The forward bound of the current solution, the largest over right-hand sides. Waits.
  double largest_forward_bound(SolveBuffers<Exec>& buffers) {
    compute_residual(current_);
    std::vector<double> sizes(current_.extent(1));
    Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(sizes.data(),
                                                                                 sizes.size());
    Kokkos::View<double*, typename Exec::memory_space, Kokkos::MemoryUnmanaged> const here(
        largest_.data(), sizes.size());
    Kokkos::deep_copy(exec_, host, here);
    exec_.fence("heddle::lu::forward_bound");
    double bound = 0;
    for (std::size_t right = 0; right < sizes.size(); ++right) {
      bound = std::max(bound, forward_bound<T>(exec_, factors_, form_, residual_, weight_,
                                               static_cast<int>(right), sizes[right], buffers));
    }
    return bound;
  }

  WorkVectors<T, Exec> const& solution() const { return current_; }

 private:
  void compute_residual(WorkVectors<T, Exec> const& x) {
    Kokkos::parallel_for(
        "heddle::lu::largest_unknowns",
        Kokkos::TeamPolicy<Exec>(exec_, static_cast<int>(x.extent(1)), Kokkos::AUTO),
        LargestUnknown<T, Exec>{x, largest_});
    double const negligible =
        1000 * static_cast<double>(x.extent(0)) * std::numeric_limits<double>::epsilon();
    over_vectors(exec_, "heddle::lu::residual", x.extent(0), x.extent(1),
                 Residual<T, Exec>{factors_.matrix_lines(form_), b_, x, residual_, weight_,
                                   largest_, negligible});
  }

  Exec const& exec_;
  Factors<Value, Exec> const& factors_;
  SystemForm form_;
  UserVectors<T const, Exec> b_;
  SolveFlags<Exec>& flags_;
  WorkVectors<T, Exec> unknowns_, current_, next_;
  WorkVectors<W, Exec> residual_;
  WorkVectors<double, Exec> weight_, largest_;
};

/// Refines by the options; sets backward_error and refinements.
template <class T, class Value, class Exec>
void refine(Refiner<T, Value, Exec>& refiner, SolveOptions const& options, SolveResult& result) {
  if (options.refinement == Refinement::fixed) {
    result.backward_error = refiner.measure();
    for (int step = 0; step < options.refinement_steps; ++step) refiner.step();
    if (options.refinement_steps > 0) result.backward_error = refiner.measure();
    result.refinements = options.refinement_steps;
    return;
  }
  constexpr int most_steps = 10;
  double const goal = 4 * static_cast<double>(std::numeric_limits<Magnitude<T>>::epsilon());
  double error = refiner.measure();
  while (error > goal && result.refinements < most_steps) {
    double const improved = refiner.step_if_better(error);
    ++result.refinements;
    bool const stalls = !(improved <= error / 2);
    error = improved;
    if (stalls) break;
  }
  result.backward_error = error;
}

/// What counts as solved.
template <class T>
double accepted_error(SolveOptions const& options) {
  double const floor = 128 * static_cast<double>(std::numeric_limits<Magnitude<T>>::epsilon());
  return std::max(options.accepted_backward_error, floor);
}

/// FGMRES where refinement left more than is accepted; restarted while that pays.
template <class T, class Value, class Exec>
void finish_by_krylov(Refiner<T, Value, Exec>& refiner, SolveBuffers<Exec>& buffers,
                      SolveOptions const& options, SolveResult& result) {
  double const accepted = accepted_error<T>(options);
  if (options.refinement != Refinement::automatic || options.krylov_steps == 0) return;
  constexpr int most_restarts = 3;
  for (int round = 0; round < most_restarts && result.backward_error > accepted; ++round) {
    double const before = result.backward_error;
    result.backward_error = refiner.krylov_if_better(before, accepted / 8, options.krylov_steps,
                                                     buffers, result.krylov_steps);
    if (!(result.backward_error <= before / 2)) return;
  }
}

/// The whole solve. b and x may be the same memory: x is written last.
template <class T, class Value, class Exec>
SolveResult solve(Exec const& exec, Factors<Value, Exec> const& factors,
                  UserVectors<T const, Exec> const& b, UserVectors<T, Exec> const& x,
                  SolveBuffers<Exec>& buffers, SolveOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::solve");
  SolveResult result;
  if (b.extent(0) == 0 || b.extent(1) == 0) {
    result.backward_error = 0;
    if (options.bound_forward_error) result.forward_bound = 0;
    return result;
  }
  if (auto const bad = non_finite_vector(exec, "heddle::lu::check_rhs", b)) {
    result.status = Status::non_finite;
    result.first_bad = bad;
    return result;
  }
  Timer timer;
  char const* const backend = backends::traits<Exec>::name;
  Refiner<T, Value, Exec> refiner(exec, factors, form_of<T>(options.operation), b, buffers);
  refiner.first_solution();
  exec.fence("heddle::lu::solve");
  result.phases.push_back({"solve", backend, timer.seconds(), 0});

  if (options.refinement != Refinement::off) {
    timer.reset();
    refine(refiner, options, result);
    finish_by_krylov<T>(refiner, buffers, options, result);
    if (!(result.backward_error <= accepted_error<T>(options))) {
      result.status = Status::not_converged;
    }
    result.phases.push_back({"refine", backend, timer.seconds(), 0});
  }
  if (auto const bad = non_finite_vector(exec, "heddle::lu::check_solution", refiner.solution())) {
    result.status = Status::non_finite;
    result.first_bad = bad;
  } else if (options.bound_forward_error) {
    timer.reset();
    result.forward_bound = refiner.largest_forward_bound(buffers);
    result.phases.push_back({"bound", backend, timer.seconds(), 0});
  }
  over_vectors(exec, "heddle::lu::copy_solution", x.extent(0), x.extent(1),
               CopyVectors<T, Exec>{refiner.solution(), x});
  exec.fence("heddle::lu::copy_solution");
  return result;
}

}  // namespace heddle::lu::detail
