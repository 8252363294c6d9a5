// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What is known about the phases of a plan: times at each place, bytes, the choice and its rival.
/// Knows no Kokkos.
#pragma once

#include <heddle/place/policy.hpp>
#include <heddle/place/report.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::place {

/// One phase of a plan. Seconds are medians of one run; -1: not measured, or no body.
struct ComparedPhase {
  std::string phase;
  double host = -1, device = -1;
  double repeat = 1;
  std::int64_t bytes_in = 0;   ///< of arrays that it reads
  std::int64_t bytes_out = 0;  ///< of arrays that it writes
  double copy_seconds = 0;     ///< of copying all of them once, in and out
  Where chosen = Where::host;
  DecidedBy decided_by = DecidedBy::measured;
  std::optional<Where> second_best = {};  ///< the other place, if there is one
  double loss = 0;  ///< what the program takes longer with it, as a share; the rest is replaced
  bool drifting = false;  ///< five runs in a row took twice the predicted time, or half
};

/// A plan. Totals are predictions for the whole program.
struct Comparison {
  std::vector<ComparedPhase> phases;
  double all_host = 0;      ///< seconds if every phase runs on the host that can
  double all_device = 0;    ///< the same for the device
  double chosen = 0;        ///< as chosen
  double copy_seconds = 0;  ///< of the chosen, spent on copies
  double copies = 0;        ///< how many these are
  double bytes_copied = 0;  ///< of all of them
  double calibration = 0;   ///< seconds that measuring took
  std::int64_t small = 0;   ///< transfers of a few bytes so far: scalars that bounce
};

/// A table as text, ending with a line break.
std::string to_text(Comparison const& comparison);

}  // namespace heddle::place
