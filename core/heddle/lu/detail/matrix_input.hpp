// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A user's matrix, whatever its kind, as the algorithms see it: lines of entries in one memory.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/value.hpp>

#include <Kokkos_Core.hpp>

#include <limits>
#include <type_traits>

namespace heddle::lu::detail {

/// Rows of a Csr or columns of a Csc, without their values.
template <class Memory>
struct PatternInput {
  bool by_rows = true;
  DefaultIndex num_rows = 0, num_columns = 0;
  Kokkos::View<DefaultOffset const*, Memory> offsets;
  Kokkos::View<DefaultIndex const*, Memory> indices;
  std::size_t num_values = 0;
  DefaultOffset offset_limit = 0;  ///< the largest number of entries that the user's offsets count
  std::int64_t bytes_moved = 0;

  DefaultOffset num_entries() const { return static_cast<DefaultOffset>(indices.extent(0)); }
};

/// The same with values of the wide type T (double or its complex form) or of its narrow one.
/// Exactly one of the two views is set, unless there are no entries: values keep the user's type,
/// so that nothing is converted before it is checked.
template <class T, class Memory>
struct MatrixInput : PatternInput<Memory> {
  Kokkos::View<T const*, Memory> wide_values;
  Kokkos::View<Narrow<T> const*, Memory> narrow_values;

  KOKKOS_FUNCTION T value(DefaultOffset entry) const {
    T const* const wide = wide_values.data();  // plain pointers: see numeric.hpp
    return wide != nullptr ? wide[entry] : static_cast<T>(narrow_values.data()[entry]);
  }
};

template <class To, class From>
struct WidenOffsets {
  To to;
  From from;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const { to(item) = from(item); }
};

/// Memory that matrices from elsewhere are copied to; kept, so that a refactorization of a host
/// matrix on a device allocates nothing.
template <class T, class Memory>
struct InputStaging {
  Kokkos::View<std::int32_t*, Memory> narrow_offsets;
  Kokkos::View<DefaultOffset*, Memory> offsets;
  Kokkos::View<DefaultIndex*, Memory> indices;
  Kokkos::View<T*, Memory> wide_values;
  Kokkos::View<Narrow<T>*, Memory> narrow_values;
};

/// 64-bit offsets in `Memory`.
template <class Memory, class T, class Exec, class Source>
Kokkos::View<DefaultOffset const*, Memory> wide_offsets(
    Exec const& exec, Kokkos::View<DefaultOffset const*, Source> const& offsets,
    InputStaging<T, Memory>& staging, std::int64_t& bytes) {
  return heddle::detail::to_memory<Memory>(exec, "heddle::lu::input::offsets", offsets, bytes,
                                           staging.offsets);
}

template <class Memory, class T, class Exec, class Source>
Kokkos::View<DefaultOffset const*, Memory> wide_offsets(
    Exec const& exec, Kokkos::View<std::int32_t const*, Source> const& offsets,
    InputStaging<T, Memory>& staging, std::int64_t& bytes) {
  auto const here = heddle::detail::to_memory<Memory>(exec, "heddle::lu::input::narrow_offsets",
                                                      offsets, bytes, staging.narrow_offsets);
  auto& wide = staging.offsets;
  if (wide.extent(0) != here.extent(0)) {
    wide = heddle::detail::allocate_in<DefaultOffset, Memory>(exec, "heddle::lu::input::offsets",
                                                              here.extent(0));
  }
  WidenOffsets<std::decay_t<decltype(wide)>, decltype(here)> const widen{wide, here};
  if constexpr (std::is_same_v<Memory, typename Exec::memory_space>) {
    Kokkos::parallel_for("heddle::lu::widen_offsets",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec, 0, static_cast<std::int64_t>(here.extent(0))),
                         widen);
    exec.fence("heddle::lu::widen_offsets");  // host code may read them next
  } else {
    // A host copy of a device matrix is read by the sequential phases: widen it right here.
    for (std::size_t item = 0; item < here.extent(0); ++item) widen(item);
  }
  return wide;
}

/// The matrix in `Memory` (that of `Exec` or of the host), copied in bulk if it lies elsewhere.
/// What had to be copied lies in `staging` and lives as long as that does.
template <class Memory, class T, class Exec, SolverMatrix<Exec> Matrix>
MatrixInput<T, Memory> to_input(Exec const& exec, Matrix const& matrix,
                                InputStaging<T, Memory>& staging) {
  MatrixInput<T, Memory> input;
  input.num_rows = matrix.num_rows;
  input.num_columns = matrix.num_columns;
  input.offset_limit = std::numeric_limits<typename Matrix::offset_type>::max();
  auto take = [&](bool by_rows, auto const& offsets, auto const& indices) {
    input.by_rows = by_rows;
    input.offsets = wide_offsets<Memory>(exec, offsets, staging, input.bytes_moved);
    input.indices = heddle::detail::to_memory<Memory>(exec, "heddle::lu::input::indices", indices,
                                                      input.bytes_moved, staging.indices);
  };
  if constexpr (requires { matrix.row_offsets; }) {
    take(true, matrix.row_offsets, matrix.columns);
  } else {
    take(false, matrix.column_offsets, matrix.rows);
  }
  input.num_values = matrix.values.extent(0);
  if constexpr (std::is_same_v<typename Matrix::value_type, T>) {
    input.wide_values = heddle::detail::to_memory<Memory>(
        exec, "heddle::lu::input::values", matrix.values, input.bytes_moved, staging.wide_values);
  } else {
    input.narrow_values = heddle::detail::to_memory<Memory>(
        exec, "heddle::lu::input::values", matrix.values, input.bytes_moved, staging.narrow_values);
  }
  return input;
}

/// Values of the analysed pattern, which stands in `pattern` (of the plan) already.
template <class Memory, class W, class Exec, class Pattern, class T, class Source>
MatrixInput<W, Memory> values_to_input(Exec const& exec, Pattern const& pattern,
                                       Kokkos::View<T const*, Source> const& values,
                                       InputStaging<W, Memory>& staging) {
  MatrixInput<W, Memory> input;
  input.by_rows = pattern.by_rows;
  input.num_rows = input.num_columns = pattern.n;
  input.offsets = pattern.given_offsets;
  input.indices = pattern.given_indices;
  input.num_values = values.extent(0);
  auto const take = [&](auto& view, auto& kept) {
    view = heddle::detail::to_memory<Memory>(exec, "heddle::lu::input::values", values,
                                             input.bytes_moved, kept);
  };
  if constexpr (std::is_same_v<T, W>) {
    take(input.wide_values, staging.wide_values);
  } else {
    take(input.narrow_values, staging.narrow_values);
  }
  return input;
}

/// The values of a canonical entry's sources.
template <class T, class Memory>
struct SourceValues {
  MatrixInput<T, Memory> const& input;
  DefaultOffset const* sources;
  KOKKOS_FUNCTION T operator()(DefaultOffset k) const { return input.value(sources[k]); }
};

}  // namespace heddle::lu::detail
