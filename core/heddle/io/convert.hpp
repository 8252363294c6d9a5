// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// From files to sparse containers and back, in host memory.
///
/// Value is float, double, Kokkos::complex<float> or Kokkos::complex<double> (compiled once, in the
/// library). Nothing here launches a kernel or fences; Kokkos must be initialized, since views are
/// made. All results are deterministic. Errors of all: not_initialized, invalid_matrix (see
/// validate), out_of_memory; also unsupported for a complex matrix and a real Value.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/io/matrix.hpp>

namespace heddle::io {

/// The matrix by rows, both triangles of symmetric kinds, columns ascending in each row.
/// Duplicates stay apart, in the order of the file. Pattern files get the value 1. Zeros of
/// coordinate files stay; an array file states no pattern, so its zeros are left out.
/// Cost: O(entries + rows), and a sort of each row whose columns do not ascend in the file.
template <class Value>
Csr<Value> to_csr(Matrix const& matrix);

/// The pattern alone: that of to_csr.
Pattern<> to_pattern(Matrix const& matrix);

/// A general coordinate matrix with the entries of `matrix` in row order. Throws invalid_matrix
/// for offsets or indices out of range.
template <class Value>
Matrix from_csr(Csr<Value> const& matrix);

/// A vector or dense matrix as an array file would hold it (columns of a LayoutLeft view).
template <class Value>
Matrix from_dense(Kokkos::View<Value const**, Kokkos::LayoutLeft, Kokkos::HostSpace> const& dense);

/// The dense form of any file, such as right-hand sides: num_rows x num_columns. Duplicates are
/// summed. Cost: O(rows * columns + entries).
template <class Value>
Kokkos::View<Value**, Kokkos::LayoutLeft, Kokkos::HostSpace> to_dense(Matrix const& matrix);

}  // namespace heddle::io
