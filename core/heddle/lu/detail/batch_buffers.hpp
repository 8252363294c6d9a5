// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The memory of batched solves, and the kernels that bring a batch's values to their slots.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/lu/batch.hpp>
#include <heddle/lu/detail/batch_layout.hpp>
#include <heddle/lu/detail/canonical.hpp>
#include <heddle/lu/detail/load.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <type_traits>

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
template <class W, class Exec>
struct BatchCanonical {
  BatchRows<W const, Exec> values;
  Array<DefaultOffset, Exec> source_offsets, sources;
  Interleaved<W, Exec> matrix;
  KOKKOS_FUNCTION void operator()(DefaultOffset entry, std::int64_t padded_system) const {
    auto const system = Kokkos::min(padded_system, static_cast<std::int64_t>(values.extent(0)) - 1);
    auto const value = [&](DefaultOffset at) { return values(system, at); };
    if (source_offsets.extent(0) == 0) {
      matrix(entry, padded_system) = value(sources.extent(0) == 0 ? entry : sources(entry));
      return;
    }
    DefaultOffset const first = source_offsets(entry);
    matrix(entry, padded_system) =
        ordered_sum<W>(source_offsets(entry + 1) - first,
                       [&](DefaultOffset k) { return value(sources(first + k)); });
  }
};

/// Scaled entries of the diagonal blocks to their slots.
template <class Value, class Exec>
struct BatchScatter {
  Interleaved<Wide<Value>, Exec> matrix;
  Array<double, Exec> entry_scale;
  Array<DefaultOffset, Exec> slot;
  Interleaved<Value, Exec> values;
  KOKKOS_FUNCTION void operator()(DefaultOffset entry, std::int64_t system) const {
    if (slot(entry) < 0) return;
    values(slot(entry), system) = static_cast<Value>(matrix(entry, system) * entry_scale(entry));
  }
};

/// The values of one system as the user gave them, side by side.
template <class W, class Exec>
struct BatchTakeSystem {
  BatchRows<W const, Exec> values;
  std::int64_t system;
  Kokkos::View<W*, typename Exec::memory_space> alone;
  KOKKOS_FUNCTION void operator()(std::int64_t entry) const {
    alone(entry) = values(system, entry);
  }
};

/// Whether each system is finite: its flag is lowered by any entry that is not.
template <class W, class Exec>
struct BatchFinite {
  Interleaved<W, Exec> matrix;
  Kokkos::View<double*, typename Exec::memory_space> finite;
  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    double all = 1;
    for (std::size_t entry = 0; entry < matrix.extent(0); ++entry) {
      if (!is_finite(matrix(entry, system))) all = 0;
    }
    finite(system) = all;
  }
};

/// The vectors of one wide type W.
template <class W, class Exec>
struct WideBatchBuffers {
  std::int64_t n = -1, padded = 0;
  Interleaved<W, Exec> b, x, refined, residual, unknowns;
  Interleaved<double, Exec> weight;
  Kokkos::View<double*, typename Exec::memory_space> error, refined_error, largest;
  Kokkos::View<std::uint32_t*, typename Exec::memory_space> done;
  heddle::detail::TicketCounter<typename Exec::memory_space> ticket;
  std::uint32_t epoch = 0;

  void fit(Exec const& exec, std::int64_t rows, BatchShape const& shape) {
    if (n == rows && padded == shape.padded) return;
    *this = {};
    auto const size = static_cast<std::size_t>(rows);
    b = allocate_interleaved<W>(exec, "heddle::lu::batch::b", size, shape.padded);
    x = allocate_interleaved<W>(exec, "heddle::lu::batch::x", size, shape.padded);
    refined = allocate_interleaved<W>(exec, "heddle::lu::batch::refined", size, shape.padded);
    residual = allocate_interleaved<W>(exec, "heddle::lu::batch::residual", size, shape.padded);
    weight = allocate_interleaved<double>(exec, "heddle::lu::batch::weight", size, shape.padded);
    unknowns = allocate_interleaved<W>(exec, "heddle::lu::batch::unknowns", 2 * size, shape.padded);
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

template <class Exec>
struct BatchBuffers {
  WideBatchBuffers<double, Exec> real;
  WideBatchBuffers<Kokkos::complex<double>, Exec> complex;
  SolveWorkspace<Exec> single;  ///< of systems that are solved by themselves

  template <class W>
  WideBatchBuffers<W, Exec>& wide() {
    if constexpr (is_complex<W>) {
      return complex;
    } else {
      return real;
    }
  }
};

}  // namespace heddle::lu::detail
