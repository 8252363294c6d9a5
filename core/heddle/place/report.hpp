// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where phases ran and why. Knows no Kokkos.
#pragma once

#include <heddle/place/policy.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::place {

/// Who decided on a place, highest first.
enum class DecidedBy {
  only_place,   ///< the phase has one body
  environment,  ///< HEDDLE_PLACE
  call,         ///< the Policy of the call
  pin,          ///< Context::pin
  file,         ///< a file of decisions
  measured,     ///< measurements of this process
  predicted,    ///< the default policy of the phase, by estimates of both places
  default_policy
};

/// The name as reports spell it: "only place", "HEDDLE_PLACE", "call", "pin", "file", "measured",
/// "predicted", "default".
std::string_view to_string(DecidedBy decided_by);

/// One run of a phase, or of a part of one.
struct PhaseReport {
  std::string phase;             ///< such as "coloring::color"
  std::string backend = {};      ///< "serial", "openmp", "cuda"; "host" for plain sequential code
  double seconds = 0;            ///< that the host spent on copies and body; device work runs on
  std::int64_t bytes_moved = 0;  ///< copied between memories for it
  Where place = Where::host;     ///< where it ran
  DecidedBy decided_by = DecidedBy::only_place;
  double start = 0;              ///< seconds since the context was made
  std::int64_t copies = 0;       ///< made for it
  double predicted_host = -1;    ///< seconds, copies included, as measured before or estimated by
  double predicted_device = -1;  ///< the default policy; -1: neither
};

/// The runs of phases, in order.
using PhaseReports = std::vector<PhaseReport>;

/// What came of the rules of HEDDLE_PLACE, of pins, and of files of decisions.
struct RulesReport {
  std::vector<std::string> unmatched;  ///< patterns of HEDDLE_PLACE that have matched no phase
  std::vector<std::string> skipped;  ///< phases that a wildcard wanted at a place they do not have
  std::int64_t ignored = 0;          ///< decisions of a file made on other hardware
};

}  // namespace heddle::place
