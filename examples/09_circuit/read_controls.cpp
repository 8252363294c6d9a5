// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "read_controls.hpp"

#include <algorithm>
#include <utility>

namespace circuit {
namespace {

void expect_equals(std::string const& key, Words& words) {
  if (!words.take_if("=")) words.fail(key + " needs = and a number");
}

using Parameters = std::vector<std::pair<std::string_view, double*>>;

Parameters parameters_of(Model& model) {
  if (model.is_diode) {
    return {{"is", &model.saturation},        {"n", &model.emission},
            {"cjo", &model.zero_capacitance}, {"cj0", &model.zero_capacitance},
            {"vj", &model.built_in},          {"m", &model.grading},
            {"tt", &model.transit_time}};
  }
  return {{"vto", &model.threshold},     {"kp", &model.transconductance},
          {"lambda", &model.modulation}, {"gamma", &model.body},
          {"phi", &model.surface},       {"cgso", &model.gate_source},
          {"cgdo", &model.gate_drain}};
}

void read_parameter(std::string const& name, Model& model, Words& words) {
  auto const key = words.take("a parameter");
  expect_equals(name + ", " + key, words);
  double const value = words.number(name + ", " + key);
  if (key == "level" && !model.is_diode) {
    if (value != 1) words.fail(name + ": transistors have level 1 alone");
    return;
  }
  for (auto const& [known, place] : parameters_of(model)) {
    if (known != key) continue;
    if (value < 0 && key != "vto") words.fail(name + ", " + key + " is negative");
    *place = value;
    return;
  }
  words.fail(name + ": '" + key + "' is not known");
}

void read_model(Words& words, Tables& tables) {
  auto const name = words.take("a name");
  auto const type = words.take(name + ", type");
  Model model;
  model.is_diode = type == "d";
  model.sign = type == "pmos" ? -1 : 1;
  if (type != "d" && type != "nmos" && type != "pmos") {
    words.fail(name + ": '" + type + "' is none of D, NMOS, PMOS");
  }
  while (!words.empty()) read_parameter(name, model, words);
  if (model.is_diode && (model.saturation == 0 || model.emission == 0 || model.built_in == 0)) {
    words.fail(name + ": is, n and vj must be above 0");
  }
  if (model.grading >= 1) words.fail(name + ": m must be below 1");
  if (model.surface == 0) words.fail(name + ": phi must be above 0");
  int const number = static_cast<int>(tables.netlist.models.size());
  if (!tables.models.emplace(name, number).second) words.fail("there are two models " + name);
  tables.netlist.models.push_back(model);
}

void read_tran(Words& words, Tables& tables) {
  auto& span = tables.netlist.span;
  if (span.stop > 0) words.fail("there are two .tran");
  span.step = words.positive(".tran, step");
  span.stop = words.positive(".tran, end");
  if (words.is_number() && words.number(".tran, start") != 0) {
    words.fail(".tran: only runs that start at 0 are known");
  }
  if (words.is_number()) span.largest_step = words.positive(".tran, largest step");
  span.from_initial = words.take_if("uic");
}

/// v(node)=volts ...
void read_ic(Words& words, Tables& tables) {
  while (!words.empty()) {
    if (!words.take_if("v")) words.fail(".ic: v(node)=volts is expected");
    Part hold;
    hold.kind = Kind::hold;
    hold.name = ".ic v(" + words.take("a node") + ")";
    hold.nodes = {tables.node(hold.name.substr(6, hold.name.size() - 7))};
    expect_equals(hold.name, words);
    hold.wave.value = words.number(hold.name);
    tables.netlist.parts.push_back(std::move(hold));
  }
}

void read_print(Words& words, Tables& tables) {
  words.take_if("tran");
  while (!words.empty()) {
    auto const quantity = words.take("v or i");
    if (quantity != "v" && quantity != "i") words.fail(".print: v(node) or i(part) is expected");
    auto const name = words.take("a name");
    tables.wanted_probes.push_back({words, quantity == "i", name});
  }
}

void read_options(Words& words, Tables& tables) {
  auto& tolerances = tables.netlist.tolerances;
  while (!words.empty()) {
    auto const key = words.take("an option");
    expect_equals(".options " + key, words);
    if (key == "method") {
      auto const method = words.take("a method");
      if (method != "trap" && method != "euler") words.fail("method is trap or euler");
      tables.netlist.method = method == "trap" ? Method::trapezoidal : Method::euler;
      continue;
    }
    double const value = words.positive(".options " + key);
    if (key == "reltol") {
      tolerances.relative = value;
    } else if (key == "vntol") {
      tolerances.voltage = value;
    } else if (key == "abstol") {
      tolerances.current = value;
    } else if (key == "gmin") {
      tolerances.conductance = value;
    } else {
      words.fail(".options: '" + key + "' is not known");
    }
  }
}

/// The gate's capacitances are parts like all others.
void add_overlap(Tables& tables, Part const& transistor, double width) {
  auto const& model = tables.netlist.models[static_cast<std::size_t>(transistor.model)];
  auto const add = [&](char const* suffix, double farads, int other) {
    if (farads == 0 || transistor.nodes[1] == other) return;
    Part part;
    part.kind = Kind::capacitor;
    part.name = transistor.name + suffix;
    part.nodes = {transistor.nodes[1], other};
    part.value = farads;
    tables.netlist.parts.push_back(std::move(part));
  };
  add(".cgs", model.gate_source * width, transistor.nodes[2]);
  add(".cgd", model.gate_drain * width, transistor.nodes[0]);
}

void find_model(Tables& tables, WantedModel const& wanted) {
  auto const found = tables.models.find(wanted.name);
  if (found == tables.models.end()) wanted.words.fail("no model " + wanted.name);
  auto const& model = tables.netlist.models[static_cast<std::size_t>(found->second)];
  if (model.is_diode != wanted.is_diode)
    wanted.words.fail(wanted.name + " is another kind of model");
  tables.netlist.parts[wanted.part].model = found->second;
  if (wanted.is_diode) return;
  auto const transistor = tables.netlist.parts[wanted.part];  // a copy: parts are added
  add_overlap(tables, transistor, wanted.width);
}

void find_probe(Tables& tables, WantedProbe const& wanted) {
  Probe probe;
  probe.name = (wanted.is_current ? "i(" : "v(") + wanted.name + ")";
  if (wanted.is_current) {
    auto const& parts = tables.netlist.parts;
    auto const found = std::find_if(parts.begin(), parts.end(), [&](Part const& part) {
      return part.name == wanted.name &&
             (part.kind == Kind::voltage_source || part.kind == Kind::inductor);
    });
    if (found == parts.end()) wanted.words.fail("no voltage source or inductor " + wanted.name);
    probe.part = static_cast<int>(found - parts.begin());
  } else {
    auto const found = tables.nodes.find(wanted.name);
    if (found == tables.nodes.end()) wanted.words.fail("no node " + wanted.name);
    probe.node = found->second;
  }
  tables.netlist.probes.push_back(std::move(probe));
}

}  // namespace

int Tables::node(std::string const& name) {
  auto const [entry, is_new] = nodes.emplace(name, static_cast<int>(netlist.nodes.size()));
  if (is_new) netlist.nodes.push_back(name);
  uses_ground |= entry->second == 0;
  return entry->second;
}

void read_control(std::string const& name, Words& words, Tables& tables) {
  if (name == ".model") {
    read_model(words, tables);
  } else if (name == ".tran") {
    read_tran(words, tables);
  } else if (name == ".ic") {
    read_ic(words, tables);
  } else if (name == ".print" || name == ".plot" || name == ".probe") {
    read_print(words, tables);
  } else if (name == ".options" || name == ".option") {
    read_options(words, tables);
  } else {
    words.fail(name + ": only .model, .tran, .ic, .print, .options and .end are known");
  }
}

void finish_tables(Tables& tables) {
  for (auto const& wanted : tables.wanted) find_model(tables, wanted);
  for (auto const& wanted : tables.wanted_probes) find_probe(tables, wanted);
  auto& netlist = tables.netlist;
  if (!netlist.probes.empty()) return;
  int const shown = std::min(4, static_cast<int>(netlist.nodes.size()) - 1);
  for (int node = 1; node <= shown; ++node) {
    Probe probe;
    probe.name = "v(" + netlist.nodes[static_cast<std::size_t>(node)] + ")";
    probe.node = node;
    netlist.probes.push_back(std::move(probe));
  }
}

}  // namespace circuit
