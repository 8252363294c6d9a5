// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Times of phases at places over several runs, and which place wins. Knows no Kokkos.
#pragma once

#include <heddle/lu/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// One phase at one place, over all runs that count.
struct PlaceTimes {
  std::string place;             ///< "host", "serial", "openmp", "cuda"
  std::vector<double> seconds;   ///< one per run
  std::int64_t bytes_moved = 0;  ///< between memories, in the last run

  double median() const;
  double fastest() const;
  double slowest() const;
};

/// One phase at every place where it ran.
struct PhaseTimes {
  std::string phase;
  std::vector<PlaceTimes> places;

  PlaceTimes const* at(std::string_view place) const;
};

/// The places of a phase by their medians, the fastest first; of equals the one that comes first in
/// the build.
std::vector<PlaceTimes const*> in_order(PhaseTimes const& phase);

/// Collects the phases of runs, in the order in which they first came.
class Measurements {
 public:
  /// Adds one run. Reports of the same phase and place within it are summed: a recovery may analyse
  /// and factor twice.
  void add_run(std::vector<lu::PhaseReport> const& phases);
  std::vector<PhaseTimes> const& phases() const { return phases_; }
  /// The phase of that name; null if it never ran.
  PhaseTimes const* find(std::string_view phase) const;

 private:
  void add(lu::PhaseReport const& report);

  std::vector<PhaseTimes> phases_;
};

/// Sum of seconds and of bytes over phases.
lu::PhaseReport total(std::string phase, std::string place,
                      std::vector<lu::PhaseReport> const& phases);

}  // namespace heddle::cli
