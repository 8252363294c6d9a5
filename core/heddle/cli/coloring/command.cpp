// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/commands.hpp>

#include <heddle/cli/coloring/report.hpp>
#include <heddle/cli/hash/chart.hpp>
#include <heddle/cli/placement.hpp>
#include <heddle/cli/progress.hpp>
#include <heddle/cli/runtime.hpp>

#include <fmt/format.h>

#include <string>

namespace heddle::cli {
namespace {

ColorReport color_with_progress(ColorArguments const& arguments, Backend const& backend) {
  ProgressLine progress;  // wiped before anything else is printed
  progress.set_task("color on " + backend_text(backend));
  return color_file(backend.name, arguments, progress.observer());
}

}  // namespace

ExitCode run_command(ColorArguments const& arguments) {
  Runtime const runtime;
  auto const backends = runtime.available_backends();
  auto const backend =
      arguments.backend ? find_backend(backends, *arguments.backend) : backends.back();
  auto const report = color_with_progress(arguments, backend);
  if (report.colorings.empty()) {
    throw Failure(ExitCode::bad_input, fmt::format("{}: no kind applies: {}", arguments.matrix,
                                                   report.left_out.front().reason));
  }
  if (arguments.svg) write_text(*arguments.svg, spy_plot_of(report));
  fmt::print("{}", arguments.json ? json_text_of(report) + "\n" : text_of(report));
  return ExitCode::success;
}

}  // namespace heddle::cli
