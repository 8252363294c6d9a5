// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The netlist reader: what it accepts, and that it refuses the rest with file and line.
#include <examples/09_circuit/lines.hpp>
#include <examples/09_circuit/netlist.hpp>
#include <examples/09_circuit/system.hpp>

#include <gtest/gtest.h>

#include <string>

namespace circuit {
namespace {

/// A netlist of a title, these lines (the first is line 2), and what every netlist needs.
std::string with(std::string const& lines) {
  return "title\n" + lines + "\nrrest a 0 1\n.tran 1u 1m\n";
}
Netlist read(std::string const& text) { return read_netlist(text, "some.cir"); }

std::string refusal(std::string const& text) {
  try {
    read(text);
  } catch (NetlistError const& error) {
    return error.what();
  }
  return "accepted";
}

double ohms(std::string const& number) {
  return read(with("rx a 0 " + number)).parts.front().value;
}

TEST(Netlist, NumbersHaveSuffixesAndUnits) {
  EXPECT_DOUBLE_EQ(ohms("4.7k"), 4700);
  EXPECT_DOUBLE_EQ(ohms("1MEG"), 1e6);
  EXPECT_DOUBLE_EQ(ohms("2mil"), 50.8e-6);
  EXPECT_DOUBLE_EQ(ohms("3m"), 3e-3);
  EXPECT_DOUBLE_EQ(ohms("10kohm"), 1e4);
  EXPECT_DOUBLE_EQ(ohms("5v"), 5);
  EXPECT_DOUBLE_EQ(ohms("+1e-3u"), 1e-9);
  EXPECT_DOUBLE_EQ(ohms(".5g"), 5e8);
}

TEST(Netlist, ReadsEveryPart) {
  auto const netlist = read(
      "the title is no statement\n"
      "* a comment\n"
      "V1 In 0 DC 3 ; behind a part\n"
      "v2 b 0 PULSE(0 5 1n 2n\n"
      "+ 3n 10n 20n)\n"
      "i1 0 b sin(1m 2m 50)\n"
      "c1 b 0 1p IC=2\n"
      "l1 b in 1u ic = -1m\n"
      "d1 in b dm 2\n"
      "m1 b in 0 0 nm W=2u L=1u\n"
      ".MODEL dm D(is=1f n=1.5)\n"
      ".model nm nmos(level=1 vto=-1 kp=50u cgso=1n)\n"
      ".print tran v(b) i(l1)\n"
      ".options method=euler reltol=1e-4\n"
      ".tran 1n 100n 0 5n uic\n"
      ".end\n"
      "this is not read\n");
  ASSERT_EQ(netlist.parts.size(), 8u) << "seven lines and a gate capacitance";
  EXPECT_EQ(netlist.nodes, (std::vector<std::string>{"0", "in", "b"}));
  auto const& pulse = netlist.parts[1].wave;
  EXPECT_EQ(pulse.shape, Waveform::Shape::pulse);
  EXPECT_DOUBLE_EQ(pulse.fall, 3e-9);
  EXPECT_DOUBLE_EQ(pulse.period, 20e-9);
  EXPECT_DOUBLE_EQ(netlist.parts[2].wave.frequency, 50);
  EXPECT_EQ(netlist.parts[3].initial, 2);
  EXPECT_EQ(netlist.parts[4].initial, -1e-3);
  EXPECT_DOUBLE_EQ(netlist.models[static_cast<std::size_t>(netlist.parts[5].model)].emission, 1.5);
  EXPECT_DOUBLE_EQ(netlist.parts[6].value, 2) << "W / L";
  EXPECT_EQ(netlist.parts[7].nodes, (std::vector<int>{1, 0}));
  EXPECT_DOUBLE_EQ(netlist.parts[7].value, 2e-15);
  EXPECT_EQ(netlist.method, Method::euler);
  EXPECT_TRUE(netlist.span.from_initial);
  EXPECT_DOUBLE_EQ(netlist.span.largest_step, 5e-9);
  ASSERT_EQ(netlist.probes.size(), 2u);
  EXPECT_EQ(netlist.probes[1].part, 4);
}

TEST(Netlist, RefusesWithFileAndLine) {
  EXPECT_EQ(refusal(with("r1 a 0")), "some.cir:2: r1: r1, ohms is missing");
  EXPECT_EQ(refusal(with("* c\nr1 a\n+ 0\n+ x")), "some.cir:5: r1, ohms: 'x' is no number");
  EXPECT_EQ(refusal(with("r1 a 0 1k2")), "some.cir:2: r1, ohms: '1k2' is no number");
  EXPECT_EQ(refusal(with("r1 a 0 0")), "some.cir:2: r1, ohms must be above 0");
  EXPECT_EQ(refusal(with("r1 a 0 nan")), "some.cir:2: r1, ohms: 'nan' is no number");
  EXPECT_EQ(refusal(with("r1 a 0 1 2")), "some.cir:2: '2' has no meaning here");
  EXPECT_EQ(refusal(with("r1 a 0 1\nR1 a 0 1")), "some.cir:3: there are two parts r1");
  EXPECT_EQ(refusal(with("x1 a 0 sub")), "some.cir:2: x1: only R, C, L, V, I, D and M are known");
  EXPECT_EQ(refusal(with("v1 a 0")), "some.cir:2: v1: a number, PULSE or SIN is missing");
  EXPECT_EQ(refusal(with("v1 a 0 pulse(0 1 0 2 2 9 5)")),
            "some.cir:2: v1: the pulse is longer than its period");
  EXPECT_EQ(refusal(with("v1 a 0 pulse(0 1 -1)")), "some.cir:2: v1: a time is negative");
  EXPECT_EQ(refusal(with("v1 a 0 pulse(0 1 0 0 0 1p 2p)")),
            "some.cir:4: v1: more than a million pulses");
  EXPECT_EQ(refusal(with("d1 a 0 none")), "some.cir:2: no model none");
  EXPECT_EQ(refusal(with("d1 a 0 m\n.model m nmos")), "some.cir:2: m is another kind of model");
  EXPECT_EQ(refusal(with(".model m npn")), "some.cir:2: m: 'npn' is none of D, NMOS, PMOS");
  EXPECT_EQ(refusal(with(".model m d(bv=5)")), "some.cir:2: m: 'bv' is not known");
  EXPECT_EQ(refusal(with(".model m nmos(level=3)")),
            "some.cir:2: m: transistors have level 1 alone");
  EXPECT_EQ(refusal(with(".print v(q)")), "some.cir:2: no node q");
  EXPECT_EQ(refusal(with(".print i(rrest)")), "some.cir:2: no voltage source or inductor rrest");
  EXPECT_EQ(refusal(with(".ac dec 1 1 1")),
            "some.cir:2: .ac: only .model, .tran, .ic, .print, .options and .end are known");
  EXPECT_EQ(refusal("title\n+ 1\n"),
            "some.cir:2: \"+\" continues a line, but there is none before it");
}

TEST(Netlist, RefusesWhatIsIncomplete) {
  EXPECT_EQ(refusal(""), "some.cir:1: no parts");
  EXPECT_EQ(refusal("title\nr1 a 0 1\n"), "some.cir:2: no .tran");
  EXPECT_EQ(refusal("title\nr1 a b 1\n.tran 1 1\n"),
            "some.cir:3: no part is connected to ground, node 0");
  EXPECT_THROW(read_netlist_file("/no/such/file.cir"), NetlistError);
}

TEST(Netlist, StampsGoWhereTheLawsSay) {
  auto const system = make_system(read("t\nv1 a 0 1\nr1 a b 1\nl1 b 0 1\n.tran 1 1\n"));
  ASSERT_EQ(system.num_unknowns, 4);
  EXPECT_EQ(system.unknown_names, (std::vector<std::string>{"v(a)", "v(b)", "i(l1)", "i(v1)"}));
  // Rows: a has a, b, i(v1); b has a, b, i(l1); the branch of l1 has b and itself; that of v1 a.
  EXPECT_EQ(system.row_offsets, (std::vector<std::int64_t>{0, 3, 6, 8, 9}));
  EXPECT_EQ(system.columns, (std::vector<std::int32_t>{0, 1, 3, 0, 1, 2, 1, 2, 0}));
}

TEST(Netlist, CornersOfPulsesAreKnown) {
  auto const netlist = read(with("v1 a 0 pulse(0 1 1u 1u 2u 3u 10u)"));
  auto const corners = corners_of(make_system(netlist).waves, 12e-6);
  ASSERT_EQ(corners.size(), 8u);
  double const expected[] = {1e-6, 2e-6, 5e-6, 7e-6, 11e-6, 12e-6, 15e-6, 17e-6};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(corners[i], expected[i], 1e-15);
}

TEST(Netlist, GeneratedChainsAreRead) {
  auto const ring = read(inverter_chain(5)), chain = read(inverter_chain(4));
  EXPECT_EQ(ring.nodes.size(), 7u) << "ground, supply, five stages";
  EXPECT_EQ(chain.nodes.size(), 7u) << "ground, supply, input, four stages";
}

}  // namespace
}  // namespace circuit
