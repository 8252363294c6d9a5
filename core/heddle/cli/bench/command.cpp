// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/commands.hpp>

#include <heddle/backends/device_info.hpp>
#include <heddle/base/configuration.hpp>
#include <heddle/cli/bench/report.hpp>
#include <heddle/cli/progress.hpp>
#include <heddle/cli/runtime.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace heddle::cli {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    auto const at = line.find(": ");
    if (line.starts_with("model name") && at != std::string::npos) return line.substr(at + 2);
  }
  return "unknown processor";
}

std::string machine_of(std::vector<Backend> const& backends) {
  auto const facts = configuration();
  std::string text = processor();
  for (auto const& backend : backends) {
    if (!backend.is_host) continue;
    text += fmt::format(", {}", backend_text(backend));
  }
  auto const devices = backends::device_report().devices;
  if (!devices.empty()) text += ", " + devices.front().name;
  return text + fmt::format("; heddle {}, Kokkos {}", facts.version, facts.kokkos_version);
}

/// Before minutes are spent on what cannot be written.
void expect_folder(BenchArguments const& arguments) {
  std::error_code problem;
  if (!arguments.svg || std::filesystem::is_directory(*arguments.svg, problem)) return;
  throw Failure(ExitCode::bad_input, fmt::format("{}: no such folder", *arguments.svg));
}

using Measure = void (*)(BenchReport&, std::vector<Backend> const&, Observer const&);

BenchReport measured(BenchArguments const& arguments, std::vector<Backend> const& backends) {
  BenchReport report;
  report.arguments = arguments;
  report.machine = machine_of(backends);
  for (auto const& backend : backends) report.backends.push_back(backend.name);
  auto const without_rules = Runtime::without_rules();
  ProgressLine progress;  // wiped before anything else is printed
  std::pair<char const*, Measure> const all[] = {
      {"hash", bench_hash}, {"lu", bench_lu}, {"graph", bench_graph}, {"color", bench_color}};
  for (auto const& [name, measure] : all) {
    if (!arguments.wants(name)) continue;
    progress.set_task(name);
    measure(report, backends, progress.observer());
  }
  return report;
}

}  // namespace

ExitCode run_command(BenchArguments const& arguments) {
  expect_folder(arguments);
  Runtime const runtime;
  auto const report = measured(arguments, runtime.available_backends());
  if (arguments.svg) {
    for (auto const& table : report.tables) {
      write_text(fmt::format("{}/{}.svg", *arguments.svg, table.name), bars_of(table));
    }
    for (auto const& chart : report.charts) {
      write_text(fmt::format("{}/{}.svg", *arguments.svg, chart.name), chart.svg);
    }
  }
  fmt::print("{}", arguments.json ? json_text_of(report) + "\n" : text_of(report));
  return ExitCode::success;
}

}  // namespace heddle::cli
