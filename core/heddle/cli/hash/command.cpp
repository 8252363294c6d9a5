// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/commands.hpp>

#include <heddle/cli/hash/outcome.hpp>
#include <heddle/cli/hash/real_input.hpp>
#include <heddle/cli/placement.hpp>
#include <heddle/cli/progress.hpp>
#include <heddle/cli/runtime.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace heddle::cli {
namespace {

using Action = HashArguments::Action;

template <class Outcome>
std::string shown(Outcome const& outcome, bool json) {
  return json ? json_text_of(outcome) + "\n" : text_of(outcome);
}

template <class Report>
std::string charted(Report const& report, HashArguments const& arguments) {
  if (arguments.chart) write_text(*arguments.chart, svg_of(chart_of(report)));
  return shown(report, arguments.json);
}

std::string run_action(HashArguments arguments, std::string const& backend,
                       Observer const& observer) {
  arguments.rates.observer = arguments.timing.observer = arguments.load.observer = observer;
  switch (arguments.action) {
    case Action::rates: return charted(measure_rates(backend, arguments.rates), arguments);
    case Action::seed_load: return charted(seed_load(backend, arguments.load), arguments);
    case Action::seed_timing: return shown(seed_timing(backend, arguments.timing), arguments.json);
    case Action::count: return shown(count_words_of(arguments, backend), arguments.json);
    case Action::edges: return shown(count_edges_of(arguments, backend, observer), arguments.json);
    case Action::join: return shown(join_files(arguments, backend), arguments.json);
  }
  return {};
}

}  // namespace

ExitCode run_command(HashArguments const& arguments) {
  Runtime const runtime;
  auto const backends = runtime.available_backends();
  auto const backend =
      arguments.backend ? find_backend(backends, *arguments.backend) : backends.back();
  std::string text;
  {
    ProgressLine progress;  // wiped before anything else is printed
    progress.set_task("hash on " + backend_text(backend));
    text = run_action(arguments, backend.name, progress.observer());
  }
  fmt::print("{}", text);
  return ExitCode::success;
}

}  // namespace heddle::cli
