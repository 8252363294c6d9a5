// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transient analysis of a circuit: nodal analysis, Newton's method at each time step, one
// analysis of the matrix and a replayed refactorization for each iteration; every phase placed on
// the host or the device.
//
//   circuit [options] netlist.cir        a file
//   circuit [options] --stages N         a generated chain of CMOS inverters
#include "report.hpp"

#include <heddle/base/error.hpp>

#include <unistd.h>
#include <charconv>
#include <cstdio>
#include <exception>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

namespace {

using namespace circuit;

constexpr char const* usage =
    "usage: circuit [options] netlist.cir | --stages N\n"
    "  --stages N   a chain of N CMOS inverters, closed to a ring if N is odd\n"
    "  --place host|device|automatic|compare   where phases run (automatic)\n"
    "  --fixed      steps as long as .tran says, instead of by their error\n"
    "  --svg FILE   the waveforms, --json FILE everything\n";

struct Usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Arguments {
  std::string netlist, svg, json;
  int stages = 0;
  bool fixed = false;
  std::vector<Placement> placements{Placement::automatic};
};

int stages_of(std::string_view text) {
  int stages = 0;
  auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), stages);
  bool const whole = problem == std::errc() && end == text.data() + text.size();
  if (!whole || stages < 2 || stages > 1000000) throw Usage("--stages takes 2 ... 1000000");
  return stages;
}

std::vector<Placement> placements_of(std::string_view text) {
  std::vector<Placement> all(std::begin(all_placements), std::end(all_placements));
  if (text == "compare") return all;
  for (auto const placement : all) {
    if (text == to_string(placement)) return {placement};
  }
  throw Usage("--place takes host, device, automatic or compare");
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    std::string_view const word = argv[i];
    auto const value = [&]() -> std::string_view {
      if (++i == argc) throw Usage(std::string(word) + " needs a value");
      return argv[i];
    };
    if (word == "--stages") {
      arguments.stages = stages_of(value());
    } else if (word == "--place") {
      arguments.placements = placements_of(value());
    } else if (word == "--fixed") {
      arguments.fixed = true;
    } else if (word == "--svg") {
      arguments.svg = value();
    } else if (word == "--json") {
      arguments.json = value();
    } else if (word.starts_with("-") || !arguments.netlist.empty()) {
      throw Usage("'" + std::string(word) + "' has no meaning here");
    } else {
      arguments.netlist = word;
    }
  }
  bool const one = arguments.netlist.empty() != (arguments.stages == 0);
  if (!one) throw Usage("a netlist or --stages, and not both");
  return arguments;
}

void write(std::string const& path, std::string const& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::system_error(errno, std::generic_category(), path);
}

/// One line of progress, on a terminal alone.
std::function<void(double)> progress_of(Placement placement) {
  if (!isatty(2)) return {};
  return [placement, shown = -1](double share) mutable {
    int const percent = static_cast<int>(100 * share);
    if (percent == shown) return;
    shown = percent;
    std::fprintf(stderr, percent < 100 ? "\r%s: %d %% " : "\r\033[K", to_string(placement),
                 percent);
  };
}

int run(Arguments const& arguments) {
  auto const netlist = arguments.stages > 0
                           ? read_netlist(inverter_chain(arguments.stages), "inverter chain")
                           : read_netlist_file(arguments.netlist);
  std::vector<Outcome> outcomes;
  for (auto const placement : arguments.placements) {
    SimulationOptions options;
    options.placement = placement;
    options.fixed_steps = arguments.fixed;
    options.progress = progress_of(placement);
    outcomes.push_back({placement, simulate(netlist, options)});
  }
  auto const& last = outcomes.back().result;
  std::printf("%s: %zu nodes, %zu parts, on %s\n%s\n%s", netlist.title.c_str(),
              netlist.nodes.size() - 1, netlist.parts.size(), Runtime::description().c_str(),
              text_of(netlist, last).c_str(), table_of(outcomes).c_str());
  if (!arguments.svg.empty()) write(arguments.svg, drawing_of(netlist, last));
  if (!arguments.json.empty()) {
    write(arguments.json, json_of(netlist, Runtime::description(), outcomes));
  }
  return 0;
}

int fail(int code, std::string const& message) {
  std::fprintf(stderr, "circuit: %s\n", message.c_str());
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Runtime const kokkos(argc, argv);
    return run(parse(argc, argv));
  } catch (Usage const& problem) {
    return fail(2, std::string(problem.what()) + "\n" + usage);
  } catch (heddle::error const& problem) {
    return fail(1, problem.message());
  } catch (std::exception const& problem) {
    return fail(1, problem.what());
  }
}
