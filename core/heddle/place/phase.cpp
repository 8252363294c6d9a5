// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/phase.hpp>

#include <heddle/base/error.hpp>

#include <string>
#include <string_view>

namespace heddle::place::detail {

void check_device(PhaseState const& phase, char const* backend) {
  HEDDLE_EXPECTS(!phase.on_device || std::string_view(phase.device_backend) == backend,
                 unsupported_place,
                 std::string(phase.facts.name.text) + ": its body for the device is one for " +
                     phase.device_backend + ", and the call is on " + backend);
}

}  // namespace heddle::place::detail
