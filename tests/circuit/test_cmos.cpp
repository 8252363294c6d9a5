// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transistors: a ring oscillator against a model of its own, logic levels, generated loads.
#include <examples/09_circuit/netlist.hpp>
#include <examples/09_circuit/report.hpp>
#include <examples/09_circuit/simulation.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace circuit {
namespace {

constexpr double supply = 3.3, load = 50e-15;

/// The textbook's square law: the current into the drain of an n-channel transistor, source at 0.
double square_law(double gate, double drain) {
  constexpr double beta = 100e-6 * 4, threshold = 0.7, modulation = 0.05;
  double const drive = gate - threshold;
  if (drive <= 0) return 0;
  double const shape = drain < drive ? (drive - drain / 2) * drain : drive * drive / 2;
  return beta * shape * (1 + modulation * drain);
}

using State = std::array<double, 3>;

/// Both transistors of a stage are mirror images.
State slope(State const& v) {
  State result;
  for (std::size_t i = 0; i < 3; ++i) {
    double const in = v[(i + 2) % 3];
    result[i] = (square_law(supply - in, supply - v[i]) - square_law(in, v[i])) / load;
  }
  return result;
}

/// The classical method of Runge and Kutta.
State runge_kutta(State v, double stop, int steps) {
  double const h = stop / steps;
  auto const moved = [](State const& from, State const& along, double by) {
    State to;
    for (std::size_t i = 0; i < 3; ++i) to[i] = from[i] + by * along[i];
    return to;
  };
  for (int k = 0; k < steps; ++k) {
    auto const a = slope(v), b = slope(moved(v, a, h / 2)), c = slope(moved(v, b, h / 2)),
               d = slope(moved(v, c, h));
    for (std::size_t i = 0; i < 3; ++i) v[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return v;
}

std::string ring_of_three() {
  std::string text =
      "a ring\n.model n nmos(vto=0.7 kp=100u lambda=0.05)\n.model p pmos(vto=-0.7 kp=100u "
      "lambda=0.05)\n"
      "vdd vdd 0 3.3\n.options reltol=1e-5\n.tran 10p 1n uic\n.print tran v(a) v(b) v(c)\n";
  std::string const names = "abc";
  char const* const starts[] = {"3.0", "0.2", "1.0"};
  for (std::size_t i = 0; i < 3; ++i) {
    std::string const out(1, names[i]), in(1, names[(i + 2) % 3]);
    text += "mn" + out + " " + out + " " + in + " 0 0 n w=4u l=1u\n";
    text += "mp" + out + " " + out + " " + in + " vdd vdd p w=4u l=1u\n";
    text += "c" + out + " " + out + " 0 50f ic=" + starts[i] + "\n";
  }
  return text;
}

SimulationOptions on_host() {
  SimulationOptions options;
  options.placement = Placement::host;
  return options;
}

TEST(Cmos, RingOscillatesLikeItsEquations) {
  auto const result = simulate(read_netlist(ring_of_three(), "ring.cir"), on_host());
  State const expected = runge_kutta({3.0, 0.2, 1.0}, 1e-9, 20000);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(result.trace[result.trace.size() - 3 + i], expected[i], 0.02) << "node " << i;
  }
  double low = supply, high = 0;  // it has swung
  for (std::size_t row = result.times.size() / 2; row < result.times.size(); ++row) {
    low = std::min(low, result.trace[3 * row]);
    high = std::max(high, result.trace[3 * row]);
  }
  EXPECT_LT(low, 0.5);
  EXPECT_GT(high, 2.8);
  EXPECT_LT(result.energy.imbalance(), 1e-6);
}

TEST(Cmos, TransistorsWorkInBothDirections) {
  // The same transistor with drain and source exchanged, and a p-channel one upside down.
  for (auto const& [line, kind] :
       {std::pair("m1 d g 0 0 n", "nmos(vto=0.7 kp=100u lambda=0.05)"),
        std::pair("m1 0 g d 0 n", "nmos(vto=0.7 kp=100u lambda=0.05)"),
        std::pair("m1 0 g d d n", "nmos(vto=0.7 kp=100u lambda=0.05)")}) {
    auto const result = simulate(
        read_netlist(std::string("t\nvd dd 0 2\nvg g 0 3\nr1 dd d 1k\n") + line +
                         " w=4u l=1u\n.model n " + kind + "\n.print tran v(d)\n.tran 1n 2n\n",
                     "both.cir"),
        on_host());
    double low = 0, high = 2;
    for (int i = 0; i < 100; ++i) {
      double const v = (low + high) / 2;
      ((2 - v) / 1e3 > square_law(3, v) ? low : high) = v;
    }
    EXPECT_NEAR(result.trace.back(), low, 1e-6) << line;
  }
}

TEST(Cmos, BodyEffectRaisesTheThreshold) {
  auto const volts = [](char const* bulk) {
    return simulate(read_netlist(std::string("t\nvd d 0 5\nvg g 0 3\nvb b 0 ") + bulk +
                                     "\nm1 d g s b n w=4u l=1u\nr1 s 0 1meg\n"
                                     ".model n nmos(vto=0.7 kp=100u gamma=0.5 phi=0.6)\n"
                                     ".print tran v(s)\n.tran 1n 2n\n",
                                 "body.cir"),
                    on_host())
        .trace.back();
  };
  // A follower that hardly conducts: v(s) = v(g) - threshold(v(s) - v(b)) - a few millivolts.
  for (auto const* const bulk : {"0", "-2"}) {
    double const s = volts(bulk), below = s - std::stod(bulk);
    double const threshold = 0.7 + 0.5 * (std::sqrt(0.6 + below) - std::sqrt(0.6));
    double const drive = std::sqrt(2 * s / 1e6 / (100e-6 * 4));
    EXPECT_NEAR(s, 3 - threshold - drive, 1e-4) << bulk;
  }
}

TEST(Cmos, GeneratedChainsSwitchAndPlacesAgree) {
  auto netlist = read_netlist(inverter_chain(6), "chain");
  netlist.span.stop = 1e-9;
  std::vector<Outcome> outcomes;
  for (auto const placement : all_placements) {
    SimulationOptions options;
    options.placement = placement;
    outcomes.push_back({placement, simulate(netlist, options)});
  }
  auto const& last = outcomes.front().result;
  // The input has been high since 0.6 ns: n1 is low, n3 (a third inversion) too.
  auto const probes = netlist.probes.size();
  EXPECT_NEAR(last.trace[last.trace.size() - probes], 3.3, 1e-6);
  EXPECT_NEAR(last.trace[last.trace.size() - probes + 1], 0, 1e-3);
  EXPECT_NEAR(last.trace[last.trace.size() - probes + 2], 0, 1e-3);
  EXPECT_LT(last.energy.imbalance(), 1e-6);
  for (auto const& outcome : outcomes) {
    EXPECT_LT(largest_difference(last, outcome.result), 1e-4) << to_string(outcome.placement);
  }
  auto const json = json_of(netlist, "here", outcomes), svg = drawing_of(netlist, last);
  EXPECT_NE(json.find("\"placement\": \"automatic\""), std::string::npos);
  EXPECT_EQ(svg.rfind("<svg", 0), 0u);
  EXPECT_NE(svg.find("v(n3)"), std::string::npos);
}

}  // namespace
}  // namespace circuit
