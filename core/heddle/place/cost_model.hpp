// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a program of phases costs at given places, and the places where it costs least. Knows no
/// Kokkos.
///
/// A program runs in rounds. In each round its steps run in their order; a step with repeat r takes
/// part in the first r rounds, so that {{color, 1}, {jacobian, 50}} colours once and differentiates
/// 50 times. Copies are those of versioned arrays with lazy results: each version of an array is
/// copied to the other place at most once, if any of its readers runs there.
///
/// The choice is a minimum cut with two labels: one node a step, and for each version of an array
/// the nodes "needed on the device" and "needed on the host", tied to its readers, so that several
/// readers pay one copy. Exact for chains, loops and graphs of dependencies alike.
#pragma once

#include <heddle/place/policy.hpp>

#include <limits>
#include <optional>
#include <vector>

namespace heddle::place {

/// An array of a program.
struct CostedArray {
  double to_host = 0;                 ///< seconds of one copy
  double to_device = 0;               ///< the same in the other direction
  bool at_host = false;               ///< valid there before the program
  bool at_device = false;             ///< valid there before the program; neither: unwritten
  std::optional<Where> ends_at = {};  ///< where it must be valid afterwards
};

/// A step of a program. A step without a body at a place costs infinity there.
struct CostedStep {
  double host = std::numeric_limits<double>::infinity();    ///< seconds of one run
  double device = std::numeric_limits<double>::infinity();  ///< seconds of one run
  double repeat = 1;
  bool eager = false;            ///< results of the host go to the device at once
  std::vector<int> reads = {};   ///< arrays; what is updated stands in both lists
  std::vector<int> writes = {};  ///< arrays
  std::optional<Where> fixed = {};
};

/// Arrays and steps.
struct Program {
  std::vector<CostedArray> arrays;
  std::vector<CostedStep> steps;
};

/// A place for each step, and the seconds that the program takes so.
struct PlacedProgram {
  std::vector<Where> places;
  double seconds = 0;
};

/// Seconds of the program at given places; infinity if a step has no body there, or is fixed
/// elsewhere. O(steps x arrays x distinct repeats).
double predicted_seconds(Program const& program, std::vector<Where> const& places);

/// Of these, those spent on copies.
double predicted_copy_seconds(Program const& program, std::vector<Where> const& places);

/// The places with the least predicted time; where times are equal, the host. Deterministic. Throws
/// invalid_argument: an array that does not exist, a negative cost, a step without any place.
PlacedProgram best_places(Program const& program);

}  // namespace heddle::place
