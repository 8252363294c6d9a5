// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/arguments.hpp>

#include <heddle/base/configuration.hpp>
#include <heddle/cli/bench/help.hpp>
#include <heddle/cli/coloring/help.hpp>
#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/graph/help.hpp>
#include <heddle/cli/hash/help.hpp>
#include <heddle/cli/help.hpp>
#include <heddle/cli/jacobian/help.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <map>

namespace heddle::cli {
namespace {

template <class Enum>
using Names = std::map<std::string, Enum>;

Names<Place> const places = {
    {"auto", Place::automatic}, {"host", Place::host}, {"device", Place::device}};
Names<Precision> const precisions = {{"f64", Precision::f64}, {"f32", Precision::f32}};
Names<lu::Ordering> const orderings = {{"auto", lu::Ordering::automatic},
                                       {"amd", lu::Ordering::amd},
                                       {"nested_dissection", lu::Ordering::nested_dissection},
                                       {"colamd", lu::Ordering::colamd},
                                       {"natural", lu::Ordering::natural}};
Names<lu::Matching> const matchings = {{"weighted", lu::Matching::weighted},
                                       {"cardinality", lu::Matching::cardinality},
                                       {"none", lu::Matching::none}};

/// An option whose value is one of a few words; CLI11's own transformer shows numbers in its help.
template <class Enum>
void add_choice(CLI::App& app, std::string const& flag, Enum& value, Names<Enum> const& names,
                std::string const& help) {
  std::string listed;
  for (auto const& [name, unused] : names) listed += (listed.empty() ? "" : "|") + name;
  app.add_option_function<std::string>(
         flag,
         [&value, &names, flag, listed](std::string const& word) {
           auto const found = names.find(word);
           if (found == names.end()) {
             throw CLI::ValidationError(flag, fmt::format("'{}' is none of {}", word, listed));
           }
           value = found->second;
         },
         help)
      ->type_name(listed);
}

/// "serial,openmp" as a list; unknown names are refused here, absent backends later.
void check_backend(std::string const& name) {
  if (name != "serial" && name != "openmp" && name != "cuda") {
    throw CLI::ValidationError(fmt::format("'{}' is none of serial|openmp|cuda", name));
  }
}

void add_info(CLI::App& app, InfoArguments& arguments) {
  app.add_flag("--json", arguments.json, help::json);
}

void add_solve(CLI::App& app, SolveArguments& arguments) {
  app.add_option("matrix", arguments.matrix, help::matrix)->required()->type_name("A.mtx");
  app.add_option("-b,--rhs", arguments.right_hand_side, help::right_hand_side)->type_name("b.mtx");
  app.add_option("-o,--output", arguments.output, help::output)->type_name("x.mtx");
  app.add_option("--refactor", arguments.refactor, help::refactor)->type_name("A2.mtx");
  app.add_flag("--transpose", arguments.transpose, help::transpose);
  app.add_option("--backend", arguments.backend, help::backend)
      ->type_name("serial|openmp|cuda")
      ->each(check_backend);
  add_choice(app, "--place", arguments.place, places, help::place);
  add_choice(app, "--precision", arguments.precision, precisions, help::precision);
  add_choice(app, "--ordering", arguments.ordering, orderings, help::ordering);
  add_choice(app, "--matching", arguments.matching, matchings, help::matching);
  app.add_flag("--json", arguments.json, help::json);
}

void add_compare(CLI::App& app, CompareArguments& arguments) {
  app.add_option("matrix", arguments.matrix, help::matrix)->required()->type_name("A.mtx");
  app.add_option("--runs", arguments.runs, help::runs)->type_name("5")->check(CLI::Range(1, 1000));
  app.add_option("--backends", arguments.backends, help::backends)
      ->type_name("serial,openmp,cuda")
      ->delimiter(',')
      ->each(check_backend);
  app.add_flag("--json", arguments.json, help::json);
  app.add_option("--html", arguments.html, help::html)->type_name("report.html");
}

void check_combination(SolveArguments const& arguments) {
  bool const contradiction = arguments.backend && arguments.place != Place::automatic &&
                             (*arguments.backend == "cuda") != (arguments.place == Place::device);
  if (contradiction) {
    throw Failure(
        ExitCode::usage,
        fmt::format("--backend {} and --place {} contradict each other", *arguments.backend,
                    arguments.place == Place::device ? "device" : "host"));
  }
}

/// CLI11 says some things on several lines; the command says one.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

std::optional<Arguments> parse_arguments(int argc, char const* const* argv) {
  CLI::App app(help::summary, "heddle");
  app.set_version_flag("--version", "heddle " + configuration().version);
  app.footer(help::exit_codes);
  app.require_subcommand(1);

  InfoArguments info;
  SolveArguments solve;
  CompareArguments compare;
  HashArguments hash;
  ColorArguments color;
  JacobianArguments jacobian;
  GraphArguments graph;
  BenchArguments bench;
  auto& info_app = *app.add_subcommand("info", help::info);
  auto& solve_app = *app.add_subcommand("solve", help::solve);
  auto& compare_app = *app.add_subcommand("compare", help::compare);
  auto& hash_app = *app.add_subcommand("hash", hash_help::hash);
  auto& color_app = *app.add_subcommand("color", color_help::color);
  auto& jacobian_app = *app.add_subcommand("jacobian", jacobian_help::jacobian);
  auto& graph_app = *app.add_subcommand("graph", graph_help::graph);
  auto& bench_app = *app.add_subcommand("bench", bench_help::bench);
  for (auto* const command : {&info_app, &solve_app, &compare_app, &hash_app, &color_app,
                              &jacobian_app, &graph_app, &bench_app}) {
    command->footer(help::exit_codes);
  }
  add_info(info_app, info);
  add_solve(solve_app, solve);
  add_compare(compare_app, compare);
  add_hash(hash_app, hash);
  add_color(color_app, color);
  add_jacobian(jacobian_app, jacobian);
  add_graph(graph_app, graph);
  add_bench(bench_app, bench);

  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& asked) {  // help or version: exit prints it
    app.exit(asked);
    return std::nullopt;
  } catch (CLI::ParseError const& wrong) {
    throw Failure(ExitCode::usage, one_line(wrong.what()) + " (heddle --help tells more)");
  }
  if (info_app.parsed()) return info;
  if (compare_app.parsed()) return compare;
  if (color_app.parsed()) return color;
  if (jacobian_app.parsed()) return jacobian;
  if (graph_app.parsed()) return graph;
  if (bench_app.parsed()) return bench;
  if (hash_app.parsed()) {
    complete_hash(hash);
    return hash;
  }
  check_combination(solve);
  return solve;
}

}  // namespace heddle::cli
