// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/jacobian/arguments.hpp>

#include <heddle/cli/help.hpp>
#include <heddle/cli/jacobian/help.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <utility>
#include <vector>

namespace heddle::cli {
namespace {

using Problem = JacobianArguments::Problem;
using Direction = JacobianArguments::Direction;
using coloring::Order, coloring::Place;

template <class Enum>
using Names = std::vector<std::pair<char const*, Enum>>;

Names<Direction> const directions = {{"automatic", Direction::automatic},
                                     {"columns", Direction::columns},
                                     {"rows", Direction::rows},
                                     {"bidirectional", Direction::bidirectional},
                                     {"dense", Direction::dense}};
Names<Order> const orders = {{"automatic", Order::automatic},
                             {"natural", Order::natural},
                             {"largest_first", Order::largest_first},
                             {"smallest_last", Order::smallest_last},
                             {"incidence", Order::incidence}};
Names<Place> const places = {{"host", Place::host}, {"device", Place::device}};

/// An option whose value is one of a few words.
template <class Enum>
void add_choice(CLI::App& app, std::string const& flag, Enum& value, Names<Enum> const& names,
                char const* help) {
  std::string listed;
  for (auto const& [name, unused] : names) listed.append(listed.empty() ? "" : "|").append(name);
  app.add_option_function<std::string>(
         flag,
         [&value, &names, flag, listed](std::string const& word) {
           for (auto const& [name, choice] : names) {
             if (word == name) {
               value = choice;
               return;
             }
           }
           throw CLI::ValidationError(flag, fmt::format("'{}' is none of {}", word, listed));
         },
         help)
      ->type_name(listed);
}

void check_backend(std::string const& name) {
  if (name != "serial" && name != "openmp" && name != "cuda") {
    throw CLI::ValidationError(fmt::format("'{}' is none of serial|openmp|cuda", name));
  }
}

void add_common(CLI::App& app, JacobianArguments& arguments, Problem problem) {
  add_choice(app, "--direction", arguments.direction, directions, jacobian_help::direction);
  add_choice(app, "--order", arguments.order, orders, jacobian_help::order);
  add_choice(app, "--place", arguments.place, places, jacobian_help::place);
  app.add_option("--lanes", arguments.lanes, jacobian_help::lanes)
      ->type_name("-1|0|1|4|8|16")
      ->check(CLI::IsMember({-1, 0, 1, 4, 8, 16}));
  app.add_flag("--bounded-memory", arguments.bounded_memory, jacobian_help::bounded);
  app.add_option("--reference", arguments.reference, jacobian_help::reference)->type_name("J.mtx");
  app.add_option("--backend", arguments.backend, jacobian_help::backend)
      ->type_name("serial|openmp|cuda")
      ->each(check_backend);
  app.add_option("--runs", arguments.runs, jacobian_help::runs)
      ->type_name("5")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--json", arguments.json, help::json);
  app.callback([&arguments, problem] { arguments.problem = problem; });
}

}  // namespace

std::string to_string(Problem problem) {
  switch (problem) {
    case Problem::brusselator: return "brusselator";
    case Problem::rosenbrock: return "rosenbrock";
    case Problem::powerflow: return "powerflow";
  }
  return "unknown";
}

void add_jacobian(CLI::App& app, JacobianArguments& arguments) {
  app.require_subcommand(1);
  auto& brusselator = *app.add_subcommand("brusselator", jacobian_help::brusselator);
  brusselator.add_option("--n", arguments.side, jacobian_help::side)
      ->type_name("64")
      ->check(CLI::Range(1, 30'000));
  auto& rosenbrock = *app.add_subcommand("rosenbrock", jacobian_help::rosenbrock);
  rosenbrock.add_option("--n", arguments.variables, jacobian_help::variables)
      ->type_name("1000")
      ->check(CLI::Range(1, 1'000'000'000));
  auto& powerflow = *app.add_subcommand("powerflow", jacobian_help::powerflow);
  powerflow.add_option("case", arguments.case_file, jacobian_help::case_file)
      ->required()
      ->type_name("CASE");
  powerflow.add_flag("--flat", arguments.flat, jacobian_help::flat);
  add_common(brusselator, arguments, Problem::brusselator);
  add_common(rosenbrock, arguments, Problem::rosenbrock);
  add_common(powerflow, arguments, Problem::powerflow);
}

}  // namespace heddle::cli
