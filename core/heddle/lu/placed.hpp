// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sparse LU of matrices whose arrays host and device share: what is valid where a phase runs is
/// not copied again.
#pragma once

#include <heddle/lu/analysis.hpp>
#include <heddle/lu/factorization.hpp>
#include <heddle/place/sparse_arrays.hpp>

namespace heddle::lu {

/// Analyses a matrix of Arrays, which is read on the host. As `analyze` of plain Views, and the
/// errors of Array::open.
template <class Exec, class Value, class Offset>
AnalyzeResult analyze(Exec const& exec, place::CsrArrays<Value, Offset, DefaultIndex> const& matrix,
                      AnalyzeOptions const& options = {}) {
  return place::with_views<place::Where::host>(exec, matrix, "lu::analyze", [&](auto const& plain) {
    return analyze(exec, plain, options);
  });
}

/// Factors a matrix of Arrays, which is read where the factors lie. As Factorization::factor.
template <class Value, class Exec, class Offset>
FactorResult factor(Exec const& exec, Factorization<Value, Exec>& factors,
                    place::CsrArrays<Value, Offset, DefaultIndex> const& matrix,
                    PivotOptions const& options = {}) {
  return place::with_views<place::Where::device>(
      exec, matrix, "lu::numeric",
      [&](auto const& plain) { return factors.factor(exec, plain, options); });
}

/// The same for Factorization::refactor.
template <class Value, class Exec, class Offset>
FactorResult refactor(Exec const& exec, Factorization<Value, Exec>& factors,
                      place::CsrArrays<Value, Offset, DefaultIndex> const& matrix,
                      PivotOptions const& options = {}) {
  return place::with_views<place::Where::device>(
      exec, matrix, "lu::refactor",
      [&](auto const& plain) { return factors.refactor(exec, plain, options); });
}

}  // namespace heddle::lu
