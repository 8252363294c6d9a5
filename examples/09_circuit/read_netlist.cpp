// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From lines to parts: names become numbers, models and probes are looked up at the end, since a
// netlist may use what it defines further down.
#include "lines.hpp"
#include "netlist.hpp"
#include "read_controls.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

namespace circuit {
namespace {

class Reader {
 public:
  explicit Reader(std::string const& file) : file_(file) {}

  Netlist read(std::string_view text) {
    auto const lines = split_lines(text, file_);
    tables_.netlist.title = lines.title;
    for (auto const& statement : lines.statements) read_statement(statement);
    finish_tables(tables_);
    auto const& netlist = tables_.netlist;
    if (netlist.parts.empty()) fail_at(std::max(lines.count, 1), "no parts");
    if (!(netlist.span.stop > 0)) fail_at(lines.count, "no .tran");
    if (!tables_.uses_ground) fail_at(lines.count, "no part is connected to ground, node 0");
    for (auto const& part : netlist.parts) {
      if (netlist.span.stop > 1e6 * part.wave.period && part.wave.period > 0) {
        fail_at(lines.count, part.name + ": more than a million pulses");
      }
    }
    return std::move(tables_.netlist);
  }

 private:
  void read_statement(Statement const& statement) {
    Words words(statement, file_);
    auto const name = words.take("a name");
    if (name.front() == '.') {
      read_control(name, words, tables_);
    } else {
      read_part(name, words);
    }
    words.expect_end();
  }

  void read_part(std::string const& name, Words& words) {
    if (!names_.insert(name).second) words.fail("there are two parts " + name);
    Part part;
    part.name = name;
    switch (name.front()) {
      case 'r': read_two(part, Kind::resistor, "ohms", words); break;
      case 'c': read_two(part, Kind::capacitor, "farads", words); break;
      case 'l': read_two(part, Kind::inductor, "henries", words); break;
      case 'v': read_source(part, Kind::voltage_source, words); break;
      case 'i': read_source(part, Kind::current_source, words); break;
      case 'd': read_diode(part, words); break;
      case 'm': read_transistor(part, words); break;
      default: words.fail(name + ": only R, C, L, V, I, D and M are known");
    }
    tables_.netlist.parts.push_back(std::move(part));
  }

  void read_nodes(Part& part, int count, Words& words) {
    for (int i = 0; i < count; ++i) {
      part.nodes.push_back(tables_.node(words.take("node " + std::to_string(i + 1))));
    }
  }

  void read_two(Part& part, Kind kind, char const* unit, Words& words) {
    part.kind = kind;
    read_nodes(part, 2, words);
    part.value = words.positive(part.name + ", " + unit);
    if (kind != Kind::resistor && words.take_if("ic")) {
      if (!words.take_if("=")) words.fail(part.name + ": ic needs = and a number");
      part.initial = words.number(part.name + ", ic");
    }
  }

  void read_source(Part& part, Kind kind, Words& words) {
    part.kind = kind;
    read_nodes(part, 2, words);
    bool const given = words.take_if("dc") || words.is_number();
    if (given) part.wave.value = words.number(part.name + ", the constant value");
    if (words.take_if("pulse")) {
      read_pulse(part, words);
    } else if (words.take_if("sin")) {
      read_sine(part, words);
    } else if (!given) {
      words.fail(part.name + ": a number, PULSE or SIN is missing");
    }
  }

  /// What is left out is 0; with a width of 0 it stays high, with a period of 0 it comes once.
  void read_pulse(Part& part, Words& words) {
    auto& wave = part.wave;
    wave.shape = Waveform::Shape::pulse;
    wave.low = words.number(part.name + ", first level");
    wave.high = words.number(part.name + ", second level");
    for (auto* const time : {&wave.delay, &wave.rise, &wave.fall, &wave.width, &wave.period}) {
      if (words.empty()) break;
      *time = words.number(part.name + ", a time");
      if (*time < 0) words.fail(part.name + ": a time is negative");
    }
    bool const fits = wave.rise + wave.width + wave.fall <= wave.period * (1 + 1e-9);
    if (wave.period > 0 && !fits) words.fail(part.name + ": the pulse is longer than its period");
    if (wave.period > 0 && wave.width == 0) words.fail(part.name + ": a period needs a width");
  }

  void read_sine(Part& part, Words& words) {
    auto& wave = part.wave;
    wave.shape = Waveform::Shape::sine;
    wave.offset = words.number(part.name + ", offset");
    wave.amplitude = words.number(part.name + ", amplitude");
    wave.frequency = words.positive(part.name + ", frequency");
    if (!words.empty()) wave.delay = words.number(part.name + ", delay");
    if (!words.empty()) wave.damping = words.number(part.name + ", damping");
  }

  void read_diode(Part& part, Words& words) {
    part.kind = Kind::diode;
    read_nodes(part, 2, words);
    auto const model = words.take(part.name + ", model");
    tables_.wanted.push_back({words, model, tables_.netlist.parts.size(), true});
    part.value = words.empty() ? 1 : words.positive(part.name + ", area");
  }

  void read_transistor(Part& part, Words& words) {
    part.kind = Kind::transistor;
    read_nodes(part, 4, words);
    auto const model = words.take(part.name + ", model");
    double width = 1e-4, length = 1e-4;
    while (!words.empty()) {
      auto const key = words.take("w or l");
      if (key != "w" && key != "l") words.fail(part.name + ": '" + key + "' is not known");
      if (!words.take_if("=")) words.fail(part.name + ": " + key + " needs = and a number");
      (key == "w" ? width : length) = words.positive(part.name + ", " + key);
    }
    part.value = width / length;
    tables_.wanted.push_back({words, model, tables_.netlist.parts.size(), false, width});
  }

  [[noreturn]] void fail_at(int line, std::string const& message) const {
    throw NetlistError(file_ + ":" + std::to_string(line) + ": " + message);
  }

  std::string const& file_;
  Tables tables_;
  std::set<std::string> names_;
};

}  // namespace

Netlist read_netlist(std::string_view text, std::string const& file) {
  return Reader(file).read(text);
}

Netlist read_netlist_file(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  std::string const text(std::istreambuf_iterator<char>(file), {});
  if (!file) throw NetlistError(path + ": cannot be read");
  return read_netlist(text, path);
}

}  // namespace circuit
