// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/measurement.hpp>

#include <algorithm>
#include <utility>

namespace heddle::cli {
namespace {

/// One report per phase and place, in order of their first appearance.
std::vector<lu::PhaseReport> merged(std::vector<lu::PhaseReport> const& phases) {
  std::vector<lu::PhaseReport> all;
  for (auto const& item : phases) {
    auto const same = std::find_if(all.begin(), all.end(), [&](lu::PhaseReport const& other) {
      return other.phase == item.phase && other.backend == item.backend;
    });
    if (same == all.end()) {
      all.push_back(item);
    } else {
      same->seconds += item.seconds;
      same->bytes_moved += item.bytes_moved;
    }
  }
  return all;
}

}  // namespace

double PlaceTimes::median() const {
  auto sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  auto const middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double PlaceTimes::fastest() const { return *std::min_element(seconds.begin(), seconds.end()); }

double PlaceTimes::slowest() const { return *std::max_element(seconds.begin(), seconds.end()); }

PlaceTimes const* PhaseTimes::at(std::string_view place) const {
  auto const found = std::find_if(places.begin(), places.end(),
                                  [&](PlaceTimes const& item) { return item.place == place; });
  return found == places.end() ? nullptr : &*found;
}

std::vector<PlaceTimes const*> in_order(PhaseTimes const& phase) {
  std::vector<PlaceTimes const*> order;
  for (auto const& place : phase.places) order.push_back(&place);
  // Stable: of equals the place that comes first in the build wins, and hosts come first.
  std::stable_sort(order.begin(), order.end(), [](PlaceTimes const* left, PlaceTimes const* right) {
    return left->median() < right->median();
  });
  return order;
}

void Measurements::add_run(std::vector<lu::PhaseReport> const& phases) {
  for (auto const& report : merged(phases)) add(report);
}

void Measurements::add(lu::PhaseReport const& report) {
  auto phase = std::find_if(phases_.begin(), phases_.end(),
                            [&](PhaseTimes const& item) { return item.phase == report.phase; });
  if (phase == phases_.end()) phase = phases_.insert(phases_.end(), PhaseTimes{report.phase, {}});
  auto& places = phase->places;
  auto place = std::find_if(places.begin(), places.end(),
                            [&](PlaceTimes const& item) { return item.place == report.backend; });
  if (place == places.end()) place = places.insert(places.end(), PlaceTimes{report.backend, {}, 0});
  place->seconds.push_back(report.seconds);
  place->bytes_moved = report.bytes_moved;
}

PhaseTimes const* Measurements::find(std::string_view phase) const {
  auto const found = std::find_if(phases_.begin(), phases_.end(),
                                  [&](PhaseTimes const& item) { return item.phase == phase; });
  return found == phases_.end() ? nullptr : &*found;
}

lu::PhaseReport total(std::string phase, std::string place,
                      std::vector<lu::PhaseReport> const& phases) {
  lu::PhaseReport sum{std::move(phase), std::move(place), 0, 0};
  for (auto const& item : phases) {
    sum.seconds += item.seconds;
    sum.bytes_moved += item.bytes_moved;
  }
  return sum;
}

}  // namespace heddle::cli
