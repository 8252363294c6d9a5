// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/placement.hpp>

#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/text.hpp>
#include <heddle/place/library_phase.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heddle::cli {
namespace {

// Round figures, fitted to a dozen real matrices on one core of a server and on an H200; single
// matrices are off by factors of 2 to 3. They tell milliseconds from seconds, not near equals.
struct Rates {
  double multiply_adds_per_second;
  double numeric_seconds_per_entry, numeric_seconds_per_level;
  double solve_seconds_per_entry, solve_seconds_per_level;
};
constexpr Rates host_rates = {1e9, 25e-9, 0, 5e-9, 0};
constexpr Rates device_rates = {5e10, 0, 8e-6, 6e-9, 10e-6};
constexpr double wanted_gain = 0.9;

/// A solve is one pass and one refinement; the condition estimate after the first factorization
/// takes about six more.
double predicted_seconds(Rates const& rates, Work const& work) {
  auto const entries = static_cast<double>(work.factor_entries);
  auto const levels = static_cast<double>(work.levels);
  auto const matrices = static_cast<double>(work.matrices);
  double const numeric = static_cast<double>(work.multiply_adds) / rates.multiply_adds_per_second +
                         entries * rates.numeric_seconds_per_entry +
                         levels * rates.numeric_seconds_per_level;
  double const solve =
      entries * rates.solve_seconds_per_entry + levels * rates.solve_seconds_per_level;
  return matrices * (numeric + 2 * solve) + 6 * solve;
}

std::vector<std::string> names_of(std::vector<Backend> const& backends) {
  std::vector<std::string> names;
  names.reserve(backends.size());
  for (auto const& backend : backends) names.push_back(backend.name);
  return names;
}

/// Serial if there is one: measured over the whole chain it beat threads on every matrix so far,
/// because the waits of a threaded solve cost more than its arithmetic.
Backend const* best_host(std::vector<Backend> const& backends) {
  auto const found = std::find_if(backends.begin(), backends.end(),
                                  [](Backend const& backend) { return backend.is_host; });
  return found == backends.end() ? nullptr : &*found;
}

Backend const* first_device(std::vector<Backend> const& backends) {
  auto const found = std::find_if(backends.begin(), backends.end(),
                                  [](Backend const& backend) { return !backend.is_host; });
  return found == backends.end() ? nullptr : &*found;
}

Backend const& expect(Backend const* backend, std::string_view kind,
                      std::vector<Backend> const& backends) {
  if (backend) return *backend;
  throw Failure(ExitCode::not_available, fmt::format("no {} backend in this build, which has {}",
                                                     kind, fmt::join(names_of(backends), ", ")));
}

/// What was asked for by name or kind; an empty backend if the choice is the command's.
Placement asked_for(SolveArguments const& arguments, std::vector<Backend> const& backends) {
  if (arguments.backend) {
    return {find_backend(backends, *arguments.backend).name, "asked for with --backend"};
  }
  if (arguments.place == Place::host) {
    return {expect(best_host(backends), "host", backends).name, "asked for with --place host"};
  }
  if (arguments.place == Place::device) {
    return {expect(first_device(backends), "device", backends).name,
            "asked for with --place device"};
  }
  return {};
}

}  // namespace

Backend const& find_backend(std::vector<Backend> const& backends, std::string_view name) {
  auto const found = std::find_if(backends.begin(), backends.end(),
                                  [&](Backend const& backend) { return backend.name == name; });
  if (found != backends.end()) return *found;
  throw Failure(ExitCode::not_available,
                fmt::format("backend {} is not part of this build, which has {}", name,
                            fmt::join(names_of(backends), ", ")));
}

std::string backend_text(Backend const& backend) {
  if (!backend.is_host || backend.name == "serial") return backend.name;
  return fmt::format("{} with {} thread{}", backend.name, backend.concurrency,
                     backend.concurrency == 1 ? "" : "s");
}

Placement place_analysis(SolveArguments const& arguments, std::vector<Backend> const& backends) {
  auto const asked = asked_for(arguments, backends);
  if (!asked.backend.empty()) return asked;
  auto const* const host = best_host(backends);
  if (!host) return {expect(first_device(backends), "device", backends).name, "no host backend"};
  return {host->name, "auto analyses on the host"};
}

Placement place_numeric(SolveArguments const& arguments, std::vector<Backend> const& backends,
                        Work const& work) {
  auto const asked = asked_for(arguments, backends);
  if (!asked.backend.empty()) return asked;
  auto const* const host = best_host(backends);
  auto const* const device = first_device(backends);
  if (!device)
    return {expect(host, "host", backends).name, "auto: this build has no device backend"};
  if (!host) return {device->name, "auto: this build has no host backend"};

  double const on_host = predicted_seconds(host_rates, work);
  double const on_device = predicted_seconds(device_rates, work);
  bool const device_gains = on_device < wanted_gain * on_host;
  return {device_gains ? device->name : host->name,
          fmt::format("auto: coarse estimate of factors and solves, {} {} against {} {}",
                      host->name, duration_text(on_host), device->name, duration_text(on_device))};
}

Placement ruled(Placement const& placement, std::string_view phase, SolveArguments const& arguments,
                std::vector<Backend> const& backends) {
  if (arguments.backend) return placement;
  auto const* const host = best_host(backends);
  auto const* const device = first_device(backends);
  place::PhaseQuestion question{phase, host != nullptr, device != nullptr};
  question.usual.where =
      find_backend(backends, placement.backend).is_host ? place::Where::host : place::Where::device;
  if (arguments.place != Place::automatic) question.call = question.usual;
  place::LibraryPhase const run(question);
  auto const by = run.decided_by();
  bool const by_rule = by == place::DecidedBy::environment || by == place::DecidedBy::pin ||
                       by == place::DecidedBy::file;
  if (!by_rule) return placement;
  auto const& chosen = run.where() == place::Where::host ? expect(host, "host", backends)
                                                         : expect(device, "device", backends);
  return {chosen.name, fmt::format("{} says so for {}", place::to_string(by), phase)};
}

}  // namespace heddle::cli
