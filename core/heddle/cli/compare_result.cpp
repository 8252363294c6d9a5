// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/compare_result.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace heddle::cli {

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
