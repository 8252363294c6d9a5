// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/power_network.hpp>

#include <heddle/base/error.hpp>
#include <heddle/io/detail/text.hpp>

#include <complex>
#include <map>
#include <numbers>
#include <string>
#include <unordered_map>
#include <utility>

namespace heddle::io {
namespace {

using Complex = std::complex<double>;
constexpr double degree = std::numbers::pi / 180;

class NetworkBuilder {
 public:
  explicit NetworkBuilder(PowerCase const& power_case) : case_(power_case) {
    for (auto const& bus : case_.buses) {
      if (known_.count(bus.id) > 0) fail("bus " + std::to_string(bus.id) + " stands twice");
      bool const isolated = bus.type == 4;
      known_[bus.id] = isolated ? -1 : static_cast<std::int32_t>(buses_.size());
      if (isolated) continue;
      buses_.push_back(&bus);
      network_.bus_id.push_back(bus.id);
    }
    types_.resize(buses_.size());
    injections_.resize(buses_.size());
    rows_.resize(buses_.size());
  }

  PowerNetwork build(PowerStart start) {
    add_buses(start == PowerStart::flat);
    add_generators();
    for (auto const& branch : case_.branches) {
      if (branch.in_service) add_branch(branch);
    }
    add_rows();
    number_unknowns();
    return std::move(network_);
  }

 private:
  [[noreturn]] void fail(std::string const& what) const {
    throw error(ErrorCode::bad_format, detail::printable_path(case_.name) + ": " + what, __FILE__,
                __LINE__);
  }

  /// Index of a bus that is in the network; -1 for an isolated one.
  std::int32_t find(std::int64_t id) const {
    auto const found = known_.find(id);
    if (found == known_.end()) fail("there is no bus " + std::to_string(id));
    return found->second;
  }

  void add_buses(bool flat_start) {
    for (std::size_t i = 0; i < buses_.size(); ++i) {
      auto const& bus = *buses_[i];
      types_[i] = bus.type == 2 ? 1 : bus.type;  // PV needs a generator
      network_.fixed_angle.push_back(flat_start ? 0 : bus.angle * degree);
      network_.fixed_magnitude.push_back(flat_start ? 1 : bus.magnitude);
      injections_[i] = -Complex(bus.active_load, bus.reactive_load) / case_.base_mva;
      rows_[i][static_cast<std::int32_t>(i)] += Complex(bus.shunt_g, bus.shunt_b) / case_.base_mva;
    }
  }

  void add_generators() {
    for (auto const& generator : case_.generators) {
      auto const i = find(generator.bus);
      if (!generator.in_service || i < 0) continue;
      injections_[i] += Complex(generator.active, generator.reactive) / case_.base_mva;
      if (buses_[i]->type == 1) continue;
      if (types_[i] == 1) types_[i] = 2;
      network_.fixed_magnitude[i] = generator.magnitude;
    }
  }

  /// The pi model, with a transformer at the `from` end.
  void add_branch(PowerCase::Branch const& branch) {
    auto const from = find(branch.from), to = find(branch.to);
    if (from < 0 || to < 0) return;
    if (branch.r == 0 && branch.x == 0) {
      fail("the branch from bus " + std::to_string(branch.from) + " to " +
           std::to_string(branch.to) + " has no impedance");
    }
    Complex const series = 1.0 / Complex(branch.r, branch.x);
    Complex const shunted = series + Complex(0, branch.b / 2);
    Complex const tap = std::polar(branch.ratio == 0 ? 1 : branch.ratio, branch.shift * degree);
    rows_[from][from] += shunted / std::norm(tap);
    rows_[from][to] -= series / std::conj(tap);
    rows_[to][from] -= series / tap;
    rows_[to][to] += shunted;
  }

  void add_rows() {
    network_.offsets.push_back(0);
    for (auto const& row : rows_) {
      for (auto const& [k, y] : row) {
        network_.neighbour.push_back(k);
        network_.conductance.push_back(y.real());
        network_.susceptance.push_back(y.imag());
      }
      network_.offsets.push_back(static_cast<std::int64_t>(network_.neighbour.size()));
    }
  }

  void number_unknowns() {
    auto& net = network_;
    bool reference = false;
    for (auto const type : types_) reference = reference || type == 3;
    if (!reference) fail("no reference bus (type 3)");
    auto const number = [&](bool angles, int last_type, std::vector<std::int32_t>& of) {
      of.resize(buses_.size(), -1);
      for (std::size_t i = 0; i < buses_.size(); ++i) {
        if (types_[i] > last_type) continue;
        of[i] = static_cast<std::int32_t>(net.bus_of.size());
        net.bus_of.push_back(static_cast<std::int32_t>(i));
        net.wanted.push_back(angles ? injections_[i].real() : injections_[i].imag());
        net.start.push_back(angles ? net.fixed_angle[i] : net.fixed_magnitude[i]);
      }
    };
    number(true, 2, net.angle_of);
    net.num_angles = static_cast<std::int32_t>(net.bus_of.size());
    number(false, 1, net.magnitude_of);
    net.num_magnitudes = static_cast<std::int32_t>(net.bus_of.size()) - net.num_angles;
  }

  PowerCase const& case_;
  std::unordered_map<std::int64_t, std::int32_t> known_;
  std::vector<PowerCase::Bus const*> buses_;
  std::vector<int> types_;
  std::vector<Complex> injections_;
  std::vector<std::map<std::int32_t, Complex>> rows_;
  PowerNetwork network_;
};

}  // namespace

PowerNetwork to_network(PowerCase const& power_case, PowerStart start) {
  return NetworkBuilder(power_case).build(start);
}

}  // namespace heddle::io
