// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/compare_result.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace heddle::cli {

bool CompareReport::is_host(std::string_view place) const {
  auto const found = std::find_if(places.begin(), places.end(), [&](PlaceOutcome const& outcome) {
    return outcome.backend.name == place;
  });
  return found == places.end() || found->backend.is_host;
}

Choice CompareReport::choice(PhaseTimes const& phase) const {
  auto order = in_order(phase);
  Choice choice;
  if (order.size() < 2) choice.decided_by = place::DecidedBy::only_place;
  auto const rule = std::find_if(rulings.begin(), rulings.end(),
                                 [&](Ruling const& ruling) { return ruling.phase == phase.phase; });
  if (rule != rulings.end() && order.size() > 1) {
    std::stable_partition(order.begin(), order.end(), [&](PlaceTimes const* times) {
      return is_host(times->place) == rule->wants_host;
    });
    choice.decided_by = rule->decided_by;
    // What the rule leaves aside stands by its times again.
    std::stable_sort(order.begin() + 1, order.end(),
                     [](PlaceTimes const* left, PlaceTimes const* right) {
                       return left->median() < right->median();
                     });
  }
  if (!order.empty()) choice.chosen = order[0];
  if (order.size() > 1) choice.second = order[1];
  return choice;
}

bool CompareReport::solutions_equal() const {
  auto const& first = places.front().solution;
  return std::all_of(places.begin(), places.end(), [&](PlaceOutcome const& place) {
    return place.solution.size() == first.size() &&
           (first.empty() ||
            std::memcmp(place.solution.data(), first.data(), first.size() * sizeof(double)) == 0);
  });
}

double CompareReport::largest_difference() const {
  auto const& first = places.front().solution;
  double largest_value = 0;
  for (double const value : first) largest_value = std::max(largest_value, std::abs(value));
  double largest = 0;
  for (auto const& place : places) {
    auto const common = std::min(first.size(), place.solution.size());
    for (std::size_t i = 0; i < common; ++i) {
      largest = std::max(largest, std::abs(place.solution[i] - first[i]));
    }
  }
  return largest_value > 0 ? largest / largest_value : largest;
}

}  // namespace heddle::cli
