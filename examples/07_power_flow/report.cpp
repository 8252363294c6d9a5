// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <heddle/base/error.hpp>

#include <cmath>
#include <fstream>
#include <functional>
#include <iomanip>
#include <numbers>
#include <sstream>
#include <utility>

namespace power_flow {
namespace {

constexpr int name_width = 26, cell_width = 14;

/// Nothing was done in no time.
std::string milliseconds(double seconds) {
  if (seconds == 0) return "-";
  std::ostringstream text;
  text << std::fixed
       << std::setprecision(seconds < 1e-3  ? 4
                            : seconds < 0.1 ? 2
                                            : 0)
       << 1000 * seconds;
  return text.str();
}

constexpr std::pair<char const*, double Iteration::*> phases[] = {
    {"evaluate", &Iteration::evaluate},
    {"norm", &Iteration::norm},
    {"solve", &Iteration::solve},
    {"update", &Iteration::update}};

/// Over the iterations that have the phase: the last one finds a solution and stops.
double mean(Run const& run, double Iteration::*part) {
  double sum = 0;
  int count = 0;
  for (auto const& i : run.iterations) {
    sum += i.*part;
    count += i.*part > 0;
  }
  return count > 0 ? sum / count : 0;
}

/// The run that tells what iterations take: the one that has set nothing up, if there is one.
Run const& steady(Outcome const& outcome) {
  return outcome.again.iterations.empty() ? outcome.first : outcome.again;
}

class Table {
 public:
  explicit Table(std::vector<Outcome> const& outcomes) : outcomes_(outcomes) {}

  void row(std::string const& name, std::function<std::string(Outcome const&)> const& cell) {
    text_ << std::left << std::setw(name_width) << name << std::right;
    for (auto const& outcome : outcomes_) text_ << std::setw(cell_width) << cell(outcome);
    text_ << '\n';
  }
  void rule() { text_ << std::string(name_width + cell_width * outcomes_.size(), '-') << '\n'; }
  std::string text() const { return text_.str(); }

 private:
  std::vector<Outcome> const& outcomes_;
  std::ostringstream text_;
};

std::string chosen(Outcome const& outcome, std::string const& phase) {
  for (auto const& [name, place] : outcome.chosen) {
    if (name == "power_flow::" + phase) return " " + place;
  }
  return "";
}

void json_run(std::ostream& out, char const* name, Run const& run) {
  out << ",\n   \"" << name << "\": {\"converged\": " << (run.converged ? "true" : "false")
      << ", \"seconds\": " << run.seconds << ", \"copies\": " << run.copies
      << ", \"bytes_copied\": " << run.bytes_copied << ", \"iterations\": [";
  char const* between = "";
  for (auto const& i : run.iterations) {
    out << between << "\n    {\"mismatch\": ";
    std::isfinite(i.mismatch) ? out << i.mismatch : out << "null";
    out << ", \"evaluate\": " << i.evaluate << ", \"norm\": " << i.norm
        << ", \"solve\": " << i.solve << ", \"update\": " << i.update << '}';
    between = ",";
  }
  out << "]}";
}

std::string quoted(std::string const& text) {
  std::string result = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c >= 0 && c < ' ' ? '?' : c;
  }
  return result + '"';
}

}  // namespace

Voltages voltages_of(heddle::io::PowerNetwork const& network, std::vector<double> const& x) {
  Voltages result{network.fixed_magnitude, network.fixed_angle};
  for (std::size_t bus = 0; bus < result.magnitude.size(); ++bus) {
    if (auto const at = network.magnitude_of[bus]; at >= 0) result.magnitude[bus] = x[at];
    if (auto const at = network.angle_of[bus]; at >= 0) result.angle[bus] = x[at];
  }
  return result;
}

std::string to_text(Reading const& reading, std::vector<Outcome> const& outcomes) {
  using O = Outcome const&;
  Table table(outcomes);
  table.row("milliseconds", [](O o) { return o.place == "auto" ? "automatic" : "all " + o.place; });
  table.rule();
  table.row("read", [&](O) { return milliseconds(reading.seconds); });
  table.row("trace", [](O o) { return milliseconds(o.setup.trace); });
  table.row("colour, plan", [](O o) { return milliseconds(o.setup.plan); });
  table.row("analyze", [](O o) { return milliseconds(o.setup.analyze); });
  table.row("measure places", [](O o) { return milliseconds(o.setup.measure); });
  table.row("first solution, whole", [](O o) { return milliseconds(o.first.seconds); });
  table.rule();
  for (auto const& [name, part] : phases) {
    table.row(std::string(name) + ", an iteration", [name = name, part = part](O o) {
      return milliseconds(mean(steady(o), part)) + chosen(o, name);
    });
  }
  bool const twice = !outcomes.empty() && !outcomes[0].again.iterations.empty();
  if (twice) table.row("solution again", [](O o) { return milliseconds(o.again.seconds); });
  table.rule();
  table.row("iterations", [](O o) { return std::to_string(o.first.iterations.size() - 1); });
  table.row("copies", [](O o) { return std::to_string(steady(o).copies); });
  table.row("bytes copied", [](O o) { return std::to_string(steady(o).bytes_copied); });
  table.row("replayed systems", [](O o) { return std::to_string(o.replays); });
  return table.text();
}

std::string to_json(Reading const& reading, std::vector<Outcome> const& outcomes) {
  std::ostringstream out;
  out << std::setprecision(9) << "{\"case\": " << quoted(reading.case_file)
      << ", \"read\": " << reading.seconds << ", \"placements\": [";
  char const* between = "\n";
  for (auto const& o : outcomes) {
    out << between << "  {\"place\": \"" << o.place << "\", \"host\": \"" << o.host_backend
        << "\", \"device\": \"" << o.device_backend << "\", \"unknowns\": " << o.unknowns
        << ", \"nonzeros\": " << o.jacobian.values.size() << ", \"colors\": " << o.colors
        << ",\n   \"factor_entries\": " << o.factor_entries << ", \"levels\": " << o.levels
        << ", \"replays\": " << o.replays << ", \"factorizations\": " << o.factorizations
        << ",\n   \"trace\": " << o.setup.trace << ", \"plan\": " << o.setup.plan
        << ", \"analyze\": " << o.setup.analyze << ", \"measure\": " << o.setup.measure
        << ",\n   \"chosen\": {";
    char const* comma = "";
    for (auto const& [phase, place] : o.chosen) {
      out << comma << '"' << phase << "\": \"" << place << '"';
      comma = ", ";
    }
    out << '}';
    json_run(out, "first", o.first);
    if (!o.again.iterations.empty()) json_run(out, "again", o.again);
    out << '}';
    between = ",\n";
  }
  out << "\n]}\n";
  return out.str();
}

std::string to_csv(heddle::io::PowerNetwork const& network, Voltages const& voltages) {
  std::ostringstream out;
  out << std::setprecision(17) << "bus,magnitude,angle\n";
  for (std::size_t bus = 0; bus < network.bus_id.size(); ++bus) {
    out << network.bus_id[bus] << ',' << voltages.magnitude[bus] << ','
        << voltages.angle[bus] * 180 / std::numbers::pi << '\n';
  }
  return out.str();
}

void write(std::string const& file, std::string const& text) {
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  HEDDLE_EXPECTS(out.good(), file_not_found, file + ": cannot be written");
}

}  // namespace power_flow
