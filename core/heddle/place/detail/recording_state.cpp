// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/recording_state.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace heddle::place::detail {

RecordingState::~RecordingState() {
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    auto& record = *recorder.uses[i].record;
    std::lock_guard const lock(record.mutex);
    --record.at(Side::device).pins;
  }
}

void RecordingState::add(PhaseFacts const& facts, std::span<Use const> uses) {
  HEDDLE_EXPECTS(facts.has_device, refused_in_capture,
                 std::string(facts.name.text) + ": a host phase cannot become part of a graph");
  recorder.phases.push_back(facts.name);
  for (auto const& use : uses) {
    HEDDLE_EXPECTS(!use.last_use && !use.guarded, refused_in_capture,
                   std::string(facts.name.text) + ": " + use.record->label +
                       " is freed or backed up by the phase, which a graph cannot do");
    auto const known = std::find_if(recorder.uses.begin(), recorder.uses.end(),
                                    [&](Use const& other) { return other.record == use.record; });
    if (known == recorder.uses.end()) {
      recorder.uses.push_back(use);
    } else if (known->mode == Mode::reads && use.mode != Mode::reads) {
      known->mode = Mode::updates;
    }
  }
}

void RecordingState::prepare(User const& user) {
  {
    // Opened and closed for reading: valid copies where they are needed, and no new versions.
    std::vector<Use> inputs;
    for (auto const& use : recorder.uses) {
      if (use.mode != Mode::overwrites) inputs.push_back({use.record, Mode::reads, false, false});
    }
    Accesses accesses(user, Side::device, inputs);
    for (auto const& use : recorder.uses) {
      std::lock_guard const lock(use.record->mutex);
      if (use.mode == Mode::overwrites) {
        fit(user, *use.record, Side::device, use.record->is_valid(Side::device));
      }
      ++use.record->at(Side::device).pins;
      addresses.push_back(use.record->at(Side::device).block.data);
    }
    accesses.succeed(false);
  }
}

namespace {

/// Refuses before anything is opened if the recorded addresses are not those in use.
RecordingState const& checked(RecordingState const& state) {
  for (std::size_t i = 0; i < state.addresses.size(); ++i) {
    auto const& record = *state.recorder.uses[i].record;
    std::lock_guard const lock(record.mutex);
    auto const& copy = record.at(Side::device);
    HEDDLE_EXPECTS(copy.block.data == state.addresses[i] && copy.block.bytes >= record.bytes(),
                   invalid_state,
                   record.label + ": its memory on the device is not the recorded one any more");
  }
  return state;
}

}  // namespace

Replay::Replay(User user, RecordingState const& state)
    : accesses_(std::move(user), Side::device, checked(state).recorder.uses) {}

}  // namespace heddle::place::detail
