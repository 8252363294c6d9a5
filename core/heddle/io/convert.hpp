// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// From files to sparse containers and back. Host memory; Value is float, double or a complex type.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/io/matrix.hpp>

namespace heddle::io {

/// The matrix by rows, both triangles of symmetric kinds, columns ascending in each row.
/// Duplicates stay apart, in the order of the file. Pattern files get the value 1.
/// Cost: O(entries + rows). Throws unsupported for a complex file and a real Value.
template <class Value>
Csr<Value> to_csr(Matrix const& matrix);

/// The pattern alone, both triangles of symmetric kinds.
Pattern<> to_pattern(Matrix const& matrix);

/// A general coordinate matrix with the entries of `matrix` in row order.
template <class Value>
Matrix from_csr(Csr<Value> const& matrix);

/// A vector or dense matrix as an array file would hold it (columns of a LayoutLeft view).
template <class Value>
Matrix from_dense(Kokkos::View<Value const**, Kokkos::LayoutLeft, Kokkos::HostSpace> const& dense);

/// The dense form of any file, such as right-hand sides: num_rows x num_columns.
template <class Value>
Kokkos::View<Value**, Kokkos::LayoutLeft, Kokkos::HostSpace> to_dense(Matrix const& matrix);

}  // namespace heddle::io
