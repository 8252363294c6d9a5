// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "netlist.hpp"

namespace circuit {
namespace {

constexpr char const* models =
    ".model nch nmos(vto=0.7 kp=110u lambda=0.04 gamma=0.4 phi=0.7 cgso=220p cgdo=220p)\n"
    ".model pch pmos(vto=-0.8 kp=38u lambda=0.05 gamma=0.5 phi=0.7 cgso=220p cgdo=220p)\n"
    "vdd vdd 0 3.3\n";

std::string numbered(char const* name, int number) {
  std::string text(name);
  return text.append(std::to_string(number));
}

}  // namespace

// .ic names the levels from which a run begins: Newton's method would find those of a long chain
// stage by stage. A ring contradicts itself at one place, and that edge travels around for ever.
std::string inverter_chain(int stages) {
  bool const ring = stages % 2 == 1;
  auto const node = [&](int stage) { return numbered("n", ring ? stage % stages : stage); };
  auto text = numbered(ring ? "a ring of " : "a chain of ", stages);
  text.append(" CMOS inverters\n").append(models);
  if (!ring) text += "vin n0 0 pulse(0 3.3 0.5n 0.1n 0.1n 2n 4n)\n";
  for (int stage = 0; stage < stages; ++stage) {
    auto const in = node(stage), out = node(stage + 1), gate = " " + out + " " + in;
    text += numbered("mp", stage) + gate + " vdd vdd pch w=6u l=0.5u\n";
    text += numbered("mn", stage) + gate + " 0 0 nch w=2u l=0.5u\n";
    text += numbered("c", stage) + " " + out + " 0 20f\n";
    bool const low = (stage + 1) % 2 == 0;  // n0 is low
    if (!ring || stage + 1 < stages) text += ".ic v(" + out + ")=" + (low ? "0\n" : "3.3\n");
  }
  if (ring) text += ".ic v(n0)=0\n";
  text += ".print tran v(n0) v(n1)";
  if (stages > 3) text += " v(" + node(stages / 2) + ")";
  return text + "\n.tran 10p 10n\n.end\n";
}

}  // namespace circuit
