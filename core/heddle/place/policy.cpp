// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/policy.hpp>

namespace heddle::place {

std::string_view to_string(Where where) {
  switch (where) {
    case Where::automatic: return "automatic";
    case Where::host: return "host";
    case Where::device: return "device";
  }
  return "unknown";
}

std::string_view to_string(Results results) { return results == Results::eager ? "eager" : "lazy"; }

std::string_view to_string(Mode mode) {
  switch (mode) {
    case Mode::reads: return "reads";
    case Mode::updates: return "updates";
    case Mode::overwrites: return "overwrites";
  }
  return "unknown";
}

std::string_view to_string(State state) {
  switch (state) {
    case State::absent: return "absent";
    case State::stale: return "stale";
    case State::arriving: return "arriving";
    case State::valid: return "valid";
    case State::open: return "open";
  }
  return "unknown";
}

std::string_view to_string(Cause cause) {
  switch (cause) {
    case Cause::first_use: return "first_use";
    case Cause::stale: return "stale";
    case Cause::eager_result: return "eager_result";
    case Cause::range: return "range";
    case Cause::spill: return "spill";
    case Cause::calibration: return "calibration";
  }
  return "unknown";
}

std::string_view to_string(Direction direction) {
  return direction == Direction::to_host ? "to_host" : "to_device";
}

}  // namespace heddle::place
