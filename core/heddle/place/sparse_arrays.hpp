// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sparse containers of arrays that host and device share: functions of the library that take them
/// copy nothing that is valid where they run. (Plain Views have no record: a phase away from them
/// copies at each call.)
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/place/array.hpp>

#include <concepts>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace heddle::place {

/// A Pattern of Arrays.
template <class Offset = DefaultOffset, class Index = DefaultIndex>
struct PatternArrays {
  Index num_rows = 0;
  Index num_columns = 0;
  Array<Offset*> row_offsets;  ///< num_rows + 1
  Array<Index*> columns;       ///< one per entry
};

/// A Csr of Arrays.
template <class Value, class Offset = DefaultOffset, class Index = DefaultIndex>
struct CsrArrays {
  Index num_rows = 0;
  Index num_columns = 0;
  Array<Offset*> row_offsets;  ///< num_rows + 1
  Array<Index*> columns;       ///< one per entry
  Array<Value*> values;        ///< one per entry

  /// The pattern, sharing the arrays of this matrix.
  PatternArrays<Offset, Index> pattern() const {
    return {num_rows, num_columns, row_offsets, columns};
  }
};

/// For access lists: reads(matrix), overwrites(matrix).
/// @{
template <class Offset, class Index>
auto members(PatternArrays<Offset, Index> const& pattern) {
  return std::tuple(pattern.row_offsets, pattern.columns);
}
template <class Value, class Offset, class Index>
auto members(CsrArrays<Value, Offset, Index> const& matrix) {
  return std::tuple(matrix.row_offsets, matrix.columns, matrix.values);
}
/// @}

namespace detail {
template <Where where, class Exec>
using MemoryAt =
    std::conditional_t<where == Where::host, Kokkos::HostSpace, typename Exec::memory_space>;
}

/// Calls f(pattern) with plain Views that are valid at a place and read there. The result of `f` is
/// complete when it returns, or ordered by `exec`. Errors: those of Array::open.
template <Where where, class Exec, class Offset, class Index, class F>
auto with_views(Exec const& exec, PatternArrays<Offset, Index> const& pattern,
                std::string_view phase, F const& f) {
  auto const offsets = pattern.row_offsets.template open<where, Mode::reads>(exec, phase);
  auto const columns = pattern.columns.template open<where, Mode::reads>(exec, phase);
  return f(Pattern<Offset, Index, detail::MemoryAt<where, Exec>>{
      pattern.num_rows, pattern.num_columns, *offsets, *columns});
}

/// The same for a matrix.
template <Where where, class Exec, class Value, class Offset, class Index, class F>
auto with_views(Exec const& exec, CsrArrays<Value, Offset, Index> const& matrix,
                std::string_view phase, F const& f) {
  auto const offsets = matrix.row_offsets.template open<where, Mode::reads>(exec, phase);
  auto const columns = matrix.columns.template open<where, Mode::reads>(exec, phase);
  auto const values = matrix.values.template open<where, Mode::reads>(exec, phase);
  return f(Csr<Value, Offset, Index, detail::MemoryAt<where, Exec>>{
      matrix.num_rows, matrix.num_columns, *offsets, *columns, *values});
}

}  // namespace heddle::place
