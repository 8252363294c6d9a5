// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Small functions with known Jacobians, written once as templates, and their VJPs.
#pragma once

#include <Kokkos_Core.hpp>

namespace heddle::test {

/// Scenario D: J = [1 1 0 0; 0 0 1 1; 1 1 1 x3]; 4 colours of columns, 2 of rows.
struct FewRows {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    if (row == 0) return x[0] + x[1];
    if (row == 1) return x[2] + x[3];
    return x[0] + x[1] + x[2] + x[3] * x[3] / 2;
  }
};
struct FewRowsVjp {
  template <class X, class W>
  KOKKOS_FUNCTION typename X::value_type operator()(int column, X const& x, W const& w) const {
    if (column < 2) return w[0] + w[2];
    return w[1] + (column == 2 ? w[2] : x[3] * w[2]);
  }
};

/// Scenario D, second part: 2 colours of columns, 4 of rows.
struct FewColumns {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    if (row < 2) return x[0] + x[2];
    return row == 2 ? x[1] + x[2] : x[1] + x[2] * x[2] / 2;
  }
};
struct FewColumnsVjp {
  template <class X, class W>
  KOKKOS_FUNCTION typename X::value_type operator()(int column, X const& x, W const& w) const {
    if (column == 0) return w[0] + w[1];
    return column == 1 ? w[2] + w[3] : w[0] + w[1] + w[2] + x[2] * w[3];
  }
};

/// Dense first row, dense first column, diagonal.
struct Arrow {
  int n;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    using Kokkos::sin;
    if (row > 0) return x[0] * x[row] + sin(x[row]);
    typename X::value_type sum = 0;
    for (int j = 0; j < n; ++j) sum += x[j] * x[j];
    return sum;
  }
};
struct ArrowVjp {
  int n;
  template <class X, class W>
  KOKKOS_FUNCTION typename X::value_type operator()(int column, X const& x, W const& w) const {
    typename X::value_type sum = 2 * x[column] * w[0];
    if (column > 0) return sum + (x[0] + Kokkos::cos(x[column])) * w[column];
    for (int i = 1; i < n; ++i) sum += x[i] * w[i];
    return sum;
  }
};

/// Three neighbours, not symmetric, with functions of all kinds.
struct Chain {
  int n;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    using Kokkos::exp;
    using Kokkos::sqrt;
    typename X::value_type const here = x[row];
    typename X::value_type result = exp(here) / (2 + here * here);
    if (row > 0) result += 3 * here * x[row - 1];
    if (row + 1 < n) result -= sqrt(2 + x[row + 1]);
    return result;
  }
};

/// Chain as a whole function with a kernel of its own.
template <class X, class Y>
struct ChainKernel {
  struct Accessor {
    using value_type = typename X::non_const_value_type;
    X x;
    KOKKOS_FUNCTION value_type operator[](int j) const { return x(j); }
  };
  Chain chain;
  Accessor x;
  Y y;
  KOKKOS_FUNCTION void operator()(int i) const { y(i) = chain(i, x); }
};
struct WholeChain {
  int n;
  template <class AnyExec, class X, class Y>
  void operator()(AnyExec const& exec, X const& x, Y const& y) const {
    Kokkos::parallel_for("heddle::test::chain", Kokkos::RangePolicy<AnyExec>(exec, 0, n),
                         ChainKernel<X, Y>{{n}, {x}, y});
  }
};

}  // namespace heddle::test
