// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/bench/arguments.hpp>

#include <heddle/cli/bench/help.hpp>
#include <heddle/cli/help.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace heddle::cli {
namespace {

constexpr std::array<std::string_view, 4> all_tables = {"hash", "lu", "graph", "color"};

void check_table(std::string const& name) {
  if (std::find(all_tables.begin(), all_tables.end(), name) == all_tables.end()) {
    throw CLI::ValidationError(fmt::format("'{}' is none of hash|lu|graph|color", name));
  }
}

}  // namespace

bool BenchArguments::wants(std::string const& table) const {
  return tables.empty() || std::find(tables.begin(), tables.end(), table) != tables.end();
}

void add_bench(CLI::App& app, BenchArguments& arguments) {
  app.add_option("matrices", arguments.matrices, bench_help::matrices)->type_name("A.mtx");
  app.add_option("--tables", arguments.tables, bench_help::tables)
      ->type_name("hash,lu,graph,color")
      ->delimiter(',')
      ->allow_extra_args(false)  // what follows is a matrix
      ->each(check_table);
  app.add_flag("--quick", arguments.quick, bench_help::quick);
  app.add_option("--svg", arguments.svg, bench_help::svg)->type_name("FOLDER");
  app.add_flag("--json", arguments.json, help::json);
}

}  // namespace heddle::cli
