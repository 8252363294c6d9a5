// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/recorder.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <string>

namespace heddle::place::detail {

void Recorder::check(Name phase, std::span<Use const> wanted) const {
  std::string const name = phase.text;
  HEDDLE_EXPECTS(std::find(phases.begin(), phases.end(), phase) != phases.end(), refused_in_capture,
                 name + " is not among the phases of this recording");
  for (auto const& use : wanted) {
    auto const known = std::find_if(uses.begin(), uses.end(), [&](Use const& prepared) {
      return prepared.record == use.record;
    });
    bool const fits =
        known != uses.end() && (use.mode == Mode::reads || known->mode != Mode::reads);
    HEDDLE_EXPECTS(fits, refused_in_capture,
                   name + ": " + use.record->label + " was not prepared for this recording");
  }
}

}  // namespace heddle::place::detail
