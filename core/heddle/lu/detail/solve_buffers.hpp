// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The vectors and flags of a solve. They grow on demand and are reused: freeing CUDA memory stops
/// the whole device, so repeated solves allocate nothing.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/lu/detail/residual.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/detail/triangular.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <type_traits>

namespace heddle::lu::detail {

/// An n x count view into a buffer that holds at least as much.
template <class T, class Exec>
struct GrowingVectors {
  Kokkos::View<T*, typename Exec::memory_space> storage;

  WorkVectors<T, Exec> get(Exec const& exec, std::string const& label, std::size_t n,
                           std::size_t count) {
    if (storage.extent(0) < n * count) {
      storage = {};
      storage = heddle::detail::allocate<T>(exec, label, n * count);
    }
    return WorkVectors<T, Exec>(storage.data(), n, count);
  }
};

/// Vectors of one type: the factors' unknowns, the current solution and the next one.
template <class T, class Exec>
struct TypedBuffers {
  GrowingVectors<T, Exec> unknowns, current, next;
};

/// Vectors in the wide type of residuals, real or complex.
template <class W, class Exec>
struct WideBuffers {
  GrowingVectors<W, Exec> residual;
  GrowingVectors<W, Exec> krylov, krylov_sums;  ///< only where refinement stalls
  GrowingVectors<W, Exec> probe;                ///< of the forward bound
};

template <class Exec>
struct SolveBuffers {
  TypedBuffers<float, Exec> single_precision;
  TypedBuffers<double, Exec> double_precision;
  TypedBuffers<Kokkos::complex<float>, Exec> complex_single_precision;
  TypedBuffers<Kokkos::complex<double>, Exec> complex_double_precision;
  WideBuffers<double, Exec> real;
  WideBuffers<Kokkos::complex<double>, Exec> complex;
  GrowingVectors<double, Exec> weight, largest;
  GrowingVectors<double, Exec> row_scale, column_scale;  ///< of the condition estimate
  SolveFlags<Exec> flags;

  template <class T>
  TypedBuffers<T, Exec>& typed() {
    if constexpr (std::is_same_v<T, float>) {
      return single_precision;
    } else if constexpr (std::is_same_v<T, double>) {
      return double_precision;
    } else if constexpr (std::is_same_v<T, Kokkos::complex<float>>) {
      return complex_single_precision;
    } else {
      return complex_double_precision;
    }
  }

  /// Those of residuals of systems of T.
  template <class T>
  WideBuffers<Wide<T>, Exec>& wide() {
    if constexpr (is_complex<T>) {
      return complex;
    } else {
      return real;
    }
  }

  /// Flags for n unknowns. A flag counts as set only if it holds the epoch of the running solve.
  SolveFlags<Exec>& flags_for(Exec const& exec, DefaultIndex n) {
    auto const wanted = 2 * static_cast<std::size_t>(n);
    if (flags.done.extent(0) < wanted || flags.ticket.data() == nullptr) {
      flags.done = {};
      flags.done = heddle::detail::allocate<std::uint32_t>(exec, "heddle::lu::solve::done", wanted);
      flags.ticket = heddle::detail::TicketCounter<typename Exec::memory_space>(
          Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::lu::solve::ticket"));
      heddle::detail::fill(exec, "heddle::lu::solve::clear_flags", flags.done, 0u);
      if constexpr (backends::native_lu<Exec>::available) {
        flags.native_tickets =
            heddle::detail::allocate<std::uint32_t>(exec, "heddle::lu::solve::tickets", 2);
        heddle::detail::fill(exec, "heddle::lu::solve::clear_tickets", flags.native_tickets, 0u);
      }
      flags.epoch = 0;
    }
    return flags;
  }
};

}  // namespace heddle::lu::detail
