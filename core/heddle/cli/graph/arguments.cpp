// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/graph/arguments.hpp>

#include <heddle/cli/graph/help.hpp>
#include <heddle/cli/help.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace heddle::cli {

void add_graph(CLI::App& app, GraphArguments& arguments) {
  app.add_option("--nodes", arguments.nodes, graph_help::nodes)
      ->type_name("8,32,128,512")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096));
  app.add_option("--steps", arguments.steps, graph_help::steps)
      ->type_name("50")
      ->check(CLI::Range(1, 100000));
  app.add_option("--runs", arguments.runs, graph_help::runs)
      ->type_name("5")
      ->check(CLI::Range(1, 1000));
  app.add_option("--backend", arguments.backend, graph_help::backend)
      ->type_name("serial|openmp|cuda")
      ->each([](std::string const& name) {
        if (name != "serial" && name != "openmp" && name != "cuda") {
          throw CLI::ValidationError(fmt::format("'{}' is none of serial|openmp|cuda", name));
        }
      });
  app.add_option("--svg", arguments.chart, graph_help::chart)->type_name("chart.svg");
  app.add_flag("--json", arguments.json, help::json);
}

}  // namespace heddle::cli
