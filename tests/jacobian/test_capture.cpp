// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluations inside of recorded graphs: once a plan is prepared, an evaluation launches kernels
// and does nothing else, and its recording follows x.
#include <heddle/jacobian/sparse_hessian.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/functions.hpp>
#include <tests/jacobian/recording.hpp>
#include <tests/jacobian/support.hpp>
#include <tests/support/kokkos_events.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace heddle::test;
using namespace heddle::jacobian;
constexpr int n = 40;

/// Prepares the plan at one x, records an evaluation there, and replays it at others.
template <class Plan>
void expect_recordable(Plan& plan, std::string const& name) {
  SCOPED_TRACE(name);
  Exec const exec = recordable_instance();
  auto const x = to_device(scattered(n));
  Device<double> const values("values", plan.pattern().columns.extent(0));
  exec.fence();
  Kokkos::fence();
  plan.prepare(exec, x);
  {
    EventRecorder const recorder;
    plan.evaluate(exec, x, values);
    for (auto const& event : recorder.events()) {
      EXPECT_TRUE(event.kind == KokkosEvent::Kind::kernel ||
                  event.kind == KokkosEvent::Kind::region)
          << to_string(event);
    }
  }
  exec.fence();
  Recording const recording(exec, [&] { plan.evaluate(exec, x, values); });
  for (unsigned seed = 2; seed < 5; ++seed) {
    Kokkos::deep_copy(x, to_device(scattered(n, seed)));
    plan.evaluate(exec, x, values);
    exec.fence();
    auto const expected = to_host(values);
    Kokkos::deep_copy(values, 0);
    recording.replay();
    exec.fence();
    EXPECT_EQ(to_host(values), expected) << seed;
  }
}

JacobianOptions options_for(Direction direction, bool bounded, double vjp_cost = 1) {
  JacobianOptions options;
  options.direction = direction;
  options.jvp_cost = 1;
  options.vjp_cost = vjp_cost;
  options.bounded_memory = bounded;
  return options;
}

TEST(Capture, of_every_direction) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, Arrow{n}, n, n);
  for (auto const direction :
       {Direction::columns, Direction::rows, Direction::bidirectional, Direction::dense}) {
    for (bool const bounded : {false, true}) {
      SparseJacobian plan(exec, Arrow{n}, pattern, options_for(direction, bounded), ArrowVjp{n});
      expect_recordable(plan, std::string(to_string(direction)) + (bounded ? ", bounded" : ""));
    }
  }
  SparseJacobian reverse(exec, Arrow{n}, pattern, options_for(Direction::dense, false, 0.1),
                         ArrowVjp{n});
  expect_recordable(reverse, "dense by products");
  JacobianOptions options;
  options.lanes = measure_lanes;
  SparseJacobian measured(exec, Arrow{n}, pattern, options, ArrowVjp{n});
  expect_recordable(measured, "measured");
  options.check = Check::never;
  options.lanes = 4;
  SparseJacobian unchecked(exec, Arrow{n}, pattern, options);
  expect_recordable(unchecked, "unchecked");
}

TEST(Capture, of_whole_functions) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, WholeChain{n}, n, n);
  for (bool const bounded : {false, true}) {
    SparseJacobian plan(exec, WholeChain{n}, pattern, options_for(Direction::columns, bounded));
    expect_recordable(plan, "whole function");
  }
}

/// More than Kokkos passes as an argument of a kernel without being asked to.
struct Heavy {
  double weights[200];
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    return weights[row] * x[row] * x[(row + 1) % n];
  }
};
struct HeavyVjp {
  Heavy f;
  template <class X, class W>
  KOKKOS_FUNCTION typename X::value_type operator()(int column, X const& x, W const& w) const {
    int const before = (column + n - 1) % n;
    return f.weights[column] * x[(column + 1) % n] * w[column] +
           f.weights[before] * x[before] * w[before];
  }
};

TEST(Capture, of_functors_with_much_data) {
  Exec const exec;
  Heavy f{};
  for (int i = 0; i < 200; ++i) f.weights[i] = 1 + i;
  auto const pattern = trace_sparsity(exec, f, n, n);
  for (auto const direction : {Direction::columns, Direction::rows}) {
    SparseJacobian plan(exec, f, pattern, options_for(direction, false), HeavyVjp{f});
    expect_recordable(plan, std::string(to_string(direction)));
  }
}

/// Gradient of sum x_i^2 x_{i+1}^2 / 2 around a ring.
struct RingGradient {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int i, X const& x) const {
    auto const before = x[(i + n - 1) % n], after = x[(i + 1) % n];
    return x[i] * (before * before + after * after);
  }
};

TEST(Capture, of_hessians) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, RingGradient(), n, n);
  for (auto const recovery : {Recovery::direct, Recovery::substitution}) {
    for (auto const triangle : {Triangle::full, Triangle::lower}) {
      HessianOptions options;
      options.recovery = recovery;
      options.triangle = triangle;
      SparseHessian plan(exec, RingGradient(), pattern, options);
      expect_recordable(plan, recovery == Recovery::direct ? "direct" : "substitution");
      EXPECT_EQ(plan.check_report().runs, 1);
    }
  }
}

}  // namespace
