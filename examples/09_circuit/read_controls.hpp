// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The controls of a netlist (.model, .tran, .ic, .print, .options), and what is looked up last.
#pragma once

#include "lines.hpp"
#include "netlist.hpp"

#include <map>
#include <string>
#include <vector>

namespace circuit {

/// A model that a part names. `words` stands where it was named.
struct WantedModel {
  Words words;
  std::string name;
  std::size_t part = 0;
  bool is_diode = false;
  double width = 0;
};

/// A probe of .print, by name.
struct WantedProbe {
  Words words;
  bool is_current = false;
  std::string name;
};

/// What is known while a netlist is read.
struct Tables {
  Netlist netlist;
  std::map<std::string, int> nodes{{"0", 0}, {"gnd", 0}}, models;
  std::vector<WantedModel> wanted;
  std::vector<WantedProbe> wanted_probes;
  bool uses_ground = false;

  /// The number of a node, a new one if the name is new.
  int node(std::string const& name);
};

/// Reads one control line, whose name was taken already.
void read_control(std::string const& name, Words& words, Tables& tables);
/// Looks up models and probes; overlap capacitances of transistors become parts.
void finish_tables(Tables& tables);

}  // namespace circuit
