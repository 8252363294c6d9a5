// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sparse LU factors of matrices of one pattern: factor, refactor, solve.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/exported_factors.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/lu/result.hpp>
#include <heddle/lu/value.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <type_traits>

namespace heddle::lu {

namespace detail {
template <class Value, class Exec>
class FactorizationImpl;
template <class Exec>
struct SolveBuffers;
template <class Value>
struct FactorImage;
}  // namespace detail

/// Flags, tickets and vectors of a solve. One per thread that solves; grows on demand and is
/// reused, so that repeated solves allocate nothing.
template <class Exec>
class SolveWorkspace {
 public:
  SolveWorkspace();
  ~SolveWorkspace();
  SolveWorkspace(SolveWorkspace&&) noexcept;
  SolveWorkspace& operator=(SolveWorkspace&&) noexcept;
  /// The buffers themselves, for Heddle's own modules.
  detail::SolveBuffers<Exec>& buffers() { return *buffers_; }

 private:
  std::unique_ptr<detail::SolveBuffers<Exec>> buffers_;
};

/// A strided view of right-hand sides or solutions, n x count, in the memory of `Exec`.
template <class T, class Exec>
using Vectors = Kokkos::View<T**, Kokkos::LayoutStride, typename Exec::memory_space>;

namespace detail {
/// A view of rank 1 or 2 with any layout, as strided vectors.
template <class T, class Exec, class View>
Vectors<T, Exec> as_vectors(View const& view) {
  static_assert(View::rank == 1 || View::rank == 2, "b and x must have rank 1 or 2");
  std::size_t const count = View::rank == 2 ? view.extent(1) : 1;
  std::size_t const column_stride = View::rank == 2 ? view.stride(1) : 1;
  return Vectors<T, Exec>(
      view.data(), Kokkos::LayoutStride(view.extent(0), view.stride(0), count, column_stride));
}
}  // namespace detail

/// Numeric factors of matrices that share the pattern of an Analysis.
///
/// Value is float, double or Kokkos::complex of these. States: empty -factor-> factored -refactor->
/// factored. A failed factor leaves `empty`; a failed refactor keeps the old factors, unless it was
/// in place. factor and refactor: one thread at a time; solve is const and may run concurrently,
/// each with its own workspace. The factors are bitwise equal on every backend, worker and thread
/// count. Every call synchronises `exec` before it returns, but for those whose names end in
/// _async.
template <class Value, class Exec>
class Factorization {
  static_assert(
      SolverValue<Value>,
      "heddle::lu::Factorization is compiled for float, double and their Kokkos::complex");
  static_assert(CompiledBackend<Exec>,
                "heddle::lu::Factorization: Exec is no backend of this build");

 public:
  /// Whether there are factors to solve with.
  enum class State { empty, factored };

  /// Copies what the kernels need from the analysis to the memory of `Exec`.
  Factorization(Exec const& exec, Analysis const& analysis);
  ~Factorization();
  Factorization(Factorization&&) noexcept;
  Factorization& operator=(Factorization&&) noexcept;

  /// Factors a matrix of the analysed pattern: Csr or Csc, as analysed, of either precision,
  /// complex if Value is, in the memory of `Exec` or of the host. Throws pattern_mismatch (first
  /// differing entry).
  template <SolverMatrixFor<Value, Exec> Matrix>
  FactorResult factor(Exec const& exec, Matrix const& matrix, PivotOptions const& options = {});

  /// Factors new values with the pivots and scales in use. Checks every pivot; recovers by default.
  /// Throws invalid_state while empty, pattern_mismatch.
  template <SolverMatrixFor<Value, Exec> Matrix>
  FactorResult refactor(Exec const& exec, Matrix const& matrix, PivotOptions const& options = {});

  /// The same for values alone: a contiguous view of rank 1 with one value for each entry of the
  /// analysed matrix, in its order, of either precision, in the memory of `Exec` or of the host.
  /// Only their number is compared. Throws invalid_state while empty, invalid_argument.
  template <class Values>
  requires(Kokkos::is_view_v<Values>) FactorResult
      refactor(Exec const& exec, Values const& values, PivotOptions const& options = {}) {
    using T = typename Values::non_const_value_type;
    using Memory = typename Values::memory_space;
    static_assert(Values::rank == 1, "values are a view of rank 1");
    static_assert(SolverValue<T> && CompiledValue<T> == CompiledValue<Value>,
                  "values are real for real factors and complex for complex ones");
    static_assert(MemoryNear<Memory, Exec>,
                  "values must lie in the memory of the execution space or of the host");
    return refactor_values<T, Memory>(exec, values, options);
  }

  /// Solves A x = b, A^T x = b or A^H x = b. b and x are views of rank 1 or 2 with one row per
  /// unknown, of Value or its form of double precision, in the memory of `Exec`; they may be the
  /// same view. Throws invalid_state while empty, invalid_argument for wrong extents. A non-finite
  /// b or x is status non_finite.
  template <class Rhs, class Solution>
  SolveResult solve(Exec const& exec, Rhs const& b, Solution const& x,
                    SolveWorkspace<Exec>& workspace, SolveOptions const& options = {}) const {
    using T = typename Solution::non_const_value_type;
    static_assert(std::is_same_v<T, typename Rhs::non_const_value_type>,
                  "b and x must have the same value type");
    static_assert(std::is_same_v<T, Value> || std::is_same_v<T, detail::WideForm<Value>>,
                  "b and x must have the value type of the factors, or that with double precision");
    static_assert(std::is_same_v<typename Rhs::memory_space, typename Exec::memory_space> &&
                      std::is_same_v<typename Solution::memory_space, typename Exec::memory_space>,
                  "b and x must lie in the memory of the execution space");
    return solve_vectors<T>(exec, detail::as_vectors<T const, Exec>(b),
                            detail::as_vectors<T, Exec>(x), workspace, options);
  }

  /// Enqueues a refactorization and returns: nothing waits, nothing is allocated and no number is
  /// read on the host, so a graph can record it and replay it for new numbers in the same memory.
  /// `values` are those of the analysed matrix, in its order, in the memory of `Exec`. In place:
  /// the factors in use are overwritten. Bad pivots are replaced, as under PivotPolicy::perturb,
  /// and counted; `finish_refactor` says so. The same bits as refactor. Throws invalid_state while
  /// empty, invalid_argument for another number of values, unsupported under
  /// Numeric::right_looking.
  void refactor_async(Exec const& exec,
                      Kokkos::View<Value const*, typename Exec::memory_space> const& values,
                      PivotOptions const& options = {});
  /// Waits for what was enqueued on `exec` and says how the last refactor_async or its last replay
  /// went: success, pivot_degraded with figures, ill_conditioned if PivotOptions::always_estimate,
  /// or non_finite, which leaves `empty`. Throws invalid_state while empty.
  FactorResult finish_refactor(Exec const& exec);

  /// Enqueues a solve and returns, as refactor_async does; the options must say Refinement::off or
  /// fixed, and nothing is said about the result. b and x are of Value. Once a workspace has served
  /// a solve of the same extents nothing is allocated. Throws as solve does.
  template <class Rhs, class Solution>
  void solve_async(Exec const& exec, Rhs const& b, Solution const& x,
                   SolveWorkspace<Exec>& workspace, SolveOptions const& options) const {
    static_assert(std::is_same_v<Value, typename Rhs::non_const_value_type> &&
                      std::is_same_v<Value, typename Solution::non_const_value_type>,
                  "b and x must have the value type of the factors");
    static_assert(std::is_same_v<typename Rhs::memory_space, typename Exec::memory_space> &&
                      std::is_same_v<typename Solution::memory_space, typename Exec::memory_space>,
                  "b and x must lie in the memory of the execution space");
    enqueue_solve(exec, detail::as_vectors<Value const, Exec>(b),
                  detail::as_vectors<Value, Exec>(x), workspace, options);
  }

  /// `factored` after a successful factor, whatever later refactorizations said.
  State state() const;
  /// Rises with each recovery that changed pivots or pattern.
  std::int64_t generation() const;
  /// The analysis in use: the given one, or that of the last recovery.
  Analysis const& analysis() const;
  /// Entries of L + U in column order, scaled and permuted, with the diagonal of U; for inspection.
  Kokkos::View<Value const*, typename Exec::memory_space> factor_values() const;
  /// The factors with their permutations and scales, copied to the host: P D A E Q = L U + B.
  /// O(nnz(F)). Throws invalid_state while empty, out_of_memory.
  ExportedFactors<Value> export_factors(Exec const& exec) const;

  /// For Heddle's own modules: the factors in host memory, on their way to another backend, and
  /// their arrival there. An image has to be used up before the factors it was made of change.
  /// Throw invalid_state while empty, out_of_memory.
  /// @{
  std::shared_ptr<detail::FactorImage<Value> const> image(Exec const& exec) const;
  void restore(Exec const& exec, detail::FactorImage<Value> const& image);
  /// @}

 private:
  template <class T, class Memory>
  FactorResult refactor_values(Exec const& exec, Kokkos::View<T const*, Memory> const& values,
                               PivotOptions const& options);
  template <class T>
  SolveResult solve_vectors(Exec const& exec, Vectors<T const, Exec> const& b,
                            Vectors<T, Exec> const& x, SolveWorkspace<Exec>& workspace,
                            SolveOptions const& options) const;

  void enqueue_solve(Exec const& exec, Vectors<Value const, Exec> const& b,
                     Vectors<Value, Exec> const& x, SolveWorkspace<Exec>& workspace,
                     SolveOptions const& options) const;

  std::unique_ptr<detail::FactorizationImpl<Value, Exec>> impl_;
};

}  // namespace heddle::lu
