// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/recording_state.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace heddle::place::detail {

/// Bodies of host phases outlive the launches that call them.
RecordingState::~RecordingState() {
  if (launched && !recorder.nodes->empty()) static_cast<void>(store->memory().wait(*launched));
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    auto& record = *recorder.uses[i].record;
    std::lock_guard const lock(record.mutex);
    --record.at(Side::device).pins;
    if (host_addresses[i]) --record.at(Side::host).pins;
  }
}

void RecordingState::add(PhaseFacts const& facts, std::span<Use const> uses) {
  std::string const name = facts.name.text;
  bool const may_be_node = recorder.takes_nodes && facts.has_host;
  HEDDLE_EXPECTS(facts.has_device || may_be_node, refused_in_capture,
                 name + ": a host phase becomes part of a graph with HostPhases::node only");
  recorder.phases.push_back(facts.name);
  for (auto const& use : uses) {
    HEDDLE_EXPECTS(!use.last_use && !use.guarded, refused_in_capture,
                   name + ": " + use.record->label +
                       " is freed or backed up by the phase, which a graph cannot do");
    bool const for_node = may_be_node && (use.record->pinned || use.record->is_shared());
    auto const known = std::find_if(recorder.uses.begin(), recorder.uses.end(),
                                    [&](Use const& other) { return other.record == use.record; });
    if (known == recorder.uses.end()) {
      recorder.uses.push_back(use);
      recorder.for_nodes.push_back(for_node);
      continue;
    }
    if (known->mode == Mode::reads && use.mode != Mode::reads) known->mode = Mode::updates;
    auto const index = static_cast<std::size_t>(known - recorder.uses.begin());
    recorder.for_nodes[index] = recorder.for_nodes[index] || for_node;
  }
}

/// The host's copy gets memory and keeps its address; what it holds may be stale.
void RecordingState::prepare_host(User const& user, std::size_t index) {
  auto& record = *recorder.uses[index].record;
  host_addresses.push_back(nullptr);
  if (!recorder.for_nodes[index] || record.is_shared()) return;
  fit(user, record, Side::host, record.is_valid(Side::host));
  ++record.at(Side::host).pins;
  host_addresses.back() = record.at(Side::host).block.data;
}

void RecordingState::prepare(User const& user) {
  // Opened and closed for reading: valid copies where they are needed, and no new versions.
  std::vector<Use> inputs;
  for (auto const& use : recorder.uses) {
    if (use.mode != Mode::overwrites) inputs.push_back({use.record, Mode::reads, false, false});
  }
  Accesses accesses(user, Side::device, inputs);
  for (std::size_t i = 0; i < recorder.uses.size(); ++i) {
    auto const& use = recorder.uses[i];
    std::lock_guard const lock(use.record->mutex);
    if (use.mode == Mode::overwrites) {
      fit(user, *use.record, Side::device, use.record->is_valid(Side::device));
    }
    prepare_host(user, i);
    ++use.record->at(Side::device).pins;
    addresses.push_back(use.record->at(Side::device).block.data);
  }
  accesses.succeed(false);
}

namespace {

bool has_moved(Copy const& copy, void const* address, Record const& record) {
  return copy.block.data != address || copy.block.bytes < record.bytes();
}

/// Refuses before anything is opened if the recorded addresses are not those in use.
RecordingState const& checked(RecordingState const& state) {
  state.recorder.nodes->rethrow();
  for (std::size_t i = 0; i < state.addresses.size(); ++i) {
    auto const& record = *state.recorder.uses[i].record;
    std::lock_guard const lock(record.mutex);
    bool const here = !has_moved(record.at(Side::device), state.addresses[i], record);
    auto* const host = state.host_addresses[i];
    HEDDLE_EXPECTS(here && (!host || !has_moved(record.at(Side::host), host, record)),
                   invalid_state,
                   record.label + ": its memory on the device is not the recorded one any more");
  }
  return state;
}

/// Calls f(record) for what nodes use on the host.
template <class F>
void for_each_node_record(RecordingState const& state, F const& f) {
  for (std::size_t i = 0; i < state.host_addresses.size(); ++i) {
    if (!state.host_addresses[i]) continue;
    auto& record = *state.recorder.uses[i].record;
    std::lock_guard const lock(record.mutex);
    f(record);
  }
}

}  // namespace

Replay::Replay(User user, RecordingState const& state)
    : user_(std::move(user)),
      state_(state),
      accesses_(user_, Side::device, checked(state).recorder.uses) {
  // Nodes write into host copies: after the transfers that use these.
  for_each_node_record(state, [&](Record& record) {
    auto& copy = record.at(Side::host);
    auto const follow = [&](QueuePtr const& queue) {
      if (queue && queue->identity != user_.queue->identity) {
        user_.core.memory().order(*user_.queue, *queue);
      }
    };
    follow(copy.writer);
    for (auto const& reader : copy.readers) follow(reader);
  });
}

void Replay::succeed() {
  accesses_.succeed(false);
  state_.launched = user_.queue;
  state_.store = user_.core.store;
  // Whoever writes these copies on the host has to wait for the graph.
  for_each_node_record(state_, [&](Record& record) {
    auto& readers = record.at(Side::host).readers;
    bool const known = std::any_of(readers.begin(), readers.end(), [&](QueuePtr const& reader) {
      return reader->identity == user_.queue->identity;
    });
    if (!known) readers.push_back(user_.queue);
  });
}

}  // namespace heddle::place::detail
