// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A circuit as its netlist says it. Plain C++, knows neither Kokkos nor Heddle.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace circuit {

/// What a line of a netlist can be.
enum class Kind : std::int32_t {
  resistor,
  capacitor,
  inductor,
  voltage_source,
  current_source,
  diode,
  transistor,
  hold  ///< of .ic: a node held at a voltage while the operating point is sought
};

/// A number, or a function of time: PULSE(low high delay rise fall width period),
/// SIN(offset amplitude frequency delay damping).
struct Waveform {
  enum class Shape : std::int32_t { constant, pulse, sine } shape = Shape::constant;
  double value = 0;  ///< of a constant
  double low = 0, high = 0, delay = 0, rise = 0, fall = 0, width = 0, period = 0;
  double offset = 0, amplitude = 0, frequency = 0, damping = 0;
};

/// Parameters of .model, in volts, amperes, farads and metres. Diodes: saturation current,
/// emission, junction capacitance, transit time. Transistors of level 1: threshold,
/// transconductance, channel-length modulation, body effect, overlap capacitances per width.
struct Model {
  bool is_diode = false;
  double sign = 1;  ///< -1: PMOS
  double saturation = 1e-14, emission = 1, zero_capacitance = 0, built_in = 1, grading = 0.5,
         transit_time = 0;
  double threshold = 0, transconductance = 2e-5, modulation = 0, body = 0, surface = 0.6;
  double gate_source = 0, gate_drain = 0;
};

/// A line of the netlist. Nodes are numbers: 0 is ground.
struct Part {
  Kind kind = Kind::resistor;
  std::string name;
  std::vector<int> nodes;
  double value = 0;  ///< ohms, farads, henries; area of a diode; W / L of a transistor
  std::optional<double> initial = {};  ///< IC=: volts of a capacitor, amperes of an inductor
  int model = -1;
  Waveform wave = {};
};

/// A voltage or a current that is to be shown.
struct Probe {
  std::string name;  ///< as written: "v(out)", "i(v1)"
  int node = 0;      ///< of a voltage
  int part = -1;     ///< of a current: a voltage source or an inductor
};

/// .tran, in seconds.
struct Span {
  double step = 0, stop = 0;
  double largest_step = 0;    ///< 0: a fiftieth of the whole
  bool from_initial = false;  ///< UIC: no operating point, IC= says where to begin
};

/// .options.
struct Tolerances {
  double relative = 1e-3;  ///< of a step's error; Newton's method goes on to a hundredth
  double voltage = 1e-6;  ///< volts that do not matter to Newton's method; steps: 100 times as much
  double current = 1e-12;      ///< amperes that do not matter
  double conductance = 1e-12;  ///< across every junction
};

enum class Method { euler, trapezoidal };

struct Netlist {
  std::string title;
  std::vector<std::string> nodes{"0"};
  std::vector<Part> parts;
  std::vector<Model> models;
  std::vector<Probe> probes;  ///< without .print: the first nodes
  Span span;
  Tolerances tolerances;
  Method method = Method::trapezoidal;
};

/// Bad input, in one line: "file:line: what is wrong".
struct NetlistError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the text of a netlist as SPICE has it: a title, one part or control a line, "+" continues
/// a line, "*" and ";" begin comments, case does not count. `file` is for errors.
Netlist read_netlist(std::string_view text, std::string const& file);
/// The same for a file.
Netlist read_netlist_file(std::string const& path);

/// The text of a chain of CMOS inverters, closed to a ring if the number is odd.
std::string inverter_chain(int stages);

}  // namespace circuit
