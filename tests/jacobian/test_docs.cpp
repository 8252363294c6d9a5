// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of core/docs/jacobian.md, run and compared.
#include <heddle/jacobian/sparse_hessian.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

namespace {

using namespace heddle::test;
namespace jacobian = heddle::jacobian;

// [snippet function]
/// Heat conduction in a rod whose ends are kept at 0, with a source: one entry of the residual.
struct Residual {
  int n;
  template <class X>
  KOKKOS_FUNCTION auto operator()(int i, X const& x) const -> typename X::value_type {
    using Kokkos::exp;
    typename X::value_type flow = 2 * x[i] - exp(x[i]);
    if (i > 0) flow -= x[i - 1];
    if (i + 1 < n) flow -= x[i + 1];
    return flow;
  }
};
// [end]

TEST(Docs, plan) {
  int const n = 100;
  Exec const exec;
  auto const x = to_device(scattered(n));
  // [snippet plan]
  Residual const f{n};
  auto const pattern = jacobian::trace_sparsity(exec, f, n, n);
  jacobian::SparseJacobian plan(exec, f, pattern);

  Kokkos::View<double*, Exec::memory_space> y("y", n), values("values", pattern.num_entries());
  plan.evaluate(exec, x, y, values);         // f(x), and f'(x) in the order of the pattern
  auto const matrix = plan.matrix(exec, x);  // or as a matrix of its own
  // [end]
  exec.fence();
  auto const expected = differences(f, n, to_host(x));
  expect_near(table_of(pattern, values), expected, 1e-9);
  EXPECT_EQ(to_host(matrix.values), to_host(values));
  EXPECT_EQ(plan.coloring().num_colors, 3);
}

// [snippet vjp]
/// Entry j of J^T w.
struct Transposed {
  int n;
  template <class X, class W>
  KOKKOS_FUNCTION auto operator()(int j, X const& x, W const& w) const -> typename X::value_type {
    double sum = (2 - Kokkos::exp(x[j])) * w[j];
    if (j > 0) sum -= w[j - 1];
    if (j + 1 < n) sum -= w[j + 1];
    return sum;
  }
};
// [end]

TEST(Docs, vjp) {
  int const n = 100;
  Exec const exec;
  auto const x = to_device(scattered(n));
  Residual const f{n};
  auto const pattern = jacobian::trace_sparsity(exec, f, n, n);
  // [snippet direction]
  jacobian::JacobianOptions options;
  options.direction = jacobian::Direction::rows;  // the default compares all that is possible
  jacobian::SparseJacobian plan(exec, f, pattern, options, Transposed{n});
  // [end]
  expect_near(table_of(pattern, to_device(to_host(plan.matrix(exec, x).values))),
              differences(f, n, to_host(x)), 1e-9);
  EXPECT_EQ(plan.choice().products, 3);
}

// [snippet select]
/// An upwind difference. A branch on x[i] would hide one neighbour from the trace; select keeps
/// both.
struct Upwind {
  template <class X>
  KOKKOS_FUNCTION auto operator()(int i, X const& x) const -> typename X::value_type {
    using heddle::jacobian::select;
    return x[i + 1] * select(x[i + 1] > 0, x[i + 1] - x[i], x[i + 2] - x[i + 1]);
  }
};
// [end]

TEST(Docs, select) {
  Exec const exec;
  auto const pattern = jacobian::trace_sparsity(exec, Upwind(), 30, 32);
  EXPECT_EQ(pattern.num_entries(), 90);
  jacobian::SparseJacobian plan(exec, Upwind(), pattern);
  auto const x = scattered(32);
  expect_near(table_of(pattern, to_device(to_host(plan.matrix(exec, to_device(x)).values))),
              differences(Upwind(), 30, x), 1e-9);
}

TEST(Docs, hessian) {
  int const n = 50;
  Exec const exec;
  auto const x = to_device(scattered(n));
  Residual const gradient{n};  // of a function whose Hessian is symmetric
  // [snippet hessian]
  auto const pattern = jacobian::trace_sparsity(exec, gradient, n, n);
  jacobian::HessianOptions options;
  options.recovery = jacobian::Recovery::substitution;  // the default reads entries directly
  options.triangle = jacobian::Triangle::lower;
  jacobian::SparseHessian plan(exec, gradient, pattern, options);
  auto const hessian = plan.matrix(exec, x);
  // [end]
  auto const table = table_of(plan.pattern(), to_device(to_host(hessian.values)));
  auto const expected = differences(gradient, n, to_host(x));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) EXPECT_NEAR(table[i][j], expected[i][j], 1e-9);
  }
  EXPECT_EQ(plan.coloring().num_colors, 2);
}

}  // namespace
