// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/commands.hpp>

#include <heddle/cli/graph/report.hpp>
#include <heddle/cli/hash/chart.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/placement.hpp>
#include <heddle/cli/progress.hpp>
#include <heddle/cli/runtime.hpp>

#include <fmt/format.h>

#include <cstdio>

namespace heddle::cli {
namespace {

/// A wrong result is our fault.
ExitCode warn_about(GraphReport const& report) {
  auto code = ExitCode::success;
  for (auto const& row : report.rows) {
    if (row.correct) continue;
    warn(fmt::format("{} with {} of {} kernels dynamic gives another result than plain code",
                     row.way, row.dynamic, row.nodes));
    code = ExitCode::not_available;
  }
  return code;
}

}  // namespace

ExitCode run_command(GraphArguments const& arguments) {
  Runtime const runtime;
  auto const backends = runtime.available_backends();
  auto const backend =
      arguments.backend ? find_backend(backends, *arguments.backend) : backends.back();
  GraphReport report;
  {
    ProgressLine progress;  // wiped before anything else is printed
    progress.set_task("graphs on " + backend_text(backend));
    report = measure_graphs(backend.name, arguments, progress.observer());
  }
  if (arguments.chart) write_text(*arguments.chart, svg_of(report));
  fmt::print("{}", arguments.json ? json_text_of(report) + "\n" : text_of(report));
  std::fflush(stdout);
  return warn_about(report);
}

}  // namespace heddle::cli
