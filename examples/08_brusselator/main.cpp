// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Brusselator on a periodic grid, integrated implicitly: the stage equations are written once,
// their Jacobian is traced, coloured and differentiated, and an iteration of Newton's method is one
// launch of a graph with evaluation, refactorization, solve and improvement.
#include <heddle/base/error.hpp>

#include "arguments.hpp"
#include "plot.hpp"
#include "report.hpp"

#include <Kokkos_Core.hpp>

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace brusselator;

/// One line on a terminal, rewritten; nothing elsewhere.
heddle::Observer progress_line() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [](heddle::Progress const& now) {
    std::cerr << '\r' << now.phase << ' ' << now.done;
    if (now.total > 0) std::cerr << '/' << now.total;
    std::cerr << "\x1b[K" << std::flush;
  };
}

/// Between the states of two placements.
double largest_difference(std::vector<Outcome> const& outcomes) {
  double largest = 0;
  for (auto const& outcome : outcomes) {
    for (std::size_t i = 0; i < outcome.state.size(); ++i) {
      largest = std::max(largest, std::abs(outcome.state[i] - outcomes[0].state[i]));
    }
  }
  return largest;
}

int run(Arguments const& arguments) {
  auto settings = arguments.settings;
  settings.shares = arguments.compare || !arguments.json.empty();
  settings.observer = progress_line();
  std::vector<Outcome> outcomes;
  auto const places = arguments.compare ? std::vector<std::string>{"host", "device", "auto"}
                                        : std::vector<std::string>{settings.place};
  for (auto const& place : places) {
    settings.place = place;
    outcomes.push_back(integrate(settings));
  }
  if (settings.observer) std::cerr << "\r\x1b[K";

  auto const& last = outcomes.back();
  std::cout << last.unknowns << " unknowns, " << last.nonzeros << " nonzeros, " << last.colors
            << " colours, " << last.factor_entries
            << " entries in L + U\nhost: " << last.host_backend
            << ", device: " << last.device_backend << "\n\n"
            << to_text(settings, outcomes);
  if (!arguments.svg.empty()) write(arguments.svg, to_svg(settings, last));
  if (!arguments.json.empty()) write(arguments.json, to_json(settings, outcomes));
  if (!arguments.state.empty()) write(arguments.state, to_csv(last.state));
  for (auto const& outcome : outcomes) {
    if (outcome.trouble.empty()) continue;
    std::cerr << "brusselator: " << outcome.trouble << '\n';
    return 1;
  }
  if (outcomes.size() > 1) {
    std::cout << "largest difference between placements " << largest_difference(outcomes) << '\n';
  }
  double mean = 0;
  for (std::size_t i = 0; i < last.state.size() / 2; ++i) mean += last.state[i];
  std::cout << "mean of u at t = " << settings.end << ": "
            << mean / static_cast<double>(last.state.size() / 2) << '\n';
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
    std::cerr << "brusselator: " << problem.message() << '\n';
    return 3;
  }
}
