// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The power-flow equations in every direction, against complex steps.
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/complex_step.hpp>
#include <tests/jacobian/network.hpp>
#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace heddle::test;
using namespace heddle::jacobian;
using Host = Kokkos::HostSpace;
using F = problems::PowerFlow<Memory>;
using Vjp = problems::PowerFlowVjp<Memory>;

/// A network with what a plan needs.
struct Case {
  Network network;
  problems::PowerFlow<Host> host;
  F f;
  std::vector<double> x;
  DevicePattern pattern;

  Case(int buses, bool hub)
      : network(buses, hub),
        host(network.function<Host>()),
        f(network.function<Memory>()),
        x(Network::state(host)),
        pattern(trace_sparsity(Exec(), host, host.size(), host.size())) {}

  Table exact() const { return complex_step(host, host.size(), x); }
};

JacobianOptions options_for(Direction direction, double jvp_cost, double vjp_cost) {
  JacobianOptions options;
  options.direction = direction;
  options.jvp_cost = jvp_cost;
  options.vjp_cost = vjp_cost;
  return options;
}

Table evaluated(SparseJacobian<F, Vjp, double, Exec>& plan, std::vector<double> const& x) {
  return table_of(plan.pattern(), plan.matrix(Exec(), to_device(x)).values);
}

TEST(PowerFlow, agrees_with_complex_steps_in_every_direction) {
  for (bool const hub : {false, true}) {
    Case const one(37, hub);
    auto const exact = one.exact();
    for (auto const& options :
         {options_for(Direction::columns, 1, 1), options_for(Direction::rows, 1, 1),
          options_for(Direction::bidirectional, 1, 1), options_for(Direction::dense, 1, 9),
          options_for(Direction::dense, 9, 1), options_for(Direction::automatic, measure, measure),
          options_for(Direction::automatic, 1, 1), options_for(Direction::automatic, 50, 1)}) {
      SparseJacobian<F, Vjp, double, Exec> plan(Exec(), one.f, one.pattern, options, Vjp{one.f});
      expect_near(evaluated(plan, one.x), exact, 1e-13);
      if (options.direction != Direction::automatic) {
        EXPECT_EQ(plan.choice().direction, options.direction);
      }
    }
  }
}

TEST(PowerFlow, of_a_hub_needs_few_directions_from_both_sides) {
  Case const one(60, true);
  int const n = one.host.size();
  auto const directions = [&](Direction direction) {
    SparseJacobian<F, Vjp, double, Exec> const plan(Exec(), one.f, one.pattern,
                                                    options_for(direction, 1, 1), Vjp{one.f});
    return plan.coloring().num_colors + plan.coloring().num_row_colors;
  };
  EXPECT_EQ(directions(Direction::columns), n);
  EXPECT_EQ(directions(Direction::rows), n);
  EXPECT_LT(directions(Direction::bidirectional), n / 2);
}

TEST(PowerFlow, derivatives_by_hand_agree_with_complex_steps) {
  // The formulas that the command compares with are an oracle only if they are right.
  Case const one(23, true);
  int const n = one.host.size();
  auto const exact = one.exact();
  PlainInput<double> const x{one.x.data()};
  auto by_hand = exact;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) by_hand[i][j] = one.host.derivative(i, j, x);
  }
  expect_near(by_hand, exact, 1e-13);
}

TEST(PowerFlow, product_by_hand_agrees_with_complex_steps) {
  Case const one(23, true);
  int const n = one.host.size();
  auto const exact = one.exact();
  auto const weights = scattered(n, 9);
  PlainInput<double> const x{one.x.data()}, w{weights.data()};
  problems::PowerFlowVjp<Host> const vjp{one.host};
  for (int j = 0; j < n; ++j) {
    double sum = 0, size = 0;
    for (int i = 0; i < n; ++i) {
      sum += exact[i][j] * weights[i];
      size += std::abs(exact[i][j] * weights[i]);
    }
    EXPECT_NEAR(vjp(j, x, w), sum, 1e-13 * (1 + size)) << j;
  }
}

TEST(PowerFlow, a_product_that_is_wrong_is_noticed) {
  Case const one(12, false);
  auto other = one.f;
  other.conductance = other.susceptance;
  SparseJacobian<F, Vjp, double, Exec> plan(Exec(), one.f, one.pattern,
                                            options_for(Direction::rows, 1, 1), Vjp{other});
  Device<double> const values("values", one.pattern.columns.extent(0));
  auto const refused = error_of([&] { plan.evaluate(Exec(), to_device(one.x), values); });
  EXPECT_EQ(refused.first, heddle::ErrorCode::pattern_too_small);
}

}  // namespace
