// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/arguments.hpp>

#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/hash/help.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <bit>
#include <string>

namespace heddle::cli {
namespace {

using Action = HashArguments::Action;

void check_backend(std::string const& name) {
  if (name != "serial" && name != "openmp" && name != "cuda") {
    throw CLI::ValidationError(fmt::format("'{}' is none of serial|openmp|cuda", name));
  }
}

/// What every action has.
void add_common(CLI::App& app, HashArguments& arguments) {
  app.add_option("--backend", arguments.backend, hash_help::backend)
      ->type_name("serial|openmp|cuda")
      ->each(check_backend);
  app.add_flag("--json", arguments.json, hash_help::json);
}

void add_chart(CLI::App& app, HashArguments& arguments, char const* help) {
  app.add_option("--chart", arguments.chart, help)->type_name("out.svg");
}

template <class Enum, std::size_t count>
Enum named(std::string const& flag, std::string const& word, Enum const (&choices)[count]) {
  for (auto const choice : choices) {
    if (word == to_string(choice)) return choice;
  }
  std::string all;
  for (auto const choice : choices) {
    if (!all.empty()) all += '|';
    all += to_string(choice);
  }
  throw CLI::ValidationError(flag, fmt::format("'{}' is none of {}", word, all));
}

void add_rates(CLI::App& app, HashArguments& arguments) {
  auto& rates = arguments.rates;
  app.add_option_function<std::string>(
         "--mode",
         [&rates](std::string const& word) {
           constexpr TableMode modes[] = {TableMode::map, TableMode::frozen, TableMode::seed,
                                          TableMode::kokkos, TableMode::standard};
           rates.mode = named("--mode", word, modes);
         },
         hash_help::mode)
      ->type_name("map|frozen|seed|kokkos|std");
  app.add_option("--keys", rates.keys, hash_help::keys)
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 32));
  app.add_option("--bytes", rates.bytes, hash_help::bytes)
      ->type_name("4|8")
      ->check(CLI::IsMember({4, 8}));
  app.add_option("--load", rates.loads, hash_help::load)
      ->type_name("L,...")
      ->delimiter(',')
      ->check(CLI::Range(0.001, 1.0));
  app.add_option_function<std::vector<std::string>>(
         "--op",
         [&rates](std::vector<std::string> const& words) {
           for (auto const& word : words) {
             rates.operations.push_back(named("--op", word, all_operations));
           }
         },
         hash_help::operations)
      ->type_name("insert,hit,...")
      ->delimiter(',');
  app.add_option_function<double>(
         "--zipf",
         [&rates](double exponent) {
           rates.distribution = Distribution::zipf;
           rates.exponent = exponent;
         },
         hash_help::zipf)
      ->type_name("Z")
      ->check(CLI::Range(0.1, 8.0));
  app.add_option("--runs", rates.runs, hash_help::runs)->type_name("5")->check(CLI::Range(1, 1000));
}

void add_inputs(CLI::App& hash, HashArguments& arguments) {
  auto& count = *hash.add_subcommand("count", hash_help::count);
  count.add_option("file", arguments.input, hash_help::text)->required()->type_name("FILE");
  count.add_option("--top", arguments.top, hash_help::top)
      ->type_name("10")
      ->check(CLI::Range(0, 1'000'000'000));
  count.add_option("-o,--output", arguments.output, hash_help::count_output)->type_name("out.tsv");
  add_common(count, arguments);
  count.callback([&] { arguments.action = Action::count; });

  auto& edges = *hash.add_subcommand("edges", hash_help::edges);
  edges.add_option("matrix", arguments.input, hash_help::graph)->required()->type_name("A.mtx");
  edges.add_flag("--directed", arguments.directed, hash_help::directed);
  edges.add_option("-o,--output", arguments.output, hash_help::edges_output)->type_name("out.mtx");
  add_common(edges, arguments);
  edges.callback([&] { arguments.action = Action::edges; });

  auto& join = *hash.add_subcommand("join", hash_help::join);
  join.add_option("left", arguments.input, hash_help::left)->required()->type_name("LEFT");
  join.add_option("right", arguments.other_input, hash_help::right)->required()->type_name("RIGHT");
  for (auto const& [flag, column] : {std::pair("--left-column", &arguments.left_column),
                                     std::pair("--right-column", &arguments.right_column)}) {
    join.add_option(flag, *column, hash_help::column)
        ->type_name("1")
        ->check(CLI::Range(1, 1'000'000));
  }
  join.add_option("--separator", arguments.separator, hash_help::separator)->type_name("C");
  join.add_option("-o,--output", arguments.output, hash_help::join_output)->type_name("out.tsv");
  add_common(join, arguments);
  join.callback([&] { arguments.action = Action::join; });
}

void add_seed(CLI::App& hash, HashArguments& arguments) {
  auto& timing = *hash.add_subcommand("seed-timing", hash_help::seed_timing);
  auto& options = arguments.timing;
  timing.add_option("--pairs", options.pairs, hash_help::pairs)
      ->type_name("67108864")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1) << 31));
  timing.add_flag("!--no-compare", options.compare, hash_help::no_compare);
  add_common(timing, arguments);
  timing.callback([&] { arguments.action = Action::seed_timing; });

  auto& load = *hash.add_subcommand("seed-load", hash_help::seed_load);
  load.add_option("--slots", arguments.load.capacity, hash_help::slots)
      ->type_name("134217728")
      ->check(CLI::Range(std::uint64_t(32), std::uint64_t(1) << 32));
  add_chart(load, arguments, hash_help::load_chart);
  add_common(load, arguments);
  load.callback([&] { arguments.action = Action::seed_load; });
}

}  // namespace

void add_hash(CLI::App& app, HashArguments& arguments) {
  app.require_subcommand(0, 1);
  add_rates(app, arguments);
  add_chart(app, arguments, hash_help::rates_chart);
  add_common(app, arguments);
  add_inputs(app, arguments);
  add_seed(app, arguments);
}

void complete_hash(HashArguments& arguments) {
  auto const refuse = [](std::string const& line) { throw Failure(ExitCode::usage, line); };
  auto& rates = arguments.rates;
  bool const any_bytes = rates.mode == TableMode::map || rates.mode == TableMode::frozen;
  if (!any_bytes && rates.bytes != 4) {
    refuse(fmt::format("--mode {} has keys and values of 4 bytes alone", to_string(rates.mode)));
  }
  if (rates.bytes == 4 && rates.keys > std::uint64_t(1) << 31) {
    refuse("more than 2^31 keys need --bytes 8");
  }
  if (rates.loads.empty()) {
    rates.loads = arguments.chart
                      ? std::vector<double>{.1, .2, .3, .4, .5, .6, .7, .75, .8, .85, .9, .95}
                      : std::vector<double>{.5, .8, .95};
  }
  if (arguments.separator.size() > 1) refuse("--separator is one character");
  if (!std::has_single_bit(arguments.load.capacity)) refuse("--slots is a power of two");
  arguments.timing.capacity = std::bit_ceil(2 * arguments.timing.pairs);
}

}  // namespace heddle::cli
