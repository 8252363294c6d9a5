// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which values sparse LU was compiled for: real and complex ones of both precisions.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace heddle::lu {

/// The types that lu is compiled for, in addition to CompiledValues.
using CompiledComplexValues = TypeList<Kokkos::complex<float>, Kokkos::complex<double>>;

/// A type of matrix entries, factors and vectors of lu.
template <class Value>
concept SolverValue = CompiledValue<Value> || CompiledComplexValues::contains<Value>;

namespace detail {
/// double for real values, Kokkos::complex<double> for complex ones.
template <class Value>
using WideForm = std::conditional_t<CompiledValue<Value>, double, Kokkos::complex<double>>;
}  // namespace detail

/// Csr or Csc with value, offset and index types that lu is compiled for, in memory that `Exec`
/// takes.
template <class Matrix, class Exec>
concept SolverMatrix =
    heddle::detail::is_csr_or_csc<Matrix> && SolverValue<typename Matrix::value_type> &&
    CompiledOffsets::contains<typename Matrix::offset_type> &&
    CompiledIndices::contains<typename Matrix::index_type> &&
    MemoryNear<typename Matrix::memory_space, Exec>;

/// A matrix whose values are real if `Value` is, and complex if it is.
template <class Matrix, class Value, class Exec>
concept SolverMatrixFor = SolverMatrix<Matrix, Exec> && CompiledValue<typename Matrix::value_type>
== CompiledValue<Value>;

}  // namespace heddle::lu
