// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear circuits against their closed forms, order of accuracy, energy, refusals.
#include <examples/09_circuit/netlist.hpp>
#include <examples/09_circuit/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

namespace circuit {
namespace {

Simulation solve(std::string const& lines, bool fixed = false,
                 Placement placement = Placement::host) {
  SimulationOptions options;
  options.fixed_steps = fixed;
  options.placement = placement;
  return simulate(read_netlist("title\n" + lines, "test.cir"), options);
}

/// Of probe 0, from a function of time.
double largest_error(Simulation const& result, std::function<double(double)> const& exact) {
  auto const probes = result.trace.size() / result.times.size();
  double worst = 0;
  for (std::size_t i = 0; i < result.times.size(); ++i) {
    worst = std::max(worst, std::abs(result.trace[i * probes] - exact(result.times[i])));
  }
  return worst;
}

std::string rc(std::string const& more) {
  return "v1 in 0 pulse(0 1 0 0)\nr1 in out 1k\nc1 out 0 1u\n.print tran v(out)\n" + more;
}
double charged(double time) { return 1 - std::exp(-time / 1e-3); }

TEST(Transient, CapacitorChargesAsExp) {
  auto const result = solve(rc(".options reltol=1e-5\n.tran 10u 5m\n"));
  EXPECT_LT(largest_error(result, charged), 5e-4);
  EXPECT_GT(result.steps, 20);
  EXPECT_NEAR(result.times.back(), 5e-3, 1e-15);
}

// Halving the step divides the error by 2 and by 4; the trapezoidal rule has one step by Euler.
TEST(Transient, RulesHaveTheirOrder) {
  for (auto const& [method, ratio] : {std::pair("euler", 2.0), std::pair("trap", 4.0)}) {
    auto const error = [&](std::string const& step) {
      return largest_error(
          solve(rc(std::string(".options method=") + method + "\n.tran " + step + " 2m\n"), true),
          charged);
    };
    EXPECT_NEAR(error("20u") / error("10u"), ratio, 0.1 * ratio) << method;
  }
}

TEST(Transient, ResonantCircuitRingsAsItShould) {
  auto const result = solve(
      "r1 top mid 10\nl1 mid 0 1m\nc1 top 0 100n ic=5\n.print tran v(top)\n"
      ".options reltol=1e-5\n.tran 1u 0.5m uic\n");
  double const damping = 10 / (2 * 1e-3),
               omega = std::sqrt(1 / (1e-3 * 100e-9) - damping * damping);
  auto const exact = [&](double t) {
    return 5 * std::exp(-damping * t) *
           (std::cos(omega * t) + damping / omega * std::sin(omega * t));
  };
  double const of_a_step = 1e-5 * 5 + 100 * 1e-6;  // allowed; at worst they add up
  EXPECT_LT(largest_error(result, exact), result.steps * of_a_step);
  EXPECT_LT(result.steps * of_a_step, 0.1);
}

// Without losses the trapezoidal rule keeps the energy, and Euler loses a known share each step.
TEST(TransientEnergy, OfAnIdealResonator) {
  std::string const tank = "l1 a 0 1m\nc1 a 0 100n ic=2\n.tran 1u 0.5m uic\n";
  double const whole = 0.5 * 100e-9 * 4;
  auto const trapezoidal = solve(tank, true), euler = solve(".options method=euler\n" + tank, true);
  auto const now = [&](Simulation const& result) {
    return whole + result.energy.stored[int(Kind::capacitor)] +
           result.energy.stored[int(Kind::inductor)];
  };
  double const h_omega = 1e-6 / std::sqrt(1e-3 * 100e-9);
  // The start is as if the capacitor had been held for a millionth of a step; then Euler, once.
  EXPECT_NEAR(now(trapezoidal), whole / (1 + h_omega * h_omega), 2e-6 * whole);
  EXPECT_NEAR(now(euler), whole * std::pow(1 + h_omega * h_omega, -500.0), 2e-3 * now(euler));
  EXPECT_LT(trapezoidal.energy.imbalance(), 1e-9);
}

TEST(Transient, SourcesFollowTheirWaveforms) {
  auto const sine =
      solve("v1 a 0 sin(1 2 1k 0.2m 500)\nr1 a 0 1\n.print tran v(a)\n.tran 10u 2m\n");
  EXPECT_LT(largest_error(sine,
                          [](double t) {
                            double const after = t - 0.2e-3;
                            return after <= 0 ? 1.0
                                              : 1 + 2 * std::exp(-500 * after) *
                                                        std::sin(2 * M_PI * 1e3 * after);
                          }),
            1e-9);
  auto const pulse = solve(
      "i1 0 a pulse(1 3 10u 10u 20u 30u 100u)\nr1 a 0 2\n.print tran v(a)\n"
      ".tran 1u 300u\n");
  EXPECT_LT(largest_error(pulse,
                          [](double t) {
                            double const phase =
                                t <= 10e-6 ? 0 : std::fmod(t - 10e-6, 100e-6) * 1e6;
                            if (phase < 10) return 2 * (1 + 2 * phase / 10);
                            if (phase <= 40) return 6.0;
                            return phase < 60 ? 2 * (3 - 2 * (phase - 40) / 20) : 2.0;
                          }),
            1e-9);
}

// The law of a diode by bisection: a source, a resistor, a diode.
TEST(Transient, DiodeStandsWhereItsLawSays) {
  for (std::string const volts : {"-5", "0.3", "5", "200"}) {
    auto const result = solve("v1 a 0 " + volts +
                              "\nr1 a k 100\nd1 k 0 dm\n.model dm d(is=1e-13 n=1.2)\n"
                              ".print tran v(k)\n.tran 1u 5u\n");
    double low = -210, high = 1.5;
    for (int i = 0; i < 200; ++i) {
      double const v = (low + high) / 2;
      double const through = 1e-13 * std::expm1(v / (1.2 * 0.025852)) + 1e-12 * v;
      ((std::stod(volts) - v) / 100 > through ? low : high) = v;
    }
    EXPECT_NEAR(result.trace.front(), low, 1e-6 * std::max(1.0, std::abs(low))) << volts;
    EXPECT_NEAR(result.trace.back(), low, 1e-6 * std::max(1.0, std::abs(low))) << volts;
  }
}

TEST(TransientEnergy, OfARectifierIsBalanced) {
  auto const result = solve(
      "v1 a 0 sin(0 10 1k)\nd1 a out dm\nc1 out 0 10u\nr1 out 0 1k\n"
      ".model dm d(is=1n cjo=100p m=0.4 tt=1u)\n.tran 10u 1.5m\n");
  EXPECT_LT(result.energy.imbalance(), 1e-8);
  EXPECT_GT(result.energy.taken[int(Kind::diode)], 0);
  EXPECT_LT(result.energy.taken[int(Kind::voltage_source)], 0);
  EXPECT_EQ(result.energy.stored[int(Kind::resistor)], 0);
}

TEST(Transient, PlacesAgree) {
  std::string const lines =
      "v1 a 0 sin(0 10 1k)\nd1 a out dm\nc1 out 0 10u\nr1 out 0 1k\n"
      ".model dm d(is=1n)\n.tran 10u 0.4m\n";
  auto const host = solve(lines, true, Placement::host);
  auto const device = solve(lines, true, Placement::device);
  auto const automatic = solve(lines, true, Placement::automatic);
  ASSERT_EQ(host.times, device.times);
  ASSERT_EQ(host.times, automatic.times);
  for (std::size_t i = 0; i < host.trace.size(); ++i) {
    EXPECT_NEAR(host.trace[i], device.trace[i], 1e-7 * (1 + std::abs(host.trace[i])));
    EXPECT_NEAR(host.trace[i], automatic.trace[i], 1e-7 * (1 + std::abs(host.trace[i])));
  }
  EXPECT_FALSE(automatic.plan.empty());
  EXPECT_GT(automatic.replays, 40);
  EXPECT_EQ(host.phases.front().place, "host");
  EXPECT_EQ(device.phases.front().place, "device");
}

std::string refusal(std::string const& lines, bool fixed = false) {
  try {
    solve(lines, fixed);
  } catch (SimulationError const& error) {
    return error.what();
  }
  return "solved";
}

TEST(TransientRefusals, CircuitsWithoutASolution) {
  EXPECT_NE(refusal("v1 a 0 1\nv2 a 0 2\nr1 a 0 1\n.tran 1 1\n").find("no unique solution"),
            std::string::npos);
  EXPECT_NE(refusal("l1 a 0 1\nv1 a 0 1\n.tran 1 1\n").find("no operating point"),
            std::string::npos)
      << "a source across a coil, which is a short at rest";
}

// A source that grows beyond all numbers: no step, however short, passes that point.
TEST(TransientRefusals, StepsThatCannotBeSolvedAreRefused) {
  std::string const lines =
      "v1 a 0 sin(0 1 1k 0 -1e6)\nr1 a 0 1\n.options reltol=0.1\n.tran 10u 2m\n";
  for (bool const fixed : {false, true}) {
    EXPECT_EQ(refusal(lines, fixed).rfind("no convergence at 0.0007", 0), 0u)
        << refusal(lines, fixed);
  }
}

}  // namespace
}  // namespace circuit
