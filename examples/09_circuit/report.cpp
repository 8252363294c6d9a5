// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include "svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace circuit {
namespace {

constexpr char const* kind_names[] = {
    "resistors",       "capacitors", "inductors",   "voltage sources",
    "current sources", "diodes",     "transistors", "holds"};

template <class... Values>
std::string format(char const* pattern, Values... values) {
  char text[400];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

std::string energy_lines(Energy const& energy) {
  std::string text;
  for (std::size_t kind = 0; kind < std::size(kind_names); ++kind) {
    if (energy.taken[kind] == 0) continue;
    text += format("  %-16s %12.5g J", kind_names[kind], energy.taken[kind]);
    bool const stores = energy.stored[kind] != 0;
    text += stores ? format("  of which stored %.5g J\n", energy.stored[kind]) : "\n";
  }
  return text;
}

/// A string as JSON has it.
std::string quoted(std::string const& text) {
  std::string json = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') json += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      json += format("\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      json += c;
    }
  }
  return json + '"';
}
std::string number(double value) {
  return std::isfinite(value) ? format("%.17g", value) : std::string("null");
}
std::string list(std::vector<double> const& numbers) {
  std::string json;
  for (double const value : numbers) json += (json.empty() ? "" : ", ") + number(value);
  return "[" + json + "]";
}

std::vector<double> column(Simulation const& result, std::size_t probe, std::size_t probes) {
  std::vector<double> values(result.times.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = result.trace[i * probes + probe];
  return values;
}

std::string json_of(Energy const& energy) {
  std::string json;
  for (std::size_t kind = 0; kind < std::size(kind_names); ++kind) {
    json += (kind ? ", " : "") + quoted(kind_names[kind]) +
            ": {\"taken\": " + number(energy.taken[kind]) +
            ", \"stored\": " + number(energy.stored[kind]) + "}";
  }
  return "{" + json + "}";
}

std::string json_of(std::vector<PhaseTotal> const& phases) {
  std::string json;
  for (auto const& phase : phases) {
    json += (json.empty() ? "" : ", ") + std::string("{\"phase\": ") + quoted(phase.name) +
            ", \"place\": " + quoted(phase.place) +
            format(", \"runs\": %lld, \"seconds\": ", static_cast<long long>(phase.runs)) +
            number(phase.seconds) + "}";
  }
  return "[" + json + "]";
}

std::string json_of(Outcome const& outcome) {
  auto const& r = outcome.result;
  return std::string("{\"placement\": ") + quoted(to_string(outcome.placement)) +
         format(
             ", \"steps\": %d, \"rejected\": %d, \"iterations\": %d, \"start_iterations\": %d, "
             "\"replays\": %d, \"recordings\": %d, \"recoveries\": %d, \"factor_entries\": %lld, "
             "\"levels\": %lld, \"copies\": %lld, \"bytes_copied\": %lld",
             r.steps, r.rejected, r.iterations, r.start_iterations, r.replays, r.recordings,
             r.recoveries, static_cast<long long>(r.factor_entries),
             static_cast<long long>(r.levels), static_cast<long long>(r.copies),
             static_cast<long long>(r.bytes_copied)) +
         ", \"seconds\": " + number(r.seconds) +
         ", \"stepping_seconds\": " + number(r.stepping_seconds) +
         ", \"calibration_seconds\": " + number(r.calibration_seconds) +
         ", \"phases\": " + json_of(r.phases) + ", \"energy\": " + json_of(r.energy) +
         ", \"energy_imbalance\": " + number(r.energy.imbalance()) + "}";
}

}  // namespace

double largest_difference(Simulation const& a, Simulation const& b) {
  double size = 0, difference = 0;
  for (std::size_t i = 0; i < std::min(a.last.size(), b.last.size()); ++i) {
    size = std::max(size, std::abs(a.last[i]));
    difference = std::max(difference, std::abs(a.last[i] - b.last[i]));
  }
  return size > 0 ? difference / size : difference;
}

std::string text_of(Netlist const& netlist, Simulation const& result) {
  auto text = format("%d steps, %d rejected, %d Newton iterations, %d more for the start\n",
                     result.steps, result.rejected, result.iterations, result.start_iterations);
  text += format(
      "factors: %lld entries in %lld levels; %d replays of %d recordings, new pivots %d "
      "times\n",
      static_cast<long long>(result.factor_entries), static_cast<long long>(result.levels),
      result.replays, result.recordings, result.recoveries);
  text += "energy taken by\n" + energy_lines(result.energy);
  text += format("  sum / sum of magnitudes %.1e\n", result.energy.imbalance());
  auto const probes = netlist.probes.size();
  text += format("at %.6g s:", result.times.back());
  for (std::size_t i = 0; i < probes; ++i) {
    text += format(" %s = %.8g", netlist.probes[i].name.c_str(),
                   result.trace[result.trace.size() - probes + i]);
  }
  return text + "\n";
}

std::string table_of(std::vector<Outcome> const& outcomes) {
  std::string text = "placement       steps s";
  if (outcomes.empty()) return text + "\n";
  for (auto const& phase : outcomes.front().result.phases) {
    text += format(" %18s", phase.name.substr(phase.name.rfind(':') + 1).c_str());
  }
  text += "   copies        MB  difference\n";
  for (auto const& outcome : outcomes) {
    auto const& result = outcome.result;
    text += format("%-12s %10.3f", to_string(outcome.placement), result.stepping_seconds);
    for (auto const& phase : result.phases) {
      text += format(" %8.3f %9s", phase.seconds, ("(" + phase.place + ")").c_str());
    }
    text += format(" %8lld %9.2f %11.1e\n", static_cast<long long>(result.copies),
                   static_cast<double>(result.bytes_copied) / 1e6,
                   largest_difference(outcomes.front().result, result));
  }
  for (auto const& outcome : outcomes) {
    if (!outcome.result.plan.empty()) text += "\n" + outcome.result.plan;
  }
  return text;
}

std::string json_of(Netlist const& netlist, std::string const& machine,
                    std::vector<Outcome> const& outcomes) {
  std::string json = "{\"title\": " + quoted(netlist.title) + ", \"machine\": " + quoted(machine) +
                     format(", \"nodes\": %zu, \"parts\": %zu, \"runs\": [",
                            netlist.nodes.size() - 1, netlist.parts.size());
  for (auto const& outcome : outcomes) {
    json += (&outcome == &outcomes.front() ? "" : ",\n") + json_of(outcome);
  }
  auto const& last = outcomes.back().result;
  json += "],\n\"times\": " + list(last.times) + ",\n\"probes\": {";
  for (std::size_t i = 0; i < netlist.probes.size(); ++i) {
    json += (i ? ",\n" : "") + quoted(netlist.probes[i].name) + ": " +
            list(column(last, i, netlist.probes.size()));
  }
  return json + "}}\n";
}

std::string drawing_of(Netlist const& netlist, Simulation const& result) {
  std::vector<Strip> strips;
  for (std::size_t i = 0; i < netlist.probes.size(); ++i) {
    strips.push_back({netlist.probes[i].name, column(result, i, netlist.probes.size())});
  }
  return svg_of(netlist.title, result.times, strips);
}

}  // namespace circuit
