// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What functions look like that Heddle differentiates: written once, as templates over the scalar.
///
/// *Row function*, `f(i, x)`: returns entry i of f, reading x[j] of whatever type x gives. Must be
/// callable on the host and on the device. One kernel runs it for all rows.
///
///     struct Residual {
///       template <class X>
///       KOKKOS_FUNCTION auto operator()(int i, X const& x) const { return x[i] * x[i] - 2.0; }
///     };
///
/// *Whole function*, `f(exec, x, y)`: computes all of y from all of x, Views of one scalar type,
/// with kernels of its own on the instance `exec`. It writes every entry of y.
///
///     struct Residual {
///       template <class Exec, class X, class Y>
///       void operator()(Exec const& exec, X const& x, Y const& y) const;
///     };
///
/// A VJP, w -> J^T w, has the same two forms: `g_j = vjp(j, x, w)` with x[i] and w[i], or
/// `vjp(exec, x, w, g)`, where all entries are plain numbers.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>

namespace heddle::jacobian {

/// Plain numbers as the argument of a row function.
template <class T>
struct PlainInput {
  using value_type = T;
  T const* x;

  /// Entry j of x.
  KOKKOS_INLINE_FUNCTION T operator[](DefaultIndex j) const { return x[j]; }
};

/// `f(i, x)` returns one entry.
template <class F, class T>
concept RowFunction = requires(F const& f, DefaultIndex i, PlainInput<T> const& x) {
  { f(i, x) } -> std::convertible_to<T>;
};

/// `f(exec, x, y)` computes all entries.
template <class F, class T, class Exec>
concept WholeFunction = requires(F const& f, Exec const& exec,
                                 Kokkos::View<T const*, typename Exec::memory_space> x,
                                 Kokkos::View<T*, typename Exec::memory_space> y) {
  f(exec, x, y);
};

/// Either form.
template <class F, class T, class Exec>
concept Differentiable = RowFunction<F, T> || WholeFunction<F, T, Exec>;

/// `vjp(j, x, w)` returns entry j of J^T w.
template <class V, class T>
concept ColumnVjp = requires(V const& v, DefaultIndex j, PlainInput<T> const& x) {
  { v(j, x, x) } -> std::convertible_to<T>;
};

}  // namespace heddle::jacobian
