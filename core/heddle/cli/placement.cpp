// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/placement.hpp>

#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heddle::cli {
namespace {

// Round figures of one factorization: a core of a server, and a GPU whose columns wait for each
// other. They decide between milliseconds and seconds, not between near equals.
constexpr double host_multiply_adds_per_second = 5e8;
constexpr double device_multiply_adds_per_second = 1e10;
constexpr double device_seconds_per_level = 4e-6;
constexpr double bytes_to_device_per_second = 2e10;
constexpr double wanted_gain = 0.9;

std::vector<std::string> names_of(std::vector<Backend> const& backends) {
  std::vector<std::string> names;
  for (auto const& backend : backends) names.push_back(backend.name);
  return names;
}

/// OpenMP where it has threads to spread over, else the first host backend.
Backend const* best_host(std::vector<Backend> const& backends) {
  Backend const* best = nullptr;
  for (auto const& backend : backends) {
    if (!backend.is_host) continue;
    if (!best || backend.concurrency > best->concurrency) best = &backend;
  }
  return best;
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

  auto const multiply_adds = static_cast<double>(work.multiply_adds);
  double const on_host = multiply_adds / host_multiply_adds_per_second;
  double const on_device = multiply_adds / device_multiply_adds_per_second +
                           static_cast<double>(work.levels) * device_seconds_per_level +
                           static_cast<double>(work.bytes) / bytes_to_device_per_second;
  bool const device_gains = on_device < wanted_gain * on_host;
  return {device_gains ? device->name : host->name,
          fmt::format("auto: coarse estimate of one factorization, {} {} against {} {}", host->name,
                      duration_text(on_host), device->name, duration_text(on_device))};
}

}  // namespace heddle::cli
