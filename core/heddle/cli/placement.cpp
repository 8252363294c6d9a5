// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/placement.hpp>

#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/text.hpp>
#include <heddle/place/library_phase.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace heddle::cli {
namespace {

using place::DecidedBy;

constexpr double wanted_gain = 0.9;

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
    return {find_backend(backends, *arguments.backend).name, "asked for with --backend",
            DecidedBy::call};
  }
  if (arguments.place == Place::host) {
    return {expect(best_host(backends), "host", backends).name, "asked for with --place host",
            DecidedBy::call};
  }
  if (arguments.place == Place::device) {
    return {expect(first_device(backends), "device", backends).name,
            "asked for with --place device", DecidedBy::call};
  }
  return {};
}

bool is_rule(DecidedBy by) {
  return by == DecidedBy::environment || by == DecidedBy::pin || by == DecidedBy::file;
}

/// The name that the library has for a row; empty if it is no phase that can be placed.
std::string_view phase_of_row(std::string_view row) {
  constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"symbolic", "symbolic::factor"},
      {"levels", "levels::levelize"},
      {"numeric", "lu::numeric"},
      {"solve", "lu::solve"},
      {"refactor", "lu::refactor"}};
  for (auto const& [short_name, name] : names) {
    if (short_name == row) return name;
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
  if (!host) {
    return {expect(first_device(backends), "device", backends).name, "no host backend",
            DecidedBy::only_place};
  }
  return {host->name, "auto analyses on the host", DecidedBy::default_policy};
}

Placement place_numeric(SolveArguments const& arguments, std::vector<Backend> const& backends,
                        Work const& work) {
  auto const asked = asked_for(arguments, backends);
  if (!asked.backend.empty()) return asked;
  auto const* const host = best_host(backends);
  auto const* const device = first_device(backends);
  if (!device) {
    return {expect(host, "host", backends).name, "auto: this build has no device backend",
            DecidedBy::only_place};
  }
  if (!host) return {device->name, "auto: this build has no host backend", DecidedBy::only_place};

  double const on_host = lu::host_seconds(work);
  double const on_device = lu::device_seconds(work);
  bool const device_gains = on_device < wanted_gain * on_host;
  return {device_gains ? device->name : host->name,
          fmt::format("auto: coarse estimate of factors and solves, {} {} against {} {}",
                      host->name, duration_text(on_host), device->name, duration_text(on_device)),
          DecidedBy::predicted};
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
  if (!is_rule(by)) return placement;
  auto const& chosen = run.where() == place::Where::host ? expect(host, "host", backends)
                                                         : expect(device, "device", backends);
  return {chosen.name, fmt::format("{} says so for {}", place::to_string(by), phase), by};
}

std::optional<place::PhaseReport> decide_by_rules(std::string_view row, bool has_host,
                                                  bool has_device, place::Where usual) {
  place::PhaseQuestion question{phase_of_row(row), has_host, has_device};
  if (question.name.empty()) return {};
  question.usual.where = usual;
  auto const decided = place::decide(question);
  return is_rule(decided.decided_by) ? std::optional(decided) : std::nullopt;
}

void note_decision(std::vector<place::PhaseReport>& phases, Placement const& placement) {
  for (auto& part : phases) {
    bool const had_no_choice =
        part.decided_by == DecidedBy::default_policy || part.decided_by == DecidedBy::only_place;
    if (had_no_choice && part.backend == placement.backend) part.decided_by = placement.decided_by;
  }
}

}  // namespace heddle::cli
