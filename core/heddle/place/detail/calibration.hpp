// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Measures phases at every place they have, on the arrays as they are. Knows no Kokkos.
#pragma once

#include <heddle/place/cost_model.hpp>
#include <heddle/place/detail/accesses.hpp>
#include <heddle/place/detail/snapshot.hpp>
#include <heddle/place/transfer_model.hpp>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace heddle::place::detail {

/// A step of a plan.
struct PlannedStep {
  PhaseFacts facts;
  std::vector<Use> uses;
  double repeat = 1;
  bool has_alternative = false;
  std::function<void(Side)> body;

  // What was found out:
  double host_seconds = -1, device_seconds = -1;  ///< -1: not measured
  std::int64_t bytes_in = 0, bytes_out = 0;
  bool is_measured = false;
};

/// Runs every step in order, `runs` + 1 times at each place, or at the given one. The median of all
/// but the first run counts. Afterwards every array is as it was. Steps that cannot be measured,
/// for want of memory or of data, stay unmeasured.
void measure_steps(User const& user, std::span<PlannedStep> steps,
                   std::vector<std::optional<Side>> const& only, int runs);

/// Six sizes from 4 KiB to 64 MiB in both directions; empty with one memory, or without room for
/// two of the sizes.
std::optional<TransferModel> measure_transfers(User const& user);

}  // namespace heddle::place::detail
