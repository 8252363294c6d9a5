// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The words of placement: places, accesses, states of copies, causes of transfers. Knows no
/// Kokkos.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::place {

/// Where a phase runs or a copy lies.
enum class Where {
  automatic,  ///< decided by what is known; see core/docs/placement.md
  host,
  device  ///< without a second memory: the same memory as the host's
};

/// When results of a host phase go to the device.
enum class Results {
  eager,  ///< at the end of the phase
  lazy    ///< at their first use there, or never
};

/// A wish about a phase.
struct Policy {
  Where where = Where::automatic;
  std::optional<Results> results = {};  ///< empty: the default of the phase
};

/// What a phase does with an array.
enum class Mode {
  reads,      ///< const; changes no version
  updates,    ///< reads and writes
  overwrites  ///< writes every element it wants to keep; what was there does not count
};

/// The state of an array's copy at one place.
enum class State {
  absent,    ///< no memory
  stale,     ///< memory, but an older version
  arriving,  ///< the current version, its transfer still in flight
  valid,     ///< the current version
  open       ///< being written
};

/// Why a transfer was made.
enum class Cause {
  first_use,     ///< the place had no copy yet
  stale,         ///< the array was written elsewhere since
  eager_result,  ///< Results::eager
  range,         ///< read_range
  spill,         ///< the budget of the device's memory
  calibration    ///< measurements of autoplace
};

/// The direction of a transfer.
enum class Direction { to_host, to_device };

/// The names as they are spelled in C++.
/// @{
std::string_view to_string(Where where);
std::string_view to_string(Results results);
std::string_view to_string(Mode mode);
std::string_view to_string(State state);
std::string_view to_string(Cause cause);
std::string_view to_string(Direction direction);
/// @}

/// No limit of bytes.
inline constexpr std::int64_t unlimited = INT64_MAX;

}  // namespace heddle::place
