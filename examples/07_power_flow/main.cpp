// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Newton power flow of MATPOWER cases: equations written once, sparsity traced, coloured on the
// host, differentiated and solved where the user or a measurement says. After Tinney and Hart,
// Power Flow Solution by Newton's Method, IEEE Trans. PAS-86, 1967.
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/io/write.hpp>

#include "arguments.hpp"
#include "plot.hpp"
#include "report.hpp"
#include "solver.hpp"

#include <Kokkos_Core.hpp>

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <iostream>

namespace {

using namespace power_flow;

/// One line on a terminal, rewritten; nothing elsewhere.
heddle::Observer progress_line() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [](heddle::Progress const& now) {
    std::cerr << '\r' << now.phase << ' ' << now.done;
    if (now.total > 0) std::cerr << '/' << now.total;
    std::cerr << "\x1b[K" << std::flush;
  };
}

std::vector<std::string> places_of(std::string const& place) {
  if (place == "compare") return {"host", "device", "auto"};
  return {place};
}

/// Between the solutions of two placements.
double largest_difference(std::vector<Outcome> const& outcomes) {
  double largest = 0;
  for (auto const& outcome : outcomes) {
    for (std::size_t i = 0; i < outcome.x.size(); ++i) {
      largest = std::max(largest, std::abs(outcome.x[i] - outcomes[0].x[i]));
    }
  }
  return largest;
}

void write_files(Arguments const& arguments, heddle::io::PowerNetwork const& network,
                 Reading const& reading, std::vector<Outcome> const& outcomes) {
  auto const& last = outcomes.back();
  auto const voltages = voltages_of(network, last.x);
  auto const name = arguments.case_file.substr(arguments.case_file.find_last_of('/') + 1);
  if (!arguments.svg.empty()) write(arguments.svg, to_svg(name, last.first, voltages));
  if (!arguments.json.empty()) write(arguments.json, to_json(reading, outcomes));
  if (!arguments.voltages.empty()) write(arguments.voltages, to_csv(network, voltages));
  if (!arguments.jacobian.empty()) heddle::io::write_matrix(arguments.jacobian, last.jacobian);
}

int run(Arguments const& arguments) {
  heddle::Timer const timer;
  auto const network =
      heddle::io::to_network(heddle::io::read_power_case(arguments.case_file), arguments.start);
  Reading const reading{arguments.case_file, timer.seconds()};
  SolverOptions options;
  options.tolerance = arguments.tolerance;
  options.max_iterations = arguments.max_iterations;
  options.again = arguments.place == "compare";
  options.observer = progress_line();
  std::vector<Outcome> outcomes;
  for (auto const& place : places_of(arguments.place)) {
    options.place = place;
    outcomes.push_back(solve(network, options));
  }
  if (options.observer) std::cerr << "\r\x1b[K";

  auto const& last = outcomes.back();
  std::cout << arguments.case_file << ": " << network.bus_id.size() << " buses, " << last.unknowns
            << " unknowns, " << last.jacobian.values.size() << " nonzeros, " << last.colors
            << " colours, " << last.factor_entries
            << " entries in L + U\nhost: " << last.host_backend
            << ", device: " << last.device_backend << "\n\n"
            << to_text(reading, outcomes);
  write_files(arguments, network, reading, outcomes);
  if (outcomes.size() > 1)
    std::cout << "largest difference between placements " << largest_difference(outcomes) << '\n';
  for (auto const& outcome : outcomes) {
    if (outcome.first.converged) continue;
    std::cerr << "power_flow: no solution: " << outcome.first.trouble << '\n';
    return 1;
  }
  std::cout << "converged, largest mismatch " << last.first.iterations.back().mismatch << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto const arguments = parse(argc, argv);
  if (!arguments) return 2;
  try {
    return run(*arguments);
  } catch (heddle::error const& problem) {
    std::cerr << "power_flow: " << problem.message() << '\n';
    return 3;
  }
}
