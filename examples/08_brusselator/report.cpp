// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <heddle/base/error.hpp>

#include <fstream>
#include <functional>
#include <iomanip>
#include <sstream>
#include <utility>

namespace brusselator {
namespace {

constexpr int name_width = 26, cell_width = 16;

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

std::string column_name(Outcome const& outcome) {
  if (outcome.place != "auto") return "all " + outcome.place;
  return outcome.chosen.empty() ? "automatic" : "auto: " + outcome.chosen;
}

constexpr std::pair<char const*, double Shares::*> phases[] = {{"graph", &Shares::graph},
                                                               {"evaluate", &Shares::evaluate},
                                                               {"refactor", &Shares::refactor},
                                                               {"solve", &Shares::solve},
                                                               {"update", &Shares::update}};

}  // namespace

std::string to_text(Settings const& settings, std::vector<Outcome> const& outcomes) {
  using O = Outcome const&;
  Table table(outcomes);
  table.row("milliseconds", column_name);
  table.rule();
  table.row("set up", [](O o) { return milliseconds(o.setup); });
  table.row("measure places", [](O o) { return milliseconds(o.measure); });
  table.row("all steps", [](O o) { return milliseconds(o.seconds); });
  table.row("a step", [&](O o) { return milliseconds(o.seconds / settings.steps); });
  table.row("a Newton iteration", [](O o) {
    return milliseconds(o.iterations > 0 ? o.seconds / static_cast<double>(o.iterations) : 0);
  });
  if (settings.shares) {
    table.rule();
    for (auto const& [name, part] : phases) {
      bool const whole = part == &Shares::graph;
      table.row(whole ? "one launch of the graph" : std::string("  ") + name + " alone",
                [part = part](O o) { return milliseconds(o.shares.*part); });
    }
  }
  table.rule();
  table.row("Newton iterations", [](O o) { return std::to_string(o.iterations); });
  table.row("factorizations", [](O o) { return std::to_string(o.factorizations); });
  table.row("copies", [](O o) { return std::to_string(o.copies); });
  table.row("bytes copied", [](O o) { return std::to_string(o.bytes_copied); });
  return table.text();
}

std::string to_json(Settings const& settings, std::vector<Outcome> const& outcomes) {
  std::ostringstream out;
  out << std::setprecision(9) << "{\"side\": " << settings.side << ", \"steps\": " << settings.steps
      << ", \"end\": " << settings.end << ", \"placements\": [";
  char const* between = "\n";
  for (auto const& o : outcomes) {
    out << between << "  {\"place\": \"" << o.place << "\", \"chosen\": \"" << o.chosen
        << "\", \"host\": \"" << o.host_backend << "\", \"device\": \"" << o.device_backend
        << "\",\n   \"unknowns\": " << o.unknowns << ", \"nonzeros\": " << o.nonzeros
        << ", \"colors\": " << o.colors << ", \"levels\": " << o.levels
        << ", \"factor_entries\": " << o.factor_entries
        << ", \"multiply_adds\": " << o.multiply_adds << ",\n   \"iterations\": " << o.iterations
        << ", \"factorizations\": " << o.factorizations << ", \"copies\": " << o.copies
        << ", \"bytes_copied\": " << o.bytes_copied << ",\n   \"setup\": " << o.setup
        << ", \"measure\": " << o.measure << ", \"seconds\": " << o.seconds
        << ",\n   \"iteration\": {";
    char const* comma = "";
    for (auto const& [name, part] : phases) {
      out << comma << '"' << name << "\": " << o.shares.*part;
      comma = ", ";
    }
    out << "}}";
    between = ",\n";
  }
  out << "\n]}\n";
  return out.str();
}

std::string to_csv(std::vector<double> const& state) {
  std::ostringstream out;
  out << std::setprecision(17) << "u,v\n";
  std::size_t const points = state.size() / 2;
  for (std::size_t i = 0; i < points; ++i) out << state[i] << ',' << state[points + i] << '\n';
  return out.str();
}

void write(std::string const& file, std::string const& text) {
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  HEDDLE_EXPECTS(out.good(), file_not_found, file + ": cannot be written");
}

}  // namespace brusselator
