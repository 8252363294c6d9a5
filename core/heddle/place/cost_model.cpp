// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/cost_model.hpp>

#include <heddle/base/error.hpp>
#include <heddle/place/detail/min_cut.hpp>
#include <heddle/place/detail/versions.hpp>

#include <algorithm>
#include <cmath>

namespace heddle::place {
namespace {

using detail::VersionClass;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a step costs at a place: its runs, and the eager copies of what it writes.
double step_seconds(Program const& program, CostedStep const& step, Where where) {
  if (step.fixed && *step.fixed != where) return infinity;
  double const once = where == Where::host ? step.host : step.device;
  double eager = 0;
  if (where == Where::host && step.eager) {
    for (int const array : step.writes) eager += program.arrays[array].to_device;
  }
  return step.repeat > 0 ? step.repeat * (once + eager) : 0;
}

/// Whether a version that its writer made at the host is at the device without another copy.
bool is_sent(Program const& program, VersionClass const& version) {
  return version.writer >= 0 && program.steps[version.writer].eager;
}

double eager_seconds(Program const& program, std::vector<Where> const& places) {
  double seconds = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    auto const& step = program.steps[i];
    if (!step.eager || places[i] != Where::host) continue;
    for (int const array : step.writes) seconds += step.repeat * program.arrays[array].to_device;
  }
  return seconds;
}

/// Copies of one class of versions at given places.
double version_seconds(Program const& program, VersionClass const& version,
                       std::vector<Where> const& places) {
  auto const& array = program.arrays[version.array];
  bool at_host = array.at_host, at_device = array.at_device;
  if (version.writer >= 0) {
    at_host = places[version.writer] == Where::host;
    at_device = !at_host || is_sent(program, version);
  } else if (!at_host && !at_device) {
    return 0;  // nothing that could be copied
  }
  auto const needed = [&](Where where) {
    return (version.is_last && array.ends_at == where) ||
           std::any_of(version.readers.begin(), version.readers.end(),
                       [&](int reader) { return places[reader] == where; });
  };
  double seconds = 0;
  if (!at_host && needed(Where::host)) seconds += version.count * array.to_host;
  if (!at_device && needed(Where::device)) seconds += version.count * array.to_device;
  return seconds;
}

void check(Program const& program) {
  auto const arrays = static_cast<int>(program.arrays.size());
  auto const known = [&](int array) { return array >= 0 && array < arrays; };
  for (auto const& step : program.steps) {
    HEDDLE_EXPECTS(std::all_of(step.reads.begin(), step.reads.end(), known) &&
                       std::all_of(step.writes.begin(), step.writes.end(), known),
                   invalid_argument, "a step of the program names an array that does not exist");
    HEDDLE_EXPECTS(step.host >= 0 && step.device >= 0 && step.repeat >= 0, invalid_argument,
                   "a step of the program has a negative cost or repeat");
    HEDDLE_EXPECTS(std::isfinite(step_seconds(program, step, Where::host)) ||
                       std::isfinite(step_seconds(program, step, Where::device)),
                   invalid_argument, "a step of the program has no place");
  }
  for (auto const& array : program.arrays) {
    HEDDLE_EXPECTS(array.to_host >= 0 && array.to_device >= 0, invalid_argument,
                   "an array of the program has a negative cost");
  }
}

/// Nodes 0 ... steps - 1 are the steps; the source is the device, the sink the host.
class CutOfProgram {
 public:
  explicit CutOfProgram(Program const& program)
      : program_(program), cut_(static_cast<int>(program.steps.size()) + 2) {}

  std::vector<Where> places() {
    int const steps = static_cast<int>(program_.steps.size());
    for (int step = 0; step < steps; ++step) {
      cut_.add_edge(source(), step, step_seconds(program_, program_.steps[step], Where::host));
      cut_.add_edge(step, sink(), step_seconds(program_, program_.steps[step], Where::device));
    }
    for (auto const& version : detail::versions_of(program_)) add(version);
    auto const side = cut_.source_side(source(), sink());
    std::vector<Where> places;
    for (int step = 0; step < steps; ++step) {
      places.push_back(side[step] ? Where::device : Where::host);
    }
    return places;
  }

 private:
  int source() const { return static_cast<int>(program_.steps.size()); }
  int sink() const { return source() + 1; }

  /// Two nodes: a version that is needed on the device costs a copy if its writer is on the host,
  /// and the other way round.
  void add(VersionClass const& version) {
    auto const& array = program_.arrays[version.array];
    bool const is_initial = version.writer < 0;
    if (is_initial && !array.at_host && !array.at_device) return;
    int const on_device = cut_.add_node(), on_host = cut_.add_node();
    for (int const reader : version.readers) {
      cut_.add_edge(reader, on_device, infinity);
      cut_.add_edge(on_host, reader, infinity);
    }
    if (version.is_last && array.ends_at == Where::device) {
      cut_.add_edge(source(), on_device, infinity);
    }
    if (version.is_last && array.ends_at == Where::host) cut_.add_edge(on_host, sink(), infinity);
    bool const sent = is_sent(program_, version);
    if (!sent && !(is_initial && array.at_device)) {
      cut_.add_edge(on_device, is_initial ? sink() : version.writer,
                    version.count * array.to_device);
    }
    if (!(is_initial && array.at_host)) {
      cut_.add_edge(is_initial ? source() : version.writer, on_host, version.count * array.to_host);
    }
  }

  Program const& program_;
  detail::MinCut cut_;
};

}  // namespace

double predicted_copy_seconds(Program const& program, std::vector<Where> const& places) {
  double seconds = eager_seconds(program, places);
  for (auto const& version : detail::versions_of(program)) {
    seconds += version_seconds(program, version, places);
  }
  return seconds;
}

double predicted_seconds(Program const& program, std::vector<Where> const& places) {
  double seconds = predicted_copy_seconds(program, places) - eager_seconds(program, places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    seconds += step_seconds(program, program.steps[i], places[i]);
  }
  return seconds;
}

PlacedProgram best_places(Program const& program) {
  check(program);
  PlacedProgram best;
  best.places = CutOfProgram(program).places();
  best.seconds = predicted_seconds(program, best.places);
  return best;
}

}  // namespace heddle::place
