// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/coloring/arguments.hpp>

#include <heddle/cli/coloring/help.hpp>
#include <heddle/cli/help.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace heddle::cli {
namespace {

using coloring::Kind, coloring::Order, coloring::Method, coloring::Place;

constexpr Kind all_kinds[] = {Kind::columns,   Kind::rows, Kind::bidirectional, Kind::distance1,
                              Kind::distance2, Kind::star, Kind::acyclic};
constexpr Order all_orders[] = {Order::automatic, Order::natural, Order::largest_first,
                                Order::smallest_last, Order::incidence};
constexpr Method all_methods[] = {Method::greedy, Method::speculative, Method::exact};
constexpr Place all_places[] = {Place::host, Place::device};

/// A list of words, each of which names a choice.
template <class Enum, std::size_t count>
void add_choices(CLI::App& app, std::string const& flag, std::vector<Enum>& chosen,
                 Enum const (&choices)[count], char const* help) {
  std::string listed;
  for (auto const choice : choices) {
    listed.append(listed.empty() ? "" : "|").append(to_string(choice));
  }
  app.add_option_function<std::vector<std::string>>(
         flag,
         [&chosen, &choices, flag, listed](std::vector<std::string> const& words) {
           chosen.clear();
           for (auto const& word : words) {
             std::size_t at = 0;
             while (at < count && word != to_string(choices[at])) ++at;
             if (at == count) {
               throw CLI::ValidationError(flag, fmt::format("'{}' is none of {}", word, listed));
             }
             chosen.push_back(choices[at]);
           }
         },
         help)
      ->type_name(listed + ",...")
      ->delimiter(',');
}

void check_backend(std::string const& name) {
  if (name != "serial" && name != "openmp" && name != "cuda") {
    throw CLI::ValidationError(fmt::format("'{}' is none of serial|openmp|cuda", name));
  }
}

}  // namespace

void add_color(CLI::App& app, ColorArguments& arguments) {
  app.add_option("matrix", arguments.matrix, help::matrix)->required()->type_name("A.mtx");
  add_choices(app, "--kind", arguments.kinds, all_kinds, color_help::kinds);
  add_choices(app, "--order", arguments.orders, all_orders, color_help::orders);
  add_choices(app, "--method", arguments.methods, all_methods, color_help::methods);
  add_choices(app, "--place", arguments.places, all_places, color_help::places);
  app.add_option("--backend", arguments.backend, color_help::backend)
      ->type_name("serial|openmp|cuda")
      ->each(check_backend);
  app.add_option("--runs", arguments.runs, color_help::runs)
      ->type_name("1")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--drop-zeros", arguments.drop_zeros, color_help::drop_zeros);
  app.add_flag("--symmetrize", arguments.symmetrize, color_help::symmetrize);
  app.add_flag("--balance", arguments.balance, color_help::balance);
  app.add_option("--seed", arguments.seed, color_help::seed)->type_name("0");
  app.add_option("--nodes", arguments.exact_nodes, color_help::nodes)
      ->type_name("1000000")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 50));
  app.add_option("--svg", arguments.svg, color_help::svg)->type_name("out.svg");
  app.add_flag("--json", arguments.json, help::json);
}

}  // namespace heddle::cli
