// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/commands.hpp>

#include <heddle/cli/jacobian/report.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/placement.hpp>
#include <heddle/cli/runtime.hpp>

#include <fmt/format.h>

#include <cstdio>

namespace heddle::cli {
namespace {

/// A difference from a user's matrix is a reservation; one from our own is our fault.
ExitCode warn_about(JacobianReport const& report) {
  auto code = ExitCode::success;
  for (auto const& check : report.checks) {
    if (check.passed()) continue;
    warn(
        fmt::format("the Jacobian differs from {} by {} of the largest entry of row {}, "
                    "in column {} (numbered from 1)",
                    check.against == "reference" ? *report.arguments.reference : check.against,
                    check.relative, check.row + 1, check.column + 1));
    code = graver(code,
                  check.against == "reference" ? ExitCode::reservation : ExitCode::not_available);
  }
  return code;
}

}  // namespace

ExitCode run_command(JacobianArguments const& arguments) {
  Runtime const runtime;
  auto const backends = runtime.available_backends();
  auto const backend =
      arguments.backend ? find_backend(backends, *arguments.backend) : backends.back();
  auto const report = evaluate_problem(backend.name, arguments);
  fmt::print("{}", arguments.json ? json_text_of(report) + "\n" : text_of(report));
  std::fflush(stdout);
  return warn_about(report);
}

}  // namespace heddle::cli
