// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans for whole functions and whole VJPs, and plans with colourings of the user.
#include <heddle/coloring/coloring.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/complex_step.hpp>
#include <tests/jacobian/functions.hpp>
#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace heddle::test;
using namespace heddle::jacobian;
namespace coloring = heddle::coloring;

TEST(PlanInputs, of_a_whole_function_agrees_with_the_row_function) {
  Exec const exec;
  int const n = 70;
  auto const pattern = trace_sparsity(exec, WholeChain{n}, n, n);
  EXPECT_EQ(to_host(pattern.columns), to_host(trace_sparsity(exec, Chain{n}, n, n).columns));
  auto const x = scattered(n);
  SparseJacobian by_rows(exec, Chain{n}, pattern);
  SparseJacobian whole(exec, WholeChain{n}, pattern);
  expect_equal_on_hosts(values_of(whole, x), values_of(by_rows, x));
  JacobianOptions options;
  options.lanes = 1;
  options.check = Check::always;
  options.bounded_memory = true;
  SparseJacobian careful(exec, WholeChain{n}, pattern, options);
  expect_equal_on_hosts(values_of(careful, x), values_of(by_rows, x));
  expect_equal_on_hosts(values_of(careful, x), values_of(by_rows, x));
  EXPECT_EQ(careful.check_report().runs, 2);
}

/// The VJP of FewRows as a whole function.
template <class X, class W, class G>
struct FewRowsVjpKernel {
  X x;
  W w;
  G g;
  KOKKOS_FUNCTION void operator()(int j) const {
    g(j) = j < 2 ? w(0) + w(2) : w(1) + (j == 2 ? w(2) : x(3) * w(2));
  }
};
struct WholeVjp {
  template <class AnyExec, class X, class W, class G>
  void operator()(AnyExec const& exec, X const& x, W const& w, G const& g) const {
    Kokkos::parallel_for("heddle::test::vjp", Kokkos::RangePolicy<AnyExec>(exec, 0, 4),
                         FewRowsVjpKernel<X, W, G>{x, w, g});
  }
};

TEST(PlanInputs, takes_whole_vjps) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, FewRows(), 3, 4);
  JacobianOptions options;
  options.direction = Direction::rows;
  SparseJacobian plan(exec, FewRows(), pattern, options, WholeVjp());
  auto const values = to_device(values_of(plan, {0, 1, 2, 3}));
  EXPECT_EQ(table_of(pattern, values), (Table{{1, 1, 0, 0}, {0, 0, 1, 1}, {1, 1, 1, 3}}));
}

TEST(PlanInputs, colouring_of_the_user_is_adopted) {
  Exec const exec;
  int const n = 12;
  auto const pattern = trace_sparsity(exec, Chain{n}, n, n);
  std::vector<int> colors(n);
  for (int j = 0; j < n; ++j) colors[j] = (j + 1) % 3;
  auto const adopted = coloring::adopt(exec, pattern, coloring::Kind::columns, to_device(colors));
  SparseJacobian plan(exec, Chain{n}, pattern, adopted);
  SparseJacobian own(exec, Chain{n}, pattern);
  auto const x = scattered(n);
  EXPECT_EQ(values_of(plan, x), values_of(own, x));
  EXPECT_TRUE(plan.coloring().adopted);
  EXPECT_EQ(plan.choice().direction, Direction::columns);
}

TEST(PlanInputs, colouring_for_distance_two_serves_the_columns) {
  Exec const exec;
  int const n = 12;
  auto const pattern = trace_sparsity(exec, Chain{n}, n, n);
  coloring::ColoringOptions options;
  options.kind = coloring::Kind::distance2;
  SparseJacobian plan(exec, Chain{n}, pattern, coloring::color(exec, pattern, options));
  SparseJacobian own(exec, Chain{n}, pattern);
  auto const x = scattered(n);
  EXPECT_EQ(values_of(plan, x), values_of(own, x));
}

TEST(PlanInputs, colouring_of_both_sides_is_adopted) {
  Exec const exec;
  int const n = 20;
  auto const pattern = trace_sparsity(exec, Arrow{n}, n, n);
  coloring::ColoringOptions options;
  options.kind = coloring::Kind::bidirectional;
  SparseJacobian plan(exec, Arrow{n}, pattern, coloring::color(exec, pattern, options), {},
                      ArrowVjp{n});
  EXPECT_EQ(plan.choice().direction, Direction::bidirectional);
  auto const x = scattered(n);
  expect_near(table_of(pattern, to_device(values_of(plan, x))), complex_step(Arrow{n}, n, x),
              1e-13);
}

}  // namespace
